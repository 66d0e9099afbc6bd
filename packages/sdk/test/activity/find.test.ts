import { runInNewContext } from 'node:vm';
import { type ActivityMatcher, explainNoMatch, findActivity } from '@mock-services/sdk/activity';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anExchange, base64, idOf, jsonBody } from '../support/activity-entries.ts';
import { outcomeOf } from '../support/failures.ts';

const order = {
  sku: 'A-1',
  quantity: 2,
  tags: ['new', { deep: true }],
  address: { city: 'Bonn', zip: '53111' },
};
const entry = anExchange({
  timestamp: '2026-03-01T10:05:00.123Z',
  request: {
    hostname: 'Orders.Example.com',
    port: 8443,
    method: 'POST',
    path: '/shops/42/orders?dry=1',
    headers: { 'Content-Type': 'application/json', 'X-Tenant': 'blue' },
    bodyBase64Encoded: jsonBody(order),
  },
  response: { statusCode: 503, responseTimeMs: 250, bodyBase64Encoded: jsonBody({ error: 'busy' }) },
});
const finds = (matcher: ActivityMatcher) => findActivity([entry], matcher).length === 1;

test.each<[string, ActivityMatcher, ActivityMatcher]>([
  ['method, case-insensitively', { method: 'post' }, { method: 'GET' }],
  ['path without the query', { path: '/shops/42/orders' }, { path: '/shops/42/order' }],
  ['path with the query', { path: '/shops/42/orders?dry=1' }, { path: '/shops/42/orders?dry=2' }],
  ['path with parameters', { path: '/shops/:shopId/orders' }, { path: '/:shopId/orders' }],
  ['path with * within a segment', { path: '/shops/*/ord*' }, { path: '/shops/*' }],
  ['path with ** across segments', { path: '/**/orders' }, { path: '/**/order' }],
  ['path with ** for no segment', { path: '/**/shops/42/**/orders' }, { path: '/**/shops/orders' }],
  ['path with * in the query', { path: '/shops/:id/orders?*' }, { path: '/shops/:id/orders?wet=*' }],
  ['path and query by RegExp', { path: /orders\?dry=\d$/ }, { path: /^orders/ }],
  ['host, case-insensitively', { host: 'orders.example.com' }, { host: 'example.com' }],
  ['host with *', { host: '*.example.com' }, { host: '*.example.org' }],
  ['host with port', { host: 'orders.example.com:8443' }, { host: 'orders.example.com:443' }],
  ['host by RegExp', { host: /^orders\./i }, { host: /^orders$/ }],
  ['status', { status: 503 }, { status: 500 }],
  ['status class', { status: '5xx' }, { status: '4xx' }],
  [
    'header with a case-insensitive name',
    { header: { 'x-tenant': 'blue' } },
    { header: { 'x-tenant': 'Blue' } },
  ],
  ['header by RegExp', { header: { 'content-type': /json/ } }, { header: { 'content-type': /xml/ } }],
  ['presence of a header', { header: { 'X-TENANT': true } }, { header: { 'x-other': true } }],
  ['absence of a header', { header: { 'x-other': false } }, { header: { 'x-tenant': false } }],
  [
    'response header',
    { responseHeader: { 'content-type': /json/ } },
    { responseHeader: { 'x-tenant': 'blue' } },
  ],
  [
    'part of the body',
    { body: { sku: 'A-1', address: { zip: '53111' } } },
    { body: { sku: 'A-1', zip: '53111' } },
  ],
  ['arrays in the body', { body: { tags: ['new', {}] } }, { body: { tags: ['new'] } }],
  ['part of the response body', { responseBody: { error: 'busy' } }, { responseBody: { error: 'Busy' } }],
  ['scenarioId', { scenarioId: entry.metadata.scenarioId.toUpperCase() }, { scenarioId: idOf(1) }],
  ['since, inclusive', { since: '2026-03-01T10:05:00.123Z' }, { since: '2026-03-01T10:05:00.124Z' }],
  [
    'until, inclusive',
    { until: new Date('2026-03-01T11:05:00.123+01:00') },
    { until: new Date('2026-03-01T10:05:00.122Z') },
  ],
  ['slowerThan', { slowerThan: 249 }, { slowerThan: 250 }],
  ['several fields at once', { method: 'POST', status: '5xx' }, { method: 'POST', status: '2xx' }],
  ['fields that are undefined', { method: undefined, body: undefined }, { method: undefined, status: 200 }],
])('findActivity matches by %s', (_, matching, differing) => {
  expect([finds(matching), finds(differing)]).toEqual([true, false]);
});

