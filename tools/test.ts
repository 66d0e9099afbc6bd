/** `npm test`: every test but the slow checks of the gate, in Chromium too when there is one. */
import { findChromium, installChromium } from './lib/chromium.ts';
import { vitest } from './lib/vitest.ts';

const usage = `Usage: npm test [-- <vitest arguments>]

Runs all tests but the slow checks of the gate, which are npm run test:checks.

  npm test                               everything
  npm test -- packages/sdk               the tests in a folder
  npm test -- -t "retries"               the tests with a matching name
  npm test -- --project sdk              one project of vitest.workspace.ts

Browser tests use Chromium: the one at CHROME_PATH, playwright's own download, or the system's. If there is none, one
is installed where that works unattended. Otherwise these tests are left out with a warning, or with CI=true fail.`;

const missing = `
!! No Chromium was found or could be installed: the browser tests are NOT run.
!! To run them: npx playwright install chromium, or apt-get install chromium, or CHROME_PATH=/path/to/chrome
`;

async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    console.log(usage);
    return 0;
  }
  const path = (await findChromium()) ?? (await installChromium());
  const selection = ['--project', '!checks: *'];
  if (path !== undefined) return vitest([...selection, ...args], { CHROME_PATH: path });
  console.error(missing);
  const code = await vitest([...selection, '--project', '!*chromium*', ...args]);
  console.error(missing);
  return process.env['CI'] === 'true' ? 1 : code;
}

process.exitCode = await main(process.argv.slice(2));
