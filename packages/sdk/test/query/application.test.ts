/** Queries and mutations in an application: shown lists, and options of the caller. */
import { createClient, type MockService } from '@mock-services/sdk';
import { createQueries, type ServiceQuery } from '@mock-services/sdk/query';
import {
  MutationObserver,
  QueryClient,
  QueryObserver,
  type QueryObserverOptions,
} from '@tanstack/query-core';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { failureOf, unhandledDuring } from '../support/failures.ts';
import { fetchOf, networkFailure, status } from '../support/fetches.ts';
import { aMockService, anInput, baseUrl, mockServiceId as id, workspaceId } from '../support/fixtures.ts';
import {
  answerTo,
  changedIn,
  fill,
  heldAnswers,
  listOf,
  queries,
  run,
  setUp,
} from '../support/query-cache.ts';

/** A list that is shown, whose second version is `after`. */
function showList(given: ReturnType<typeof setUp>) {
  const observer = new QueryObserver(given.cache, given.queries.mockServices.list());
  onTestFinished(observer.subscribe(() => undefined));
  return () => observer.getCurrentResult().data?.map(({ title }) => title);
}

test('a mutation succeeds when the list that is shown has the new version', async () => {
  const given = setUp(listOf('before'), answerTo('updateMockService'), listOf('after'));
  const titles = showList(given);
  await expect.poll(titles).toEqual(['before']);
  await run(given.cache, given.queries.mockServices.update(), { id, ...anInput() });
  expect(titles()).toEqual(['after']);
});

test('after a lost response, the list that is shown is read while the mutation already failed', async () => {
  const responses: ((response: Response) => void)[] = [];
  const slow = () => new Promise<Response>((resolve) => void responses.push(resolve));
  const given = setUp(listOf('before'), networkFailure(), slow);
  const titles = showList(given);
  await expect.poll(titles).toEqual(['before']);
  await failureOf(run(given.cache, given.queries.mockServices.update(), { id, ...anInput() }));
  expect(titles()).toEqual(['before']);
  responses[0]?.(listOf('after'));
  await expect.poll(titles).toEqual(['after']);
});

test('a success stays a success if the list cannot be read again', async () => {
  const given = setUp(listOf('before'), answerTo('updateMockService'), networkFailure());
  const titles = showList(given);
  await expect.poll(titles).toEqual(['before']);
  const reasons = await unhandledDuring(async () => {
    const saved = run(given.cache, given.queries.mockServices.update(), { id, ...anInput() });
    await expect(saved).resolves.toMatchObject({ title: anInput().title });
  });
  expect(reasons).toEqual([]);
  expect(titles()).toEqual(['before']);
});

test('a failing query sends 3 requests, and without these options 12', async () => {
  const { fetch, sent } = fetchOf(status(503, { 'retry-after': '0' }));
  const client = createClient({ baseUrl, fetch });
  // In a page, `retry: 3` is the default of TanStack Query.
  const cache = new QueryClient({ defaultOptions: { queries: { retry: 3, retryDelay: 0 } } });
  onTestFinished(() => cache.clear());
  const requestsOf = async (
    options: QueryObserverOptions<unknown, Error, unknown, unknown, readonly string[]>,
  ) => {
    const before = sent.length;
    const observer = new QueryObserver(cache, options);
    const stop = observer.subscribe(() => undefined);
    await expect.poll(() => observer.getCurrentResult().status).toBe('error');
    stop();
    return sent.length - before;
  };
  expect(await requestsOf(createQueries(client).mockServices.list() as never)).toBe(3);
  expect(await requestsOf({ queryKey: ['by hand'], queryFn: () => client.mockServices.list() })).toBe(12);
});

test('a query of the caller whose key begins with ours is read again, too', async () => {
  const { queries, cache } = setUp(status(200));
  const queryKey = [...queries.activity.list(workspaceId).queryKey, 'failures'];
  cache.setQueryData(queryKey, 'mine');
  await run(cache, queries.activity.clear(), workspaceId);
  expect(cache.getQueryState(queryKey)).toMatchObject({ isInvalidated: true });
});

test('options of the caller replace ours, but the write still reads again what it changed', async () => {
  const { queries, cache, sent } = setUp(networkFailure());
  fill(cache);
  const mine = { onSuccess: vi.fn(), onError: vi.fn(), onSettled: vi.fn(), retry: 1 };
  const mutation = { ...queries.mockServices.update(), ...mine };
  await failureOf(run(cache, mutation, { id, ...anInput() }));
  expect([mine.onSuccess, mine.onError, mine.onSettled].map(({ mock }) => mock.calls.length)).toEqual([
    0, 1, 1,
  ]);
  expect(sent).toHaveLength(2);
  expect(changedIn(cache)).toEqual(['listMockServices', 'getMockService', 'getWorkspaceConfiguration']);
});

