/** Checks that the core runs in browsers without recent JavaScript methods. */
import { createFakeServer, createHandler, demoSeed } from '@mock-services/fake-server/core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { activityPath, mockServicePath, mockServicesPath, workspacesPath } from '../support/paths.ts';
import { input } from '../support/samples.ts';
import { send } from '../support/wire.ts';

/** JavaScript methods that the core must not use, grouped by object. */
const newcomers: readonly (readonly [object, readonly string[]])[] = [
  [Array, ['fromAsync']],
  [Array.prototype, ['toReversed', 'toSorted', 'toSpliced', 'with']],
  [Blob.prototype, ['bytes']],
  [globalThis, ['structuredClone']],
  [Map, ['groupBy']],
  [Object, ['groupBy']],
  [Promise, ['try', 'withResolvers']],
  [Response.prototype, ['bytes']],
  [String.prototype, ['isWellFormed']],
  [Set.prototype, ['difference', 'intersection', 'isSubsetOf', 'union']],
  [URL, ['canParse', 'parse']],
  [AbortSignal, ['any', 'timeout']],
];

const found = newcomers.flatMap(([owner, names]) =>
  names.flatMap((name) => {
    const descriptor = Object.getOwnPropertyDescriptor(owner, name);
    return descriptor ? [{ owner, name, descriptor }] : [];
  }),
);

beforeEach(() => {
  for (const { owner, name } of found) Reflect.deleteProperty(owner, name);
});
afterEach(() => {
  for (const { owner, name, descriptor } of found) Object.defineProperty(owner, name, descriptor);
});

test.each([{}, { listOrder: 'reversed' }, { grease: true }] as const)(
  'requests, faults, the journal and snapshots work without newer methods, with the options %o',
  async (options) => {
    const fake = createFakeServer({ seed: demoSeed(), ...options });
    const id = fake.mockServices.list()[0]?.id ?? '';
    const workspaceId = fake.workspaces.list()[0]?.id ?? '';
    const snapshot = fake.snapshot();
    fake.faults.add({ operation: 'getMockService', status: 503, times: 1 });
    const statuses = [
      send(fake, 'POST', mockServicePath, input()),
      send(fake, 'PUT', `${mockServicePath}/${id}`, { data: input() }),
      send(fake, 'GET', `${mockServicePath}/${id}`),
      send(fake, 'DELETE', `${mockServicesPath}/${id}`),
      send(fake, 'GET', mockServicesPath),
      send(fake, 'GET', '/configuration/mock-servics'),
      send(fake, 'GET', `/configuration/workspace/${workspaceId}`),
      send(fake, 'GET', activityPath(workspaceId)),
      send(fake, 'DELETE', activityPath(workspaceId)),
      await fake.fetch(fake.baseUrl + workspacesPath, { method: 'POST', body: '{}' }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([201, 200, 503, 200, 200, 404, 200, 200, 200, 405]);
    expect(fake.journal.explain({ path: '/nowhere' })).toContain('closest:');
    fake.restore(snapshot);
    expect(() => fake.reset()).not.toThrow();
  },
);

test.each([
  ['GET', '/', undefined, 200],
  ['POST', '/faults.add', { operation: 'getMockService', status: 503 }, 200],
  ['POST', '/seed', {}, 204],
])('the admin endpoint %s %s responds without newer methods', async (method, path, body, status) => {
  const handler = createHandler(createFakeServer({ seed: demoSeed() }), { admin: true, corsOrigin: '*' });
  const init = { method, ...(body && { body: JSON.stringify(body) }) };
  expect((await handler(new Request(`https://mock-services.test/__fake${path}`, init))).status).toBe(status);
});
