import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);

/** Runs a script in a fresh process, so that the traps are set before anything of ours is loaded. */
async function inFreshProcess(script: string): Promise<unknown> {
  const index = new URL('../../src/index.ts', import.meta.url).href;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    env: { ...process.env, SDK: index },
    timeout: 30_000,
  });
  return JSON.parse(stdout);
}

const everything = `
  const sdk = await import(process.env.SDK);
  const service = { id: '3f0b6a52-4d8e-4c55-9c7c-0d6f3b1a2e41', type: 'REST', title: 't',
    createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z',
    config: { cors: { allowedOrigins: [], allowedMethods: ['GET'], allowedHeaders: [] }, defaultResponseHeaders: { a: true }, upstreams: [] } };
  const answer = (body) => sdk.createClient({ baseUrl: 'https://x.test', fetch: async () => Response.json(body) });
  await answer({ data: service }).mockServices.get(service.id);
  await answer({ data: service }).mockServices.update(service.id, service);
  const refused = await answer({ data: [7] }).activity.list(service.id).catch((error) => error.name);
`;

test('nothing is evaluated from text, neither by a call nor by an attempt that is caught', async () => {
  const counted = await inFreshProcess(`
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

test("the application's own zod keeps its configuration", async () => {
  const config = await inFreshProcess(`
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
