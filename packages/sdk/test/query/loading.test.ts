/** Writes that end while a query is being read. */
import type { ServiceQuery } from '@mock-services/sdk/query';
import { type QueryClient, QueryObserver } from '@tanstack/query-core';
import { expect, onTestFinished, test } from 'vitest';
import { failureOf } from '../support/failures.ts';
import { networkFailure, status } from '../support/fetches.ts';
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

function show<Data>(cache: QueryClient, query: ServiceQuery<Data>, options: { enabled?: boolean } = {}) {
  const observer = new QueryObserver(cache, { ...query, ...options, staleTime: Infinity });
  onTestFinished(observer.subscribe(() => undefined));
  return observer;
}

const loads: [string, (given: Given) => unknown][] = [
  ['a view', ({ cache, queries }) => show(cache, queries.mockServices.list())],
  [
    'a disabled query',
    ({ cache, queries }) => show(cache, queries.mockServices.list(), { enabled: false }).refetch(),
  ],
  ['ensureQueryData', ({ cache, queries }) => cache.ensureQueryData(queries.mockServices.list())],
  ['fetchQuery', ({ cache, queries }) => cache.fetchQuery(queries.mockServices.list())],
];

test.each(
  loads.flatMap(([name, load]) => [
    [`${name} that loads has the list from after a write`, load, answerTo('createMockService')] as const,
    [`${name} that loads has the list from after a rejected write`, load, status(403)] as const,
    [`${name} that loads has the list from after a lost response`, load, networkFailure()] as const,
  ]),
)('%s', async (_, load, answer) => {
  const { hold, give } = heldAnswers();
  const given = setUp(hold, answer, listOf('after'));
  const { queryKey } = given.queries.mockServices.list();
  const loading = load(given);
  await writeDuringLoad(given);
  give(listOf('before'));
  await loading;
  await expect.poll(() => given.cache.getQueryData(queryKey)).toMatchObject([{ title: 'after' }]);
  expect(given.cache.getQueryState(queryKey)).toMatchObject({ isInvalidated: false, fetchStatus: 'idle' });
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

test('a load that fails during a write is read again', async () => {
  const { hold, give } = heldAnswers();
  const given = setUp(hold, answerTo('createMockService'), listOf('after'));
  const loading = given.cache.fetchQuery(given.queries.mockServices.list());
  await writeDuringLoad(given);
  give(status(404));
  expect(await loading).toMatchObject([{ title: 'after' }]);
});

test('a write that changes something else does not make a query read again', async () => {
  const { hold, give } = heldAnswers();
  const given = setUp(hold, status(200));
  const loading = given.cache.fetchQuery(given.queries.mockServices.list());
  await run(given.cache, given.queries.activity.clear(), id);
  give(listOf('only'));
  expect(await loading).toMatchObject([{ title: 'only' }]);
  expect(given.calls()).toHaveLength(2);
});

test('a load that is canceled after a write sends nothing more', async () => {
  const { hold } = heldAnswers();
  const given = setUp(hold, answerTo('createMockService'));
  const { queryKey } = given.queries.mockServices.list();
  const loading = failureOf(given.cache.fetchQuery(given.queries.mockServices.list()));
  await writeDuringLoad(given);
  await given.cache.cancelQueries({ queryKey });
  expect(await loading).toMatchObject({ message: 'CancelledError' });
  expect(given.sent[0]?.signal.aborted).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(given.calls()).toHaveLength(2);
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

test('a load notices a write through other options for the same query client', async () => {
  const { hold, give } = heldAnswers();
  const given = setUp(hold, listOf('after'));
  const other = setUp(answerTo('createMockService'));
  const loading = given.cache.fetchQuery(given.queries.mockServices.list());
  await run(given.cache, other.queries.mockServices.create(), anInput());
  give(listOf('before'));
  expect(await loading).toMatchObject([{ title: 'after' }]);
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
