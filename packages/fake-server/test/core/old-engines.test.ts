/** The core runs in pages of browsers that lack what it can easily do without. */
import { createFakeServer, createHandler, type FakeServer } from '@mock-services/fake-server/core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { input } from '../support/samples.ts';

/** What the core does not use, by the object that has it. */
const newcomers: readonly (readonly [object, readonly string[]])[] = [
  [Array, ['fromAsync']],
  [Array.prototype, ['toReversed', 'toSorted', 'toSpliced', 'with']],
  [Blob.prototype, ['bytes']],
  [globalThis, ['structuredClone']],
  [Map, ['groupBy']],
  [Object, ['groupBy']],
  [Promise, ['try', 'withResolvers']],
  [Response.prototype, ['bytes']],
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

/** Everything that a fake does besides the nine operations. */
async function useAll(fake: FakeServer): Promise<void> {
  const capture = fake.activity.capture(fake.workspaces.list()[0]?.id ?? '', fake.fetch);
  await (await capture(`${fake.baseUrl}/configuration/workspaces`, { method: 'POST', body: '{}' })).text();
  fake.faults.add({ operation: 'getMockService', status: 503, times: 1 });
  expect(fake.faults.list()).toHaveLength(1);
  expect(fake.journal.explain({ path: '/nowhere' })).toContain('closest:');
  const snapshot = fake.snapshot();
  fake.clock.advance('1h');
  fake.restore(snapshot);
  fake.reset();
}

test.each([{}, { listOrder: 'reversed' }, { grease: true }] as const)(
  'a fake does all it can without newer globals: %o',
  async (options) => {
    const fake = createFakeServer(options);
    const send = (method: string, path: string, body?: object) =>
      fake.handle({
        method,
        path,
        headers: { 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
    const single = '/configuration/mock-service';
    expect(send('POST', single, input()).status).toBe(201);
    const id = fake.mockServices.list()[0]?.id ?? '';
    expect(send('PUT', `${single}/${id}`, { data: input() }).status).toBe(200);
    expect(send('DELETE', `${single}s/${id}`).status).toBe(200);
    expect(send('GET', `${single}s`).body).toContain('"title"');
    expect(send('GET', `${single}/${id}`).status).toBe(404);
    expect(send('GET', '/configuration/mock-servics').status).toBe(404);
    const workspace = fake.workspaces.list()[0]?.id ?? '';
    expect(send('GET', `/configuration/workspace/${workspace}`).status).toBe(200);
    expect(send('GET', `/workspace/${workspace}/activity`).status).toBe(200);
    expect(send('DELETE', `/workspace/${workspace}/activity`).status).toBe(200);
    await useAll(fake);
  },
);

test('and serves its admin endpoints', async () => {
  const handler = createHandler(createFakeServer(), { admin: true, corsOrigin: '*' });
  const call = async (method: string, path: string, body?: object) => {
    const init = { method, ...(body && { body: JSON.stringify(body) }) };
    return (await handler(new Request(`https://mock-services.test/__fake${path}`, init))).status;
  };
  expect(await call('GET', '/schema.json')).toBe(200);
  expect(await call('POST', '/faults', { operation: 'getMockService', status: 503 })).toBe(200);
  expect(await call('GET', '/faults')).toBe(200);
  expect(await call('PUT', '/seed', {})).toBe(204);
  expect(await call('GET', '/state')).toBe(200);
});
