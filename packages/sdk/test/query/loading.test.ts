/** Writes that end while a query is being read. */
import type { ServiceQuery } from '@mock-services/sdk/query';
import { type QueryClient, QueryObserver } from '@tanstack/query-core';
import { expect, onTestFinished, test } from 'vitest';
import { failureOf } from '../support/failures.ts';
import { type FetchAnswer, networkFailure, status } from '../support/fetches.ts';
import { aMockService, anInput, mockServiceId as id } from '../support/fixtures.ts';
import { answerTo, heldAnswers, listOf, run, setUp } from '../support/query-cache.ts';

type Given = ReturnType<typeof setUp>;

/** Resolves when a write has ended, but not its mutation, which waits for the load that is in flight. */
async function writeDuringLoad({ cache, queries, calls }: Given): Promise<void> {
  await expect.poll(calls).toHaveLength(1);
  run(cache, queries.mockServices.create(), anInput()).catch(() => undefined);
  const { queryKey } = queries.mockServices.list();
  await expect.poll(() => cache.getQueryState(queryKey)?.isInvalidated).toBe(true);
}

function show<Data>(cache: QueryClient, query: ServiceQuery<Data>) {
  const observer = new QueryObserver(cache, { ...query, staleTime: Infinity });
  onTestFinished(observer.subscribe(() => undefined));
  return observer;
}

test.each<[string, FetchAnswer]>([
  ['a write', answerTo('createMockService')],
  ['a lost response', networkFailure()],
])('a view that loads has the list from after %s', async (_, answer) => {
  const { hold, give } = heldAnswers();
  const given = setUp(hold, answer, listOf('after'));
  const view = show(given.cache, given.queries.mockServices.list());
  await writeDuringLoad(given);
  give(listOf('before'));
  await expect.poll(() => view.getCurrentResult().data).toMatchObject([{ title: 'after' }]);
  expect(given.calls().map((call) => call.split(' ')[0])).toEqual(['GET', 'POST', 'GET']);
});

test('a write during a later read of a view replaces the read by one other', async () => {
  const { hold, give } = heldAnswers();
  const given = setUp(listOf('before'), hold, answerTo('createMockService'), hold);
  const view = show(given.cache, given.queries.mockServices.list());
  await expect.poll(() => view.getCurrentResult().isSuccess).toBe(true);
  void view.refetch();
  await expect.poll(given.calls).toHaveLength(2);
  const saving = run(given.cache, given.queries.mockServices.create(), anInput());
  await expect.poll(given.calls).toHaveLength(4);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(given.sent.map(({ signal }) => signal.aborted)).toEqual([false, true, false, false]);
  give(listOf('aborted'));
  give(listOf('after'));
  await saving;
  expect(view.getCurrentResult().data).toMatchObject([{ title: 'after' }]);
  expect(given.calls()).toHaveLength(4);
});

test('while writes do not stop, a load ends after five reads and is read again later', async () => {
  const { hold, give } = heldAnswers();
  const given = setUp((request) => (request.method === 'GET' ? hold() : status(403)));
  const view = show(given.cache, given.queries.mockServices.list());
  const reads = () => given.calls().filter((call) => call.startsWith('GET')).length;
  for (let read = 1; read <= 5; read += 1) {
    await expect.poll(reads).toBe(read);
    await failureOf(run(given.cache, given.queries.mockServices.create(), anInput()));
    give(listOf(`read ${read}`));
  }
  await expect.poll(() => view.getCurrentResult().data).toMatchObject([{ title: 'read 5' }]);
  await expect.poll(reads).toBe(6);
  give(listOf('read 6'));
  await expect.poll(() => view.getCurrentResult().data).toMatchObject([{ title: 'read 6' }]);
});

test('without a query client, a query reads once', async () => {
  const { queries, calls } = setUp(listOf('only'));
  const { signal } = new AbortController();
  expect(await queries.mockServices.list().queryFn({ signal })).toMatchObject([{ title: 'only' }]);
  expect(calls()).toHaveLength(1);
});

test('a view that still shows the deleted mock service reads that it is missing', async () => {
  const item = Response.json({ data: aMockService() });
  const given = setUp(item, status(200), status(404));
  const view = show(given.cache, given.queries.mockServices.get(id));
  await expect.poll(() => view.getCurrentResult().isSuccess).toBe(true);
  await run(given.cache, given.queries.mockServices.delete(), id);
  await expect.poll(() => view.getCurrentResult().error).toMatchObject({ status: 404 });
  expect(given.calls()).toHaveLength(3);
});
