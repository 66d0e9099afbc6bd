/** Services that show too little for an observation, or an exception to it only once. */
import type { FakeServerOptions } from '@mock-services/fake-server/core';
import { operationIds } from '@mock-services/sdk/contract';
import { having, idIn, instead, listing, resource, responding, type Mutation } from '../mutants/mutant.ts';
import {
  activityEntry,
  erring,
  everywhere,
  fraction,
  idOf,
  mockService,
  reading,
  tickingClock,
  workspace,
  type Odd,
} from '../support.ts';

const hour = 3_600_000;
const now = Date.now();
const iso = (ms: number) => new Date(ms).toISOString();
const expiringAt = (ms: number): FakeServerOptions => ({
  seed: { workspaces: [workspace(1, { createdAt: iso(now - 2 * hour), expiresAt: iso(ms) })] },
});
const dated = (date: string) =>
  responding(operationIds, (response) => ({ ...response, headers: { ...response.headers, date } }));
const refusing =
  (status: number): Mutation =>
  () => ({ status, headers: {}, body: '{"error":"no"}' });

/** Changes the responses to creates with unusual header values. A 201 is sent after the creation. */
const answering = (status: number, body: string, value = '') =>
  instead('createMockService', (request, next) => {
    if (request.body?.includes(`"x-conformance":${value}`) !== true) return next(request);
    if (status === 201) next(request);
    return { status, headers: {}, body };
  });

const time = (n: number) => `2025-06-${10 + n}T12:00:00.000Z`;
const plain: FakeServerOptions = {
  seed: {
    mockServices: [1, 2, 3].map((n) => mockService(n, { createdAt: time(n), updatedAt: time(n) })),
    workspaces: [4, 5, 6].map((n) =>
      workspace(n, { createdAt: time(n), expiresAt: '2099-01-01T12:00:00.000Z' }),
    ),
    activity: { [idOf(4)]: [7, 8, 9].map((n) => ({ ...activityEntry(n), timestamp: time(n) })) },
  },
};

/** Rows for services in which a single item is an exception. */
const exceptions = (
  what: string,
  items: readonly number[],
  make: (n: number) => () => Mutation,
): Readonly<Record<string, Odd>> =>
  Object.fromEntries(items.map((n) => [`${what} only in item ${n}`, { fake: plain, make: make(n) }]));

const replacing = (old: string, value: string) => () => everywhere((one) => (one === old ? value : one));

const configurations = (name: string, value: string) =>
  exceptions(`another ${name} of a configuration`, [4, 6], (n) => () => (request, next) => {
    const other = resource('getWorkspaceConfiguration', (fields) => {
      fields[name] = value;
    });
    return (idIn(request) === idOf(n) ? other() : next)(request, next);
  });

/** Fields that the interface has, but in other objects. */
const misplaced: Mutation = (request, next) =>
  resource('listActivity', (entry) => {
    Object.assign(entry, { createdAt: null, hostname: null });
    having('request.statusCode', () => null)(entry);
    having('response.method', () => null)(entry);
  })()(request, (listed) =>
    resource(['listMockServices', 'listWorkspaces'], (item) => {
      Object.assign(item, { config: null, request: null });
    })()(listed, (read) =>
      resource('getMockService', (service) => {
        Object.assign(service, { expiresAt: null });
        having('config.allowedOrigins', () => null)(service);
        having('config.cors.upstreams', () => null)(service);
      })()(read, next),
    ),
  );

/** Creates a mutation that returns the same identifier for equal creates, but in the other letter case. */
function shoutingAgain(): Mutation {
  const known = new Map<string, string>();
  return instead('createMockService', (request, next) => {
    const response = next(request);
    const first = known.get(request.body ?? '');
    if (response.status === 201) known.set(request.body ?? '', response.body);
    return first === undefined
      ? response
      : { ...response, body: first.replace(/[\da-f-]{36}/, (id) => id.toUpperCase()) };
  })();
}

/** Creates a mutation that reverses a list each time after the first. */
const reversing = (operation: 'listMockServices' | 'listActivity' | 'listWorkspaces') => () => {
  let reads = 0;
  return listing(operation, (items) => {
    reads += Math.min(1, items.length);
    return reads > 1 ? items.toReversed() : items;
  })();
};

/** The log of one workspace has three entries, the newest first. The others have two, the oldest first. */
const logsOf = (longest: number) =>
  Object.fromEntries(
    [4, 5, 6].map((n) => {
      const places = n === longest ? [3, 2, 1] : [1, 2];
      const entries = places.map((place) => ({ ...activityEntry(10 * n + place), timestamp: time(place) }));
      return [idOf(n), entries];
    }),
  );

const sameAge = { createdAt: time(1), updatedAt: time(1) };

