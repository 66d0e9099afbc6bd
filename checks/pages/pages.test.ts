import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { command } from '../../tools/lib/command.ts';
import { at, root } from '../../tools/lib/paths.ts';
import { createConsumer, installed, silentSuccess, type Consumer } from '../packages/consumer.ts';
import { declarations, readExamples } from './doc-comments.ts';
import { folderOf, follow, hasOnlyTests, runTests } from './follow.ts';
import { commandsOf, linesOf, readPages } from './page.ts';

const pages = readPages();
let consumer: Consumer;

beforeAll(async () => {
  consumer = await createConsumer(
    [
      'msw',
      'vitest',
      '@playwright/test',
      '@types/node',
      'undici',
      '@tanstack/react-query',
      '@types/react',
      'react',
    ].map((name) => installed(name)),
  );
  return () => consumer.remove();
});

const running = pages.filter(({ steps }) => steps.some(({ runs }) => runs));
const onlyTests = running.filter(hasOnlyTests);

test('the tests on pages that run nothing else pass', async () => {
  expect(onlyTests.length).toBeGreaterThan(5);
  expect(await runTests(onlyTests, consumer.folder)).toMatchObject({ status: 0 });
});

test.each(running.filter((page) => !onlyTests.includes(page)))(
  'the code and the commands of $path succeed in an empty folder',
  async (page) => {
    expect(await follow(page, consumer.folder)).toEqual([]);
  },
);

/** Modules and globals that examples use, but that the test project does not install. */
const elsewhere = `
declare module '@opentelemetry/api';
declare module 'swr';
declare module 'msw-storybook-addon/csf3';
declare module '@jest/expect' {
  interface Matchers<R> {}
}
declare module 'bun:test' {
  const expect: any, test: any;
  interface Matchers<T> {}
}
declare module '@storybook/html-vite' {
  type Story = { readonly parameters: Record<string, any> };
  type Preview = { loaders?: unknown; beforeAll?: () => unknown; beforeEach?: (story: Story) => unknown };
}
declare const Bun: any, Deno: any;
`;

/** A file that examples import from the folder \`src\` of an application. */
const scenarios = {
  file: 'src/scenarios.ts',
  text: `import { defineScenarios } from '@mock-services/fake-server/core';
export const scenarios = defineScenarios({ empty: (fake) => fake.seed({}) });`,
};

/** The line numbers in compiler messages match the pages. */
async function typeCheck(files: readonly { readonly file: string; readonly text: string }[]) {
  const folder = await mkdtemp(join(consumer.folder, 'types-'));
  for (const { file, text } of files) {
    await mkdir(join(folder, dirname(file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  const names = files.map(({ file }) => join(basename(folder), file));
  return consumer.check(names, { skipLibCheck: true, moduleDetection: 'force', jsx: 'react-jsx' });
}

test('the code on all documentation pages passes the type check', async () => {
  const files = pages.flatMap((page) =>
    page.steps.flatMap(({ file, text }) =>
      file === undefined || !/\.tsx?$/.test(file) ? [] : [{ file: join(folderOf(page), file), text }],
    ),
  );
  const outcome = await typeCheck([{ file: 'elsewhere.d.ts', text: elsewhere }, scenarios, ...files]);
  expect(outcome).toEqual(silentSuccess);
});

test('the examples in all doc comments pass the type check', async () => {
  const outcome = await typeCheck([{ file: 'given.d.ts', text: declarations }, ...readExamples()]);
  expect(outcome).toEqual(silentSuccess);
});

/** Commands of npm that do not run a script of `package.json`. */
const npmCommands = new Set(['ci', 'exec', 'init', 'install', 'ls', 'pack', 'pkg', 'publish', 'view']);

function hasScript(folder: string, name: string): boolean {
  const path = at(folder, 'package.json');
  const { scripts = {} } = (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}) as {
    readonly scripts?: object;
  };
  return name in scripts;
}

test.each(pages)('the npm scripts that $path mentions exist', (page) => {
  const missing = commandsOf(page).filter((command) => {
    const [, workspace] = / (?:-w|--workspace)[ =](\S+)/.exec(command) ?? [];
    const [program, verb = '', ...words] = command.split(/\s+/).filter((word) => word !== '--silent');
    const script = verb === 'run' ? words[0] : verb;
    if (program !== 'npm' || script === undefined || npmCommands.has(verb)) return false;
    const folders =
      workspace === undefined
        ? [dirname(page.path), '.']
        : [workspace.replace('@mock-services/', 'packages/')];
    return !folders.some((folder) => hasScript(folder, script));
  });
  expect(missing).toEqual([]);
});

test.each([
  ['@mock-services/fake-server', 'mock-services-fake'],
  ['@mock-services/conformance', 'mock-services-conformance'],
])('%s supports every flag that the documentation uses', async (name, program) => {
  const flagsIn = (text: string) => Array.from(text.matchAll(/(?<=^|\s)--?[a-z][\w-]*/g), ([flag]) => flag);
  const used = pages.flatMap(commandsOf).filter((line) => line.startsWith(`npx ${name}`));
  const known = flagsIn((await consumer.execute(program, '--help')).output);
  expect(used.flatMap(flagsIn).filter((flag) => !known.includes(flag))).toEqual([]);
});

// The checks of the docs site follow the rest of the guide with the same tarballs.
test('the commands in the guide "Start here" pack the packages of a clone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mock-services-clone-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { steps } = pages.find(({ path }) => path === 'docs/guide/start.md') ?? { steps: [] };
  const lines = steps.filter(({ file }) => file === undefined).flatMap(({ text }) => linesOf(text));
  const pack = lines.find((line) => line.startsWith('npm pack ')) ?? '';
  expect(pack).toContain('--ignore-scripts'); // other tests read the files of the build
  const script = pack.replace(/--pack-destination \S+/, `--pack-destination ${folder}`);
  expect(await command('bash', ['-c', script], { cwd: root })).toMatchObject({ status: 0 });
  const tarballs = inject('packed').map(({ tarball }) => basename(tarball));
  expect((await readdir(folder)).toSorted()).toEqual(tarballs.toSorted());
});
