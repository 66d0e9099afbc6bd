/** Runs the Playwright recipe with Playwright's test runner. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createFakeServer, createWorlds } from '@mock-services/fake-server/core';
import { demoSeed } from '@mock-services/fake-server/demo';
import { serve } from '@mock-services/fake-server/node';
import { createServer } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { chromiumPath } from '../../../../tools/lib/chromium.ts';

const execute = promisify(execFile);
const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const recipe = path('../../../../examples/recipes/playwright');
const require = createRequire(import.meta.url);

/** Serves the pages of the recipe. Imports of the packages are resolved to their sources. */
async function servePages(cacheDir: string, service: string): Promise<string> {
  const server = await createServer({
    configFile: join(recipe, 'vite.config.ts'),
    cacheDir,
    logLevel: 'error',
    server: {
      host: '127.0.0.1',
      port: 0,
      fs: { allow: [path('../../../..')] },
      proxy: { '/api': { target: service } },
    },
    optimizeDeps: { include: ['msw', 'msw/browser', 'ky', 'zod/mini'] },
    resolve: { tsconfigPaths: true },
  });
  onTestFinished(() => server.close());
  await server.listen();
  return server.resolvedUrls?.local[0] ?? '';
}

test('the example tests in the Playwright recipe pass', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mock-services-page-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const worlds = createWorlds({ create: () => createFakeServer({ seed: demoSeed() }) });
  const service = await serve(worlds, { admin: true });
  onTestFinished(() => service.close());
  const env = {
    ...process.env,
    CHROME_PATH: chromiumPath,
    BASE_URL: await servePages(join(folder, 'vite'), service.url),
    MOCK_SERVICES_URL: service.url,
    PLAYWRIGHT_OUTPUT: join(folder, 'results'),
  };
  const cli = join(dirname(require.resolve('playwright/package.json')), 'cli.js');
  // The report of Playwright shows which test of the recipe failed, and why.
  const { stdout } = await execute(process.execPath, [cli, 'test', '--config', recipe], {
    env,
    timeout: 110_000,
  }).catch((error: { readonly stdout: string }) => error);
  expect(stdout).toMatch(/\n\s*9 passed/);
  // Each test of the recipe has deleted its own world.
  expect(worlds.names()).toEqual([]);
}, 120_000);
