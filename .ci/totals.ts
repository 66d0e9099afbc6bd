/**
 * Adds up vitest's JSON reports in a folder: prints each failed test with its message and, as the last line,
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

/** Longer messages are cut, so that the last line is not lost in a log with a size limit. */
const maxMessageLength = 1500;

const count = { passed: 0, failed: 0, skipped: 0 };

for (const path of globSync(join(process.argv[2] ?? '.', '*.json'))) {
  const { testResults } = JSON.parse(readFileSync(path, 'utf8')) as Report;
  for (const { name: file, status, message, assertionResults } of testResults) {
    for (const test of assertionResults) {
      count[kindOf(test.status)] += 1;
      if (test.status === 'failed') report(file, test.fullName, (test.failureMessages ?? []).join('\n'));
    }
    // A file that cannot be loaded has no tests, but counts as a failure.
    if (status === 'failed' && assertionResults.length === 0) {
      count.failed += 1;
      report(file, 'was not run', message);
    }
  }
}

console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);

/** Every other status means that the test did not run: skipped, pending, todo, disabled. */
function kindOf(status: string): keyof typeof count {
  return status === 'passed' || status === 'failed' ? status : 'skipped';
}

function report(file: string, test: string, message: string): void {
  console.log(`FAILED: ${relative('.', file)} > ${test}\n${message.slice(0, maxMessageLength)}\n`);
}
