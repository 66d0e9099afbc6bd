import {
  createFakeServer,
  demoSeed,
  type FakeServer,
  type WireRequest,
} from '@mock-services/fake-server/core';
import { expandPath, operationIds } from '@mock-services/sdk/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds, textNear } from '../../../../tools/lib/near.ts';
import { workspacesPath } from '../support/paths.ts';
import { input } from '../support/samples.ts';

const seed = demoSeed();
const ids = { mockServiceId: seed.mockServices[0]?.id ?? '', workspaceId: seed.workspaces[0]?.id ?? '' };
const paths = operationIds.map((id) => expandPath(id, ids));

const json = { 'content-type': 'application/json' };
const token = { authorization: 'Bearer hunter2' };
const fakes = [
  {},
  { grease: 7 },
  { baseUrl: 'http://localhost/api/v1', requiredToken: 'hunter2' },
  { maxActivityEntries: 1, journal: { maxEntries: 2 } },
].map((options) => createFakeServer({ seed, ...options }));

const binary = fc.string({ unit: 'binary' });
const request: fc.Arbitrary<WireRequest> = fc.record({
  method: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS') },
    fc.string(),
  ),
  path: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...paths, ...paths.map((path) => `/api/v1${path}`)) },
    fc.tuple(fc.constantFrom(...paths), binary).map((parts) => parts.join('')),
    binary,
  ),
  headers: fc.oneof(
    fc.constantFrom<Record<string, string>>(json, { ...json, ...token }),
    fc.dictionary(fc.string(), binary),
  ),
  body: fc.oneof({ weight: 4, arbitrary: textNear(input(), { data: input() }) }, binary),
});

/** Returns the state of a fake server without its journal. */
function stateOf(fake: FakeServer): string {
  const { clock, ids: nextIds, data, faults } = fake.snapshot();
  return JSON.stringify({ clock, nextIds, data, faults });
}

test('any request gets a valid response and changes data only if the status is 2xx', async () => {
  const inputs = fc.record({
    fake: fc.constantFrom(...fakes.keys()).map((index) => fakes[index]),
    requests: fc.array(request, { minLength: 1, maxLength: 5 }),
  });
  await holds(inputs, ({ fake, requests }) => {
    if (fake === undefined) throw new Error('no fake server');
    fake.reset();
    for (const each of requests) {
      const before = stateOf(fake);
      const { status, headers, body } = fake.handle(each);
      const response = new Response(status === 204 || body === '' ? null : body, { status, headers });
      if (response.headers.get('content-type')?.includes('json') === true && body !== '') JSON.parse(body);
      if (response.ok) continue;
      expect(status).toBeGreaterThanOrEqual(400);
      expect(stateOf(fake)).toBe(before);
    }
    const prefix = new URL(fake.baseUrl).pathname.replace(/\/$/, '');
    const next = fake.handle({ method: 'GET', path: prefix + workspacesPath, headers: token });
    expect(next.status).toBe(200);
  });
});
