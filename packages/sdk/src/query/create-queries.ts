import type { DataTag } from '@tanstack/query-core';
import type { Client } from '../client/client.ts';
import { idKey } from '../contract/id-key.ts';
import { isMockServicesError } from '../errors.ts';
import type {
  MockServiceChange,
  MockServiceUpdate,
  MutationContext,
  Queries,
  QueriesOptions,
  QueryContext,
  ServiceMutation,
  ServiceQuery,
} from './types.ts';

type Key = readonly string[];

/**
 * Creates options of TanStack Query for each client method. The options are plain objects, so they work with the
 * adapter of every framework.
 */
export function createQueries(client: Client, { prefix = 'mock-services' }: QueriesOptions = {}): Queries {
  const mockServices = [prefix, 'mockServices'];
  const workspaces = [prefix, 'workspaces'];
  const activity = [prefix, 'activity'];
  const list = [...mockServices, 'list'];
  const item = (id: string) => [...mockServices, 'get', idKey(id)];
  const configurations = [...workspaces, 'getConfiguration'];
  const log = (workspaceId: string) => [...activity, 'list', idKey(workspaceId)];

  return {
    key: [prefix],
    mockServices: {
      key: mockServices,
      list: (options) => query(list, ({ signal }) => client.mockServices.list({ ...options, signal })),
      get: (id, options) =>
        query(item(id), ({ signal }) => client.mockServices.get(id, { ...options, signal })),
      create: (options) =>
        mutation(
          [...mockServices, 'create'],
          (input) => client.mockServices.create(input, options),
          () => [list, configurations],
        ),
      update: (options) =>
        mutation(
          [...mockServices, 'update'],
          (input: MockServiceUpdate) => client.mockServices.update(input.id, input, options),
          ({ id }) => [list, item(id), configurations],
        ),
      modify: (options) =>
        mutation(
          [...mockServices, 'modify'],
          ({ id, change }: MockServiceChange) => client.mockServices.modify(id, change, options),
          ({ id }) => [list, item(id), configurations],
        ),
      delete: (options) =>
        mutation(
          [...mockServices, 'delete'],
          (id) => client.mockServices.delete(id, options),
          () => [list, configurations],
          item,
        ),
    },
    workspaces: {
      key: workspaces,
      list: (options) =>
        query([...workspaces, 'list'], ({ signal }) => client.workspaces.list({ ...options, signal })),
      getConfiguration: (id, options) =>
        query(
          [...configurations, idKey(id)],
          ({ signal }) => client.workspaces.getConfiguration(id, { ...options, signal }),
          configurations,
        ),
    },
    activity: {
      key: activity,
      list: (id, options) => query(log(id), ({ signal }) => client.activity.list(id, { ...options, signal })),
      clear: (options) =>
        mutation(
          [...activity, 'clear'],
          (id) => client.activity.clear(id, options),
          (id) => [log(id)],
        ),
    },
  };
}

/** Number of finished writes for each query client and key (as JSON). */
const endedWrites = new WeakMap<object, Map<string, number>>();

function countEnd(cache: object, keys: readonly Key[]): void {
  const counts = endedWrites.get(cache) ?? new Map<string, number>();
  endedWrites.set(cache, counts);
  for (const key of keys.map((one) => JSON.stringify(one))) counts.set(key, (counts.get(key) ?? 0) + 1);
}

function endsOf(cache: object, key: Key): number {
  return endedWrites.get(cache)?.get(JSON.stringify(key)) ?? 0;
}

/** Maximum number of reads before a query returns, because writes may never stop. */
const maxReads = 5;

/**
 * Repeats a read if a write ended in the meantime, because the response may be older than the write. Canceling the
 * query instead would reject `ensureQueryData` and `fetchQuery`, and leave a disabled query idle.
 * @param writtenKey - The key with which writes invalidate the query.
 */
function query<Data>(
  queryKey: Key,
  read: (context: QueryContext) => Promise<Data>,
  writtenKey = queryKey,
): ServiceQuery<Data> {
  const queryFn = async (context: QueryContext) => {
    const { client: cache, signal } = context;
    if (cache === undefined) return read(context);
    const first = endsOf(cache, writtenKey);
    for (let reads = 1; ; reads += 1) {
      const last = endsOf(cache, writtenKey);
      const reading = read(context);
      await Promise.allSettled([reading]);
      if (endsOf(cache, writtenKey) !== last && reads < maxReads) continue;
      // Invalidate later, because TanStack Query clears an invalidation when it stores the data, or restores the
      // previous state of a canceled query.
      setTimeout(() => {
        if (endsOf(cache, writtenKey) !== (signal.aborted ? first : last))
          void cache.invalidateQueries({ queryKey }, { cancelRefetch: false });
      });
      return reading;
    }
  };
  return { queryKey: queryKey as DataTag<Key, Data>, queryFn, retry: false };
}

/** Invalidates in `mutationFn`, because the caller may replace callbacks such as `onSettled`. */
function mutation<Data, Variables>(
  mutationKey: Key,
  write: (variables: Variables) => Promise<Data>,
  changedBy: (variables: Variables) => Key[],
  removedBy?: (variables: Variables) => Key,
): ServiceMutation<Data, Variables> {
  const mutationFn = async (variables: Variables, context: MutationContext | undefined) => {
    const cache = context?.client;
    if (cache === undefined) {
      throw new TypeError(
        `\`${mutationKey.slice(1).join('.')}\` needs the query client. Install @tanstack/query-core 5.89 or newer.`,
      );
    }
    const changed = changedBy(variables);
    const removed = removedBy?.(variables);
    const all = removed ? [...changed, removed] : changed;
    const readAgain = (keys: readonly Key[]) => {
      countEnd(cache, all);
      return Promise.all(keys.map((queryKey) => cache.invalidateQueries({ queryKey })));
    };
    let data: Data;
    try {
      data = await write(variables);
    } catch (error) {
      // Read again even after an error without effect, because an error such as 404 shows that the cache is outdated.
      if (!isMockServicesError(error) || error.attempts > 0) void readAgain(all);
      throw error;
    }
    await readAgain(changed);
    if (removed) removeAfter(mutationKey, cache, removed);
    return data;
  };
  return { mutationKey, mutationFn, retry: false };
}

/** Waits for the caller's callbacks, because `onSuccess` can close a view that would read the removed data again. */
function removeAfter(mutationKey: Key, cache: MutationContext['client'], queryKey: Key): void {
  const remove = () => cache.removeQueries({ queryKey, type: 'inactive', fetchStatus: 'idle' });
  const stop = cache.getMutationCache().subscribe(() => {
    if (cache.isMutating({ mutationKey }) > 0) return;
    stop();
    remove();
    // Remove again later, because a framework may need a moment to close the view.
    setTimeout(() => {
      remove();
      void cache.invalidateQueries({ queryKey });
    });
  });
}
