import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { program, type Cell } from './cell.ts';
import { bun, deno, highestNode, lowestNode } from './runtimes.ts';

/** Time limit in milliseconds for the test that runs the scenario. */
const limit = 150_000;

/**
 * Creates a test that imports the scenario. The `test` parameter is the name of the test function. The test function is
 * imported from the module `from`. If `from` is missing, the test function is a global function.
 */
const testFile =
  (test: string, from?: string, after = `, ${limit})`) =>
  (inbox: string) => ({
    'scenario.test.mjs': `${from === undefined ? '' : `import { ${test} } from '${from}';`}
import { report } from './scenario.mjs';
${test}('runs the scenario', () => report('${inbox}')${after};
`,
  });

const jest = { jest: '30.5.2' } as const;
const commonJs = { 'package.json': '{ "private": true }\n' };

/** Creates a test that loads the scenario by calling `require()`. */
const requiringTest = (inbox: string) => ({
  ...commonJs,
  'scenario.test.js': `
const { report } = require('./scenario.cjs');
test('runs the scenario', () => report('${inbox}'), ${limit});
`,
});

/** Runs jest with Babel. Babel compiles the ES module of the scenario. */
const runBabelJest: Cell['run'] = async ({ folder, inbox, write, execute }) => {
  await write({
    ...commonJs,
    'babel.config.json': '{ "presets": [["@babel/preset-env", { "targets": { "node": "current" } }]] }\n',
    'scenario.js': await readFile(join(folder, 'scenario.mjs'), 'utf8'),
    'scenario.test.js': `
import { report } from './scenario.js';
test('runs the scenario', () => report('${inbox}'), ${limit});
`,
  });
  await execute('jest --rootDir=.');
  return {};
};

const runJestModules = program(
  'jest --rootDir=. --transform={} --testMatch=**/*.test.mjs',
  testFile('test'),
  { NODE_OPTIONS: '--experimental-vm-modules' },
);

const runVitest = program('vitest run --root=.', testFile('test', 'vitest'));

export const runners: readonly Cell[] = [
  {
    name: 'require',
    title: '`require()` on the lowest Node',
    ...lowestNode,
    quick: true,
    run: program('node main.cjs', (inbox) => ({
      'main.cjs': `require('./scenario.cjs').report('${inbox}');\n`,
    })),
  },
  {
    name: 'jest',
    title: 'jest, with its defaults',
    packages: jest,
    quick: true,
    run: program('jest --rootDir=.', requiringTest),
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
    run: runJestModules,
  },
  {
    name: 'mocha',
    title: 'mocha',
    packages: { mocha: '12.0.3' },
    run: program('mocha scenario.test.mjs', testFile('it', undefined, `).timeout(${limit})`)),
  },
  {
    name: 'node-test',
    title: '`node:test`',
    ...highestNode,
    run: program('node --test', testFile('test', 'node:test', ')')),
  },
  {
    name: 'vitest-4',
    title: 'vitest 4',
    packages: { vitest: 'npm:vitest@4.1.12', vite: 'npm:vite@7.3.8' },
    run: runVitest,
  },
  { name: 'vitest-5', title: 'vitest 5', packages: { vitest: '5.1.1', vite: '8.3.8' }, run: runVitest },
  { name: 'bun-test', title: 'bun test', ...bun, run: program('bun test', testFile('test', 'bun:test')) },
  {
    name: 'deno-test',
    title: 'deno test',
    ...deno,
    run: program('deno test --allow-all', testFile('Deno.test', undefined, ')')),
  },
  {
    name: 'playwright',
    title: 'Playwright test',
    packages: { '@playwright/test': '1.65.1' },
    run: program(`playwright test --timeout=${limit}`, testFile('test', '@playwright/test', ')')),
  },
];
