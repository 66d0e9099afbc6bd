/** The keys of all operations, and what each write reads again, with TanStack Query itself. */
import { createClient, isMockServicesError, type MockService } from '@mock-services/sdk';
import { createQueries, type MockServiceUpdate, type ServiceQuery } from '@mock-services/sdk/query';
import {
  type MutationOptions,
  QueryClient,
  QueryObserver,
  type QueryObserverOptions,
} from '@tanstack/query-core';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { failureOf, unhandledDuring } from '../support/failures.ts';
import { fetchOf, type FetchAnswer, networkFailure, status } from '../support/fetches.ts';
import { aMockService, anInput, baseUrl, mockServiceId as id, workspaceId } from '../support/fixtures.ts';
import { operationCases } from '../support/operations.ts';

const otherId = '7d1c5b1e-93b4-4f0f-a1d5-02d0d3f6f4aa';

function setUp(...answers: FetchAnswer[]) {
  const { fetch, sent } = fetchOf(...answers);
  const queries = createQueries(createClient({ baseUrl, fetch, maxRetries: 0 }));
  // The options of ours must win over an application's defaults.
  const retrying = { retry: 3, retryDelay: 0 };
  const cache = new QueryClient({ defaultOptions: { queries: retrying, mutations: retrying } });
  onTestFinished(() => cache.clear());
  const calls = () => sent.map(({ method, url }) => `${method} ${url.slice(baseUrl.length)}`);
  return { queries, cache, sent, calls };
}
type Queries = ReturnType<typeof createQueries>;

const queries = createQueries(createClient({ baseUrl }));

function answerTo(operation: string): Response {
  const found = operationCases.find((one) => one.operation === operation);
  return found?.received === undefined
    ? status(found?.status ?? 0)
    : Response.json(found.received, { status: found.status });
}

/** Every query of an application that shows everything, by a name for this test. */
const shown = {
  list: queries.mockServices.list(),
  item: queries.mockServices.get(id),
  'other item': queries.mockServices.get(otherId),
  workspaces: queries.workspaces.list(),
  configuration: queries.workspaces.getConfiguration(workspaceId),
  log: queries.activity.list(workspaceId),
  'other log': queries.activity.list(otherId),
};

function fill(cache: QueryClient): void {
  for (const [name, { queryKey }] of Object.entries(shown))
    cache.setQueryData<unknown, readonly string[]>(queryKey, name);
}

/** Names the queries that are stale, or no longer in the cache. */
function changedIn(cache: QueryClient): string[] {
  return Object.entries(shown).flatMap(([name, { queryKey }]) => {
    const state = cache.getQueryState(queryKey);
    if (state === undefined) return [`${name}, removed`];
    return state.isInvalidated ? [name] : [];
  });
}

const run = <Data, Variables, Before = unknown>(
  cache: QueryClient,
  mutation: MutationOptions<Data, Error, Variables, Before>,
  variables: Variables,
): Promise<Data> => cache.getMutationCache().build(cache, mutation).execute(variables);

const reads: [string, string, (given: Queries) => ServiceQuery<unknown>, string[]][] = [
  ['mockServices.list', 'listMockServices', (given) => given.mockServices.list(), ['mockServices', 'list']],
  [
    'mockServices.get',
    'getMockService',
    (given) => given.mockServices.get(id),
    ['mockServices', 'get', id.toLowerCase()],
  ],
  ['workspaces.list', 'listWorkspaces', (given) => given.workspaces.list(), ['workspaces', 'list']],
  [
    'workspaces.getConfiguration',
    'getWorkspaceConfiguration',
    (given) => given.workspaces.getConfiguration(workspaceId.toUpperCase()),
    ['workspaces', 'getConfiguration', workspaceId],
  ],
  [
    'activity.list',
    'listActivity',
    (given) => given.activity.list(workspaceId.toUpperCase()),
    ['activity', 'list', workspaceId],
  ],
];

describe.each(reads)('queries.%s', (_, operation, queryOf, key) => {
  const operationCase = operationCases.find((one) => one.operation === operation);

  test('has a key with the id in lower case, and reads the resource', async () => {
    const { queries, cache, calls } = setUp(answerTo(operation));
    const query = queryOf(queries);
    expect(query.queryKey).toEqual(['mock-services', ...key]);

    expect(await cache.fetchQuery(query)).toEqual(operationCase?.result);

    expect(calls().map((call) => call.toLowerCase())).toEqual([`get ${operationCase?.path}`.toLowerCase()]);
    expect(cache.getQueryData(query.queryKey)).toEqual(operationCase?.result);
  });

  test('sends one request if the service fails, and aborts it when the query is canceled', async () => {
    const failing = setUp(status(500));
    await expect(failing.cache.fetchQuery(queryOf(failing.queries))).rejects.toMatchObject({ status: 500 });
    expect(failing.calls()).toHaveLength(1);

    const hanging = setUp(() => new Promise(() => undefined));
    const query = queryOf(hanging.queries);
    const reading = failureOf(hanging.cache.fetchQuery(query));
    await expect.poll(hanging.calls).toHaveLength(1);
    await hanging.cache.cancelQueries({ queryKey: query.queryKey });
    expect(await reading).toMatchObject({ message: 'CancelledError' });
    expect(hanging.sent[0]?.signal.aborted).toBe(true);
  });
});

