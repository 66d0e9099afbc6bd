/** This configuration runs the tests that `stryker.config.mjs` selects for the mutation testing tool StrykerJS. */
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { sources } from './tools/lib/sources.ts';

/** Runs small test files first, so that most mutants are detected in less than a second. */
class SmallFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toReversed();
  }
}

export default defineConfig({
  resolve: { alias: sources },
  test: {
    exclude: [
      '**/node_modules/**',
      '**/*.chromium.test.ts',
      '**/{har-samples,huge-input,memory,python,*recipe*}.test.ts',
    ],
    provide: { server: 'createHandler' },
    isolate: false,
    sequence: { sequencer: SmallFilesFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
