import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { createConsumer, type Consumer } from './consumer.ts';
import { startRegistry } from './registry.ts';
import { nodes } from './versions.ts';

let consumer: Consumer;

beforeAll(async () => {
  consumer = await createConsumer([], () => Promise.resolve());
});
afterAll(() => consumer.remove());

/** Starts an installed program, and waits for the line that names the explorer's address. */
async function launch(node: string, path: string, ...args: readonly string[]): Promise<string> {
  return explorerOf(
    spawn(node, [join(consumer.folder, 'node_modules/@mock-services', path), ...args], {
      cwd: consumer.folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
}

async function explorerOf(child: ChildProcessByStdio<null, Readable, null>): Promise<string> {
  onTestFinished(() => void child.kill('SIGKILL'));
  for await (const line of createInterface(child.stdout)) {
    const [, url] = /^Explorer at (\S+)$/.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error('The program exited.');
}

const textAt = async (url: string): Promise<string> => (await fetch(url)).text();

describe.each(nodes)('with Node $version, installed from the tarballs', ({ path }) => {
  test('the explorer serves its page', async () => {
    const url = await launch(path, 'explorer/dist/bin.js', '--port', '0');
    const html = await textAt(url);
    const [, script = ''] = /<script type="module"[^>]* src="\.\/([^"]+)"/.exec(html) ?? [];
    expect((await fetch(url + script)).headers.get('content-type')).toMatch(/^text\/javascript/);
  });

  test('a fake server starts with the explorer beside it', async () => {
    const url = await launch(path, 'fake-server/dist/node/bin.js', '--port', '0', '--explore');
    expect(await textAt(url)).toContain('<meta name="service" content="http://127.0.0.1:');
    expect(await textAt(`${url}api/configuration/workspaces`)).toContain('Checkout team');
  });
});

test('a fake server that is to start with an explorer that is not installed says how to install it', async () => {
  const installed = join(consumer.folder, 'node_modules/@mock-services/explorer');
  await rm(installed, { recursive: true });
  const { status, output } = await consumer.execute(process.execPath, 'mock-services-fake', '--explore');
  expect(status).toBe(2);
  expect(output).toMatch(
    /^--explore needs the package @mock-services\/explorer, which is not installed here\./,
  );
  expect(output).toContain('npm install --save-dev @mock-services/explorer');
});

test('npx starts a fake server with the explorer in an empty folder', { timeout: 120_000 }, async () => {
  await using registry = await startRegistry(inject('packed'));
  const folder = await mkdtemp(join(tmpdir(), 'mock-services-empty-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  // Outside of it, so that the folder stays empty for npm.
  const settings = join(folder, 'npmrc');
  await writeFile(settings, `@mock-services:registry=${registry.url}\n`);
  const empty = await mkdtemp(join(folder, 'empty-'));
  const child = spawn('npx', ['--yes', '@mock-services/fake-server', '--port', '0', '--explore'], {
    cwd: empty,
    stdio: ['ignore', 'pipe', 'inherit'],
    // npx ends before what it has started.
    detached: true,
    env: { ...process.env, npm_config_userconfig: settings, npm_config_cache: join(folder, 'cache') },
  });
  onTestFinished(() => void process.kill(-Number(child.pid), 'SIGKILL'));
  const url = await explorerOf(child);
  expect(await textAt(`${url}api/configuration/workspaces`)).toContain('Checkout team');
});