interface Write {
  readonly operation: string;
  readonly write: (given: Queries, cache: QueryClient, signal?: AbortSignal) => Promise<unknown>;
  /** Answers before the write, and the method of the write. */
  readonly before?: FetchAnswer[];
  readonly method: string;
  readonly key: string[];
  readonly changed: string[];
  /** If a success changes other queries than an uncertain failure. */
  readonly changedBySuccess?: string[];
}

const changedItem = ['list', 'item', 'configuration'];
const writes: [string, Write][] = [
  [
    'mockServices.create',
    {
      operation: 'createMockService',
      write: ({ mockServices }, cache, signal) => run(cache, mockServices.create({ signal }), anInput()),
      method: 'POST',
      key: queries.mockServices.create().mutationKey.slice(1),
      changed: ['list', 'configuration'],
    },
  ],
  [
    'mockServices.update',
    {
      operation: 'updateMockService',
      write: ({ mockServices }, cache, signal) =>
        run(cache, mockServices.update({ signal }), { id: id.toLowerCase(), ...anInput() }),
      method: 'PUT',
      key: queries.mockServices.update().mutationKey.slice(1),
      changed: changedItem,
    },
  ],
  [
    'mockServices.modify',
    {
      operation: 'updateMockService',
      write: ({ mockServices }, cache, signal) =>
        run(cache, mockServices.modify({ signal }), { id, change: (it) => ({ ...it, title: 'New' }) }),
      before: [answerTo('getMockService')],
      method: 'PUT',
      key: queries.mockServices.modify().mutationKey.slice(1),
      changed: changedItem,
    },
  ],
  [
    'mockServices.delete',
    {
      operation: 'deleteMockService',
      write: ({ mockServices }, cache, signal) =>
        run(cache, mockServices.delete({ signal }), id.toLowerCase()),
      method: 'DELETE',
      key: queries.mockServices.delete().mutationKey.slice(1),
      changed: ['list', 'item', 'configuration'],
      changedBySuccess: ['list', 'item, removed', 'configuration'],
    },
  ],
  [
    'activity.clear',
    {
      operation: 'clearActivity',
      write: ({ activity }, cache, signal) =>
        run(cache, activity.clear({ signal }), workspaceId.toUpperCase()),
      method: 'DELETE',
      key: queries.activity.clear().mutationKey.slice(1),
      changed: ['log'],
    },
  ],
];

describe.each(writes)('queries.%s', (name, { operation, write, before = [], method, key, ...expected }) => {
  const methodsOf = (sent: readonly { readonly method: string }[]) => sent.map((request) => request.method);
  const sentOnce = [...before.map(() => 'GET'), method];

  test('a success reads again exactly what the write changed', async () => {
    const { queries, cache, sent } = setUp(...before, answerTo(operation));
    fill(cache);
    await write(queries, cache);
    expect(methodsOf(sent)).toEqual(sentOnce);
    expect(changedIn(cache)).toEqual(expected.changedBySuccess ?? expected.changed);
    expect(key).toEqual(name.split('.'));
  });

  test.each<[string, FetchAnswer, object]>([
    ['a lost response', networkFailure(), { name: 'NetworkError' }],
    ['a 500', status(500), { name: 'ApiError', status: 500 }],
    ['a 504', status(504), { name: 'ApiError', status: 504 }],
  ])('%s sends no second request and reads the same again', async (_, answer, error) => {
    const { queries, cache, sent } = setUp(...before, answer);
    fill(cache);
    await expect(write(queries, cache)).rejects.toMatchObject({ ...error, mayHaveBeenApplied: true });
    expect(methodsOf(sent)).toEqual(sentOnce);
    expect(changedIn(cache)).toEqual(expected.changed);
  });

  test.each<[string, FetchAnswer, object]>([
    ['a 403', status(403), { name: 'ApiError', status: 403 }],
    ['a 422', status(422), { name: 'ApiError', status: 422 }],
    ['a refused connection', networkFailure('ECONNREFUSED', 'connect'), { name: 'NetworkError' }],
  ])('%s is certain, so nothing is read again', async (_, answer, error) => {
    const { queries, cache } = setUp(...before, answer);
    fill(cache);
    await expect(write(queries, cache)).rejects.toMatchObject({ ...error, mayHaveBeenApplied: false });
    expect(changedIn(cache)).toEqual([]);
  });

  test('an abort after the request reads the same again, and one before it does not', async () => {
    const controller = new AbortController();
    const abort = (): Promise<Response> => {
      controller.abort();
      return new Promise(() => undefined);
    };
    const { queries, cache, sent } = setUp(...before, abort);
    fill(cache);
    await expect(write(queries, cache, controller.signal)).rejects.toMatchObject({ name: 'AbortError' });
    expect(changedIn(cache)).toEqual(expected.changed);

    fill(cache);
    await expect(write(queries, cache, controller.signal)).rejects.toMatchObject({ name: 'AbortError' });
    expect(changedIn(cache)).toEqual([]);
    expect(methodsOf(sent)).toEqual(sentOnce);
  });
});

