/**
 * Adds up vitest's JSON reports in a folder: each test that failed and why, then, as the last line,
 * `<n> passed, <n> failed, <n> skipped`.
 */
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

interface Report {
  readonly testResults: readonly {
    /** Path of the file. */
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[] | null;
    }[];
  }[];
}

/** The most of a message that is shown: a log may be cut before its end. */
const shown = 1500;

const count = { passed: 0, failed: 0, skipped: 0 };

for (const path of globSync(join(process.argv[2] ?? '.', '*.json'))) {
  const { testResults } = JSON.parse(readFileSync(path, 'utf8')) as Report;
  for (const { name: file, status, message, assertionResults } of testResults) {
    for (const test of assertionResults) {
      count[kindOf(test.status)] += 1;
      if (test.status === 'failed') tell(file, test.fullName, (test.failureMessages ?? []).join('\n'));
    }
    // A file that could not be loaded has no tests to count, but it is no success.
    if (status === 'failed' && assertionResults.length === 0) {
      count.failed += 1;
      tell(file, 'was not run', message);
    }
  }
}

console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);

/** Whatever neither passed nor failed was not run: skipped, pending, todo, disabled. */
function kindOf(status: string): keyof typeof count {
  return status === 'passed' || status === 'failed' ? status : 'skipped';
}

function tell(file: string, test: string, message: string): void {
  console.log(`FAILED: ${relative('.', file)} > ${test}\n${message.slice(0, shown)}\n`);
}
