import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createClient } from '@mock-services/sdk';
import { expect, onTestFinished, test } from 'vitest';
import { command } from '../../../../tools/lib/command.ts';
import { at } from '../../../../tools/lib/paths.ts';

const token = 'local';

/** Starts the example `shared-fake` like `npm run shared-fake`. Returns the URL of the example. */
async function start(): Promise<string> {
  const state = await mkdtemp(join(tmpdir(), 'mock-services-shared-fake-'));
  const args = [
    at('node_modules/wrangler/bin/wrangler.js'),
    'dev',
    '--port=0',
    '--ip=127.0.0.1',
    `--cwd=${at('examples/shared-fake')}`,
    `--var=TOKEN:${token}`,
    `--persist-to=${state}`,
  ];
  // Start the program in a new process group, because the test must kill all of its processes.
  const child = spawn(process.execPath, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, CI: 'true', WRANGLER_SEND_METRICS: 'false' },
  });
  onTestFinished(async () => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    await rm(state, { recursive: true, force: true, maxRetries: 5 });
  });
  for await (const line of createInterface(child.stdout)) {
    const url = /Ready on (http:\S+)/.exec(line)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error('wrangler dev did not start');
}

test('the `shared-fake` example runs, and the calls in its README work', async () => {
  const url = await start();
  const client = createClient({ baseUrl: `${url}/worlds/a-test`, token });
  const before = await client.mockServices.list();
  await client.mockServices.delete(String(before[0]?.id));
  expect(await client.mockServices.list()).toEqual(before.slice(1));
  const readme = await readFile(at('examples/shared-fake/README.md'), 'utf8');
  const calls = readme.split('\n').filter((line) => line.startsWith('curl '));
  expect(calls).toHaveLength(3);
  for (const call of calls) {
    const { status, output } = await command('bash', ['-c', call], { env: { URL: url, TOKEN: token } });
    expect({ call, status, output }).toMatchObject({ status: 0 });
  }
});
