import { runInNewContext } from 'node:vm';
import { explainNoMatch, findActivity, type ActivityMatcher } from '@mock-services/sdk/activity';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codePoint } from '../../../../tools/lib/near.ts';
import { anExchange, anOddExchange, base64, idOf, jsonBody } from '../support/activity-entries.ts';
import { outcomeOf } from '../support/failures.ts';
import { timesInOrder } from '../support/fixtures.ts';

const order = {
  sku: 'A-1',
  quantity: 2,
  tags: ['neu', { größe: true }],
  address: { city: 'Köln', zip: '53111' },
};
const entry = anExchange({
  timestamp: '2026-03-01T10:05:00.123Z',
  request: {
    hostname: 'Orders.Example.com',
    port: 8443,
    method: 'POST',
    path: '/shops/42/orders?dry=1',
    headers: { 'Content-Type': 'application/json', 'X-Tenant': 'blue', 'X-Empty': '' },
    bodyBase64Encoded: jsonBody(order),
  },
  response: { statusCode: 503, responseTimeMs: 250, bodyBase64Encoded: jsonBody({ error: 'busy' }) },
});
const finds = (matcher: ActivityMatcher) => findActivity([entry], matcher).length === 1;

describe('findActivity', () => {
  test.each<[string, ActivityMatcher, ActivityMatcher]>([
    ['method, case-insensitively', { method: 'post' }, { method: 'GET' }],
    ['path without the query', { path: '/shops/42/orders' }, { path: '/shops/42/order' }],
    ['path with the query', { path: '/shops/42/orders?dry=1' }, { path: '/shops/42/orders?dry=2' }],
    ['path with parameters', { path: '/shops/:shopId/orders' }, { path: '/:shopId/orders' }],
    ['path with * within a segment', { path: '/shops/*/ord*' }, { path: '/shops/*' }],
    ['path with ** across segments', { path: '/**/orders' }, { path: '/**/order' }],
    ['path with * in the query', { path: '/shops/:id/orders?*' }, { path: '/shops/:id/orders?wet=*' }],
    ['path and query by RegExp', { path: /orders\?dry=\d$/ }, { path: /^orders/ }],
    ['host, case-insensitively', { host: 'orders.example.com' }, { host: 'example.com' }],
    ['host with *', { host: '*.example.com' }, { host: '*.example.org' }],
    ['host without special characters', { host: 'orders.*' }, { host: 'orders.example.co.' }],
    ['host with port', { host: 'orders.example.com:8443' }, { host: 'orders.example.com:443' }],
    ['host with * and any port', { host: '*.example.com:*' }, { host: '*.example.org:*' }],
    ['host by RegExp', { host: /^orders\./i }, { host: /^orders$/ }],
    ['status', { status: 503 }, { status: 500 }],
    ['status class', { status: '5xx' }, { status: '4xx' }],
    [
      'header name, case-insensitively',
      { header: { 'x-tenant': 'blue' } },
      { header: { 'x-tenant': 'Blue' } },
    ],
    ['header by RegExp', { header: { 'content-type': /json/ } }, { header: { 'content-type': /xml/ } }],
    ['presence of a header', { header: { 'X-TENANT': true } }, { header: { 'x-other': true } }],
    ['presence of an empty header', { header: { 'x-empty': true } }, { header: { 'x-empty': false } }],
    ['absence of a header', { header: { 'x-other': false } }, { header: { 'x-tenant': false } }],
    [
      'response header',
      { responseHeader: { 'content-type': /json/ } },
      { responseHeader: { 'x-tenant': 'blue' } },
    ],
    ['part of the body', { body: { address: { city: 'Köln' } } }, { body: { sku: 'A-1', city: 'Köln' } }],
    ['arrays of the same length', { body: { tags: ['neu', {}] } }, { body: { tags: ['neu'] } }],
    ['part of the response body', { responseBody: { error: 'busy' } }, { responseBody: { error: 'Busy' } }],
    ['scenarioId', { scenarioId: entry.metadata.scenarioId.toUpperCase() }, { scenarioId: idOf(1) }],
    ['since, inclusive', { since: '2026-03-01T10:05:00.123Z' }, { since: '2026-03-01T10:05:00.124Z' }],
    [
      'until, inclusive',
      { until: new Date('2026-03-01T11:05:00.123+01:00') },
      { until: new Date('2026-03-01T10:05:00.122Z') },
    ],
    ['slowerThan, exclusive', { slowerThan: 249 }, { slowerThan: 250 }],
    ['several fields at once', { method: 'POST', status: '5xx' }, { method: 'POST', status: '2xx' }],
    [
      'fields of the body that are undefined',
      { body: { sku: 'A-1', quantity: undefined, address: { zip: undefined } } },
      { body: { sku: undefined, x: null } },
    ],
    ['fields that are undefined', { method: undefined, body: undefined }, { method: undefined, status: 200 }],
  ])('findActivity matches by %s', (_, matching, differing) => {
    expect([finds(matching), finds(differing)]).toEqual([true, false]);
  });

  test('matches an exchange with umlauts, upper-case ids and unpadded Base64', () => {
    const odd = anOddExchange();
    const matcher = {
      method: 'post',
      path: '/läden/:name/Ü*',
      host: 'bücher.example.com:8443',
      header: { 'content-type': 'application/json', 'x-größe': /✓$/ },
      body: { titel: 'Grüße ✓' },
      responseBody: { größe: 'ÿÿÿ>>>' },
      scenarioId: odd.metadata.scenarioId.toLowerCase(),
      since: '2026-03-01T11:05:07.456Z',
      until: '2026-03-01T11:05:07.457Z',
    };
    expect(findActivity([anExchange(), odd], matcher)).toEqual([odd]);
  });

  test('a status class such as 4xx matches exactly its hundred statuses', () => {
    const all = Array.from({ length: 700 }, (_, statusCode) => anExchange({ response: { statusCode } }));
    for (const status of ['1xx', '2xx', '3xx', '4xx', '5xx'] as const) {
      const first = Number.parseInt(status, 10) * 100;
      const found = findActivity(all, { status }).map(({ response }) => response.statusCode);
      expect(found).toEqual(Array.from({ length: 100 }, (_, n) => first + n));
    }
  });

  test.each(timesInOrder)('`since` and `until` compare times, not text: $text', ({ text, rank }) => {
    const entries = timesInOrder.map((recorded) => anExchange({ timestamp: recorded.text }));
    const found = (matcher: ActivityMatcher) =>
      findActivity(entries, matcher).map(({ timestamp }) => timestamp);
    const expected = (isFound: (other: number) => boolean) =>
      timesInOrder.filter((recorded) => isFound(recorded.rank)).map((recorded) => recorded.text);
    expect(found({ since: text })).toEqual(expected((other) => other >= rank));
    expect(found({ until: text })).toEqual(expected((other) => other <= rank));
  });

  test('returns all entries in their original order for an empty matcher', () => {
    const entries = [anExchange({ id: idOf(2) }), anExchange({ id: idOf(1) })];
    expect(findActivity(entries, {})).toEqual(entries);
  });

  test('finds the same entry on every call with a RegExp that has the flags g and y', () => {
    const matcher = { path: /\/shops/gy, host: /orders/gi, header: { 'x-tenant': /blue/g } };
    expect([finds(matcher), finds(matcher), finds(matcher)]).toEqual([true, true, true]);
  });

  test.each<ActivityMatcher>([
    { slowerThan: 0 },
    { status: 0 },
    { method: '' },
    { host: '' },
    { scenarioId: '' },
    { header: { 'x-tenant': '' } },
    { body: null },
    { body: 0 },
    { responseBody: false },
  ])('compares a matcher value that is 0, empty, false or null: %o', (matcher) => {
    const found = anExchange({
      metadata: { scenarioId: '' },
      request: {
        method: '',
        hostname: '',
        headers: { 'x-tenant': '' },
        bodyBase64Encoded: jsonBody(matcher.body ?? null),
      },
      response: { statusCode: 0, responseTimeMs: 1, bodyBase64Encoded: jsonBody(false) },
    });
    const other = anExchange({
      request: { bodyBase64Encoded: jsonBody(1) },
      response: { responseTimeMs: 0, bodyBase64Encoded: jsonBody(1) },
    });
    expect(findActivity([other, found], matcher)).toEqual([found]);
  });

  test('`since` and `until` match no entry with an invalid timestamp', () => {
    const never = [anExchange({ timestamp: 'never' })];
    expect(findActivity(never, { since: new Date(0) })).toEqual([]);
    expect(findActivity(never, { until: new Date(8e15) })).toEqual([]);
  });

  test('a body matcher finds no entry whose body is not JSON', () => {
    const entries = ['%%%', '', base64('{')].map((body) =>
      anExchange({ request: { bodyBase64Encoded: body } }),
    );
    expect(findActivity(entries, { body: {} })).toEqual([]);
  });

  test('accepts an expected body without a prototype, or from another realm', () => {
    const bare = Object.assign(Object.create(null) as object, { sku: 'A-1' });
    const foreign: unknown = runInNewContext('({ tags: ["neu", {}] })');
    expect([finds({ body: bare }), finds({ body: foreign })]).toEqual([true, true]);
  });

  test('compares bodies that are nested up to 1,000 levels deep', () => {
    const nested = (levels: number, inner: string) =>
      JSON.parse(`${'['.repeat(levels)}${inner}${']'.repeat(levels)}`) as unknown;
    const recorded = (levels: number) => [
      anExchange({ request: { bodyBase64Encoded: jsonBody(nested(levels, '1')) } }),
    ];
    expect(findActivity(recorded(1000), { body: nested(1000, '1') })).toHaveLength(1);
    expect(findActivity(recorded(1000), { body: nested(1000, '2') })).toHaveLength(0);
    expect(findActivity(recorded(1001), { body: nested(1000, '1') })).toHaveLength(0);
    expect(() => findActivity([], { body: nested(1001, '1') })).toThrow(TypeError);
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    expect(() => findActivity([], { body: cyclic })).toThrow('a JSON value of at most 1000 levels');
  });

  test.each(['::1', '[::1]'])('finds the IPv6 address %s with and without brackets', (hostname) => {
    const entries = [anExchange({ request: { hostname, port: 8080 } })];
    const found = (host: string | RegExp) => findActivity(entries, { host }).length === 1;
    expect(['::1', '[::1]', '[::1]:8080', '[::1]:*', '::*', /::1/].map(found)).not.toContain(false);
    expect(['::2', '[::1]:443', '::1:8080', '1'].map(found)).not.toContain(true);
  });

  test('throws a TypeError for an invalid matcher without showing its headers', () => {
    const invalid: unknown[] = [
      null,
      [],
      { stauts: 404 },
      { headers: {} },
      { tenant: 'blue' },
      { method: 1 },
      { path: 'orders?token=canary' },
      { path: 7 },
      { host: 7 },
      { status: '7xx' },
      { status: 200.5 },
      { header: 'canary' },
      { header: { authorization: ['canary'] } },
      { header: new Headers({ 'x-tenant': 'canary' }) },
      { responseHeader: new Map([['x', 'canary']]) },
      { responseHeader: { x: null } },
      { body: /nothing/ },
      { body: { items: [new Map([['a', 1]])] } },
      { responseBody: { at: new Date(0) } },
      { scenarioId: 1 },
      { since: 'yesterday' },
      { until: new Date(Number.NaN) },
      { slowerThan: '1' },
    ];
    const errors = invalid.map((matcher) => outcomeOf(() => findActivity([], matcher as ActivityMatcher)));
    expect(errors.every((error) => error instanceof TypeError)).toBe(true);
    expect(errors.map((error) => (error as Error).message).join('\n')).toMatchInlineSnapshot(`
      "matcher: expected an object, received null.
      matcher: expected an object, received array.
      Unknown matcher field \`stauts\`. Did you mean \`status\`?
      Unknown matcher field \`headers\`. Did you mean \`header\`?
      Unknown matcher field \`tenant\`. Expected one of: method, status, scenarioId, slowerThan, host, path, since, until, header, responseHeader, body, responseBody.
      matcher.method: expected a string, received 1.
      matcher.path: expected a RegExp, or a string that begins with / or *, received "orders?token=REDACTED".
      matcher.path: expected a RegExp, or a string that begins with / or *, received 7.
      matcher.host: expected a string or a RegExp, received 7.
      matcher.status: expected an integer, or a class such as '5xx', received "7xx".
      matcher.status: expected an integer, or a class such as '5xx', received 200.5.
      matcher.header: expected an object whose keys are header names, received string.
      matcher.header['authorization']: expected a string, a RegExp, true or false, received array.
      matcher.header: expected an object whose keys are header names, received object.
      matcher.responseHeader: expected an object whose keys are header names, received object.
      matcher.responseHeader['x']: expected a string, a RegExp, true or false, received null.
      matcher.body: expected a JSON value of at most 1000 levels, received object.
      matcher.body: expected a JSON value of at most 1000 levels, received object.
      matcher.responseBody: expected a JSON value of at most 1000 levels, received object.
      matcher.scenarioId: expected a string, received 1.
      matcher.since: expected a Date or an ISO 8601 timestamp, received "yesterday".
      matcher.until: expected a Date or an ISO 8601 timestamp, received object.
      matcher.slowerThan: expected a number of milliseconds, received "1"."
    `);
    for (const matcher of invalid)
      expect(() => explainNoMatch([], matcher as ActivityMatcher)).toThrow(TypeError);
  });
});

