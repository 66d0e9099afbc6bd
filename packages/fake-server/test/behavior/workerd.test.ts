import type { FakeServerOptions } from '@mock-services/fake-server';
import { connectFake } from '@mock-services/fake-server/core';
import { afterAll, beforeAll } from 'vitest';
import { authorized } from '../workers/authorized.ts';
import { startWorkerd, type Workerd } from '../workers/workerd.ts';
import { adapterSuite } from './adapters.ts';

const token = 'behavior';
/**
 * Starts a Worker for each base URL in the suite, because no admin endpoint can set it.
 */
const module = `
import { demoSeed } from '@mock-services/fake-server/core';
import { createWorker } from '@mock-services/fake-server/workers';
const seed = demoSeed();
const requiredToken = '${token}';
const plain = createWorker({ requiredToken, seed });
const prefixed = createWorker({ requiredToken, seed, binding: 'PREFIXED', baseUrl: 'https://prefixed.test/api/v1' });
export const Plain = plain.World;
export const Prefixed = prefixed.World;
export default {
  fetch(request, env) {
    const { pathname } = new URL(request.url);
    const { worker } = pathname.includes('/api/v1') ? prefixed : plain;
    return worker.fetch(request, env);
  },
};
`;

let workerd: Workerd;
let count = 0;

beforeAll(async () => {
  const objects = { WORLDS: 'Plain', PREFIXED: 'Prefixed' };
  workerd = await startWorkerd({ module, objects });
});
afterAll(() => workerd.close());

/** Returns the path of the Worker with the given options. */
function pathOf({ baseUrl }: FakeServerOptions): string {
  return baseUrl === undefined ? '' : new URL(baseUrl).pathname.replace(/\/$/, '');
}

adapterSuite('workerd', async (options = {}) => {
  count += 1;
  const fake = connectFake(workerd.url, { token, world: String(count) });
  if (options.seed) await fake.seed(options.seed);
  return { fake, baseUrl: fake.baseUrl + pathOf(options), fetch: authorized(token), close: () => {} };
});
