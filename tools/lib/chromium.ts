/** Finds the Chromium that tests use. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const applications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Path of the browser: `CHROME_PATH`, Playwright's download, or the system's Chromium. `undefined` if none of them
 * exists.
 */
export const chromiumPath = [
  process.env['CHROME_PATH'],
  chromium.executablePath(),
  ...(process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name))),
  ...applications,
].find((path) => path !== undefined && existsSync(path));

/** Launch options for Playwright that allow running as root and disable background traffic. */
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
