/** The scenario in a page: what a page consists of besides its scripts, and browsers that open one. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import { chromiumPath as foundChromium, launchOptions } from '../../lib/chromium.ts';
import { Unavailable, type Context } from '../cell.ts';

/** A browser: opens a page, and returns what closes it. */
export type OpenPage = (url: string) => Promise<() => Promise<void>>;

/** The document. If a script fails before the scenario can, that is reported. */
export function documentOf(script: string): string {
  return `<!doctype html>
<meta charset="utf-8" />
<title>The scenario</title>
<link rel="icon" href="data:," />
<script>
  const fail = (error) =>
    fetch('/checks', { method: 'POST', body: JSON.stringify([{ name: 'the page starts', ok: false, error }]) });
  addEventListener('error', (event) => fail(event.message ?? 'a script cannot be loaded'), true);
</script>
<script type="module" src="${script}"></script>
`;
}

/** The script of a page. */
export const pageMain = `import { reportFromPage } from './page.mjs';\nreportFromPage().catch(reportError);\n`;

/** The same without MSW. */
export const bareMain = `import { report } from './scenario.mjs';\nreport(location.origin).catch(reportError);\n`;

/** Copies MSW's worker script to where pages are served from. */
export async function addWorkerScript({ folder }: Context, destination: string): Promise<void> {
  const name = 'mockServiceWorker.js';
  await cp(join(folder, '../node_modules/msw/lib', name), join(folder, destination, name));
}

/** Opens a page until the scenario has reported. */
export async function visit(open: OpenPage, { inbox, reported }: Context, url = `${inbox}/`): Promise<void> {
  const close = await open(url);
  try {
    await reported();
  } finally {
    await close();
  }
}

/** Path of a Chromium. */
export function chromiumPath(): string {
  const path = foundChromium;
  if (path !== undefined) return path;
  throw new Unavailable('there is no Chromium: apt-get install chromium, or set CHROME_PATH');
}

export const openChromium: OpenPage = async (url) => {
  const { browser } = await chromiumAt(url);
  return () => browser.close();
};

/** The texts of the elements at a URL in Chromium, as soon as there are so many. */
export async function textsAt(url: string, selector: string, least: number): Promise<string[]> {
  const { browser, page } = await chromiumAt(url);
  try {
    const elements = page.locator(selector);
    await elements.nth(least - 1).waitFor();
    return await elements.allTextContents();
  } finally {
    await browser.close();
  }
}

async function chromiumAt(url: string): Promise<{ readonly browser: Browser; readonly page: Page }> {
  const browser = await chromium.launch({ ...launchOptions, executablePath: chromiumPath() });
  try {
    const page = await browser.newPage();
    await page.goto(url);
    return { browser, page };
  } catch (error) {
    await browser.close();
    throw error;
  }
}

/** An empty folder for a browser's profile, and what removes it. */
export async function makeProfile(): Promise<{
  readonly folder: string;
  readonly remove: () => Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'mock-services-profile-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) };
}
