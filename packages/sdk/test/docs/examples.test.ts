import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { beforeAll, describe, expect, test } from 'vitest';
import { compile, type Problem } from '../../../../tools/pages/compile.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

interface Example {
  readonly name: string;
  readonly code: string;
}

/** Every block of TypeScript in a doc comment. */
function examplesIn(file: string): Example[] {
  const text = readFileSync(join(root, file), 'utf8');
  return Array.from(text.matchAll(/^ *\* ```ts\n(.*?)^ *\* ```$/gms), ([, code = ''], index) => ({
    name: `${file} (${index + 1})`,
    code: code.replaceAll(/^ *\* ?/gm, ''),
  }));
}

const examples = globSync('packages/*/src/**/*.ts', { cwd: root }).flatMap(examplesIn);

/** What an example may use without saying where it comes from: a name of its own takes precedence. */
const given = `
type Sdk = typeof import('@mock-services/sdk');
type Fake = typeof import('@mock-services/fake-server');
type Vitest = typeof import('vitest');
declare const createClient: Sdk['createClient'];
declare const isMockServicesError: Sdk['isMockServicesError'];
declare const createFakeServer: Fake['createFakeServer'];
declare const demoWorld: Fake['demoWorld'];
type Conformance = typeof import('@mock-services/fake-server/conformance');
declare const runConformance: Conformance['runConformance'], formatReport: Conformance['formatReport'];
declare const serve: typeof import('@mock-services/fake-server/node').serve;
declare const test: Vitest['test'], expect: Vitest['expect'];
declare const beforeAll: Vitest['beforeAll'], afterEach: Vitest['afterEach'], afterAll: Vitest['afterAll'];
declare const client: import('@mock-services/sdk').Client;
declare const fake: import('@mock-services/fake-server').FakeServer;
declare const input: import('@mock-services/sdk').MockServiceInput;
declare const entry: import('@mock-services/sdk').ActivityEntry;
declare const entries: import('@mock-services/sdk').ActivityEntry[];
declare const id: string, workspaceId: string;
`;

const fileOf = (index: number): string => `example-${index}.ts`;

describe('examples in doc comments compile', () => {
  let problems: ReadonlyMap<string, readonly Problem[]>;
  beforeAll(() => {
    const texts = examples.map(({ code }, index): [string, string] => [fileOf(index), code]);
    problems = compile(new Map([...texts, ['given.d.ts', given]]));
  });

  test.each(examples.map(({ name }, index) => ({ name, index })))('$name', ({ index }) => {
    expect(problems.get(fileOf(index))).toEqual([]);
  });
});

test('every method of the client has a summary, its parameters, its errors and an example', () => {
  const path = join(root, 'packages/sdk/src/client/client.ts');
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const methods = source.statements
    .filter((statement) => ts.isInterfaceDeclaration(statement))
    .flatMap(({ members }) => members.filter((member) => ts.isMethodSignature(member)));
  expect(methods).toHaveLength(12);
  for (const method of methods) {
    const name = method.name.getText();
    const tags = ts.getJSDocTags(method).map(({ tagName }) => tagName.text);
    const documented = tags.filter((tag) => tag === 'param').length;
    const parameters = method.parameters.filter((parameter) => parameter.name.getText() !== 'options').length;
    expect.soft({ name, documented }).toEqual({ name, documented: parameters });
    expect
      .soft({ name, tags })
      .toEqual({ name, tags: expect.arrayContaining(['throws', 'example']) as string[] });
  }
});
