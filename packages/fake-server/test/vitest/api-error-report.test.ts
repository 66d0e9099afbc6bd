/** Tests Vitest's report about tests that fail with an `ApiError`. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { idOf } from '../support/samples.ts';

const vitest = fileURLToPath(new URL('../../../../node_modules/vitest/vitest.mjs', import.meta.url));
const config = fileURLToPath(new URL('failing/vitest.config.ts', import.meta.url));
const tests = fileURLToPath(new URL('failing/tests.ts', import.meta.url));

/** Runs the tests in the folder `failing`. Returns the output of Vitest. */
function printed(): Promise<string> {
  const options = { env: { ...process.env, NO_COLOR: '1' } };
  return new Promise((resolve) => {
    // Vitest exits with code 1, because the tests fail.
    execFile(process.execPath, [vitest, 'run', '--config', config, tests], options, (_, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
}

test('Vitest shows the error response of the fake server after an ApiError', async () => {
  const text = await printed();
  expect(text).toContain(
    `It said "Not Found: There is no mock service with the id "${idOf(1)}". listMockServices returns all mock services."`,
  );
  expect(text).toContain('It said "refused".\nThe service said:\n  /title: is taken');
  expect(text).toMatch(/The service said: (<p>){10,400}<?p?\n/);
  expect(text.match(/The service said/g)).toHaveLength(2);
  expect(text).toContain('It said "after another error".');
  expect(text).toContain("expected 'the only error' to be ''");
  // Vitest shows how many errors a test has if there are several.
  expect(text).not.toMatch(/broke the contract \(\d/);
  expect(text.match(/FAIL .*broke the contract/g)).toHaveLength(2);
});
