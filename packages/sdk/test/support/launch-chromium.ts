import { type Browser, chromium } from 'playwright';
import { launchOptions } from '../../../../tools/lib/chromium.ts';

/** Starts the Chromium browser at `CHROME_PATH`. Without `CHROME_PATH`, starts Playwright's own browser. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch(launchOptions);
}
