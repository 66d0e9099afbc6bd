/** Finds a Chromium that starts, or installs one. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';
import { command } from './command.ts';
import { installDebian } from './debian.ts';
import { at } from './paths.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const applications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Path of a Chromium that starts: `CHROME_PATH`, playwright's own download, or one of the system's. */
export async function findChromium(): Promise<string | undefined> {
  const fromPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  const candidates = [process.env['CHROME_PATH'], chromium.executablePath(), ...fromPath, ...applications];
  for (const candidate of candidates) {
    if (candidate !== undefined && (await starts(candidate))) return candidate;
  }
  return undefined;
}

async function starts(path: string): Promise<boolean> {
  if (!existsSync(path)) return false;
  const { status, output } = await command(path, ['--version'], { seconds: 20 });
  return status === 0 && /Chrom/.test(output);
}

/** Installs a Chromium: playwright's own download, or else the Debian package if this process is root. */
export async function installChromium(): Promise<string | undefined> {
  console.error('No Chromium was found. Installing one, which may take some minutes.');
  await download();
  const downloaded = await findChromium();
  if (downloaded !== undefined) return downloaded;
  await installDebian('chromium');
  return findChromium();
}

async function download(): Promise<void> {
  const cli = at('node_modules/playwright/cli.js');
  const env = { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' };
  await command(process.execPath, [cli, 'install', 'chromium', '--no-shell'], { env, seconds: 180 });
}
