/** Runs the Playwright journeys of `examples/app` in each installed browser. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { firefox, webkit } from 'playwright';
import { describe, expect, test } from 'vitest';
import { root } from '../../../../tools/lib/paths.ts';
import { freePort } from '../../../../tools/lib/servers.ts';
import { runPlaywright } from '../support/playwright.ts';

async function run(browser: string) {
  const PORT = String(await freePort());
  const serve = ['--import', './tools/sources.ts', 'examples/app/serve.ts', '--port', PORT];
  const SERVE = [process.execPath, ...serve, '--service', 'http://127.0.0.1:9'].join(' ');
  const env = { PORT, SERVE: `cd ${root} && ${SERVE}` };
  return runPlaywright(join(root, 'examples/app'), env, '--project', browser);
}

const browsers = {
  chromium: true,
  firefox: existsSync(firefox.executablePath()),
  webkit: existsSync(webkit.executablePath()),
};

for (const [browser, isInstalled] of Object.entries(browsers)) {
  if (!isInstalled) console.warn(`The journeys do not run in ${browser}, because it is not installed.`);
  const results = isInstalled ? await run(browser) : {};

  describe.runIf(isInstalled)(`in ${browser}`, () => {
    test.each(Object.entries(results))('%s', (_title, { status, messages }) => {
      expect({ status, messages }).toEqual({ status: 'passed', messages: [] });
    });

    test('nine journeys and 40 tests at once ran', () => {
      expect(Object.keys(results)).toHaveLength(49);
    });
  });
}