test('modify reads nothing again if its own read or its function fails', async () => {
  const lost = setUp(networkFailure());
  const thrown = setUp(answerTo('getMockService'));
  const change = (): never => {
    throw new RangeError('mine');
  };
  for (const { queries, cache } of [lost, thrown]) {
    fill(cache);
    await failureOf(run(cache, queries.mockServices.modify(), { id, change }));
    expect(changedIn(cache)).toEqual([]);
  }
  expect(thrown.sent).toHaveLength(1);
});

test('a write with an invalid id is not sent and reads nothing again', async () => {
  const { queries, cache, sent } = setUp(status(200));
  fill(cache);
  await expect(run(cache, queries.mockServices.delete(), '')).rejects.toMatchObject({
    name: 'ValidationError',
  });
  expect({ sent, changed: changedIn(cache) }).toEqual({ sent: [], changed: [] });
});

/** A list that is shown, whose second version is `after`. */
function showList(given: ReturnType<typeof setUp>) {
  const observer = new QueryObserver(given.cache, given.queries.mockServices.list());
  onTestFinished(observer.subscribe(() => undefined));
  return () => observer.getCurrentResult().data?.map(({ title }) => title);
}

const listOf = (...titles: string[]) =>
  Response.json({ data: titles.map((title) => aMockService({ title })) });

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

test('a view of the deleted mock service can close before it reads it again', async () => {
  const item = Response.json({ data: aMockService() });
  const given = setUp(listOf('before'), item, status(200), listOf('after'));
  const titles = showList(given);
  await expect.poll(titles).toEqual(['before']);
  const view = new QueryObserver(given.cache, given.queries.mockServices.get(id));
  const close = view.subscribe(() => undefined);
  onTestFinished(close);
  await expect.poll(() => view.getCurrentResult().isSuccess).toBe(true);
  // The view renders again whenever the cache changes.
  onTestFinished(
    given.cache.getQueryCache().subscribe(({ type }) => {
      if (type === 'updated') view.setOptions(given.queries.mockServices.get(id));
    }),
  );

  await run(given.cache, { ...given.queries.mockServices.delete(), onSuccess: close }, id);

  expect(titles()).toEqual(['after']);
  const [, , ...requests] = given.calls().map((call) => call.replace(id, ':id'));
  expect(requests).toEqual(['DELETE /configuration/mock-services/:id', 'GET /configuration/mock-services']);
  expect(given.cache.getQueryData(given.queries.mockServices.get(id).queryKey)).toBeUndefined();
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
  expect(changedIn(cache)).toEqual(changedItem);
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

/** The recipe of the docs: show the new title at once, and take it back only if the service refused it. */
describe('an optimistic update', () => {
  const optimistic = (given: ReturnType<typeof setUp>) => {
    const { queryKey } = given.queries.mockServices.get(id);
    return {
      ...given.queries.mockServices.update(),
      onMutate: ({ title }: { title: string }) => {
        const before = given.cache.getQueryData(queryKey);
        given.cache.setQueryData(queryKey, (old: MockService | undefined) => old && { ...old, title });
        return before;
      },
      onError: (error: Error, _: unknown, before: MockService | undefined) => {
        if (!isMockServicesError(error) || !error.mayHaveBeenApplied)
          given.cache.setQueryData(queryKey, before);
      },
    };
  };
  test.each<[string, FetchAnswer, string]>([
    ['a certain rejection takes it back', status(403), 'before'],
    ['an uncertain failure keeps it until the item is read again', networkFailure(), 'after'],
  ])('%s', async (_, answer, title) => {
    const given = setUp(answer);
    const { queryKey } = given.queries.mockServices.get(id);
    given.cache.setQueryData(queryKey, aMockService({ title: 'before' }));
    await failureOf(
      run<unknown, MockServiceUpdate, MockService | undefined>(given.cache, optimistic(given), {
        id,
        ...anInput({ title: 'after' }),
      }),
    );
    expect(given.cache.getQueryData(queryKey)?.title).toBe(title);
  });
});
