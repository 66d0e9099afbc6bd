import { runInNewContext } from 'node:vm';
import {
  bodyOf,
  explainNoMatch,
  findActivity,
  matchesActivity,
  redact,
  type ActivityEntry,
  type ActivityFields,
  type ActivityMatcher,
} from '@mock-services/sdk/activity';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { codePoint, readable } from '../../../../tools/lib/near.ts';
import { anExchange, anOddExchange, base64, idOf, jsonBody } from '../support/activity-entries.ts';
import { outcomeOf } from '../support/failures.ts';
import { pattern } from '../support/patterns.ts';
import { timesInOrder } from '../support/fixtures.ts';

const order = {
  sku: 'A-1',
  quantity: 2,
  tags: ['neu', { größe: true }],
  address: { city: 'Köln', zip: '53111' },
};
class Draft {
  readonly sku: string;
  constructor(sku: string) {
    this.sku = sku;
  }
}

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
const finds = (matcher: ActivityMatcher) => {
  const found = findActivity([entry], matcher).length === 1;
  expect([entry].some(matchesActivity(matcher))).toBe(found);
  return found;
};

afterEach(() => void vi.unstubAllEnvs());

describe('findActivity', () => {
  test.each<[string, ActivityMatcher, ActivityMatcher]>([
    ['method, case-insensitively', { method: 'post' }, { method: 'GET' }],
    ['path without the query', { path: '/shops/42/orders' }, { path: '/shops/42/order' }],
    ['path with the query', { path: '/shops/42/orders?dry=1' }, { path: '/shops/42/orders?dry=2' }],
    ['path with parameters', { path: '/shops/:shopId/orders' }, { path: '/:shopId/orders' }],
    ['path with * within a segment', { path: '/shops/*/ord*' }, { path: '/shops/*' }],
    ['path with ** across segments', { path: '/**/orders' }, { path: '/**/order' }],
    ['path and query by RegExp', { path: /orders\?dry=\d$/ }, { path: /^orders/ }],
    ['host, case-insensitively', { host: 'orders.example.com' }, { host: 'example.com' }],
    ['host with *', { host: '*.example.com' }, { host: '*.example.org' }],
    ['host with port', { host: 'orders.example.com:8443' }, { host: 'orders.example.com:443' }],
    ['host with * and any port', { host: '*.example.com:*' }, { host: '*.example.org:*' }],
    ['host by RegExp', { host: /^orders\./i }, { host: /^orders$/ }],
    ['status', { status: 503 }, { status: 500 }],
    ['status class', { status: '5xx' }, { status: '4xx' }],
    [
      'header name, case-insensitively',
      { headers: { 'x-tenant': 'blue' } },
      { headers: { 'x-tenant': 'Blue' } },
    ],
    ['header by RegExp', { headers: { 'content-type': /json/ } }, { headers: { 'content-type': /xml/ } }],
    ['presence of a header', { headers: { 'X-TENANT': true } }, { headers: { 'x-other': true } }],
    ['absence of a header', { headers: { 'x-other': false } }, { headers: { 'x-tenant': false } }],
    [
      'response header',
      { responseHeaders: { 'content-type': /json/ } },
      { responseHeaders: { 'x-tenant': 'blue' } },
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
    ['method by RegExp, case-sensitively', { method: /^PO/ }, { method: /^post$/ }],
    [
      'path with its query by an asymmetric matcher',
      { path: pattern.stringMatching(/dry=1$/) },
      { path: pattern.stringMatching(/orders$/) },
    ],
    ['status by RegExp', { status: /^5/ }, { status: /^4/ }],
    [
      'header by an asymmetric matcher',
      { headers: { 'x-tenant': pattern.stringContaining('lu') } },
      { headers: { 'x-other': pattern.any(String) } },
    ],
    [
      'all headers by an asymmetric matcher, with names in lower case',
      { headers: pattern.objectContaining({ 'x-tenant': 'blue' }) },
      { headers: pattern.objectContaining({ 'X-Tenant': 'blue' }) },
    ],
    ['the text of the body', { body: JSON.stringify(order) }, { body: 'A-1' }],
    ['the text of the body by RegExp', { body: /"city":"Köln"/g }, { body: /^A-1/ }],
    [
      'the text of the body by an asymmetric matcher for strings',
      { body: pattern.stringContaining('"sku"') },
      { body: pattern.stringContaining('"SKU"') },
    ],
    [
      'the body by an asymmetric matcher for objects',
      { body: pattern.objectContaining({ sku: 'A-1' }) },
      { body: pattern.objectContaining({ sku: 'B-1' }) },
    ],
    [
      'patterns within the body',
      {
        body: {
          sku: /^a/i,
          tags: [pattern.any(String), { größe: pattern.any(Boolean) }],
          address: { zip: /^\d+$/ },
        },
      },
      { body: { sku: /^a/ } },
    ],
    ['a RegExp only if the value is a string', { body: { sku: /./ } }, { body: { quantity: /2/ } }],
    [
      'scenarioId by RegExp',
      { scenarioId: new RegExp(entry.metadata.scenarioId.slice(0, 8)) },
      { scenarioId: /^x/ },
    ],
    ['a function', ({ response }) => response.statusCode === 503, () => false],
    ['several fields at once', { method: 'POST', status: '5xx' }, { method: 'POST', status: '2xx' }],
  ])('findActivity matches by %s', (_, matching, differing) => {
    expect([finds(matching), finds(differing)]).toEqual([true, false]);
  });

  test.each<[path: string, matcher: object]>([
    ['matcher.method', { path: '/orders', method: undefined }],
    ['matcher.headers["x-tenant"]', { headers: { accept: true, 'x-tenant': undefined } }],
    ['matcher.body.address.zip', { body: { sku: 'A-1', address: { zip: undefined } } }],
    ['matcher.body.tags[1]', { body: { tags: ['neu', undefined] } }],
  ])('refuses a matcher in which %s is `undefined`', (path, matcher) => {
    const message = `${path} is undefined. Pass a value, or remove the key.`;
    expect(() => findActivity([entry], matcher)).toThrow(new TypeError(message));
    expect(() => matchesActivity(matcher)).toThrow(new TypeError(message));
    expect(() => explainNoMatch([], matcher)).toThrow(new TypeError(message));
  });

  test('does not enter asymmetric matchers, which may contain `undefined`', () => {
    const fields = { body: pattern.objectContaining({ sku: 'A-1' }), responseBody: pattern.anything() };
    expect(finds(fields)).toBe(true);
    expect(finds({ ...fields, headers: pattern.objectContaining({ 'x-tenant': undefined }) })).toBe(false);
  });

  test.each([
    ['hostname', 'host'],
    ['statusCode', 'status'],
  ])('the error about the unknown field %s suggests `%s`', (unknown, known) => {
    expect(() => findActivity([entry], { [unknown]: {} })).toThrow(`Did you mean \`${known}\`?`);
  });

  test('matches an exchange with umlauts, upper-case ids and unpadded Base64', () => {
    const odd = anOddExchange();
    const matcher = {
      method: 'post',
      path: '/läden/:name/Ü*',
      host: 'bücher.example.com:8443',
      headers: { 'content-type': 'application/json', 'x-größe': /✓$/ },
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

  test.each([
    ['2026-03-01', '2026-03-01T00:00:00Z'],
    ['2026-03-01t12:05:00+02:00', '2026-03-01T10:05:00Z'],
  ])('`since` and `until` read %s as UTC unless it names another zone', (limit, timestamp) => {
    vi.stubEnv('TZ', 'America/New_York');
    expect(new Date(2026, 2, 1).getTimezoneOffset()).toBe(300);
    const [before, at, after] = [-1, 0, 1].map((ms) =>
      anExchange({ timestamp: new Date(Date.parse(timestamp) + ms).toISOString() }),
    ) as [ActivityEntry, ActivityEntry, ActivityEntry];
    expect(findActivity([before, at, after], { since: limit })).toEqual([at, after]);
    expect(findActivity([before, at, after], { until: limit })).toEqual([before, at]);
  });

  test('returns all entries in their original order for an empty matcher', () => {
    const entries = [anExchange({ id: idOf(2) }), anExchange({ id: idOf(1) })];
    expect(findActivity(entries, {})).toEqual(entries);
  });

  test('finds the same entry on every call with a RegExp that has the flags g and y', () => {
    const matcher = { path: /\/shops/gy, host: /orders/gi, headers: { 'x-tenant': /blue/g } };
    expect([finds(matcher), finds(matcher), finds(matcher)]).toEqual([true, true, true]);
  });

  test.each<ActivityFields>([
    { slowerThan: 0 },
    { headers: { 'x-tenant': '' } },
    { body: null },
    { body: 0 },
  ])('compares a matcher value that is 0, empty or null: %o', (matcher) => {
    const sent = { headers: { 'x-tenant': '' }, bodyBase64Encoded: jsonBody(matcher.body ?? null) };
    const found = anExchange({ request: sent, response: { responseTimeMs: 1 } });
    const other = anExchange({
      request: { bodyBase64Encoded: jsonBody(1) },
      response: { responseTimeMs: 0 },
    });
    expect(findActivity([other, found], matcher)).toEqual([found]);
  });

  test('a body matcher finds no entry whose body is not JSON', () => {
    const entries = ['%%%', '', base64('{')].map((body) =>
      anExchange({ request: { bodyBase64Encoded: body } }),
    );
    expect(findActivity(entries, { body: {} })).toEqual([]);
  });

  test('accepts dates and RegExps of another realm', () => {
    const [since, path] = runInNewContext(`[new Date('${entry.timestamp}'), /orders/]`) as [Date, RegExp];
    expect([finds({ since, until: since, path }), finds({ path, until: new Date(0) })]).toEqual([
      true,
      false,
    ]);
    const rules = { bodyFields: runInNewContext('[/^city$/]') as RegExp[] };
    const [clean] = redact([entry], rules) as [typeof entry];
    expect(bodyOf(clean, 'request').json()).toMatchObject({ address: { city: 'REDACTED' } });
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
      { stauts: 404 },
      { tenant: 'blue' },
      { path: 'orders?token=canary' },
      { status: '7xx' },
      { headers: { authorization: ['canary'] } },
      { headers: new Headers({ 'x-tenant': 'canary' }) },
      { body: { a: [{ b: () => 1 }] } },
      new Draft('canary'),
      pattern.any(Object),
      { body: { items: [new Map([['a', 1]])] } },
      { since: 'yesterday' },
      { until: new Date(Number.NaN) },
      { slowerThan: '1' },
    ];
    const errors = invalid.map((matcher) => outcomeOf(() => findActivity([], matcher as ActivityMatcher)));
    expect(errors.every((error) => error instanceof TypeError)).toBe(true);
    expect(errors.map((error) => (error as Error).message).join('\n')).toMatchInlineSnapshot(`
      "matcher: expected a plain object of fields or a function, received null.
      Unknown matcher field \`stauts\`. Did you mean \`status\`? To match a field of the body, use \`body: { … }\`.
      Unknown matcher field \`tenant\`. Expected one of: method, path, host, status, headers, responseHeaders, scenarioId, since, until, slowerThan, body, responseBody. To match a field of the body, use \`body: { … }\`.
      matcher.path: expected a RegExp, an asymmetric matcher, or a string that begins with / or *, received "orders?token=REDACTED".
      matcher.status: expected an integer, a class such as '5xx', a RegExp or an asymmetric matcher, received "7xx".
      matcher.headers['authorization']: expected a string, a RegExp, an asymmetric matcher, true or false, received array.
      matcher.headers: expected a plain object whose keys are header names, received object.
      matcher.body.a[0].b: expected JSON, a RegExp or an asymmetric matcher, received function, which no JSON value equals.
      matcher: expected a plain object of fields or a function, received object.
      matcher: expected a plain object of fields or a function, received object.
      matcher.body.items[0]: expected JSON, a RegExp or an asymmetric matcher, received Map, which no JSON value equals.
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
  // A string is compared with the text of the body.
  const jsonThatIsNoText = readable(fc.jsonValue()).filter((value) => typeof value !== 'string');
  fc.assert(
    fc.property(jsonThatIsNoText, fc.nat(5), (value, depth) => {
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
      "No entry matches {"method":"POST","path":"/orders","status":"2xx","body":"…"}. 4 entries were recorded. The closest:
        POST https://orders.example.com/orders → 200 in 12 ms, at 2026-03-01T10:05:00.123Z (00000000-0000-4000-8000-000000000004)
          body.lines[0].sku: another value, which is not shown
        GET https://orders.example.com/orders → 200 in 12 ms, at 2026-03-01T10:05:00.123Z (00000000-0000-4000-8000-000000000002)
          method: expected "POST", received "GET"
          body.lines[0].sku: another value, which is not shown
        POST https://orders.example.com/carts → 200 in 12 ms, at 2026-03-01T10:05:00.123Z (00000000-0000-4000-8000-000000000003)
          path: expected "/orders", received "/carts"
          body: expected object, received an empty body"
    `);
  });

  test('reports that the log is empty, or how many entries match', () => {
    expect(explainNoMatch([], {})).toBe('No entry matches {}, because the activity log is empty.');
    expect(explainNoMatch([anExchange(), entry], { status: 200 })).toBe(
      '1 of 2 entries matches {"status":200}.',
    );
  });

  test('shows no user name and password in a path that begins with them', () => {
    const odd = anExchange({ request: { path: '//user:canary@a.test/b' } });
    const explanation = explainNoMatch([odd], { path: '//user:canary@a.test/c' });
    expect(explanation).not.toContain('canary');
    expect(explanation).toContain('GET https://orders.example.com//REDACTED@a.test/b → 200');
  });

  test('shows time limits and headers that differ, without credentials', () => {
    const explanation = explainNoMatch([anExchange({ request: { headers: { 'x-debug': '1' } } })], {
      since: '2026-03-01T12:00:00+01:00',
      until: '2026-03-01T09:00:00Z',
      slowerThan: 12,
      headers: { 'x-debug': false, 'x-trace': true, accept: 'text/html', authorization: 'Bearer a' },
    });
    expect(explanation).toMatchInlineSnapshot(`
      "No entry matches {"since":"2026-03-01T12:00:00+01:00","until":"2026-03-01T09:00:00Z","slowerThan"…. 1 entry was recorded. The closest:
        GET https://orders.example.com/orders?limit=1 → 200 in 12 ms, at 2026-03-01T10:05:00.123Z (5c0e9d2b-1a3f-4b6c-8d7e-9f0a1b2c3d4e)
          headers.x-debug: expected nothing, received "1"
          headers.x-trace: expected a value, received nothing
          headers.accept: expected "text/html", received nothing
          headers.authorization: expected a value, received nothing
          since: expected no earlier than 2026-03-01T11:00:00.000Z, received "2026-03-01T10:05:00.123Z"
          until: expected no later than 2026-03-01T09:00:00.000Z, received "2026-03-01T10:05:00.123Z"
          slowerThan: expected more than 12 ms, received 12"
    `);
  });

  test('prints no control characters and no line over 2,500 characters', () => {
    const text = fc.string({ unit: codePoint, maxLength: 2000 });
    fc.assert(
      fc.property(text, text, text, (path, method, value) => {
        const odd = anExchange({ request: { path, method: `x${method}`, headers: { trace: `x${value}` } } });
        const explanation = explainNoMatch([odd], {
          path: '/nowhere',
          method: 'GET',
          headers: { trace: '' },
        });
        const lines = explanation.split('\n');
        expect(lines).toHaveLength(5);
        expect(lines.filter((line) => /[\p{Cc}\u{202e}]/u.test(line))).toEqual([]);
        expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(2500);
      }),
    );
  });
});
