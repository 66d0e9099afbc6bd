// Prints the failed tests in vitest's JSON reports, then the totals: node .ci/totals.mjs <folder of reports>
import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

let [passed, failed, skipped] = [0, 0, 0];
for (const report of globSync(`${process.argv[2]}/*.json`)) {
  const totals = JSON.parse(readFileSync(report, 'utf8'));
  passed += totals.numPassedTests;
  skipped += totals.numPendingTests + totals.numTodoTests;
  for (const { name, status, message, assertionResults } of totals.testResults) {
    const failures = assertionResults.filter((test) => test.status === 'failed');
    // A file that cannot be loaded fails without a failed test, and counts as one failure.
    if (status === 'failed' && failures.length === 0)
      failures.push({ fullName: '', failureMessages: [message] });
    failed += failures.length;
    for (const { fullName, failureMessages } of failures)
      console.log(
        `\nFAILED: ${relative('', name)} ${fullName}\n${failureMessages.join('\n').slice(0, 2000)}`,
      );
  }
}
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
