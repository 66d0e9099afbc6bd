import { cases, runConformance } from '@mock-services/fake-server/conformance';
import { expect, test } from 'vitest';
import { idsOf, listOf, observed } from './support.ts';

const lastReads = cases.findIndex(({ destructive }) => destructive);

test('an aborted run resolves: what was done counts, the rest is skipped', async () => {
  const ending = new AbortController();
  const report = await runConformance({
    ...observed(),
    signal: ending.signal,
    onResult: ({ id }) => {
      if (id === 'list-workspaces-answer') ending.abort();
    },
  });
  expect(idsOf(report, 'passed')).toEqual(['reachable', 'list-workspaces-answer']);
  expect(report).toMatchObject({ ok: false, aborted: true, failed: 0, skipped: cases.length - 2 });
});

test('a run whose signal is aborted before it begins sends nothing', async () => {
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
    const ending = new AbortController();
    let done = 0;
    const report = await runConformance({
      ...service,
      allowWrites: true,
      signal: ending.signal,
      onResult: () => (done += 1),
      fetch: (url, init) => {
        if (done > lastReads && init.method === method) ending.abort();
        return service.fetch(url, init);
      },
    });
    expect(report).toMatchObject({ ok: false, aborted: true, failed: 0, leftovers: [] });
    expect(listOf(service.fake)).toEqual(before);
  },
);

test('an abort ends a request at once, even where fetch heeds no signal', async () => {
  const ending = new AbortController();
  const report = await runConformance({
    baseUrl: 'https://mocks.example.com',
    signal: ending.signal,
    fetch: () => {
      queueMicrotask(() => ending.abort());
      return new Promise(() => {});
    },
  });
  expect(report).toMatchObject({ aborted: true, failed: 0 });
});
