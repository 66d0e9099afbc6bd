/** `npm test`: every test but the gate's heavy checks, in Chromium too where there is one. */
import { findChromium, installChromium } from './lib/chromium.ts';
import { vitest } from './lib/vitest.ts';

const usage = `Usage: npm test [-- <vitest arguments>]

Runs the tests of both packages. The heavy checks of the gate are left out: npm run test:checks.

  npm test                               everything
  npm test -- packages/sdk               the tests below a folder
  npm test -- -t "retries"               the tests with such a name
  npm test -- --project sdk              one project of vitest.workspace.ts

Tests in a browser use Chromium: the one that CHROME_PATH names, playwright's own download, or the system's.
Where there is none, one is installed if that can be done unattended. Failing that, they are left out with a
word about it; with CI=true that is a failure.`;

const missing = `
!! No Chromium was found or could be installed: the tests in a browser are NOT run.
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
