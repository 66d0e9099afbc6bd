/**
 * Mutation tests: StrykerJS makes one change at a time to the sources, and at least one test must then fail.
 *
 *   npx stryker run                                         three central files, in about six minutes
 *   npx stryker run -m packages/sdk/src/client/retry.ts     another file that the tests below cover
 *   npx stryker run -m 'packages/cli/src/*.ts' --testFiles 'packages/cli/test/*.test.ts'
 *
 * The report is written to `.tmp/mutants.html`.
 */
export default {
  mutate: ['packages/sdk/src/client/{call,retry}.ts', 'packages/fake-server/src/core/engine/operations.ts'],
  testFiles: [
    'packages/sdk/test/client/*.test.ts',
    'packages/fake-server/test/behavior/fetch.test.ts',
    'packages/fake-server/test/core/{activity,behavior-options,problems,profile,requests,writes}.test.ts',
    'packages/fake-server/test/model.test.ts',
  ],
  testRunner: 'vitest',
  // The test files share one worker, which does not load the sources anew, so changes of code that runs at import have no
  // effect.
  ignoreStatic: true,
  timeoutMS: 15_000,
  concurrency: 2,
  reporters: ['progress-append-only', 'clear-text', 'html'],
  htmlReporter: { fileName: '.tmp/mutants.html' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  // If the value were `true`, StrykerJS would insert `@ts-nocheck` into the sources, and tests that read them would fail.
  disableTypeChecks: false,
  ignorePatterns: ['docs/api', 'docs/.vitepress', '/examples', 'dist', '/checks'],
  tempDirName: '.tmp/stryker',
  thresholds: { high: 95, low: 90, break: 85 },
};
