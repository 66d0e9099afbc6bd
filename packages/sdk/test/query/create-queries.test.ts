/** The keys of all operations, and what each write reads again, with TanStack Query itself. */
import { createClient } from '@mock-services/sdk';
import type { Queries } from '@mock-services/sdk/query';
import type { QueryClient } from '@tanstack/query-core';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../support/failures.ts';
import { type FetchAnswer, networkFailure, status } from '../support/fetches.ts';
import { anInput, baseUrl, mockServiceId as id, workspaceId } from '../support/fixtures.ts';
import { operationCases } from '../support/operations.ts';
import { answerTo, changedIn, fill, queries, run, setUp } from '../support/query-cache.ts';

const reads = operationCases.flatMap(({ query, ...rest }) => (query ? [{ ...rest, ...query }] : []));

describe.each(reads)('the query of $operation', ({ operation, of: queryOf, key, path, result }) => {
  test('has a key with the id in lower case, and reads the resource', async () => {
    const { queries, cache, calls } = setUp(answerTo(operation));
    const query = queryOf(queries);
    expect(query.queryKey).toEqual(['mock-services', ...key]);

    expect(await cache.fetchQuery(query)).toEqual(result);

    expect(calls().map((call) => call.toLowerCase())).toEqual([`get ${path}`.toLowerCase()]);
    expect(cache.getQueryData(query.queryKey)).toEqual(result);
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

test.each(['mockServices', 'workspaces', 'activity'] as const)(
  'queries.%s has each method of the client, except for areas and temporary mock services',
  (group) => {
    const methods = Object.keys(createClient({ baseUrl })[group]);
    const expected = methods.filter((name) => name !== 'createTemporary' && name !== 'mockServices');
    expect(Object.keys(queries[group]).toSorted()).toEqual(['key', ...expected].toSorted());
  },
);

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

const changedItem = ['listMockServices', 'getMockService', 'getWorkspaceConfiguration'];
const writes: [string, Write][] = [
  [
    'mockServices.create',
    {
      operation: 'createMockService',
      write: ({ mockServices }, cache, signal) => run(cache, mockServices.create({ signal }), anInput()),
      method: 'POST',
      key: queries.mockServices.create().mutationKey.slice(1),
      changed: ['listMockServices', 'getWorkspaceConfiguration'],
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
      changed: changedItem,
      changedBySuccess: ['listMockServices', 'getMockService, removed', 'getWorkspaceConfiguration'],
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
      changed: ['listActivity'],
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

  test.each<[string, FetchAnswer, object, boolean]>([
    ['a lost response', networkFailure(), { name: 'NetworkError' }, true],
    ['a 500', status(500), { name: 'ApiError', status: 500 }, true],
    ['a 403', status(403), { name: 'ApiError', status: 403 }, false],
    ['a refused connection', networkFailure('ECONNREFUSED', 'connect'), { name: 'NetworkError' }, false],
  ])('%s sends no second request and reads the same again', async (_, answer, error, mayHaveBeenApplied) => {
    const { queries, cache, sent } = setUp(...before, answer);
    fill(cache);
    await expect(write(queries, cache)).rejects.toMatchObject({ ...error, mayHaveBeenApplied });
    expect(methodsOf(sent)).toEqual(sentOnce);
    expect(changedIn(cache)).toEqual(expected.changed);
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

test('modify reads again if its own read or its function fails', async () => {
  const missing = setUp(status(404));
  const thrown = setUp(answerTo('getMockService'));
  const change = (): never => {
    throw new RangeError('A colleague changed it.');
  };
  for (const { queries, cache } of [missing, thrown]) {
    fill(cache);
    await failureOf(run(cache, queries.mockServices.modify(), { id, change }));
    expect(changedIn(cache)).toEqual(changedItem);
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
