/** Services that cannot respond for a moment, or limit the rate of requests. */
import { type ConformanceReport, runConformance } from '@mock-services/conformance';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { instead, type Mutation } from './mutants/mutant.ts';
import { failureIn, runAll, serviceWith } from './support.ts';

const refusal = (status: number, headers: Record<string, string> = {}) => ({
  status,
  headers,
  body: '{"error":"no"}',
});
const usual = (await runAll()).profile.observed;

describe('a temporary failure', () => {
  const statuses = [408, 425, 502, 503, 504] as const;

  // A GET, a PUT and a DELETE are repeated, but a POST is not.
  test.each(statuses)(
    'no observation differs after a single %i, whichever request it meets',
    async (status) => {
      const service = serviceWith();
      await runAll(undefined, service);
      for (let n = 1 + statuses.indexOf(status); n <= service.received.length; n += 40) {
        let count = 0;
        let failed = '';
        const failing: Mutation = (request, next) => {
          if ((count += 1) !== n) return next(request);
          failed = `${request.method} ${n}: ${status}`;
          // A gateway may lose the response to a request that takes effect.
          if (status === 504) next(request);
          return refusal(status, { 'retry-after': '0' });
        };
        const { profile, ok } = await runAll(failing, { timeout: 50 });
        for (const [point, value] of Object.entries(profile.observed))
          expect([failed, point, usual]).toMatchObject([failed, point, { [point]: value as unknown }]);
        const isRepeated = failed.startsWith('GET') || failed.startsWith('PUT');
        expect([failed, isRepeated ? profile.observed : usual, ok || !isRepeated]).toEqual([
          failed,
          usual,
          true,
        ]);
      }
    },
  );

  test('a GET is repeated twice, each time after a second, and then says nothing about the service', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const times: number[] = [];
    const failing = instead('getWorkspaceConfiguration', (request, next) => {
      if (next(request).status === 200) return next(request);
      times.push(Date.now());
      return refusal(503);
    });
    const running = runConformance(serviceWith(failing()));
    await vi.runAllTimersAsync();
    const { profile, ok } = await running;
    expect(times.map((time) => time - (times[0] ?? 0))).toEqual([0, 1000, 2000]);
    expect(ok).toBe(true);
    const { statuses: observed } = profile.observed['error-statuses'] ?? {};
    expect(observed).toMatchObject({ 'listActivity, unknown id': 404 });
    expect(observed).not.toHaveProperty('getWorkspaceConfiguration, unknown id');
  });

  test('a DELETE that may have taken effect is not blamed for a later 404', async () => {
    const lost = instead('deleteMockService', (request, next) => {
      const response = next(request);
      return response.status === 200 ? refusal(504, { 'retry-after': '0' }) : response;
    });
    const report = await runAll(lost(), { timeout: 50 });
    expect(failureIn(report, 'delete-answer')).toContain('hides whether the first request took effect');
    expect(report.leftovers).toEqual([]);
  });
});

describe('a 429', () => {
  /** Responds to every third request with 429. */
  const limiting = (retryAfter: () => string): Mutation => {
    let count = 0;
    return (request, next) =>
      (count += 1) % 3 === 0 ? refusal(429, { 'retry-after': retryAfter() }) : next(request);
  };

  test.each([
    ['seconds', () => '0'],
    ['a date', () => new Date(Date.now() - 1000).toUTCString()],
  ])('a run waits for a 429 with Retry-After in %s, and does not observe the 429', async (_, retryAfter) => {
    const report = await runAll(limiting(retryAfter));
    expect(report).toMatchObject({ ok: true, failed: 0, skipped: 0, leftovers: [] });
    expect(report.profile.observed).toEqual({ ...usual, 'rate-limits': { headers: ['retry-after'] } });
  });

  test.each([
    ['0', 30],
    ['3600', 3],
  ])('if each response is 429 with Retry-After %s, a run ends after %i requests', async (after, expected) => {
    const service = serviceWith(() => refusal(429, { 'retry-after': after }));
    const report = await runAll(undefined, service);
    expect(report).toMatchObject({ ok: false, failed: 0 });
    expect(JSON.stringify(report.profile)).not.toContain('429');
    expect(service.received).toHaveLength(expected);
  });

  test('aborting a run ends its wait after a 429 for a create, and leaves no timer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const controller = new AbortController();
    const limitedCreates: Mutation = (request, next) => {
      if (request.method !== 'POST') return next(request);
      setTimeout(() => controller.abort(), 10);
      return refusal(429, { 'retry-after': '20' });
    };
    const reports: ConformanceReport[] = [];
    void runAll(limitedCreates, { signal: controller.signal }).then((report) => reports.push(report));
    for (let ms = 0; reports.length === 0 && ms < 5000; ms += 5) await vi.advanceTimersByTimeAsync(5);
    expect(reports).toMatchObject([{ aborted: true, failed: 0, leftovers: [] }]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
