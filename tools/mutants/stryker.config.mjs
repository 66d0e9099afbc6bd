/**
 * Configuration of the mutation tests. The command `MUTANTS=client npm run mutants` tests the folder `client`.
 * StrykerJS makes one change at a time to the sources of a folder. At least one test of that folder must then fail.
 *
 * One folder takes 5 to 90 minutes on two cores. Later runs test only changes that are new. The report is written to
 * `.tmp/mutants/<folder>.html`, and the scores of all
 * folders that were tested so far to `.tmp/mutants/scores.md`.
 */
const sdk = 'packages/sdk';
const fake = 'packages/fake-server';
const conformance = 'packages/conformance';
const core = `${fake}/src/core`;
const coreTests = [
  `${fake}/test/{admin,core,msw,server,storage,worlds}/**/*.test.ts`,
  `${fake}/test/behavior/fetch.test.ts`,
];

/**
 * Sources and tests of each folder.
 *
 * @type {Partial<Record<string, { mutate: string[], testFiles: string[] }>>}
 */
const folders = {
  contract: {
    mutate: [`${sdk}/src/contract/**/*.ts`],
    testFiles: [
      `${sdk}/test/{contract,openapi}/**/*.test.ts`,
      `${sdk}/test/client/{errors,validation}.test.ts`,
      `${sdk}/test/activity/from-har.test.ts`,
    ],
  },
  client: { mutate: [`${sdk}/src/client/**/*.ts`], testFiles: [`${sdk}/test/client/**/*.test.ts`] },
  activity: { mutate: [`${sdk}/src/activity/**/*.ts`], testFiles: [`${sdk}/test/activity/**/*.test.ts`] },
  world: { mutate: [`${core}/{world,rows,fixtures,time}/**/*.ts`], testFiles: coreTests },
  engine: { mutate: [`${core}/{engine,http,server}/**/*.ts`], testFiles: coreTests },
  faults: { mutate: [`${core}/{faults,journal}/**/*.ts`], testFiles: coreTests },
  behavior: { mutate: [`${core}/*.ts`, `${core}/{behavior,worlds}/**/*.ts`], testFiles: coreTests },
  node: {
    mutate: [`${fake}/src/node/**/*.ts`, `!${fake}/src/node/bin.ts`],
    testFiles: [
      `${fake}/test/{admin,node,server,storage}/**/*.test.ts`,
      `${fake}/test/behavior/serve.test.ts`,
    ],
  },
  cli: {
    mutate: ['packages/cli/src/**/*.ts', '!packages/cli/src/bin.ts'],
    testFiles: ['packages/cli/test/*.test.ts'],
  },
  conformance: {
    mutate: [`${conformance}/src/**/*.ts`, `!${conformance}/src/bin.ts`],
    testFiles: [`${conformance}/test/*.test.ts`, `${fake}/test/behavior/{fetch,handler,serve}.test.ts`],
  },
};

const name = process.env.MUTANTS ?? 'contract';
const folder = folders[name];
if (folder === undefined) {
  throw new Error(`MUTANTS is ${JSON.stringify(name)}. Expected one of: ${Object.keys(folders).join(', ')}.`);
}

export default {
  ...folder,
  mutate: [...folder.mutate, '!**/*.gen.ts', '!**/index.ts'],
  testRunner: 'vitest',
  vitest: { configFile: 'tools/mutants/vitest.config.ts', related: false },
  incremental: true,
  incrementalFile: `.tmp/mutants/${name}.json`,
  reporters: ['progress-append-only', 'clear-text', 'html'],
  htmlReporter: { fileName: `.tmp/mutants/${name}.html` },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  // If the value were `true`, StrykerJS would insert `@ts-nocheck` into the sources. The test of a generated file would
  // then fail.
  disableTypeChecks: false,
  ignorePatterns: ['docs/api', 'docs/.vitepress', 'examples', 'dist', 'checks'],
  tempDirName: '.tmp/stryker',
  concurrency: 4,
  timeoutMS: 30_000,
  dryRunTimeoutMinutes: 20,
  thresholds: { high: 95, low: 90, break: 85 },
};
