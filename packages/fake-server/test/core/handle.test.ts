import { endpoints, expandPath, operationIds } from '@mock-services/sdk/contract';
import {
  createFakeServer,
  demoWorld,
  type ProblemDetails,
  type WireResponse,
} from '@mock-services/fake-server/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { input } from '../support/samples.ts';
import { everythingOf } from '../support/wire.ts';

const first = '2026-01-01T00:00:00.000Z';

const known = createFakeServer();
const ids = demoWorld();
const params = { mockServiceId: ids.mockServices[0]?.id ?? '', workspaceId: ids.workspaces[0]?.id ?? '' };
const paths = operationIds.map((id) => expandPath(endpoints[id].path, params));
const words = [
  'configuration',
  'mock-service',
  'workspaces',
  params.mockServiceId,
  '..',
  '%',
  '%2F',
  '',
  '__proto__',
];
const segment = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...words) }, fc.string());
const path = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...paths) },
  fc.string({ unit: 'binary' }),
  fc.array(segment, { maxLength: 6 }).map((parts) => `/${parts.join('/')}`),
);
const verb = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD');
const method = fc.oneof({ weight: 4, arbitrary: verb }, fc.string());
const valid = fc.constantFrom(JSON.stringify(input()), JSON.stringify({ data: input() }));
const body = fc.oneof(
  { weight: 2, arbitrary: valid },
  fc.string({ unit: 'binary' }),
  fc.json(),
  fc
    .record(
      {
        type: fc.string(),
        title: fc.string({ unit: 'binary' }),
        config: fc.constantFrom(input().config, {}, null),
      },
      { requiredKeys: [] },
    )
    .map((value) => JSON.stringify(value)),
);
const headers = fc.oneof(
  fc.constant({ 'content-type': 'application/json' }),
  fc.constant({ 'Content-Type': 'application/json' }),
  fc.dictionary(fc.string(), fc.string()),
);

const statuses = [200, 201, 400, 404, 405, 415, 422];

/** What is in the body of a response, and its content type. */
function contentOf({ headers, body }: WireResponse): unknown {
  return [headers['content-type'], body === '' ? undefined : (JSON.parse(body) as unknown)];
}

/** The expected body: problem details for an error; otherwise what there is, as JSON if anything. */
function rightContent(method: string, response: WireResponse): unknown {
  const [type, value] = contentOf(response) as [string | undefined, object | undefined];
  if (response.status < 300) return [value === undefined ? undefined : 'application/json', value];
  const { title, detail } = (value ?? {}) as ProblemDetails;
  const problem = { type: 'about:blank', title, status: response.status, detail };
  return [type && 'application/problem+json', method === 'HEAD' ? undefined : { ...value, ...problem }];
}

describe('handle', () => {
  test('responds to any request, and changes nothing unless it succeeds', () => {
    const fake = createFakeServer();
    const seen = new Set<number>();
    fc.assert(
      fc.property(method, path, headers, body, (method, path, headers, body) => {
        fake.reset();
        const before = everythingOf(fake);
        const response = fake.handle({ method, path, headers, body });
        seen.add(response.status);
        expect(contentOf(response)).toEqual(rightContent(method, response));
        expect('allow' in response.headers).toBe(response.status === 405);
        const unchanged = everythingOf(fake).join() === before.join();
        expect(unchanged || response.status < 300).toBe(true);
      }),
      { numRuns: 3000, seed: 1 },
    );
    expect([...seen].toSorted((a, b) => a - b)).toEqual(statuses);
  });

  test('accepts header names in any letter case, and a message without headers and body', () => {
    const fake = createFakeServer({ seed: {} });
    const body = JSON.stringify(input());
    const request = { method: 'POST', path: '/configuration/mock-service', body };
    expect(fake.handle({ ...request, headers: { 'CONTENT-TYPE': 'application/json' } }).status).toBe(201);
    expect(fake.handle(request).status).toBe(415);
    expect(fake.handle({ method: 'GET', path: '/configuration/workspaces' })).toEqual({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: '{"data":[]}',
    });
  });

  test('accepts methods in upper case only, as HTTP has them', () => {
    expect(known.handle({ method: 'get', path: '/configuration/workspaces' }).status).toBe(405);
  });

  test('decodes percent-encoded segments', () => {
    expect(known.handle({ method: 'GET', path: '/%63onfiguration/work%73paces?x=%' }).status).toBe(200);
  });

  test.each([1000, 1001])('accepts bodies of 1000 levels, not more: %i', (depth) => {
    const fake = createFakeServer({ seed: {} });
    const nested = '['.repeat(depth - 1) + ']'.repeat(depth - 1);
    const body = JSON.stringify({ ...input({ title: '[{"\\' }), nested: 0 }).replace(
      '"nested":0',
      `"nested":${nested}`,
    );
    const headers = { 'content-type': 'application/json' };
    const { status } = fake.handle({ method: 'POST', path: '/configuration/mock-service', headers, body });
    expect(status).toBe(depth > 1000 ? 400 : 201);
    expect(fake.clock.now()).toBe(Date.parse(first) + (depth > 1000 ? 0 : 1));
  });
});
