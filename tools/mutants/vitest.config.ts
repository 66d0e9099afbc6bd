/** StrykerJS, the mutation testing tool, runs the tests with this configuration. */
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Runs small files first, because they detect most mutants in less than a second. */
class SmallFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toReversed();
  }
}

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    exclude: [
      '**/node_modules/**',
      '**/*.chromium.test.ts',
      // This test starts other processes, in which no mutant is active.
      '**/real-terminal.test.ts',
      '**/{har-samples,huge-input,memory,python,*recipe*}.test.ts',
    ],
    // StrykerJS runs the tests in worker threads, where the variable TZ has no effect.
    testNamePattern: /^(?!.*\bin local time)/,
    provide: { server: 'createHandler' },
    isolate: false,
    sequence: { sequencer: SmallFilesFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
