/** Tests each default of the options by leaving the option out. */
import { runConformance } from '@mock-services/conformance';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failureIn, idsOf, runAll, serviceWith } from './support.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('`timeout` is 10 seconds by default', async () => {
  const running = runConformance({ baseUrl: 'https://a.test', fetch: () => new Promise(() => {}) });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(failureIn(await running, 'reachable')).toContain('no response within 10000 ms');
});

test.each([
  [539, [0, 539_000]],
  [540, [0]],
])(
  '`totalTimeout` is 10 minutes by default, with one for clean-up: Retry-After %i',
  async (seconds, expected) => {
    const start = performance.now();
    const times = new Set<number>();
    const fetch = () => {
      times.add(Math.round(performance.now() - start));
      return Promise.resolve(
        new Response(null, { status: 429, headers: { 'retry-after': String(seconds) } }),
      );
    };
    const running = runConformance({ baseUrl: 'https://a.test', fetch });
    await vi.advanceTimersByTimeAsync(600_000);
    await running;
    expect([...times]).toEqual(expected);
  },
);

test('without `allowWrites` and `allowClear`, a run sends only GET requests', async () => {
  vi.useRealTimers();
  const service = serviceWith();
  const report = await runAll(undefined, { ...service, allowWrites: undefined, allowClear: undefined });
  expect(new Set(service.received.map(({ method }) => method))).toEqual(new Set(['GET']));
  expect(idsOf(report, 'skipped').length).toBeGreaterThan(10);
});
