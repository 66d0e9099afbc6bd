import { type Browser, chromium } from 'playwright';
import { launchOptions } from '../../../../tools/lib/chromium.ts';

/** Starts the Chromium at `CHROME_PATH`, or else Playwright's own. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch(launchOptions);
}
