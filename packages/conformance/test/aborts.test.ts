/** Runs that are aborted or exceed a time limit. */
import { cases, runConformance } from '@mock-services/conformance';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { idsOf, listOf, serviceWith } from './support.ts';

function useVirtualTime(): void {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
}

describe('an aborted run', () => {
  const firstWrite = cases.findIndex(({ destructive }) => destructive);

  test('an aborted run keeps the earlier results and skips the remaining cases', async () => {
    const controller = new AbortController();
    const report = await runConformance({
      ...serviceWith(),
      signal: controller.signal,
      onResult: ({ id }) => {
        if (id === 'list-workspaces-answer') controller.abort();
      },
    });
    expect(idsOf(report, 'passed')).toEqual(['reachable', 'list-workspaces-answer']);
    expect(report).toMatchObject({ ok: false, aborted: true, failed: 0, skipped: cases.length - 2 });
  });

  test('a run sends no request if its signal is already aborted', async () => {
    const service = serviceWith();
    const report = await runConformance({ ...service, allowWrites: true, signal: AbortSignal.abort() });
    expect(service.received).toEqual([]);
    expect(report).toMatchObject({ ok: false, aborted: true, skipped: cases.length });
  });

  test.each(['POST', 'DELETE'])(
    'aborted during a %s request, a run deletes its mock services',
    async (method) => {
      const service = serviceWith();
      const before = listOf(service.fake);
      const controller = new AbortController();
      let count = 0;
      const report = await runConformance({
        ...service,
        allowWrites: true,
        signal: controller.signal,
        onResult: () => (count += 1),
        fetch: (url, init) => {
          if (count > firstWrite && init.method === method) controller.abort();
          return service.fetch(url, init);
        },
      });
      expect(report).toMatchObject({ ok: false, aborted: true, failed: 0, leftovers: [] });
      expect(listOf(service.fake)).toEqual(before);
    },
  );

  const limits = {
    timeout: { timeout: 2000 },
    totalTimeout: { timeout: 60_000, totalTimeout: 5000 },
    signal: { timeout: 60_000 },
  };
  // The run has mock services to delete, and its clean-up must finish.
  test.each([
    ['timeout', 10 * 2000],
    ['totalTimeout', 5004],
    ['signal', 5 * 60_000],
  ] as const)('a run ends by %s even if `fetch` ignores its signal', async (limit, ms) => {
    useVirtualTime();
    const service = serviceWith();
    const controller = new AbortController();
    let [sent, since] = [0, 0];
    let ended: unknown;
    void runConformance({
      ...service,
      ...limits[limit],
      allowWrites: true,
      signal: controller.signal,
      fetch: (url, init) => {
        sent += 1;
        if (sent <= 61) return service.fetch(url, init);
        since ||= Date.now();
        if (limit === 'signal') setTimeout(() => controller.abort(), 1000);
        return new Promise(() => {});
      },
    }).then(({ ok }) => (ended = { ok, ms: Date.now() - since }));
    await vi.runAllTimersAsync();
    expect(ended).toEqual({ ok: false, ms });
  });
});
