/** Uses the packed packages in a copy of `examples/app`: its tests and types, and a production build without the fake server. */
import { readFileSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { createFakeServer } from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';
import { chromium } from 'playwright';
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { chromiumPath, launchOptions } from '../../tools/lib/chromium.ts';
import { command } from '../../tools/lib/command.ts';
import { installInto } from '../../tools/lib/packed.ts';
import { at } from '../../tools/lib/paths.ts';
import { freePort, listening, start } from '../../tools/lib/servers.ts';
import { installed } from './consumer.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mock-services-app-'));
  const configs = ['tsconfig.standalone.json', 'vite.config.ts', 'playwright.config.ts'];
  for (const part of ['index.html', 'src', 'test', 'e2e', ...configs])
    await cp(at('examples/app', part), join(folder, part), { recursive: true });
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(at('examples/app/package.json'), 'utf8'),
  ) as Record<string, Record<string, string>>;
  const others = Object.keys({ ...dependencies, ...devDependencies }).filter(
    (name) => !name.startsWith('@mock-services/'),
  );
  const tarballs = inject('packed').map(({ tarball }) => tarball);
  await installInto(folder, [...tarballs, ...others.map((name) => installed(name))]);
  return () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const run = (program: string, ...args: readonly string[]) =>
  command(process.execPath, [join(folder, 'node_modules', program), ...args], {
    cwd: folder,
    env: { NODE_ENV: '', VITEST: '' },
    seconds: 110,
  });

test('the tests of examples/app pass', async () => {
  const { status, output } = await run('vitest/vitest.mjs', 'run');
  expect(stripVTControlCharacters(output)).toMatch(/Tests +8 passed \(8\)/);
  expect(status).toBe(0);
});

test('the code of examples/app type-checks with the tsconfig of the example', async () => {
  const outcome = await run('typescript/bin/tsc', '-p', 'tsconfig.standalone.json');
  expect(outcome).toEqual({ status: 0, output: '' });
});

/** Texts of the fake server, its sample data, MSW and the worker script. */
const texts = ['/__fake', 'Notifications (draft)', 'mockServiceWorker', 'setupWorker', 'mock-services-panel'];

test('a production build of examples/app works with a service and has no fake server', async () => {
  const fake = at('packages/fake-server/dist');
  const sources = await textOf(fake);
  expect(texts.filter((text) => !sources.includes(text))).toEqual([]);

  expect(await run('vite/bin/vite.js', 'build')).toMatchObject({ status: 0 });
  const built = await textOf(join(folder, 'dist'));
  expect(texts.filter((text) => built.includes(text))).toEqual([]);
  const assets = await readdir(join(folder, 'dist'), { recursive: true });
  expect(assets.filter((path) => path.endsWith('.js'))).toHaveLength(1);

  if (chromiumPath === undefined) return;
  const service = createFakeServer({ seed: { mockServices: [{ title: 'From the port' }] } });
  const running = await serve(service, { port: 0 });
  onTestFinished(() => running.close({ grace: 0 }));
  const port = String(await freePort());
  const vite = join(folder, 'node_modules/vite/bin/vite.js');
  const preview = start(
    'env',
    [`VITE_SERVICE=${running.url}`, process.execPath, vite, 'preview', '--port', port],
    folder,
  );
  onTestFinished(preview.stop);
  const url = `http://127.0.0.1:${port}/`;
  await listening(url);
  const browser = await chromium.launch(launchOptions);
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(url);
  await page.getByRole('button', { name: 'Delete From the port' }).click();
  await page.getByText('There are no mock services.').waitFor();
  expect(service.mockServices.list()).toEqual([]);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});

async function textOf(parent: string): Promise<string> {
  const entries = await readdir(parent, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.map'));
  const contents = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'utf8')));
  return [...files.map(({ name }) => name), ...contents].join('\n');
}
