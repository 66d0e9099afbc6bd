/** Makes sure that there is a Chromium for the tests in a browser, and says which. */
import { findChromium, installChromium } from '../tools/lib/chromium.ts';

const path = (await findChromium()) ?? (await installChromium());
console.log(path ?? 'No Chromium was found or could be installed.');
process.exitCode = path === undefined ? 1 : 0;
