import { globSync, readFileSync } from 'node:fs';
import { visit } from 'unist-util-visit';
import { parseMarkdown } from '../../tools/lib/markdown.ts';
import { at, root } from '../../tools/lib/paths.ts';

/** Names that examples may use without an import. An example can also declare such a name itself. */
export const declarations = `
type Sdk = typeof import('@mock-services/sdk');
type Fake = typeof import('@mock-services/fake-server');
type Vitest = typeof import('vitest');
type Conformance = typeof import('@mock-services/conformance');
declare const createClient: Sdk['createClient'], isMockServicesError: Sdk['isMockServicesError'];
declare const createFakeServer: Fake['createFakeServer'], demoSeed: Fake['demoSeed'];
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

/** The line numbers of the example match the source file. */
export interface Example {
  readonly file: string;
  readonly text: string;
}

export function readExamples(): Example[] {
  return globSync('packages/*/src/**/*.ts', { cwd: root }).flatMap((path) => {
    const source = readFileSync(at(path), 'utf8');
    return [...source.matchAll(/\/\*\*.*?\*\//gs)].flatMap(({ 0: comment, index }) =>
      examplesIn(path, comment, source.slice(0, index).split('\n').length),
    );
  });
}

function examplesIn(path: string, comment: string, firstLine: number): Example[] {
  const examples: Example[] = [];
  visit(
    parseMarkdown(comment.replaceAll(/^ *(\/\*\*|\*\/|\* ?)/gm, '')),
    'code',
    ({ lang, value, position }) => {
      const line = firstLine + (position?.start.line ?? 0);
      if (lang === 'ts')
        examples.push({
          file: path.replace(/\.ts$/, `-${line}.ts`),
          text: `${'\n'.repeat(line - 1)}${value}\n`,
        });
    },
  );
  return examples;
}