test('findActivity returns all entries in their original order for an empty matcher', () => {
  const entries = [anExchange({ id: idOf(2) }), anExchange({ id: idOf(1) })];
  expect(findActivity(entries, {})).toEqual(entries);
});

test('a RegExp matcher with the flags g and y finds the same entry on every call', () => {
  const matcher = { path: /\/shops/gy, host: /orders/gi, header: { 'x-tenant': /blue/g } };
  expect([finds(matcher), finds(matcher), finds(matcher)]).toEqual([true, true, true]);
});

test('findActivity does not match a recorded body that is not valid JSON', () => {
  const bodies = ['%%%', '', jsonBody('{').slice(0, 3)];
  const entries = bodies.map((bodyBase64Encoded) => anExchange({ request: { bodyBase64Encoded } }));
  expect(findActivity(entries, { body: {} })).toEqual([]);
});

test('findActivity accepts an expected body without a prototype, but never matches a cyclic body', () => {
  const cyclic: Record<string, unknown> = { sku: 'A-1' };
  cyclic['self'] = cyclic;
  const bare = Object.assign(Object.create(null) as object, { sku: 'A-1' });
  const foreign: unknown = runInNewContext('({ tags: ["new", {}] })');
  expect([bare, foreign, cyclic].map((body) => finds({ body }))).toEqual([true, true, false]);
});

test.each(['::1', '[::1]'])(
  'a host matcher finds the IPv6 address %s with and without brackets',
  (hostname) => {
    const entries = [anExchange({ request: { hostname, port: 8080 } })];
    const found = (host: string | RegExp) => findActivity(entries, { host }).length === 1;
    expect(['::1', '[::1]', '[::1]:8080', '[::1]:*', '::*', /::1/].map(found)).not.toContain(false);
    expect(['::2', '[::1]:443', '::1:8080', '1'].map(found)).not.toContain(true);
  },
);

test.each([
  ['matcher', null, 'an object'],
  ['matcher', [], 'an object'],
  [
    'matcher',
    { metod: 'GET' },
    'only the fields method, status, scenarioId, slowerThan, host, path, since, until, header, responseHeader, body, responseBody',
  ],
  ['matcher.method', { method: 1 }, 'a string'],
  ['matcher.path', { path: 'orders' }, 'a RegExp, or a string that begins with / or *'],
  ['matcher.path', { path: 7 }, 'a RegExp, or a string that begins with / or *'],
  ['matcher.host', { host: 7 }, 'a string or a RegExp'],
  ['matcher.status', { status: '7xx' }, "an integer, or a class such as '5xx'"],
  ['matcher.status', { status: 200.5 }, "an integer, or a class such as '5xx'"],
  ['matcher.header', { header: 'x' }, 'an object whose keys are header names'],
  ["matcher.header['x-tenant']", { header: { 'x-tenant': 1 } }, 'a string, a RegExp, true or false'],
  ["matcher.responseHeader['x']", { responseHeader: { x: null } }, 'a string, a RegExp, true or false'],
  ['matcher.header', { header: new Headers({ 'x-tenant': 'red' }) }, 'an object whose keys are header names'],
  ['matcher.header', { header: ['x-tenant'] }, 'an object whose keys are header names'],
  [
    'matcher.responseHeader',
    { responseHeader: new Map([['x', 'y']]) },
    'an object whose keys are header names',
  ],
  ['matcher.body', { body: /nothing/ }, 'a JSON value'],
  ['matcher.body', { body: { items: [new Map([['a', 1]])] } }, 'a JSON value'],
  ['matcher.responseBody', { responseBody: { at: new Date(0) } }, 'a JSON value'],
  ['matcher.scenarioId', { scenarioId: 1 }, 'a string'],
  ['matcher.since', { since: 'yesterday' }, 'a Date or an ISO 8601 timestamp'],
  ['matcher.until', { until: new Date(Number.NaN) }, 'a Date or an ISO 8601 timestamp'],
  ['matcher.slowerThan', { slowerThan: '1' }, 'a number of milliseconds'],
])('findActivity throws an ArgumentError for an invalid %s: %j', (argument, matcher, expected) => {
  const error = outcomeOf(() => findActivity([], matcher as unknown as ActivityMatcher));
  expect(error).toMatchObject({ name: 'ArgumentError', argument, expected });
});

