import { type Browser, chromium } from 'playwright';

/** Starts the Chromium that `CHROME_PATH` names, or playwright's own. */
export function launchChromium(): Promise<Browser> {
  const executablePath = process.env['CHROME_PATH'];
  return chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--no-first-run'],
  });
}
