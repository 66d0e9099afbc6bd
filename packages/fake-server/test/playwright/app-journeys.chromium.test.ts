/** Runs the Playwright journeys of `examples/app` in each installed browser. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firefox, webkit } from 'playwright';
import { build, preview, type InlineConfig } from 'vite';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { root } from '../../../../tools/lib/paths.ts';
import { freePort } from '../../../../tools/lib/servers.ts';
import { runPlaywright } from '../support/playwright.ts';

const app = join(root, 'examples/app');
const folder = await mkdtemp(join(tmpdir(), 'mock-services-app-'));
vi.stubEnv('NODE_ENV', 'production');
const settings: InlineConfig = {
  root: app,
  configFile: join(app, 'vite.config.ts'),
  logLevel: 'error',
  resolve: { tsconfigPaths: true },
  build: { outDir: folder, emptyOutDir: true },
};
await build(settings);
const server = await preview({ ...settings, preview: { port: await freePort() } });
vi.unstubAllEnvs();
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const run = (browser: string) =>
  runPlaywright(app, { BASE_URL: server.resolvedUrls?.local[0] ?? '' }, '--project', browser);

const browsers = {
  chromium: true,
  firefox: existsSync(firefox.executablePath()),
  webkit: existsSync(webkit.executablePath()),
};

for (const [browser, isInstalled] of Object.entries(browsers)) {
  if (!isInstalled) console.warn(`The journeys do not run in ${browser}, because it is not installed.`);
  const results = isInstalled ? await run(browser) : {};

  describe.runIf(isInstalled)(`in ${browser}`, () => {
    test.each(Object.entries(results))('%s', (_title, { status, messages }) => {
      expect({ status, messages }).toEqual({ status: 'passed', messages: [] });
    });

    test('ten journeys and 40 tests at once ran', () => {
      expect(Object.keys(results)).toHaveLength(50);
    });
  });
}
