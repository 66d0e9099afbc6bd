import { latencyOf, summarize, type ActivityEntry } from '@mock-services/sdk/activity';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anExchange } from '../support/activity-entries.ts';

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
  const classes = groupsOf(entries, ({ response }) => `${String(response.statusCode / 100).charAt(0)}xx`);
  return {
    count: entries.length,
    errors,
    errorRate: entries.length === 0 ? 0 : errors / entries.length,
    latency: { p50: atMost(0.5), p90: atMost(0.9), p99: atMost(0.99), max: Math.max(0, ...times) },
    byStatus: Object.fromEntries(classes.map(([name, { length }]) => [name, length])),
  };
}

const entries = fc.array(
  fc
    .record({
      method: fc.constantFrom('GET', 'POST', '__proto__', 'GET /a'),
      path: fc.constantFrom('/a', '/a?b=1', '/a/1', '/a/2#x', '/constructor', '/ä'),
      status: fc.constantFrom(0, 101, 200, 302, 399, 400, 404, 503),
      time: fc.nat(50),
    })
    .map(({ method, path, status, time }) =>
      anExchange({
        request: { method, path, bodyBase64Encoded: '%' },
        response: { statusCode: status, responseTimeMs: time },
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
    const routeOf = (path: string) => path.replace(/[?#].*/, '');
    fc.assert(
      fc.property(entries, (entries) => {
        const { routes, ...figures } = summarize(entries);
        expect(figures).toEqual(figuresByDefinition(entries));
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

  test('returns zeros for an empty log', () => {
    const latency = { p50: 0, p90: 0, p99: 0, max: 0 };
    expect(summarize([])).toEqual({ count: 0, errors: 0, errorRate: 0, byStatus: {}, latency, routes: [] });
  });

  test('counts journal entries of one operation together, whatever ids their paths have', () => {
    const path = (id: number) => `/api/configuration/mock-service/${id}`;
    const entries = [1, 2].flatMap((id) => {
      const entry = anExchange({ request: { path: path(id) } });
      return [entry, { ...entry, operation: 'getMockService' }, { ...entry, operation: 'toString' }];
    });
    expect(summarize(entries).routes).toMatchObject([
      { route: path(1), count: 2 },
      { route: '/configuration/mock-service/:mockServiceId', count: 2 },
      { route: path(2), count: 2 },
    ]);
  });
});

test('latencyOf returns recorded times according to the nearest-rank method', () => {
  const times = Array.from({ length: 200 }, (_, index) => 200 - index);
  expect(latencyOf(times)).toEqual({ p50: 100, p90: 180, p99: 198, max: 200 });
  expect(latencyOf([7.5])).toEqual({ p50: 7.5, p90: 7.5, p99: 7.5, max: 7.5 });
  expect(latencyOf([])).toEqual({ p50: 0, p90: 0, p99: 0, max: 0 });
});
