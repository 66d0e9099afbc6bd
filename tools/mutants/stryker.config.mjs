/**
 * Configuration of the mutation tests. StrykerJS makes one change at a time to the sources. At least one test of the
 * folder must then fail.
 *
 *   npm run mutants                          a random sample of the files of a random folder, in at most 20 minutes
 *   SEED=2026-11-26 npm run mutants          the sample of that day
 *   MUTANTS=client npm run mutants           a folder, which takes 5 to 90 minutes on two cores
 *   MUTANTS=<file>,<file> npm run mutants    some files of one folder
 *
 * Later runs of a folder test only changes that are new. The report is written to `.tmp/mutants/<folder>.html`, and all
 * scores to `.tmp/mutants/scores.md`.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';

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
  'cli-kit': {
    mutate: ['packages/cli-kit/src/**/*.ts'],
    testFiles: ['packages/{cli-kit,cli}/test/*.test.ts', 'packages/conformance/test/program.test.ts'],
  },
  conformance: {
    mutate: [`${conformance}/src/**/*.ts`, `!${conformance}/src/bin.ts`],
    testFiles: [`${conformance}/test/*.test.ts`, `${fake}/test/behavior/{fetch,handler,serve}.test.ts`],
  },
};

const excluded = ['!**/*.gen.ts', '!**/index.ts'];

/** Files of a folder, with `/` as separator. */
const filesOf = ({ mutate }) => {
  const patterns = (isExcluded) =>
    [...mutate, ...excluded].filter((glob) => glob.startsWith('!') === isExcluded);
  return globSync(patterns(false), { exclude: patterns(true).map((glob) => glob.slice(1)) }).map((file) =>
    file.replaceAll('\\', '/'),
  );
};

const linesOf = (file) => readFileSync(file, 'utf8').split('\n').length;

/** Lines of a sample, so that it takes about ten minutes on two cores. */
const linesOfSample = 350;

/** Returns files of one folder. The larger a folder is, the more often it is chosen. */
function sample(seed) {
  const rank = (file) => createHash('sha256').update(`${seed} ${file}`).digest('hex');
  const [first, ...others] = Object.values(folders)
    .flatMap((folder) => filesOf(folder).map((file) => ({ folder, file })))
    .toSorted((a, b) => (rank(a.file) < rank(b.file) ? -1 : 1));
  const files = [first.file];
  let lines = linesOf(first.file);
  for (const { folder, file } of others) {
    if (folder !== first.folder || lines + linesOf(file) > linesOfSample) continue;
    files.push(file);
    lines += linesOf(file);
  }
  return files;
}

function chosen(wanted) {
  if (wanted in folders) return { name: wanted, ...folders[wanted] };
  const files =
    wanted === '' ? sample(process.env.SEED ?? new Date().toISOString().slice(0, 10)) : wanted.split(',');
  const folder = Object.values(folders).find((one) => files.every((file) => filesOf(one).includes(file)));
  if (folder === undefined) {
    const names = Object.keys(folders).join(', ');
    throw new Error(
      `MUTANTS is ${JSON.stringify(wanted)}. Expected files of one folder, or one of: ${names}.`,
    );
  }
  return { name: 'sample', mutate: files, testFiles: folder.testFiles };
}

const { name, mutate, testFiles } = chosen(process.env.MUTANTS ?? '');
const isSample = name === 'sample';

export default {
  mutate: isSample ? mutate : [...mutate, ...excluded],
  testFiles,
  testRunner: 'vitest',
  vitest: { configFile: 'tools/mutants/vitest.config.ts', related: false },
  incremental: !isSample,
  // A mutant of code that runs at import needs all tests, so a table of constants would take an hour.
  ignoreStatic: isSample,
  incrementalFile: `.tmp/mutants/${name}.json`,
  reporters: ['progress-append-only', 'clear-text', 'html', ...(isSample ? ['json'] : [])],
  jsonReporter: { fileName: `.tmp/mutants/${name}.json` },
  htmlReporter: { fileName: `.tmp/mutants/${name}.html` },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  // If the value were `true`, StrykerJS would insert `@ts-nocheck` into the sources. The test of a generated file would
  // then fail.
  disableTypeChecks: false,
  ignorePatterns: ['docs/api', 'docs/.vitepress', '/examples', 'dist', '/checks'],
  tempDirName: '.tmp/stryker',
  concurrency: 4,
  timeoutMS: 30_000,
  dryRunTimeoutMinutes: 20,
  // Single files may score much less than their folder. Less than half means that the tests do not run.
  thresholds: { high: 95, low: 90, break: isSample ? 50 : 85 },
};