test('options of a call apply to each call of a query and of a mutation', async () => {
  const { queries, cache, sent } = setUp(listOf('one'), listOf('two'), answerTo('clearActivity'));
  const headers = { 'x-team': 'blue' };
  const list = queries.mockServices.list({ headers });
  await cache.fetchQuery(list);
  await cache.fetchQuery(list);
  const clear = queries.activity.clear({ headers });
  await run(cache, clear, workspaceId);
  await run(cache, clear, workspaceId);
  expect(sent.map((request) => request.headers['x-team'])).toEqual(['blue', 'blue', 'blue', 'blue']);
  expect(list.queryKey).toEqual(queries.mockServices.list().queryKey);
});

test('two clients with different prefixes share a query client', async () => {
  const { cache, queries } = setUp(listOf('production'));
  const { fetch } = fetchOf(listOf('staging'));
  const staging = createQueries(createClient({ baseUrl, fetch }), { prefix: 'staging' });
  await cache.fetchQuery(queries.mockServices.list());
  await cache.fetchQuery(staging.mockServices.list());
  await cache.invalidateQueries({ queryKey: staging.key });
  expect(cache.getQueryState(queries.mockServices.list().queryKey)).toMatchObject({ isInvalidated: false });
  expect(cache.getQueryState(staging.mockServices.list().queryKey)).toMatchObject({ isInvalidated: true });
  expect(staging.activity.clear().mutationKey).toEqual(['staging', 'activity', 'clear']);
});

test('the key of a group is the start of its keys', () => {
  const { key, mockServices, workspaces, activity } = queries;
  expect(key).toEqual(['mock-services']);
  for (const [group, { queryKey }] of [
    [mockServices, mockServices.get(id)],
    [workspaces, workspaces.list()],
    [activity, activity.list(id)],
  ] as const)
    expect(queryKey.slice(0, 2)).toEqual(group.key);
});

test('without a query client, a mutation says what to install, and sends nothing', async () => {
  const { queries, sent } = setUp(status(200));
  const old = queries.mockServices.delete().mutationFn as (id: string) => Promise<unknown>;
  const message = '`mockServices.delete` needs the query client. Install @tanstack/query-core 5.89 or newer.';
  await expect(old(id)).rejects.toThrow(new TypeError(message));
  expect(sent).toEqual([]);
});

/** The recipes of the docs: while a save is pending, a view shows its variables. */
describe.each<['an item' | 'a row of a list']>([['an item'], ['a row of a list']])(
  'an optimistic title of %s',
  (shown) => {
    /** A view with a save of its own and a service whose writes wait for an answer. */
    function open() {
      const service = { title: 'before', ...heldAnswers() };
      const list = () => listOf(service.title);
      const item = () => Response.json({ data: aMockService({ title: service.title }) });
      const given = setUp(({ method, url }) => {
        if (method !== 'GET') return service.hold();
        return url.endsWith('s') ? list() : item();
      });
      const { mockServices } = given.queries;
      const query: ServiceQuery<unknown> = shown === 'an item' ? mockServices.get(id) : mockServices.list();
      const view = new QueryObserver(given.cache, query);
      const { mutationFn, ...rest } = mockServices.modify();
      const save = new MutationObserver<unknown, Error, { id: string; title: string }>(given.cache, {
        ...rest,
        mutationFn: (variables, context) =>
          shown === 'an item'
            ? mockServices.update().mutationFn({ ...anInput(), ...variables }, context)
            : mutationFn({ id, change: (current) => ({ ...current, title: variables.title }) }, context),
      });
      onTestFinished(view.subscribe(() => undefined));
      const title = () => {
        const { isPending, variables } = save.getCurrentResult();
        const data = view.getCurrentResult().data as MockService | [MockService] | undefined;
        return isPending ? variables.title : (Array.isArray(data) ? data[0] : data)?.title;
      };
      const writes = () => given.sent.filter(({ method }) => method !== 'GET').length;
      const saveAs = (entered: string) => save.mutate({ id, title: entered });
      return { service, view, title, writes, saveAs, item };
    }

    test('is shown at once, and stays after a success', async () => {
      const { service, title, writes, saveAs, item } = open();
      await expect.poll(title).toBe('before');
      const saving = saveAs('after');
      expect(title()).toBe('after');
      await expect.poll(writes).toBe(1);
      service.title = 'after';
      service.give(item());
      await saving;
      expect(title()).toBe('after');
    });

    test('is the second one if the first save is rejected after it', async () => {
      const { service, title, writes, saveAs, item, view } = open();
      await expect.poll(title).toBe('before');
      const first = failureOf(saveAs('first'));
      await expect.poll(writes).toBe(1);
      const second = saveAs('second');
      await expect.poll(writes).toBe(2);
      service.title = 'second';
      service.give(item(), 1);
      await second;
      service.give(status(403));
      await first;
      await expect.poll(() => view.getCurrentResult().isFetching).toBe(false);
      expect(title()).toBe('second');
    });
  },
);