export const evidenceServices: Readonly<Record<string, Odd>> = {
  // The clock must move between two timestamps before an update proves something.
  ...Object.fromEntries(
    [0, 1, 9].map((digits) => [
      `a constant updatedAt, in timestamps of ${digits} fraction digits`,
      { fake: { clock: tickingClock(), updatedAt: 'stays' as const }, make: () => fraction(digits), run: {} },
    ]),
  ),
  'a constant updatedAt, by the real clock': { fake: { clock: Date.now, updatedAt: 'stays' }, run: {} },
  'a clock that stands still': { fake: { clock: () => 1_700_000_000_000 }, run: {} },
  'updates that get 409': { make: instead('updateMockService', refusing(409)) },
  'deletes that get 409': { make: instead('deleteMockService', refusing(409)) },
  'clears that get 409': { make: instead('clearActivity', refusing(409)) },
  'a workspace that has expired by the Date header': {
    fake: expiringAt(now + hour),
    make: dated(new Date(now + 2 * hour).toUTCString()),
  },
  'a workspace that has not expired by the Date header': {
    fake: expiringAt(now),
    make: dated(new Date(now - hour).toUTCString()),
  },
  'an expired workspace, but no Date header': {
    fake: { seed: { workspaces: [workspace(1)] } },
    make: dated(''),
  },
  'an expired workspace, but an invalid Date header': {
    fake: { seed: { workspaces: [workspace(1)] } },
    make: dated('soon'),
  },
  'lists of items of the same age': {
    fake: {
      seed: {
        mockServices: [3, 1, 4, 2].map((n) => mockService(n, sameAge)),
        workspaces: [6, 9, 8, 7].map((n) => workspace(n)),
      },
    },
  },
  'no exception': { fake: plain },
  ...Object.fromEntries(
    (['listMockServices', 'listActivity', 'listWorkspaces'] as const).map((operation) => [
      `another order of only ${operation}`,
      { fake: plain, make: reversing(operation) },
    ]),
  ),
  ...configurations('id', idOf(99)),
  ...configurations('createdAt', time(0)),
  ...configurations('title', 'Other'),
  ...exceptions('an identifier of another letter case and version', [1, 3, 4, 6, 7, 9], (n) =>
    replacing(idOf(n), idOf(n).replace('-4', '-7').toUpperCase()),
  ),
  ...exceptions('a timestamp of another precision', [1, 3, 4, 6, 7, 9], (n) =>
    replacing(time(n), time(n).replace('.000Z', '.000001Z')),
  ),
  ...exceptions('an identifier of another letter case and version', [99], (n) =>
    replacing(idOf(n), idOf(n).replace('-4', '-7').toUpperCase()),
  ),
  ...Object.fromEntries(
    ['createdAt', 'updatedAt', 'expiresAt', 'timestamp'].map((name) => [
      `another precision and offset only in ${name}`,
      {
        fake: plain,
        make: () =>
          everywhere((value, key) => (key === name ? String(value).replace('.000Z', '.0001+00:00') : value)),
      },
    ]),
  ),
  ...Object.fromEntries(
    [4, 5, 6].map((longest) => [
      `the longest log in workspace ${longest}, which alone is the newest first`,
      { fake: { seed: { ...plain.seed, activity: logsOf(longest) } } },
    ]),
  ),
  ...exceptions('a path with a query', [7, 9], (n) =>
    resource('listActivity', (entry) => {
      if (entry['id'] === idOf(n)) Object.assign(entry['request'] as object, { path: '/products?page=1' });
    }),
  ),
  ...Object.fromEntries(
    (['request', 'response'] as const).flatMap((message) =>
      Object.entries(
        exceptions(`a ${message} body in the other alphabet`, [7, 9], (n) =>
          resource('listActivity', (entry) => {
            for (const part of ['request', 'response'] as const) {
              const isOther = entry['id'] === idOf(n) && part === message;
              Object.assign(entry[part] as object, { bodyBase64Encoded: isOther ? '__8' : '//8=' });
            }
          }),
        ),
      ),
    ),
  ),
  ...exceptions('a header value of another type', [1, 3], (n) =>
    resource('getMockService', (service) => {
      const { defaultResponseHeaders } = service['config'] as { defaultResponseHeaders: object };
      if (service['id'] === idOf(n)) Object.assign(defaultResponseHeaders, { 'x-other': 'text' });
    }),
  ),
  ...Object.fromEntries(
    ['{"error":"text"}', '{"error":{"code":"X","message":"text"}}'].map((body) => [
      `the error body ${body}`,
      { make: () => erring(404, body, { 'content-type': 'application/json' }), run: reading },
    ]),
  ),
  ...Object.fromEntries(
    [303, 399, 400].map((status) => [
      `the status ${status} for unknown resources`,
      { make: () => erring(status, '{}'), run: reading },
    ]),
  ),
  'every mock service': {
    make: instead('getMockService', () => ({ status: 200, headers: {}, body: '{"data":{}}' })),
    run: reading,
  },
  'creates of header types that contain no identifier': { make: answering(201, '{"created":true}') },
  'creates of header types that get 500': { make: answering(500, '') },
  'creates of header types that get 503': { make: answering(503, ''), run: { timeout: 50 } },
  ...Object.fromEntries(
    [302, 400, 422, 499, 501].map((status) => [
      `creates of header types that get ${status}`,
      { make: answering(status, '') },
    ]),
  ),
  'creates of null headers that get 500': { make: answering(500, '', 'null') },
  'fields of the interface in objects that do not have them': { make: () => misplaced, fake: plain },
  'identifiers of versions 0, 10 and 15': {
    fake: {
      seed: {
        mockServices: ['0', 'a', 'f'].map((version, i) =>
          mockService(i, { id: idOf(i).replace('-4', `-${version}`) }),
        ),
      },
    },
  },
  'a repeated create that returns the first identifier in the other letter case': { make: shoutingAgain },
  'no content types': {
    make: responding(operationIds, ({ headers, ...response }) => ({
      ...response,
      headers: { ...headers, 'content-type': '' },
    })),
  },
};
