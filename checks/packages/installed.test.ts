/** Tests the packages as an application installs them from their tarballs, without msw. */
import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { versionAt } from '../../tools/lib/version.ts';
import {
  createConsumer,
  installed,
  oldTypeScript,
  oldTypeScriptPackage,
  silentSuccess,
  type Consumer,
} from './consumer.ts';

let consumer: Consumer;
beforeAll(async () => {
  consumer = await createConsumer([
    ...['vitest', '@types/node', 'typescript', '@tanstack/query-core'].map((name) => installed(name)),
    oldTypeScriptPackage,
  ]);
  await rm(join(consumer.folder, 'node_modules/msw'), { recursive: true });
  return () => consumer.remove();
});

/** Starts the explorer, and returns the URL that it prints. */
async function launch(path: string, ...args: readonly string[]): Promise<string> {
  const program = join(consumer.folder, 'node_modules/@mock-services', path);
  const child = spawn(process.execPath, [program, ...args], {
    cwd: consumer.folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  for await (const line of createInterface(child.stdout)) {
    const url = /^Explorer at (\S+)$/.exec(line)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error(`${path} exited.`);
}

const textAt = async (url: string): Promise<string> => (await fetch(url)).text();

test('the packed client, fake server and conformance suite work as ES modules', async () => {
  expect(await consumer.run('use-core.ts')).toEqual(silentSuccess);
});

test('in CommonJS, the packed entry points share one copy of each class', async () => {
  expect(await consumer.run('use-core.cjs')).toEqual(silentSuccess);
});

test.each([
  ['packages/fake-server', 'mock-services-fake'],
  ['packages/conformance', 'mock-services-conformance'],
  ['packages/cli', 'mock-services'],
])('the program of %s prints its version and its help', async (folder, program) => {
  const run = (flag: string) => consumer.execute(program, flag);
  const version = versionAt(folder);
  expect(await run('--version')).toEqual({ status: 0, output: `${version}\n` });
  expect(await run('--help')).toMatchObject({
    status: 0,
    output: expect.stringMatching(/^Usage: /) as string,
  });
});

test('the packed explorer serves its page and script', async () => {
  const url = await launch('explorer/bin.js', '--port', '0');
  const script = /<script type="module"[^>]* src="\.\/([^"]+)"/.exec(await textAt(url))?.[1] ?? '';
  expect((await fetch(url + script)).headers.get('content-type')).toMatch(/^text\/javascript/);
});

test('the types of the packed packages compile for Node without DOM types', async () => {
  const files = ['types-core.ts', 'types-core.cts'];
  expect(await consumer.check(files, { lib: ['ES2023'] })).toEqual(silentSuccess);
});

test.each([
  ['NodeNext', ['types-core.ts', 'types-core.cts'], { module: 'NodeNext', target: 'ES2022' }],
  [
    'node10',
    ['types-core.ts'],
    { module: 'CommonJS', moduleResolution: 'node10', esModuleInterop: true, target: 'ES2022' },
  ],
])('the types without MSW compile with TypeScript 5.4 and %s resolution', async (_name, files, options) => {
  expect(await consumer.check(files, options, oldTypeScript)).toEqual(silentSuccess);
});

test('the types of the packed packages compile for a web page without Node types', async () => {
  const page = { types: [], module: 'ESNext', moduleResolution: 'Bundler' };
  expect(await consumer.check(['types-core.ts'], page)).toEqual(silentSuccess);
});

test('failing calls reject with the expected error without importing another module', async () => {
  expect(await consumer.run('offline.ts')).toEqual(silentSuccess);
});

const runTests = (...args: readonly string[]) =>
  consumer.run('node_modules/vitest/vitest.mjs', 'run', ...args);

test('each vitest test gets its own fake server', async () => {
  expect(await runTests('kit.test.ts')).toMatchObject({ status: 0 });
});

test('the types of the vitest matchers and fixtures are correct', async () => {
  expect(await consumer.check(['kit.test.ts'])).toEqual(silentSuccess);
});

test('the vitest code frame of a failed call shows the line of the caller', async () => {
  const { status, output } = await runTests('failing.test.ts');
  expect(status).toBe(1);
  // The code frame of an error shows the first stack frame outside `node_modules`.
  for (const call of ['await', 'withResponse', 'modify'])
    expect(stripVTControlCharacters(output)).toMatch(new RegExp(`\\d+\\|.*// ${call}\\n\\s+\\|\\s+\\^`));
});
