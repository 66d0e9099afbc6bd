/** Checks that the core runs in browsers without recent JavaScript methods. */
import { createFakeServer, createHandler, demoSeed } from '@mock-services/fake-server/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mockServicePath, mockServicesPath } from '../support/paths.ts';
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

describe('in a JavaScript engine without newer methods', () => {
  test.each([{}, { listOrder: 'reversed' }, { grease: true }] as const)(
    'all operations respond in an engine without newer methods, with the options %o',
    (options) => {
      const fake = createFakeServer({ seed: demoSeed(), ...options });
      expect(send(fake, 'POST', mockServicePath, input()).status).toBe(201);
      const id = fake.mockServices.list()[0]?.id ?? '';
      const workspaceId = fake.workspaces.list()[0]?.id ?? '';
      expect(send(fake, 'PUT', `${mockServicePath}/${id}`, { data: input() }).status).toBe(200);
      expect(send(fake, 'DELETE', `${mockServicesPath}/${id}`).status).toBe(200);
      expect(send(fake, 'GET', mockServicesPath).body).toContain('"title"');
      for (const [path, status] of [
        [`${mockServicePath}/${id}`, 404],
        ['/configuration/mock-servics', 404],
        [`/configuration/workspace/${workspaceId}`, 200],
        [`/workspace/${workspaceId}/activity`, 200],
      ] as const) {
        expect(send(fake, 'GET', path).status).toBe(status);
      }
      expect(send(fake, 'DELETE', `/workspace/${workspaceId}/activity`).status).toBe(200);
    },
  );

  test('faults, the journal and snapshots work in an engine without newer methods', async () => {
    const fake = createFakeServer({ seed: demoSeed() });
    await (
      await fake.fetch(`${fake.baseUrl}/configuration/workspaces`, { method: 'POST', body: '{}' })
    ).text();
    fake.faults.add({ operation: 'getMockService', status: 503, times: 1 });
    expect(fake.faults.list()).toHaveLength(1);
    expect(fake.journal.explain({ path: '/nowhere' })).toContain('closest:');
    const snapshot = fake.snapshot();
    fake.clock.advance('1h');
    fake.restore(snapshot);
    expect(() => fake.reset()).not.toThrow();
  });

  test.each([
    ['GET', '/', undefined, 200],
    ['POST', '/faults.add', { operation: 'getMockService', status: 503 }, 200],
    ['GET', '/faults.list', undefined, 200],
    ['POST', '/seed', {}, 204],
    ['POST', '/mockServices.add', { titel: '' }, 200],
  ])(
    'the admin endpoint %s %s responds in an engine without newer methods',
    async (method, path, body, status) => {
      const handler = createHandler(createFakeServer({ seed: demoSeed() }), { admin: true, corsOrigin: '*' });
      const init = { method, ...(body && { body: JSON.stringify(body) }) };
      const request = new Request(`https://mock-services.test/__fake${path}`, init);
      expect((await handler(request)).status).toBe(status);
    },
  );
});
