import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createConsumer, type Consumer } from './consumer.ts';
import { nodes } from './versions.ts';

let consumer: Consumer;

beforeAll(async () => {
  consumer = await createConsumer([], () => Promise.resolve());
});
afterAll(() => consumer.remove());

/** Starts an installed program, and waits for the line that names the explorer's address. */
async function launch(node: string, path: string, ...args: readonly string[]): Promise<string> {
  const child = spawn(node, [join(consumer.folder, 'node_modules/@mock-services', path), ...args], {
    cwd: consumer.folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
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
