import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

interface Example {
  readonly name: string;
  readonly code: string;
}

/** Every block of TypeScript in a page or in a doc comment. */
function examplesIn(file: string): Example[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/^( *\* )?```ts\n(.*?)^( *\* )?```$/gms)].map(([, star, code = ''], index) => ({
    name: `${file} (${index + 1})`,
    code: star === undefined ? code : code.replace(/^ *\* ?/gm, ''),
  }));
}

const pages = globSync(['README.md', 'packages/*/README.md', 'docs/worlds.md'], { cwd: root });
const sources = globSync('packages/*/src/**/*.ts', { cwd: root });
const examples = [...pages, ...sources].flatMap(examplesIn);

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

/** Compiles all examples as one program, and groups what the compiler says by example. */
function compile(): ReadonlyMap<string, string[]> {
  const config = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root);
  const files = new Map(examples.map((example, index) => [join(root, `example-${index}.ts`), example]));
  const ambient = join(root, 'given.d.ts');
  const texts = new Map([...files].map(([path, { code }]) => [path, `${code}\nexport {};\n`])).set(
    ambient,
    given,
  );
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  host.fileExists = (path) => texts.has(path) || fileExists.call(host, path);
  host.readFile = (path) => texts.get(path) ?? readFile.call(host, path);
  const unused = { noUnusedLocals: false, noUnusedParameters: false };
  const program = ts.createProgram([...texts.keys()], { ...options, ...unused }, host);
  const said = new Map<string, string[]>();
  for (const [path, { name }] of files) {
    const diagnostics = ts.getPreEmitDiagnostics(program, program.getSourceFile(path));
    said.set(
      name,
      diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
    );
  }
  return said;
}

describe('examples in pages and doc comments compile', () => {
  let said: ReadonlyMap<string, string[]>;
  beforeAll(() => {
    said = compile();
  });

  test.each(examples)('$name', ({ name }) => {
    expect(said.get(name)).toEqual([]);
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
