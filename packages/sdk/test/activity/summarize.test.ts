import { latencyOf, summarize, type ActivityEntry } from '@mock-services/sdk/activity';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anExchange, anOddExchange, base64, idOf } from '../support/activity-entries.ts';

/** Returns the number of values that meet a condition. */
const countIf = <Value>(values: readonly Value[], meets: (value: Value) => boolean) =>
  values.filter(meets).length;

/** Recounts by the definitions in the doc comments. */
function figuresByDefinition(entries: readonly ActivityEntry[]) {
  const errors = countIf(entries, ({ response: { statusCode } }) => statusCode === 0 || statusCode >= 400);
  const times = entries.map(({ response }) => response.responseTimeMs).sort((one, other) => one - other);
  // The smallest time that at least this share of the responses did not exceed.
  const atMost = (share: number) =>
    times.find((time) => countIf(times, (other) => other <= time) >= share * times.length) ?? 0;
  const bytes = (side: 'request' | 'response') =>
    entries.reduce((sum, entry) => sum + Buffer.from(entry[side].bodyBase64Encoded, 'base64').length, 0);
  return {
    count: entries.length,
    errors,
    errorRate: entries.length === 0 ? 0 : errors / entries.length,
    latency: { p50: atMost(0.5), p90: atMost(0.9), p99: atMost(0.99), max: Math.max(0, ...times) },
    requestBytes: bytes('request'),
    responseBytes: bytes('response'),
  };
}

const entries = fc.array(
  fc
    .record({
      method: fc.constantFrom('GET', 'POST', '__proto__', 'GET /a'),
      path: fc.constantFrom('/a', '/a?b=1', '/a/1', '/a/2#x', '/constructor', '/ä'),
      status: fc.constantFrom(0, 101, 200, 302, 399, 400, 404, 503),
      time: fc.nat(50),
      at: fc.integer({ min: 0, max: 90_000_000 }),
      request: fc.string({ maxLength: 5 }),
      response: fc.uint8Array({ maxLength: 5 }),
    })
    .map(({ method, path, status, time, at, request, response }) =>
      anExchange({
        // Neither aligned with the time spans nor with the day.
        timestamp: new Date(Date.UTC(2026, 2, 1, 22, 58, 59, 987) + at).toISOString(),
        request: { method, path, bodyBase64Encoded: base64(request).replaceAll('=', '') },
        response: {
          statusCode: status,
          responseTimeMs: time,
          bodyBase64Encoded: base64(response).replaceAll(/.{3}/g, '$&\n'),
        },
      }),
    ),
  { maxLength: 40 },
);

/** Groups values by a key, most frequent first. */
function groupsOf<Value>(values: readonly Value[], keyOf: (value: Value) => string): [string, Value[]][] {
  const keys = [...new Set(values.map(keyOf))];
  const groups = keys.map((key): [string, Value[]] => [key, values.filter((value) => keyOf(value) === key)]);
  return groups.sort(([, one], [, other]) => other.length - one.length);
}

