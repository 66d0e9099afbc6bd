import { type Browser, chromium } from 'playwright';
import { launchOptions } from '../../../../tools/lib/chromium.ts';

/** Starts the Chromium that `CHROME_PATH` names, or playwright's own. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch(launchOptions);
}
