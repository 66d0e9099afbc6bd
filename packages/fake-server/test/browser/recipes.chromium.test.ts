/** The recipe for Playwright: real pages, real reloads, its own runner. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createServer } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { sources } from '../../../../tools/lib/sources.ts';

const execute = promisify(execFile);
const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const recipe = path('../../../../examples/recipes/playwright');
const require = createRequire(import.meta.url);

/** Serves the page of the recipe, with the packages resolved to their sources. */
async function servePage(cacheDir: string): Promise<string> {
  const server = await createServer({
    configFile: join(recipe, 'vite.config.ts'),
    cacheDir,
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0, fs: { allow: [path('../../../..')] } },
    optimizeDeps: { include: ['msw', 'msw/browser', 'ky', 'zod/mini'] },
    resolve: { alias: sources },
  });
  onTestFinished(() => server.close());
  await server.listen();
  return server.resolvedUrls?.local[0] ?? '';
}

test('the recipe for Playwright passes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mock-services-page-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const env = {
    ...process.env,
    BASE_URL: await servePage(join(folder, 'vite')),
    PLAYWRIGHT_OUTPUT: join(folder, 'results'),
  };
  const cli = join(dirname(require.resolve('playwright/package.json')), 'cli.js');
  const { stdout } = await execute(process.execPath, [cli, 'test', '--config', recipe], {
    env,
    timeout: 110_000,
  });
  expect(stdout).toMatch(/\n\s*5 passed/);
}, 120_000);
