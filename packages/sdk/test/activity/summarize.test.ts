import { summarize } from '@mock-services/sdk/activity';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyEntry } from '../support/activity-arbitraries.ts';
import { anExchange, base64, idOf } from '../support/activity-entries.ts';

const exchange = (method: string, path: string, statusCode: number, responseTimeMs = 10, second = 0) =>
  anExchange({
    timestamp: new Date(Date.UTC(2026, 2, 1, 10, 0, second)).toISOString(),
    request: { method, path, bodyBase64Encoded: base64('abc') },
    response: { statusCode, responseTimeMs, bodyBase64Encoded: base64('abcd') },
  });

test('summarize counts HTTP exchanges by method, path and status', () => {
  const summary = summarize([
    exchange('GET', '/orders?page=1', 200),
    exchange('POST', '/orders', 503),
    exchange('GET', '/orders?page=2', 200),
    exchange('GET', '/', 0),
  ]);
  expect(summary).toMatchObject({ count: 4, errors: 2, errorRate: 0.5, requestBytes: 12, responseBytes: 16 });
  expect(Object.entries(summary.byMethod)).toEqual([
    ['GET', 3],
    ['POST', 1],
  ]);
  expect(summary.byPath).toEqual({ '/orders': 3, '/': 1 });
  expect(Object.entries(summary.byStatus)).toEqual([
    ['0', 1],
    ['200', 2],
    ['503', 1],
  ]);
});

test('summarize computes the count, error rate and latency percentiles of each route', () => {
  const times = Array.from({ length: 100 }, (_, index) =>
    exchange('GET', `/orders/${index}`, 200, index + 1),
  );
  const { routes, latency } = summarize([...times, exchange('DELETE', '/orders/7', 404, 500)]);
  expect(routes).toMatchObject([
    {
      method: 'GET',
      route: '/orders/:id',
      count: 100,
      errorRate: 0,
      latency: { p50: 50, p90: 90, p99: 99, max: 100 },
    },
    {
      method: 'DELETE',
      route: '/orders/:id',
      count: 1,
      errorRate: 1,
      latency: { p50: 500, p90: 500, p99: 500, max: 500 },
    },
  ]);
  expect(latency).toEqual({ p50: 51, p90: 91, p99: 100, max: 500 });
});

test.each([
  ['/orders/42', '/orders/:id'],
  [`/a/${idOf(7)}/b`, '/a/:id/b'],
  [`/a/${idOf(7).toUpperCase()}`, '/a/:id'],
  ['/users/507f1f77bcf86cd799439011/cart', '/users/:id/cart'],
  ['/e/01ARZ3NDEKTSV4RRFFQ69G5FAV', '/e/:id'],
  ['/charges/ch_3MmlLrLkdIwHu7ix', '/charges/:id'],
  ['/files/dGhpcyBpcyBh0Zm9v_x', '/files/:id'],
  ['/v1/orders/latest?x=1#y', '/v1/orders/latest'],
  ['/internationalization', '/internationalization'],
  ['/mock-service-configurations', '/mock-service-configurations'],
  ['/', '/'],
])('summarize assigns the path %s to the route %s', (path, route) => {
  expect(summarize([exchange('GET', path, 200)]).routes).toMatchObject([{ route }]);
});

test('summarize counts exchanges per second, including seconds without exchanges', () => {
  const { rate } = summarize([
    exchange('GET', '/', 200, 1, 1),
    exchange('GET', '/', 500, 1, 3),
    exchange('GET', '/', 200, 1, 1),
  ]);
  expect(rate).toEqual({
    bucketMs: 1000,
    buckets: [
      { start: '2026-03-01T10:00:01.000Z', count: 2, errors: 0 },
      { start: '2026-03-01T10:00:02.000Z', count: 0, errors: 0 },
      { start: '2026-03-01T10:00:03.000Z', count: 1, errors: 1 },
    ],
  });
});

test('summarize returns zeros for an empty log', () => {
  expect(summarize([])).toEqual({
    count: 0,
    errors: 0,
    errorRate: 0,
    latency: { p50: 0, p90: 0, p99: 0, max: 0 },
    requestBytes: 0,
    responseBytes: 0,
    byMethod: {},
    byPath: {},
    byStatus: {},
    routes: [],
    rate: { bucketMs: 1000, buckets: [] },
  });
});

test('each group of counts from summarize adds up to the number of log entries', () => {
  const total = (counts: Readonly<Record<string, number>>) =>
    Object.values(counts).reduce((sum, one) => sum + one, 0);
  fc.assert(
    fc.property(fc.array(anyEntry), (entries) => {
      const { count, byMethod, byPath, byStatus, routes, rate, requestBytes } = summarize(entries);
      const inRoutes = routes.reduce((sum, route) => sum + route.count, 0);
      const inTime = rate.buckets.reduce((sum, bucket) => sum + bucket.count, 0);
      const everywhere = [count, total(byMethod), total(byPath), total(byStatus), inRoutes, inTime];
      expect(everywhere).toEqual(everywhere.map(() => entries.length));
      expect(rate.buckets.length).toBeLessThanOrEqual(60);
      const bytes = entries.reduce(
        (sum, { request }) => sum + Buffer.from(request.bodyBase64Encoded, 'base64').length,
        0,
      );
      expect(requestBytes).toBe(bytes);
    }),
  );
});

test('summarize correctly counts entries with a method named __proto__ or an invalid timestamp', () => {
  const odd = anExchange({ timestamp: 'never', request: { method: '__proto__', path: '/constructor' } });
  const { byMethod, rate } = summarize([odd, exchange('GET', '/', 200)]);
  expect(Object.entries(byMethod)).toEqual([
    ['__proto__', 1],
    ['GET', 1],
  ]);
  expect(rate.buckets.map(({ count }) => count)).toEqual([1]);
});
