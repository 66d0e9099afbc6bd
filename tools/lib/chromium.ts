import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const applications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Path of the Chromium for tests: `CHROME_PATH`, or else Playwright's download, or else the system's Chromium.
 * `undefined` if there is no Chromium.
 */
export const chromiumPath = [
  process.env['CHROME_PATH'],
  chromium.executablePath(),
  ...(process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name))),
  ...applications,
].find((path) => path !== undefined && existsSync(path));

/** These options for Playwright allow Chromium to run as root, and disable its background traffic. */
export const launchOptions = {
  ...(chromiumPath !== undefined && { executablePath: chromiumPath }),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
};
