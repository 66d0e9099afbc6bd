/**
 * This module runs the scenario in browsers. Each browser opens a page that esbuild has bundled. The module
 * `bundlers.ts` imports the functions that create a page and the functions that control Chromium.
 */
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { chromium, type Page } from 'playwright';
import { chromiumPath, launchOptions } from '../lib/chromium.ts';
import { command } from '../lib/command.ts';
import { installDebian } from '../lib/debian.ts';
import { freePort, listening, start } from '../lib/servers.ts';
import { Unavailable, type Cell, type Place } from './cell.ts';

/** Opens a URL in a browser until `during` resolves. */
type Visit = (url: string, during: () => Promise<unknown>) => Promise<void>;

/**
 * Returns an HTML document that loads a script. If the script fails before the scenario starts, the failure is reported
 * to the inbox.
 */
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

/** The main module of a page. */
export const pageMain = `import { reportFromPage } from './page.mjs';\nreportFromPage().catch(reportError);\n`;

/** The main module of a page without MSW. */
export const pageMainWithoutMsw = `import { report } from './scenario.mjs';
report(location.origin).catch(reportError);
`;

/** Copies MSW's worker script to the folder that the server serves. */
export async function addWorkerScript({ folder }: Place, destination: string): Promise<void> {
  const name = 'mockServiceWorker.js';
  await cp(join(folder, '../node_modules/msw/lib', name), join(folder, destination, name));
}

/** Opens a page in Chromium until `during` resolves. */
export async function visitChromium(url: string, during: (page: Page) => Promise<unknown>): Promise<void> {
  requireChromium();
  const browser = await chromium.launch(launchOptions);
  try {
    const page = await browser.newPage();
    await page.goto(url);
    await during(page);
  } finally {
    await browser.close();
  }
}

function requireChromium(): string {
  if (chromiumPath !== undefined) return chromiumPath;
  throw new Unavailable('Chromium is missing. Install the Debian package chromium, or set CHROME_PATH.');
}

const visitFirefox: Visit = async (url, during) => {
  const profile = await mkdtemp(join(tmpdir(), 'mock-services-profile-'));
  const path = await programOf('firefox-esr', 'firefox-esr');
  const browser = start(path, ['--headless', '--no-remote', '--profile', profile, url]);
  try {
    await during();
  } finally {
    await browser.stop();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
};

/**
 * Opens a page in WebKitGTK's test browser. The browser runs on a virtual screen and is controlled through the
 * WebDriver protocol.
 */
const visitWebKit: Visit = async (url, during) => {
  await programOf('Xvfb', 'xvfb');
  const path = await programOf('WebKitWebDriver', 'webkit2gtk-driver');
  const driverUrl = `http://127.0.0.1:${await freePort()}`;
  const driver = start('xvfb-run', ['--auto-servernum', path, `--port=${new URL(driverUrl).port}`]);
  const call = async (target: string, body: object): Promise<unknown> => {
    const response = await fetch(driverUrl + target, { method: 'POST', body: JSON.stringify(body) });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`WebKitWebDriver responded with an error: ${JSON.stringify(value)}`);
    return value;
  };
  try {
    await listening(`${driverUrl}/status`);
    const { sessionId } = (await call('/session', { capabilities: {} })) as { sessionId: string };
    await call(`/session/${sessionId}/url`, { url });
    await during();
    await fetch(`${driverUrl}/session/${sessionId}`, { method: 'DELETE' });
  } finally {
    await driver.stop();
  }
};

/** Returns the path of a program. If the program is missing, the function first tries to install its Debian package. */
async function programOf(name: string, debian: string): Promise<string> {
  const find = () =>
    (process.env['PATH'] ?? '')
      .split(':')
      .map((folder) => join(folder, name))
      .find(existsSync);
  if (find() === undefined) await installDebian(debian);
  const path = find();
  if (path !== undefined) return path;
  throw new Unavailable(`${name} is missing. Install the Debian package ${debian}.`);
}

async function versionOf(path: string): Promise<string> {
  const { output } = await command(path, ['--version']);
  return /\d+(\.\d+)+\S*/.exec(output)?.[0] ?? output.trim();
}

/** Returns the version of WebKit's Debian package, because the WebDriver program does not print its version. */
async function webKitVersion(): Promise<string> {
  await programOf('WebKitWebDriver', 'webkit2gtk-driver');
  const { output } = await command('dpkg-query', ['--show', '--showformat=${Version}', 'webkit2gtk-driver']);
  return output.replace(/-.*/s, '');
}

function pageIn(visit: Visit): Cell['run'] {
  return async (place) => {
    const { folder, inbox, reported, write } = place;
    await write({ 'main.mjs': pageMain, 'dist/index.html': documentOf('/main.js') });
    await build({
      entryPoints: [join(folder, 'main.mjs')],
      outdir: join(folder, 'dist'),
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'browser',
    });
    await addWorkerScript(place, 'dist');
    await visit(`${inbox}/`, () => reported());
    return {};
  };
}

export const browsers: readonly Cell[] = [
  {
    name: 'chromium',
    title: 'Chromium',
    version: () => versionOf(requireChromium()),
    quick: true,
    run: pageIn(visitChromium),
  },
  {
    name: 'firefox',
    title: 'Firefox ESR',
    version: async () => versionOf(await programOf('firefox-esr', 'firefox-esr')),
    run: pageIn(visitFirefox),
  },
  { name: 'webkit', title: 'WebKitGTK', version: webKitVersion, run: pageIn(visitWebKit) },
];
