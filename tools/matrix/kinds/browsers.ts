/** Browsers, with a page that esbuild has bundled. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { command } from '../../lib/command.ts';
import { installDebian } from '../../lib/debian.ts';
import { Unavailable, type Cell } from '../cell.ts';
import {
  addWorkerScript,
  chromiumPath,
  documentOf,
  makeProfile,
  openChromium,
  pageMain,
  visit,
  type OpenPage,
} from './pages.ts';
import { freePort, listening, start } from '../../lib/servers.ts';

const kind = 'Browsers';

function pageIn(open: OpenPage): Cell['run'] {
  return async (context) => {
    const { folder, scenario, write } = context;
    await write({
      'page.mjs': scenario.page,
      'main.mjs': pageMain,
      'dist/index.html': documentOf('/main.js'),
    });
    await build({
      entryPoints: [join(folder, 'main.mjs')],
      outdir: join(folder, 'dist'),
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'browser',
    });
    await addWorkerScript(context, 'dist');
    await visit(open, context);
    return {};
  };
}

/** Firefox, with a new profile that asks nothing and calls nobody. */
const openFirefox: OpenPage = async (url) => {
  const { folder, remove } = await makeProfile();
  const preferences = {
    'browser.shell.checkDefaultBrowser': false,
    'browser.aboutwelcome.enabled': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    'app.update.disabledForTesting': true,
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
  };
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref('${name}', ${value});\n`);
  await writeFile(join(folder, 'user.js'), lines.join(''));
  const path = await programOf('firefox-esr', 'firefox-esr');
  const browser = start(path, ['--headless', '--no-remote', '--profile', folder, url]);
  return async () => {
    await browser.stop();
    await remove();
  };
};

/** WebKitGTK's browser for tests, over the WebDriver protocol, on a screen that nobody sees. */
const openWebKit: OpenPage = async (url) => {
  await programOf('Xvfb', 'xvfb');
  const path = await programOf('WebKitWebDriver', 'webkit2gtk-driver');
  const port = await freePort();
  const driver = start('xvfb-run', ['--auto-servernum', path, `--port=${port}`]);
  const call = async (target: string, body: object): Promise<unknown> => {
    const request = { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`http://127.0.0.1:${port}${target}`, request);
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`WebKitWebDriver: ${JSON.stringify(value)}`);
    return value;
  };
  await listening(`http://127.0.0.1:${port}/status`);
  const { sessionId } = (await call('/session', { capabilities: {} })) as { sessionId: string };
  // Answers when the page has loaded.
  await call(`/session/${sessionId}/url`, { url });
  return async () => {
    await fetch(`http://127.0.0.1:${port}/session/${sessionId}`, { method: 'DELETE' });
    await driver.stop();
  };
};

/** Path of a program of a Debian package, which is installed if that is possible. */
async function programOf(name: string, debian: string): Promise<string> {
  const find = () =>
    (process.env['PATH'] ?? '')
      .split(':')
      .map((folder) => join(folder, name))
      .find(existsSync);
  if (find() === undefined) await installDebian(debian);
  const path = find();
  if (path !== undefined) return path;
  throw new Unavailable(`there is no ${name}: apt-get install ${debian}`);
}

/** What a program says its version is. */
async function versionOf(path: string): Promise<string> {
  const { output } = await command(path, ['--version']);
  return /\d+(\.\d+)+\S*/.exec(output)?.[0] ?? output.trim();
}

/** The driver does not say its version. */
async function webKitVersion(): Promise<string> {
  await programOf('WebKitWebDriver', 'webkit2gtk-driver');
  const { output } = await command('dpkg-query', ['--show', '--showformat=${Version}', 'webkit2gtk-driver']);
  return output.replace(/-.*/s, '');
}

export const browsers: readonly Cell[] = [
  {
    name: 'chromium',
    kind,
    title: 'Chromium',
    version: () => versionOf(chromiumPath()),
    quick: true,
    run: pageIn(openChromium),
  },
  {
    name: 'firefox',
    kind,
    title: 'Firefox ESR',
    version: async () => versionOf(await programOf('firefox-esr', 'firefox-esr')),
    run: pageIn(openFirefox),
  },
  {
    name: 'webkit',
    kind,
    title: 'WebKitGTK',
    version: webKitVersion,
    run: pageIn(openWebKit),
  },
];
