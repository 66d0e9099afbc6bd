/** `require()` and test runners. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { program, type Cell } from './cell.ts';
import { bun, deno, highestNode, lowestNode, nodeOf } from './runtimes.ts';

const node = process.execPath;

/** Time limit in milliseconds for the test that runs the scenario. */
const limit = 150_000;

const jest = { jest: '30.5.2' } as const;

/** A test that imports the scenario. `call` is the call of the test function, up to the title. */
const testFile =
  (before: string, call: string, after = ')') =>
  (inbox: string) => ({
    'scenario.test.mjs': `${before}
import { report } from './scenario.mjs';
${call}('runs the scenario', () => report('${inbox}')${after};
`,
  });

/** A test that requires the scenario. */
const requiringTest = (inbox: string) => ({
  'package.json': '{ "private": true }\n',
  'scenario.test.js': `const { report } = require('./scenario.cjs');
test('runs the scenario', () => report('${inbox}'), ${limit});
`,
});

/** Jest, where Babel compiles the scenario, an ES module. */
const runBabelJest: Cell['run'] = async ({ folder, inbox, write, execute, tool }) => {
  await write({
    'package.json': '{ "private": true }\n',
    'babel.config.json': '{ "presets": [["@babel/preset-env", { "targets": { "node": "current" } }]] }\n',
    'scenario.js': await readFile(join(folder, 'scenario.mjs'), 'utf8'),
    'scenario.test.js': `import { report } from './scenario.js';
test('runs the scenario', () => report('${inbox}'), ${limit});
`,
  });
  await execute([node, tool('jest/bin/jest.js'), '--rootDir=.']);
  return {};
};

const runVitest = program(testFile(`import { test } from 'vitest';`, 'test', `, ${limit})`), ({ tool }) => [
  node,
  tool('vitest/vitest.mjs'),
  'run',
  '--root=.',
]);

export const runners: readonly Cell[] = [
  {
    name: 'require',
    title: '`require()` on the lowest Node',
    ...lowestNode,
    quick: true,
    run: program(
      (inbox) => ({ 'main.cjs': `require('./scenario.cjs').report('${inbox}');\n` }),
      (place) => [nodeOf(place), 'main.cjs'],
    ),
  },
  {
    name: 'jest',
    title: 'jest, with its defaults',
    packages: jest,
    quick: true,
    run: program(requiringTest, ({ tool }) => [node, tool('jest/bin/jest.js'), '--rootDir=.']),
  },
  {
    name: 'jest-babel',
    title: 'jest, with babel-jest',
    packages: { ...jest, 'babel-jest': '30.5.2', '@babel/core': '7.29.13', '@babel/preset-env': '7.29.14' },
    run: runBabelJest,
  },
  {
    name: 'jest-modules',
    title: 'jest, with `--experimental-vm-modules`',
    packages: jest,
    run: program(testFile('', 'test', `, ${limit})`), ({ tool }) => [
      node,
      '--experimental-vm-modules',
      tool('jest/bin/jest.js'),
      '--rootDir=.',
      '--transform={}',
      '--testMatch=**/*.test.mjs',
    ]),
  },
  {
    name: 'mocha',
    title: 'mocha',
    packages: { mocha: '12.0.3' },
    run: program(testFile('', 'it', `).timeout(${limit})`), ({ tool }) => [
      node,
      tool('mocha/bin/mocha.js'),
      'scenario.test.mjs',
    ]),
  },
  {
    name: 'node-test',
    title: '`node:test`',
    ...highestNode,
    run: program(testFile(`import { test } from 'node:test';`, 'test'), (place) => [nodeOf(place), '--test']),
  },
  {
    name: 'vitest-4',
    title: 'vitest 4',
    packages: { vitest: 'npm:vitest@4.1.12', vite: 'npm:vite@7.3.8' },
    run: runVitest,
  },
  { name: 'vitest-5', title: 'vitest 5', packages: { vitest: '5.1.1', vite: '8.3.8' }, run: runVitest },
  {
    name: 'bun-test',
    title: 'bun test',
    ...bun,
    run: program(testFile(`import { test } from 'bun:test';`, 'test', `, ${limit})`), ({ tool }) => [
      tool('.bin/bun'),
      'test',
    ]),
  },
  {
    name: 'deno-test',
    title: 'deno test',
    ...deno,
    run: program(testFile('', 'Deno.test'), ({ tool }) => [tool('.bin/deno'), 'test', '--allow-all']),
  },
  {
    name: 'playwright',
    title: 'Playwright test',
    packages: { '@playwright/test': '1.65.1' },
    run: program(testFile(`import { test } from '@playwright/test';`, 'test'), ({ tool }) => [
      node,
      tool('@playwright/test/cli.js'),
      'test',
      `--timeout=${limit}`,
    ]),
  },
];
