/** Checks that `fake.handle` responds to every request, and that a failed request changes nothing. */
import { expandPath, operationIds } from '@mock-services/sdk/contract';
import {
  createFakeServer,
  demoSeed,
  type FakeServer,
  type ProblemDetails,
  type WireRequest,
} from '@mock-services/fake-server/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds, textNear } from '../../../../tools/lib/near.ts';
import { mockServicePath, workspacesPath } from '../support/paths.ts';
import { input } from '../support/samples.ts';
import { jsonHeaders, send } from '../support/wire.ts';

const seed = demoSeed();
const ids = { mockServiceId: seed.mockServices[0]?.id ?? '', workspaceId: seed.workspaces[0]?.id ?? '' };
const paths = operationIds.map((id) => expandPath(id, ids));

const token = { authorization: 'Bearer hunter2' };
const greased = createFakeServer({ seed, grease: 7 });
const fakes = [
  greased,
  ...[
    {},
    { baseUrl: 'http://localhost/api/v1', requiredToken: 'hunter2' },
    { maxActivityEntries: 1, journal: { maxEntries: 2 } },
  ].map((options) => createFakeServer({ seed, ...options })),
];

const binary = fc.string({ unit: 'binary' });
const segment = fc.constantFrom(
  'configuration',
  'workspaces',
  ids.mockServiceId,
  '..',
  '%',
  '%2F',
  '__proto__',
);
const request: fc.Arbitrary<WireRequest> = fc.record({
  method: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS') },
    fc.string(),
  ),
  path: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...paths, ...paths.map((path) => `/api/v1${path}`)) },
    fc.tuple(fc.constantFrom(...paths), binary).map((parts) => parts.join('')),
    fc.array(segment, { maxLength: 6 }).map((parts) => `/${parts.join('/')}`),
    binary,
  ),
  headers: fc.oneof(
    fc.constantFrom<Record<string, string>>(jsonHeaders, { ...jsonHeaders, ...token }),
    fc.dictionary(fc.string(), binary),
  ),
  body: fc.oneof({ weight: 4, arbitrary: textNear(input(), { data: input() }) }, binary),
});

/** Returns the state of a fake server without its journal. */
function stateOf(fake: FakeServer): string {
  const { clock, ids: nextIds, data, faults } = fake.snapshot();
  return JSON.stringify({ clock, nextIds, data, faults });
}

test('any request gets JSON or problem details, and changes data only if the status is 2xx', async () => {
  const inputs = fc.record({
    index: fc.nat({ max: fakes.length - 1 }),
    requests: fc.array(request, { minLength: 1, maxLength: 5 }),
  });
  await holds(inputs, ({ index, requests }) => {
    const fake = fakes[index] as FakeServer;
    fake.reset();
    for (const each of requests) {
      const before = stateOf(fake);
      const { status, headers, body } = fake.handle(each);
      const response = new Response(status === 204 || body === '' ? null : body, { status, headers });
      expect('allow' in headers).toBe(status === 405);
      const isJson = response.headers.get('content-type')?.includes('json') === true && body !== '';
      const content: unknown = isJson ? JSON.parse(body) : undefined;
      if (response.ok) continue;
      expect(status).toBeGreaterThanOrEqual(400);
      expect(stateOf(fake)).toBe(before);
      if (fake === greased || each.method === 'HEAD') continue;
      expect(headers['content-type']).toBe('application/problem+json');
      const text = expect.any(String) as string;
      expect(content).toMatchObject({ type: 'about:blank', title: text, status, detail: text });
    }
    const prefix = new URL(fake.baseUrl).pathname.replace(/\/$/, '');
    const next = fake.handle({ method: 'GET', path: prefix + workspacesPath, headers: token });
    expect(next.status).toBe(200);
  });
});

describe('a request', () => {
  test('without headers or body, or with header names in any case, is accepted', () => {
    const fake = createFakeServer({ seed: {} });
    const post = { method: 'POST', path: mockServicePath, body: JSON.stringify(input()) };
    expect(fake.handle({ ...post, headers: { 'CONTENT-TYPE': 'application/json' } }).status).toBe(201);
    expect(fake.handle(post).status).toBe(415);
    expect(fake.handle({ method: 'GET', path: workspacesPath })).toEqual({
      status: 200,
      headers: { date: 'Thu, 01 Jan 2026 00:00:00 GMT', 'content-type': 'application/json' },
      body: '{"data":[]}',
    });
  });

  test('gets a response with the time of the clock in its Date header, which a fault can replace', () => {
    const fake = createFakeServer({ clock: () => Date.UTC(2027, 1, 28, 23, 59, 59, 999) });
    const dateOf = (path: string) => fake.handle({ method: 'GET', path }).headers['date'];
    expect(dateOf(workspacesPath)).toBe('Sun, 28 Feb 2027 23:59:59 GMT');
    fake.clock.advance('1h');
    expect(dateOf('/unknown')).toBe('Mon, 01 Mar 2027 00:59:59 GMT');
    fake.faults.add({ operation: 'listWorkspaces', status: 503, headers: { date: 'soon' } });
    expect(dateOf(workspacesPath)).toBe('soon');
  });

  test('must have a method in upper case, but may have percent-encoded path segments', () => {
    expect(send(createFakeServer(), 'get', workspacesPath).status).toBe(405);
    expect(send(createFakeServer(), 'GET', '/%63onfiguration/work%73paces?x=%').status).toBe(200);
  });

  test.each<[string, unknown]>([
    ['null', null],
    ['with a body that is an object', { method: 'POST', path: mockServicePath, body: {} }],
  ])('that is invalid gets a 500, is recorded and changes no data: %s', (_, invalid) => {
    const fake = createFakeServer();
    const before = fake.snapshot().data;
    const { status, body } = fake.handle(invalid as WireRequest);
    const { title, detail } = JSON.parse(body) as ProblemDetails;
    expect([status, title]).toEqual([500, 'Internal Server Error']);
    expect(detail).toMatch(/^The fake server failed, and its data did not change\. TypeError: /);
    const complaint = 'The fake server could not handle the request';
    expect(fake.journal.entries()[0]?.problem).toContain(complaint);
    expect(() => fake.journal.assertClean()).toThrow(complaint);
    expect(fake.snapshot().data).toEqual(before);
  });
});