describe('the message of an ArgumentError', () => {
  const messageOf = (matcher: object) => String(outcomeOf(() => findActivity([], matcher)));

  test.each([
    ['stauts', 'status'],
    ['statusCode', 'status'],
    ['METHOD', 'method'],
    ['headers', 'header'],
    ['responseHeaders', 'responseHeader'],
    ['scenarioID', 'scenarioId'],
  ])('the ArgumentError message suggests a field for the unknown field %s', (misspelled, meant) => {
    expect(messageOf({ [misspelled]: 1 })).toMatch(
      `responseBody, received "${misspelled}"; did you mean ${meant}?`,
    );
  });

  test('the ArgumentError message suggests no field if no field name is similar', () => {
    expect(messageOf({ tenant: 1 })).toMatch(/, responseBody, received "tenant"$/);
    expect(messageOf({ ['x'.repeat(1_000_000)]: 1 }).length).toBeLessThan(500);
  });

  test.each<[object, string]>([
    [{ status: '7xx' }, 'received "7xx"'],
    [{ status: 200.5 }, 'received 200.5'],
    [{ path: 'orders?token=canary' }, 'received "orders?token=REDACTED"'],
    [{ header: 'canary' }, 'received string'],
    [{ header: { authorization: ['canary'] } }, 'received array'],
  ])('the ArgumentError message shows the received value of %o without secrets', (matcher, shown) => {
    expect(messageOf(matcher)).toContain(shown);
    expect(messageOf(matcher)).not.toContain('canary');
  });
});

describe('path patterns', () => {
  const segment = fc.string({ minLength: 1, maxLength: 8 }).filter((text) => !/[/?#*]|^:/.test(text));
  const segments = fc.array(segment, { minLength: 1, maxLength: 5 });
  const at = (path: string) => [anExchange({ request: { path } })];

  test('a path pattern without wildcards matches only the identical path', () => {
    fc.assert(
      fc.property(segments, segment, (parts, more) => {
        const path = `/${parts.join('/')}`;
        expect(findActivity(at(path), { path })).toHaveLength(1);
        expect(findActivity(at(`${path}/${more}`), { path })).toHaveLength(0);
        expect(findActivity(at(path + more), { path })).toHaveLength(0);
      }),
    );
  });

  test('a path pattern matches any text at the position of each wildcard', () => {
    const part = fc.tuple(segment, fc.constantFrom('same', ':id', '*'));
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
        const pattern = `/${parts.map(([text, kind]) => (kind === 'same' ? text : kind)).join('/')}`;
        const path = `/${parts.map(([text]) => text).join('/')}`;
        expect(findActivity(at(path), { path: pattern })).toHaveLength(1);
        expect(findActivity(at(`${path}/more`), { path: pattern })).toHaveLength(0);
        expect(findActivity(at(`${path}/more`), { path: `${pattern}/**` })).toHaveLength(1);
      }),
    );
  });

  test('for any string as a path pattern, findActivity either accepts it or throws an ArgumentError', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (pattern, path) => {
        const found = outcomeOf(() => findActivity(at(path), { path: pattern, host: pattern }));
        const known = Array.isArray(found) || (found as Error).name === 'ArgumentError';
        expect(known).toBe(true);
      }),
    );
  });
});

