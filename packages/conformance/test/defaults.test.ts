/** Tests each default of the options by leaving the option out. */
import { cases, createContext, runConformance } from '@mock-services/conformance';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
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

test('each request uses the global `fetch` at its time by default', async () => {
  vi.useRealTimers();
  onTestFinished(() => void vi.unstubAllGlobals());
  const services = [serviceWith(), serviceWith()];
  const context = createContext({ baseUrl: 'https://a.test' });
  for (const [i, id] of ['list-workspaces-answer', 'list-mock-services-answer'].entries()) {
    vi.stubGlobal('fetch', services[i]?.fetch);
    expect(await cases.find((one) => one.id === id)?.run(context)).toEqual({ outcome: 'passed' });
  }
  const paths = services.map(({ received }) => received.map(({ path }) => path));
  expect(paths).toEqual([['/configuration/workspaces'], ['/configuration/mock-services']]);
});