describe('summarize', () => {
  test('returns the same figures as a naive count', () => {
    const pathOf = (path: string) => path.replace(/[?#].*/, '');
    const routeOf = (path: string) => pathOf(path).replace(/\d/, ':id');
    const counts = (groups: [string, unknown[]][]) => groups.map(([key, { length }]) => [key, length]);
    fc.assert(
      fc.property(entries, (entries) => {
        const { byMethod, byPath, byStatus, routes, rate: _, ...figures } = summarize(entries);
        expect(figures).toEqual(figuresByDefinition(entries));
        expect(Object.entries(byMethod)).toEqual(counts(groupsOf(entries, ({ request }) => request.method)));
        expect(Object.entries(byPath)).toEqual(
          counts(groupsOf(entries, ({ request }) => pathOf(request.path))),
        );
        const statuses = groupsOf(entries, ({ response }) => String(response.statusCode));
        expect(byStatus).toEqual(Object.fromEntries(counts(statuses)));
        const byRoute = groupsOf(entries, ({ request }) =>
          JSON.stringify([request.method, routeOf(request.path)]),
        );
        expect(routes).toEqual(
          byRoute.map(([key, members]) => {
            const [method, route] = JSON.parse(key) as [string, string];
            return { method, route, ...figuresByDefinition(members) };
          }),
        );
      }),
    );
  });

  test('counts each exchange in its time span, even if times are not aligned', () => {
    fc.assert(
      fc.property(entries, fc.constantFrom(1, 60, 1000), (entries, speed) => {
        const log = entries.map((entry) => {
          const at = Date.UTC(2026, 2, 1) + (Date.parse(entry.timestamp) % 86_400_000) / speed;
          return { ...entry, timestamp: new Date(at).toISOString() };
        });
        const { bucketMs, buckets } = summarize(log).rate;
        expect(buckets.length).toBeLessThanOrEqual(60);
        const times = log.map(({ timestamp }) => Date.parse(timestamp));
        const spans = buckets.map(({ start }) => Date.parse(start));
        expect(spans).toEqual(spans.map((_, index) => (spans[0] ?? 0) + index * bucketMs));
        expect(Math.min(...times) - (spans[0] ?? Infinity) < bucketMs || times.length === 0).toBe(true);
        expect(Math.max(...times) >= (spans.at(-1) ?? -Infinity)).toBe(true);
        expect(buckets.map(({ count, errors }) => ({ count, errors }))).toEqual(
          spans.map((start) => {
            const inside = log.filter((_, index) => {
              const after = (times[index] ?? NaN) - start;
              return after >= 0 && after < bucketMs;
            });
            const { count, errors } = figuresByDefinition(inside);
            return { count, errors };
          }),
        );
      }),
    );
  });

  test('divides 60 seconds into seconds, and 61 seconds into spans of 5 seconds', () => {
    const at = (ms: number) =>
      anExchange({ timestamp: new Date(Date.UTC(2026, 2, 1, 10) + ms).toISOString() });
    const rateOf = (last: number) => summarize([at(1), at(last)]).rate;
    expect(rateOf(59_999)).toMatchObject({ bucketMs: 1000, buckets: { length: 60 } });
    expect(rateOf(60_000)).toMatchObject({ bucketMs: 5000, buckets: { length: 13 } });
    expect(rateOf(0).buckets).toEqual([{ start: '2026-03-01T10:00:00.000Z', count: 2, errors: 0 }]);
    const centuries = summarize([at(0), anExchange({ timestamp: '9999-12-31T23:59:59.999Z' })]).rate.buckets;
    expect(centuries.length).toBeGreaterThan(20);
    expect(centuries.length).toBeLessThanOrEqual(60);
  });

  test('counts an exchange with an invalid timestamp, but in no time span', () => {
    const { count, rate } = summarize([anExchange({ timestamp: 'never' }), anOddExchange()]);
    expect(count).toBe(2);
    expect(rate.buckets).toEqual([{ start: '2026-03-01T11:05:07.000Z', count: 1, errors: 1 }]);
  });

  test('returns zeros for an empty log', () => {
    expect(summarize([])).toEqual({
      ...figuresByDefinition([]),
      byMethod: {},
      byPath: {},
      byStatus: {},
      routes: [],
      rate: { bucketMs: 1000, buckets: [] },
    });
  });

  test.each([
    ['/orders/42', '/orders/:id'],
    [`/a/${idOf(7)}/b`, '/a/:id/b'],
    ['/a/ABCDEF01-2345-4789-ABCD-EF0123456789', '/a/:id'],
    ['/users/507f1f77bcf86cd799439011/cart', '/users/:id/cart'],
    ['/commits/3f2a9c81b0de/507f1f77bcf', '/commits/:id/507f1f77bcf'],
    ['/e/01ARZ3NDEKTSV4RRFFQ69G5FAV', '/e/:id'],
    ['/charges/ch_3MmlLrLkdIwHu7ix', '/charges/:id'],
    ['/files/dGhpcyBpcyBh0Zm9v_x', '/files/:id'],
    ['/v1/orders/latest?x=1#y', '/v1/orders/latest'],
    ['/internationalization', '/internationalization'],
    ['/mock-service-configurations/größe', '/mock-service-configurations/größe'],
    ['/', '/'],
  ])('assigns the path %s to the route %s', (path, route) => {
    expect(summarize([anExchange({ request: { path } })]).routes).toMatchObject([{ route }]);
  });
});

test('latencyOf returns recorded times according to the nearest-rank method', () => {
  const times = Array.from({ length: 200 }, (_, index) => 200 - index);
  expect(latencyOf(times)).toEqual({ p50: 100, p90: 180, p99: 198, max: 200 });
  expect(latencyOf([7.5])).toEqual({ p50: 7.5, p90: 7.5, p99: 7.5, max: 7.5 });
  expect(latencyOf([])).toEqual({ p50: 0, p90: 0, p99: 0, max: 0 });
});
