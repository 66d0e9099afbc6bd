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
} from './queries.ts';

type Key = readonly string[];

/**
 * Creates options of TanStack Query for each method of the client. They are plain objects, so they work with the adapter
 * of every framework.
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
        query([...configurations, idKey(id)], ({ signal }) =>
          client.workspaces.getConfiguration(id, { ...options, signal }),
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

function query<Data>(queryKey: Key, queryFn: (context: QueryContext) => Promise<Data>): ServiceQuery<Data> {
  return { queryKey: queryKey as DataTag<Key, Data>, queryFn, retry: false };
}

/** Invalidates in `mutationFn`, because callbacks such as `onSettled` would be replaced by those of the caller. */
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
    const readAgain = (keys: readonly Key[]) =>
      Promise.all(keys.map((queryKey) => cache.invalidateQueries({ queryKey })));
    let data: Data;
    try {
      data = await write(variables);
    } catch (error) {
      if (isMockServicesError(error) && error.mayHaveBeenApplied)
        void readAgain([...changedBy(variables), ...(removedBy ? [removedBy(variables)] : [])]);
      throw error;
    }
    await readAgain(changedBy(variables));
    // Last, so that the caller's `onSuccess` can close a view of it before the view renders, and reads it, again.
    if (removedBy) cache.removeQueries({ queryKey: removedBy(variables) });
    return data;
  };
  return { mutationKey, mutationFn, retry: false };
}
