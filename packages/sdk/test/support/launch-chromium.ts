import { type Browser, chromium } from 'playwright';
import { launchOptions } from '../../../../tools/lib/chromium.ts';

export function launchChromium(): Promise<Browser> {
  return chromium.launch(launchOptions);
}
