/** Checks that `fake.handle` responds to every request, and that a failed request changes nothing. */
import { expandPath, operationIds } from '@mock-services/sdk/contract';
import {
  createFakeServer,
  demoSeed,
  type FakeServer,
  type ProblemDetails,
  type WireRequest,
  type WireResponse,
} from '@mock-services/fake-server/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mockServicePath, mockServicesPath, workspacesPath } from '../support/paths.ts';
import { input } from '../support/samples.ts';
import { everythingOf, jsonHeaders, send } from '../support/wire.ts';

describe('any request', () => {
  const { mockServices, workspaces } = demoSeed();
  const params = { mockServiceId: mockServices[0]?.id ?? '', workspaceId: workspaces[0]?.id ?? '' };
  const paths = operationIds.map((id) => expandPath(id, params));
  const segments = ['configuration', 'mock-service', 'workspaces', '..', '%', '%2F', '', '__proto__'];
  const segment = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...segments, params.mockServiceId) },
    fc.string(),
  );
  const path = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...paths) },
    fc.string({ unit: 'binary' }),
    fc.array(segment, { maxLength: 6 }).map((parts) => `/${parts.join('/')}`),
  );
  const verb = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD');
  const method = fc.oneof({ weight: 4, arbitrary: verb }, fc.string());
  const valid = fc.constantFrom(JSON.stringify(input()), JSON.stringify({ data: input() }));
  const fields = {
    type: fc.string(),
    title: fc.string({ unit: 'binary' }),
    config: fc.constantFrom(input().config, {}, null),
  };
  const almostValid = fc.record(fields, { requiredKeys: [] }).map((value) => JSON.stringify(value));
  const body = fc.oneof(
    { weight: 2, arbitrary: valid },
    fc.string({ unit: 'binary' }),
    fc.json(),
    almostValid,
  );
  const headers = fc.oneof(
    fc.constant(jsonHeaders),
    fc.constant({ 'Content-Type': 'application/json' }),
    fc.dictionary(fc.string(), fc.string()),
  );

  /** Returns the content type and the kind of body of a response. */
  function contentOf({ headers, body }: WireResponse): unknown {
    return [headers['content-type'], body === '' ? undefined : (JSON.parse(body) as unknown)];
  }

  /**
   * Returns the expected content of a response. An error has problem details, and any other response has JSON or an
   * empty body, as has each response to HEAD.
   */
  function expectedContent(method: string, response: WireResponse): unknown {
    const [type, value] = contentOf(response) as [string | undefined, object | undefined];
    if (method === 'HEAD') return [type, undefined];
    if (response.status < 300) return [value === undefined ? undefined : 'application/json', value];
    const { title, detail } = (value ?? {}) as ProblemDetails;
    const problem = { type: 'about:blank', title, status: response.status, detail };
    return [type && 'application/problem+json', { ...value, ...problem }];
  }

  test('every request gets JSON or problem details, and changes data only if it succeeds', () => {
    const fake = createFakeServer();
    const seen = new Set<number>();
    fc.assert(
      fc.property(method, path, headers, body, (method, path, headers, body) => {
        fake.reset();
        const before = everythingOf(fake);
        const response = fake.handle({ method, path, headers, body });
        seen.add(response.status);
        expect(contentOf(response)).toEqual(expectedContent(method, response));
        expect('allow' in response.headers).toBe(response.status === 405);
        const isUnchanged = everythingOf(fake).join() === before.join();
        expect(isUnchanged || response.status < 300).toBe(true);
      }),
      { numRuns: 1000, seed: 1 },
    );
    expect([...seen].toSorted((a, b) => a - b)).toEqual([200, 201, 400, 404, 405, 415, 422]);
  });

  test('`fake.handle` responds to and records any value, even if it is not a request', () => {
    const fake = createFakeServer();
    const field = fc.oneof(fc.anything(), fc.constantFrom('GET', 'POST', mockServicesPath, mockServicePath));
    const message = fc.record(
      { method: field, path: field, headers: field, body: field },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(fc.anything(), message), (request) => {
        expect(fake.handle(request as WireRequest).status).toBeGreaterThanOrEqual(200);
        expect(fake.journal.entries().at(-1)?.response.statusCode).toBeGreaterThanOrEqual(200);
      }),
      {
        numRuns: 1000,
        examples: [[{ method: 'GET', path: mockServicesPath, headers: Number.NaN }]],
      },
    );
    const snapshot = JSON.parse(JSON.stringify(fake.snapshot())) as ReturnType<FakeServer['snapshot']>;
    expect(() => fake.restore(snapshot)).not.toThrow();
  });
});

