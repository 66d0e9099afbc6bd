import { cases, runConformance } from '@mock-services/fake-server/conformance';
import { expect, test } from 'vitest';
import { idsOf, listOf, observed } from './support.ts';

const lastReads = cases.findIndex(({ destructive }) => destructive);

test('an aborted run resolves: earlier results count, the rest is skipped', async () => {
  const controller = new AbortController();
  const report = await runConformance({
    ...observed(),
    signal: controller.signal,
    onResult: ({ id }) => {
      if (id === 'list-workspaces-answer') controller.abort();
    },
  });
  expect(idsOf(report, 'passed')).toEqual(['reachable', 'list-workspaces-answer']);
  expect(report).toMatchObject({ ok: false, aborted: true, failed: 0, skipped: cases.length - 2 });
});

test('a run whose signal is already aborted sends nothing', async () => {
  const service = observed();
  const report = await runConformance({ ...service, allowWrites: true, signal: AbortSignal.abort() });
  expect(service.received).toEqual([]);
  expect(report).toMatchObject({ ok: false, aborted: true, skipped: cases.length });
});

test.each(['POST', 'GET', 'PUT', 'DELETE'])(
  'an abort during a %s of the writing cases leaves nothing behind, and fails no case',
  async (method) => {
    const service = observed();
    const before = listOf(service.fake);
    const controller = new AbortController();
    let count = 0;
    const report = await runConformance({
      ...service,
      allowWrites: true,
      signal: controller.signal,
      onResult: () => (count += 1),
      fetch: (url, init) => {
        if (count > lastReads && init.method === method) controller.abort();
        return service.fetch(url, init);
      },
    });
    expect(report).toMatchObject({ ok: false, aborted: true, failed: 0, leftovers: [] });
    expect(listOf(service.fake)).toEqual(before);
  },
);

test('an abort ends a request at once, even if fetch ignores its signal', async () => {
  const controller = new AbortController();
  const report = await runConformance({
    baseUrl: 'https://mocks.example.com',
    signal: controller.signal,
    fetch: () => {
      queueMicrotask(() => controller.abort());
      return new Promise(() => {});
    },
  });
  expect(report).toMatchObject({ aborted: true, failed: 0 });
});
