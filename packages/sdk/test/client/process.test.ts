/** What a process notices of the client. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { mockServiceId } from '../support/fixtures.ts';
import { startWireServer } from '../support/wire-server.ts';

/** Runs a script in a new process, in which no SDK module is loaded, and parses its output as JSON. */
async function inNewProcess(script: string): Promise<unknown> {
  const index = new URL('../../src/index.ts', import.meta.url);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', script.replaceAll('SDK', JSON.stringify(index.href))],
    { cwd: import.meta.dirname, timeout: 110_000 },
  );
  return JSON.parse(stdout);
}

test.concurrent('a failed call is reported as unhandled once, or never if it is handled', async () => {
  const counts = await inNewProcess(`
    let count = 0;
    process.on('unhandledRejection', () => { count += 1; });
    const { createClient } = await import(SDK);
    const fetch = async () => new Response('', { status: 404 });
    const client = createClient({ baseUrl: 'https://mocks.example.com', fetch });
    const late = () => new Promise((_, reject) => setTimeout(reject, 5, new TypeError('fetch failed')));
    const slow = createClient({ baseUrl: 'https://mocks.example.com', fetch: late, token: late });
    const ways = {
      'nobody handles the call': () => undefined,
      'nobody handles withResponse()': (call) => { call.withResponse(); call.withResponse(); },
      'nobody handles a chained promise': (call) => { call.then(() => undefined); },
      'the call is caught': (call) => { call.catch(() => undefined); },
      'withResponse() is caught': (call) => { call.withResponse().catch(() => undefined); },
      'the call ended before, by an abort': (call) => {
        call.catch(() => undefined);
        const controller = new AbortController();
        slow.workspaces.list({ signal: controller.signal }).catch(() => undefined);
        controller.abort();
      },
    };
    const counts = {};
    for (const [way, handle] of Object.entries(ways)) {
      count = 0;
      handle(client.mockServices.get('${mockServiceId}'));
      await new Promise((resolve) => setTimeout(resolve, 30));
      counts[way] = count;
    }
    console.log(JSON.stringify(counts));
  `);
  expect(counts).toEqual({
    'nobody handles the call': 1,
    'nobody handles withResponse()': 1,
    'nobody handles a chained promise': 1,
    'the call is caught': 0,
    'withResponse() is caught': 0,
    'the call ended before, by an abort': 0,
  });
});

test.concurrent('calls with long time limits do not keep a process alive', async () => {
  await using server = await startWireServer((_, response) => void response.end('{"data":[]}'));
  const ended = await inNewProcess(`
      const { createClient } = await import(SDK);
      const { workspaces } = createClient({ baseUrl: '${server.url}' });
      const signal = AbortSignal.timeout(2_000_000_000);
      await workspaces.list({ timeout: 1_000_000_000, totalTimeout: 2_000_000_000, signal });
      process.on('exit', () => { console.log('true'); });
    `);
  expect(ended).toBe(true);
});
