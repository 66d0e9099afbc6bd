/** Controls worlds in Durable Objects with `connectFake`. */
import { connectFake } from '@mock-services/fake-server/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rejectionOf } from '../support/failure.ts';
import { workspacesPath } from '../support/paths.ts';
import { compareCalls, options } from '../support/remote-calls.ts';
import { authorized } from './authorized.ts';
import { startWorkerd, type Workerd } from './workerd.ts';

const token = 'remote';
const module = `
import { createWorker } from '@mock-services/fake-server/workers';
const { worker, World } = createWorker({ requiredToken: '${token}', ...${JSON.stringify(options)} });
const open = createWorker({ binding: 'OPEN' });
export { World };
export const Open = open.World;
export default {
  fetch: (request, env) => (request.headers.has('x-open') ? open.worker : worker).fetch(request, env),
};
`;

let workerd: Workerd;
beforeAll(async () => {
  workerd = await startWorkerd({ module, objects: { WORLDS: 'World', OPEN: 'Open' } });
});
afterAll(() => workerd.close());

let count = 0;
const worldOf = () => connectFake(workerd.url, { token, world: `world-${(count += 1)}` });

compareCalls(async () => {
  const remote = worldOf();
  // A request for an unknown path would not create the world, so the journal would lack it.
  await remote.reset();
  return { remote, fetch: authorized(token) };
});

test('a world in a Durable Object can be deleted, but worlds cannot be listed', async () => {
  const fake = worldOf();
  await fake.mockServices.add();
  expect(await fake.mockServices.list()).toHaveLength(3);
  expect([await fake.deleteWorld(), await fake.deleteWorld()]).toEqual([true, false]);
  expect(await fake.mockServices.list()).toHaveLength(2);
  await expect(fake.listWorlds()).rejects.toThrow('Worlds in Durable Objects cannot be listed.');
});

test('a Worker without a token has no admin endpoints, and the error says why', async () => {
  const open = (url: string, { method = 'GET' }: RequestInit) =>
    fetch(url, { method, headers: { 'x-open': 'yes' } });
  const error = await rejectionOf(connectFake(workerd.url, { fetch: open }).reset());
  expect((error as Error).message).toContain('(a Worker with `requiredToken`)');
});

test('`journal.waitFor` waits for a request to a Durable Object', async () => {
  const fake = worldOf();
  const waiting = fake.journal.waitFor({ operation: 'listWorkspaces' }, { timeout: '10s' });
  await authorized(token)(fake.baseUrl + workspacesPath);
  expect(await waiting).toMatchObject({ operation: 'listWorkspaces' });
});