describe('a request', () => {
  test('a request without headers or body, or with header names in any case, is accepted', () => {
    const fake = createFakeServer({ seed: {} });
    const request = { method: 'POST', path: mockServicePath, body: JSON.stringify(input()) };
    expect(fake.handle({ ...request, headers: { 'CONTENT-TYPE': 'application/json' } }).status).toBe(201);
    expect(fake.handle(request).status).toBe(415);
    expect(fake.handle({ method: 'GET', path: workspacesPath })).toEqual({
      status: 200,
      headers: { date: 'Thu, 01 Jan 2026 00:00:00 GMT', 'content-type': 'application/json' },
      body: '{"data":[]}',
    });
  });

  test('the Date header of a response is the time of the clock, and a fault can replace it', () => {
    const fake = createFakeServer({ clock: () => Date.UTC(2027, 1, 28, 23, 59, 59, 999) });
    const dateOf = (path: string) => fake.handle({ method: 'GET', path }).headers['date'];
    expect(dateOf(workspacesPath)).toBe('Sun, 28 Feb 2027 23:59:59 GMT');
    fake.clock.advance('1h');
    expect(dateOf('/unknown')).toBe('Mon, 01 Mar 2027 00:59:59 GMT');
    fake.faults.add({ operation: 'listWorkspaces', status: 503, headers: { date: 'soon' } });
    expect(dateOf(workspacesPath)).toBe('soon');
  });

  test('a request method must be in upper case', () => {
    expect(send(createFakeServer(), 'get', workspacesPath).status).toBe(405);
  });

  test('a request path may contain percent-encoded segments', () => {
    expect(send(createFakeServer(), 'GET', '/%63onfiguration/work%73paces?x=%').status).toBe(200);
  });

  const throwing = {
    method: 'GET',
    path: mockServicesPath,
    get headers() {
      throw new Error('no');
    },
  };
  const reason =
    'TypeError: The request is invalid. `method` and `path` must be strings. `body` (a string) and `headers` (an object of strings) are optional.';
  test.each<[string, unknown, unknown]>([
    ['it is `undefined`', undefined, expect.any(String)],
    ['it is null', null, expect.any(String)],
    ['it is empty', {}, reason],
    ['its method is missing', { path: '/' }, reason],
    ['its path is missing', { method: 'GET' }, reason],
    ['its method is a number', { method: 7, path: mockServicesPath }, reason],
    ['its body is an object', { method: 'POST', path: mockServicePath, body: {} }, reason],
    ['a header is a BigInt', { method: 'GET', path: mockServicesPath, headers: { a: 1n } }, reason],
    ['its headers cannot be read', throwing, 'Error: no'],
  ])('an invalid request gets a 500, is recorded and changes no data if %s', (_, request, shown) => {
    const fake = createFakeServer();
    const before = fake.snapshot().data;
    const { status, headers, body } = fake.handle(request as WireRequest);
    expect([status, headers]).toEqual([500, { 'content-type': 'application/problem+json' }]);
    const { detail, ...others } = JSON.parse(body) as ProblemDetails;
    expect(others).toEqual({ type: 'about:blank', title: 'Internal Server Error', status: 500 });
    const start = 'The fake server failed, and its data did not change. ';
    const shownReason = detail.slice(start.length);
    expect([detail.slice(0, start.length), shownReason]).toEqual([start, shown]);
    expect(fake.journal.entries()).toMatchObject([
      {
        number: 1,
        request: { method: '', path: '' },
        response: { statusCode: 500 },
        problem: `The fake server could not handle the request: ${shownReason}`,
      },
    ]);
    expect(() => fake.journal.assertClean()).toThrow('The fake server could not handle the request');
    expect(fake.snapshot().data).toEqual(before);
  });

  test('the `latency` option delays even the 500 response to a failed request', () => {
    let time = 5000;
    const fake = createFakeServer({ latency: 7, clock: () => time });
    time = Number.NaN;
    const response = { status: 500, fault: { delayMs: 7 } };
    expect(send(fake, 'GET', workspacesPath)).toMatchObject(response);
  });

  test('a failed request does not change fault counters or later random variations', () => {
    const operation = 'listMockServices';
    let time = 5000;
    const fake = createFakeServer({ clock: () => time, grease: true });
    const twin = createFakeServer({ clock: () => 5000, grease: true });
    for (const each of [fake, twin]) each.faults.add({ operation, headers: { 'x-fault': 'yes' }, times: 1 });
    time = Number.NaN;
    expect(send(fake, 'GET', mockServicesPath).status).toBe(500);
    expect(fake.faults.list()).toMatchObject([{ seen: 0, used: 0 }]);
    time = 5000;
    expect(send(fake, 'GET', mockServicesPath)).toMatchObject({ headers: { 'x-fault': 'yes' } });
    twin.faults.remove(1);
    send(twin, 'GET', mockServicesPath);
    expect(send(fake, 'GET', mockServicesPath).body).toBe(send(twin, 'GET', mockServicesPath).body);
  });
});
