/** Test runners, and `require()`. */
import type { Cell } from '../cell.ts';
import { mainCommonJs, patience, program, testCommonJs, testFile, type Files } from './program.ts';
import { binary } from './runtimes.ts';

const kind = 'CommonJS and test runners';
const node = process.execPath;

const babelTest: Files = ({ scenario, inbox }) => ({
  'package.json': '{ "private": true }\n',
  'babel.config.json': '{ "presets": [["@babel/preset-env", { "targets": { "node": "current" } }]] }\n',
  'scenario.js': scenario.esm,
  'scenario.test.js': `import { report } from './scenario.js';\ntest('the scenario', () => report('${inbox}'), ${patience});\n`,
});

const mochaTest: Files = ({ scenario, inbox }) => ({
  'scenario.mjs': scenario.esm,
  'scenario.test.mjs': `import { report } from './scenario.mjs';\nit('the scenario', () => report('${inbox}')).timeout(${patience});\n`,
});

const denoTest: Files = ({ scenario, inbox }) => ({
  'scenario.mjs': scenario.esm,
  'scenario.test.mjs': `import { report } from './scenario.mjs';\nDeno.test('the scenario', () => report('${inbox}'));\n`,
});

const vitest = program(testFile('scenario.test.mjs', 'vitest'), ({ tool }) => [
  node,
  tool('vitest/vitest.mjs'),
  'run',
  '--root=.',
]);

export const testRunners: readonly Cell[] = [
  {
    name: 'require',
    kind,
    title: '`require()` on the lowest Node',
    tools: 'quick',
    version: 'node-lowest',
    quick: true,
    run: program(mainCommonJs, (context) => [binary(context, 'node-lowest', 'bin/node'), 'main.cjs']),
  },
  {
    name: 'jest',
    kind,
    title: 'jest, with its defaults',
    tools: 'quick',
    version: 'jest',
    quick: true,
    run: program(testCommonJs, ({ tool }) => [node, tool('jest/bin/jest.js'), '--rootDir=.']),
  },
  {
    name: 'jest-babel',
    kind,
    title: 'jest, with babel-jest',
    tools: 'test-runners',
    version: 'jest',
    run: program(babelTest, ({ tool }) => [node, tool('jest/bin/jest.js'), '--rootDir=.']),
  },
  {
    name: 'jest-modules',
    kind,
    title: 'jest, with `--experimental-vm-modules`',
    tools: 'test-runners',
    version: 'jest',
    run: program(testFile('scenario.test.mjs'), ({ tool }) => [
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
    kind,
    title: 'mocha',
    tools: 'test-runners',
    version: 'mocha',
    run: program(mochaTest, ({ tool }) => [node, tool('mocha/bin/mocha.js'), 'scenario.test.mjs']),
  },
  {
    name: 'node-test',
    kind,
    title: '`node:test`',
    tools: 'runtimes',
    version: 'node-highest',
    run: program(testFile('scenario.test.mjs', 'node:test', ''), (context) => [
      binary(context, 'node-highest', 'bin/node'),
      '--test',
    ]),
  },
  {
    name: 'vitest-4',
    kind,
    title: 'vitest 4',
    tools: 'vitest-4',
    version: 'vitest',
    run: vitest,
  },
  {
    name: 'vitest-5',
    kind,
    title: 'vitest 5',
    tools: 'test-runners',
    version: 'vitest',
    run: vitest,
  },
  {
    name: 'bun-test',
    kind,
    title: 'bun test',
    tools: 'quick',
    version: 'bun',
    run: program(testFile('scenario.test.mjs', 'bun:test'), ({ tool }) => [tool('.bin/bun'), 'test']),
  },
  {
    name: 'deno-test',
    kind,
    title: 'deno test',
    tools: 'quick',
    version: 'deno',
    run: program(denoTest, ({ tool }) => [tool('.bin/deno'), 'test', '--allow-all']),
  },
  {
    name: 'playwright',
    kind,
    title: 'Playwright test',
    tools: 'test-runners',
    version: '@playwright/test',
    run: program(testFile('scenario.test.mjs', '@playwright/test', ''), ({ tool }) => [
      node,
      tool('@playwright/test/cli.js'),
      'test',
      `--timeout=${patience}`,
    ]),
  },
];
