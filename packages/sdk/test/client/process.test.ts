/** What a process notices of the client. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { mockServiceId, workspaceId } from '../support/fixtures.ts';
import { startWireServer } from '../support/wire-server.ts';

/** Runs a script in a new process, in which no SDK module is loaded, and parses its output as JSON. */
async function inNewProcess(script: string): Promise<unknown> {
  const index = new URL('../../src/index.ts', import.meta.url);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', script.replaceAll('SDK', JSON.stringify(index.href))],
    { cwd: import.meta.dirname, timeout: 60_000 },
  );
  return JSON.parse(stdout);
}

test.concurrent(
  'the client neither evaluates strings as code nor changes the configuration of zod',
  async () => {
    const seen = await inNewProcess(`
    const z = await import('zod/mini');
    const customError = () => 'mine';
    z.config({ customError });
    let calls = 0;
    const trap = (target) => new Proxy(target, {
      apply: (...all) => { calls += 1; return Reflect.apply(...all); },
      construct: (...all) => { calls += 1; return Reflect.construct(...all); },
    });
    globalThis.Function = trap(Function);
    globalThis.eval = trap(eval);
    const { createClient } = await import(SDK);
    const fetch = async () => Response.json({ data: [7] });
    const client = createClient({ baseUrl: 'https://x.test', fetch });
    const refused = await client.activity.list('${workspaceId}').catch((error) => error.name);
    const caught = calls;
    new Function('return 1')();
    console.log(JSON.stringify({ refused, caught, control: calls, kept: z.config().customError === customError }));
  `);
    expect(seen).toEqual({ refused: 'ValidationError', caught: 0, control: 1, kept: true });
  },
);

test.concurrent.each([
  ['once if nobody handles the call', '', 1],
  ['once if nobody handles withResponse()', 'call.withResponse(); call.withResponse();', 1],
  ['once if nobody handles a chained promise', 'call.then(() => undefined);', 1],
  ['never if the call is caught', 'call.catch(() => undefined);', 0],
  ['never if withResponse() is caught', 'call.withResponse().catch(() => undefined);', 0],
  ['never if the call ended before, by an abort', 'call.catch(() => undefined); abort();', 0],
])('a failed call is reported as an unhandled rejection %s', async (_, script, times) => {
  const count = await inNewProcess(`
    let count = 0;
    process.on('unhandledRejection', () => { count += 1; });
    const { createClient } = await import(SDK);
    const fetch = async () => new Response('', { status: 404 });
    const client = createClient({ baseUrl: 'https://mocks.example.com', fetch });
    const call = client.mockServices.get('${mockServiceId}');
    const abort = () => {
      const late = () => new Promise((_, reject) => setTimeout(reject, 5, new TypeError('fetch failed')));
      const controller = new AbortController();
      const slow = createClient({ baseUrl: 'https://mocks.example.com', fetch: late, token: late });
      slow.workspaces.list({ signal: controller.signal }).catch(() => undefined);
      controller.abort();
    };
    ${script}
    setTimeout(() => { console.log(count); }, 30);
  `);
  expect(count).toBe(times);
});

describe.concurrent('a process ends', () => {
  test.each([
    ['after totalTimeout, although nobody reads a stream anymore', 'stream.next()', '{ totalTimeout: 300 }'],
    ['when a stream is closed', 'stream.next(); await stream.close()', '{}'],
  ])('%s', async (_, read, options) => {
    await using server = await startWireServer((_, response) => {
      // The log never ends.
      response.write('{"data":[');
      const timer = setInterval(() => response.write(' '), 5);
      response.on('close', () => {
        clearInterval(timer);
      });
    });
    const ended = await inNewProcess(`
      const { createClient } = await import(SDK);
      const stream = createClient({ baseUrl: '${server.url}' }).activity.stream('${workspaceId}', ${options});
      ${read.replace('stream.next()', 'stream.next().catch(() => undefined)')};
      process.on('exit', () => { console.log('true'); });
    `);
    expect(ended).toBe(true);
  });

  test('at once when a call with long limits has ended', async () => {
    await using server = await startWireServer((_, response) => response.end('{"data":[]}'));
    const ended = await inNewProcess(`
      const { createClient } = await import(SDK);
      const signal = AbortSignal.timeout(2_000_000_000);
      const options = { timeout: 1_000_000_000, totalTimeout: 2_000_000_000, signal };
      await createClient({ baseUrl: '${server.url}' }).workspaces.list(options);
      process.on('exit', () => { console.log('true'); });
    `);
    expect(ended).toBe(true);
  });
});
