import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

/** Runs a script in a new process and parses its output as JSON. No SDK module is loaded in the new process. */
async function inNewProcess(script: string): Promise<unknown> {
  const index = new URL('../../src/index.ts', import.meta.url);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', script.replaceAll('SDK', JSON.stringify(index.href))],
    { cwd: import.meta.dirname, timeout: 30_000 },
  );
  return JSON.parse(stdout);
}

describe('a process that uses the client', () => {
  const everything = `
    const sdk = await import(SDK);
    const service = { id: '3f0b6a52-4d8e-4c55-9c7c-0d6f3b1a2e41', type: 'REST', title: 't',
      createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z',
      config: { cors: { allowedOrigins: [], allowedMethods: ['GET'], allowedHeaders: [] }, defaultResponseHeaders: { a: true }, upstreams: [] } };
    const answer = (body) => sdk.createClient({ baseUrl: 'https://x.test', fetch: async () => Response.json(body) });
    await answer({ data: service }).mockServices.get(service.id);
    await answer({ data: service }).mockServices.update(service.id, service);
    const refused = await answer({ data: [7] }).activity.list(service.id).catch((error) => error.name);
  `;

  test('the client never evaluates strings as code', async () => {
    const counted = await inNewProcess(`
      let calls = 0;
      const trap = (target) => new Proxy(target, {
        apply: (...all) => { calls += 1; return Reflect.apply(...all); },
        construct: (...all) => { calls += 1; return Reflect.construct(...all); },
      });
      globalThis.Function = trap(Function);
      globalThis.eval = trap(eval);
      ${everything}
      const caught = calls;
      new Function('return 1')();
      console.log(JSON.stringify({ refused, caught, control: calls }));
    `);
    expect(counted).toEqual({ refused: 'ValidationError', caught: 0, control: 1 });
  });

  test('the client does not change the zod configuration of the application', async () => {
    const config = await inNewProcess(`
      const z = await import('zod/mini');
      const customError = () => 'mine';
      z.config({ customError });
      const before = JSON.stringify(z.config());
      ${everything}
      const kept = z.config().customError === customError && JSON.stringify(z.config()) === before;
      console.log(JSON.stringify({ refused, kept }));
    `);
    expect(config).toEqual({ refused: 'ValidationError', kept: true });
  });
});

describe('unhandled rejections', () => {
  const unhandledAfter = (script: string) =>
    inNewProcess(`
      let count = 0;
      process.on('unhandledRejection', () => { count += 1; });
      const { createClient } = await import(SDK);
      const fetch = async () => new Response('', { status: 404 });
      const { mockServices } = createClient({ baseUrl: 'https://mocks.example.com', fetch });
      const call = mockServices.get('1f0e2d3c-4b5a-4678-9abc-def012345678');
      const ignore = () => undefined;
      ${script}
      setTimeout(() => { console.log(count); }, 20);
    `);

  test.each([
    ['once if nobody handles the call', '', 1],
    ['once if nobody handles withResponse()', 'call.withResponse();', 1],
    ['once if nobody handles two withResponse()', 'call.withResponse(); call.withResponse();', 1],
    ['once if nobody handles a chained promise', 'call.then(ignore);', 1],
    ['never if the call is caught', 'call.catch(ignore);', 0],
    ['never if withResponse() is caught', 'call.withResponse().catch(ignore);', 0],
    ['never if both are caught', 'call.catch(ignore); call.withResponse().catch(ignore);', 0],
  ])('Node reports a failed call as an unhandled rejection %s', async (_, script, times) => {
    expect(await unhandledAfter(script)).toBe(times);
  });
});