describe('expected bodies', () => {
  /** Returns the value without some of its fields. */
  const lessOf = (value: unknown, keep: (depth: number) => boolean, depth = 0): unknown => {
    if (Array.isArray(value)) return value.map((item) => lessOf(item, keep, depth + 1));
    if (typeof value !== 'object' || value === null) return value;
    const fields = Object.entries(value).filter(() => keep(depth)) as [string, unknown][];
    return Object.fromEntries(fields.map(([name, field]) => [name, lessOf(field, keep, depth + 1)]));
  };

  test('an expected body matches if it is a subset of the recorded JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(5), (value, most) => {
        const recorded = JSON.parse(JSON.stringify(value)) as unknown;
        const entries = [anExchange({ request: { bodyBase64Encoded: jsonBody(value) } })];
        const expected = lessOf(recorded, (depth) => depth < most);
        expect(findActivity(entries, { body: expected })).toHaveLength(1);
        expect(findActivity(entries, { body: { recorded: expected, more: 'x' } })).toHaveLength(0);
      }),
    );
  });
});

test('findActivity compares bodies that are nested 200,000 levels deep in linear time', () => {
  // If the comparison took quadratic time, the test would exceed its time limit. If the comparison were recursive, the
  // call stack would overflow.
  const nested = (inner: string) => `${'{"a":['.repeat(100_000)}${inner}${']}'.repeat(100_000)}`;
  const entries = [anExchange({ request: { bodyBase64Encoded: base64(nested('{"b":1,"c":2}')) } })];
  const found = (inner: string) => findActivity(entries, { body: JSON.parse(nested(inner)) as unknown });
  expect(['{"b":1}', '{}', '{"b":2}', '{"d":1}', '1'].map((inner) => found(inner).length)).toEqual([
    1, 1, 0, 0, 0,
  ]);
  const body = JSON.parse(nested('{"b":2}')) as unknown;
  expect(explainNoMatch(entries, { body })).toContain('the value differs at a[0].a[0].a[0]');
});

/** Parts of a pattern and their equivalent regular expressions. */
const pathParts: Readonly<Record<string, string>> = {
  a: 'a',
  b: 'b',
  '.': String.raw`\.`,
  '/': '/',
  '/:id': '/[^/?]+',
  '*': '[^/?]*',
  '**': '.*',
  '/**/': '/(?:.*/)?',
};
const hostParts: Readonly<Record<string, string>> = { a: 'a', B: 'B', '.': String.raw`\.`, '*': '.*' };

const anyOf = (parts: Readonly<Record<string, string>>) =>
  fc.array(fc.constantFrom(...Object.keys(parts)), { maxLength: 8 });

/**
 * Returns the regular expression for a pattern. Returns `undefined` if the joined parts would be parsed differently
 * than the separate parts.
 */
function meaning(parts: readonly string[], sources: Readonly<Record<string, string>>, flags: string) {
  const read = parts.join('').match(/\/\*\*\/|\/:\w+|\*+|./g) ?? [];
  if (read.join(' ') !== parts.join(' ')) return undefined;
  return new RegExp(`^${parts.map((part) => sources[part]).join('')}$`, flags);
}

test('a path pattern matches the same paths as the equivalent RegExp', () => {
  let found = 0;
  const path = fc.string({ unit: fc.constantFrom('a', 'b', '.', '/', '\n'), maxLength: 8 });
  fc.assert(
    fc.property(anyOf(pathParts), path, (parts, rest) => {
      const meant = meaning(['/', ...parts], pathParts, 's');
      fc.pre(meant !== undefined);
      const isFound =
        findActivity([anExchange({ request: { path: `/${rest}` } })], { path: `/${parts.join('')}` }).length >
        0;
      found += Number(isFound);
      expect(isFound).toBe(meant.test(`/${rest}`));
    }),
    { numRuns: 5000 },
  );
  expect(found).toBeGreaterThan(100);
});

test('a host pattern matches the same hosts as the equivalent RegExp', () => {
  let found = 0;
  const host = fc.string({ unit: fc.constantFrom('a', 'A', 'b', '.'), maxLength: 8 });
  fc.assert(
    fc.property(anyOf(hostParts), host, (parts, hostname) => {
      const meant = meaning(parts, hostParts, 'is');
      fc.pre(meant !== undefined);
      const isFound =
        findActivity([anExchange({ request: { hostname } })], { host: parts.join('') }).length > 0;
      found += Number(isFound);
      expect(isFound).toBe(meant.test(hostname));
    }),
    { numRuns: 5000 },
  );
  expect(found).toBeGreaterThan(100);
});