test('an expected body matches if it is a subset of the recorded JSON', () => {
  /** Returns the value without the fields below a depth. */
  const lessOf = (value: unknown, depth: number): unknown => {
    if (Array.isArray(value)) return value.map((item) => lessOf(item, depth - 1));
    if (typeof value !== 'object' || value === null) return value;
    const fields = depth > 0 ? (Object.entries(value) as [string, unknown][]) : [];
    return Object.fromEntries(fields.map(([name, field]) => [name, lessOf(field, depth - 1)]));
  };
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(5), (value, depth) => {
      const recorded = JSON.parse(JSON.stringify(value)) as unknown;
      const entries = [anExchange({ request: { bodyBase64Encoded: jsonBody(value) } })];
      const expected = lessOf(recorded, depth);
      expect(findActivity(entries, { body: expected })).toHaveLength(1);
      expect(findActivity(entries, { body: { recorded: expected, more: 'x' } })).toHaveLength(0);
    }),
  );
});

describe('explainNoMatch', () => {
  test('lists the three closest entries and the fields that differ', () => {
    const body = jsonBody({ lines: [{ sku: 'B' }] });
    const entries = [
      anExchange({ id: idOf(1), request: { method: 'DELETE', path: '/carts/1' } }),
      anExchange({ id: idOf(2), request: { path: '/orders', bodyBase64Encoded: body } }),
      anExchange({ id: idOf(3), request: { method: 'POST', path: '/carts' } }),
      anExchange({ id: idOf(4), request: { method: 'POST', path: '/orders', bodyBase64Encoded: body } }),
    ];
    const matcher = {
      method: 'POST',
      path: '/orders',
      status: '2xx',
      body: { lines: [{ sku: 'A' }] },
    } as const;
    expect(explainNoMatch(entries, matcher)).toMatchInlineSnapshot(`
      "No entry matches (4 entries were recorded). The closest entries:
      1. POST https://orders.example.com/orders → 200 in 12 ms, at 2026-03-01T10:05:00.123Z (00000000-0000-4000-8000-000000000004)
         request body: the value differs at lines[0].sku
      2. GET https://orders.example.com/orders → 200 in 12 ms, at 2026-03-01T10:05:00.123Z (00000000-0000-4000-8000-000000000002)
         method: expected POST, recorded GET
         request body: the value differs at lines[0].sku
      3. POST https://orders.example.com/carts → 200 in 12 ms, at 2026-03-01T10:05:00.123Z (00000000-0000-4000-8000-000000000003)
         path: expected /orders, recorded /carts
         request body: the recorded body is not JSON or cannot be read"
    `);
  });

  test('reports that the log is empty, or how many entries match', () => {
    expect(explainNoMatch([], {})).toBe('No entry matches, because the activity log is empty.');
    expect(explainNoMatch([anExchange(), entry], { status: 200 })).toBe('1 of 2 recorded entries matches.');
  });

  test('explainNoMatch shows no credentials or bodies', () => {
    const secret = anExchange({
      request: {
        path: '/orders?access_token=canary&page=2',
        headers: {
          Authorization: 'Bearer canary',
          Referer: 'https://x.test/?api_key=canary',
          'x-trace': '7',
        },
        bodyBase64Encoded: jsonBody({ password: 'canary' }),
      },
      response: { headers: { 'set-cookie': 'sid=canary' }, bodyBase64Encoded: jsonBody(5) },
    });
    const explanation = explainNoMatch([secret], {
      path: '/orders?access_token=canary',
      header: { authorization: 'canary', referer: 'https://x.test/?api_key=canary', 'x-trace': '8' },
      responseHeader: { 'set-cookie': /canary/ },
      body: { password: 'canary' },
      responseBody: 6,
    });
    expect(explanation).not.toContain('canary');
    expect(explanation).toMatchInlineSnapshot(`
      "No entry matches (1 entry was recorded). The closest entries:
      1. GET https://orders.example.com/orders?access_token=REDACTED&page=2 → 200 in 12 ms, at 2026-03-01T10:05:00.123Z (5c0e9d2b-1a3f-4b6c-8d7e-9f0a1b2c3d4e)
         path: expected /orders?access_token=REDACTED, recorded /orders?access_token=REDACTED&page=2
         request header authorization: another value, not shown
         request header x-trace: expected 8, recorded 7
         response body: the value differs"
    `);
  });

  test('shows no credential in a path with characters that a URL should not contain', () => {
    for (const character of ' "\'<>(),|{}\\^`;%20'.split('')) {
      const odd = anExchange({ request: { path: `/login?page=1&password=correct${character}canary` } });
      expect(explainNoMatch([odd], { path: '/log' })).not.toContain('canary');
    }
  });

  test('shows time limits and headers that differ, without credentials', () => {
    const explanation = explainNoMatch([anExchange({ request: { headers: { 'x-debug': '1' } } })], {
      since: '2026-03-01T12:00:00+01:00',
      until: '2026-03-01T09:00:00Z',
      slowerThan: 12,
      header: { 'x-debug': false, 'x-trace': true, accept: 'text/html', authorization: 'Bearer a' },
    });
    expect(explanation).toMatchInlineSnapshot(`
      "No entry matches (1 entry was recorded). The closest entries:
      1. GET https://orders.example.com/orders?limit=1 → 200 in 12 ms, at 2026-03-01T10:05:00.123Z (5c0e9d2b-1a3f-4b6c-8d7e-9f0a1b2c3d4e)
         slowerThan: expected more than 12 ms, recorded 12
         since: expected no earlier than 2026-03-01T11:00:00.000Z, recorded 2026-03-01T10:05:00.123Z
         until: expected no later than 2026-03-01T09:00:00.000Z, recorded 2026-03-01T10:05:00.123Z
         request header x-debug: expected none, recorded one
         request header x-trace: expected a value, recorded none
         request header accept: expected text/html, recorded none
         request header authorization: expected a value, recorded none"
    `);
  });

  test('prints no control characters and no line over 2,500 characters', () => {
    const text = fc.string({ unit: codePoint, maxLength: 2000 });
    fc.assert(
      fc.property(text, text, text, (path, method, value) => {
        const odd = anExchange({ request: { path, method: `x${method}`, headers: { trace: `x${value}` } } });
        const explanation = explainNoMatch([odd], { path: '/nowhere', method: 'GET', header: { trace: '' } });
        const lines = explanation.split('\n');
        expect(lines).toHaveLength(5);
        expect(lines.filter((line) => /[\p{Cc}\u{202e}]/u.test(line))).toEqual([]);
        expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(2500);
      }),
    );
  });
});
