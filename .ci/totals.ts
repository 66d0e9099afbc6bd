/** Adds up vitest's JSON reports in a folder: `<n> passed, <n> failed, <n> skipped`. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Report {
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

const count = { passed: 0, failed: 0, skipped: 0 };

for (const path of globSync(join(process.argv[2] ?? '.', '*.json'))) {
  const { testResults } = JSON.parse(readFileSync(path, 'utf8')) as Report;
  for (const { status, assertionResults } of testResults) {
    for (const test of assertionResults) count[kindOf(test.status)] += 1;
    // A file that could not be loaded has no tests to count, but it is no success.
    if (status === 'failed' && assertionResults.length === 0) count.failed += 1;
  }
}

console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);

/** Whatever neither passed nor failed was not run: skipped, pending, todo, disabled. */
function kindOf(status: string): keyof typeof count {
  return status === 'passed' || status === 'failed' ? status : 'skipped';
}
