import type { DataTag } from '@tanstack/query-core';
import type { MockServices } from '../client/client.ts';
import type { RequestOptions } from '../client/options.ts';
import type {
  ActivityEntry,
  CreatedMockService,
  DeepReadonly,
  MockService,
  MockServiceInput,
  MockServiceSummary,
  Workspace,
} from '../contract/resources.ts';

export interface QueriesOptions {
  /**
   * First element of each key. Clients that share a `QueryClient` need different prefixes, because equal keys share
   * their data.
   * @default 'mock-services'
   */
  readonly prefix?: string;
}

/** Options of a call, except for `signal`, which TanStack Query passes when it cancels a query. */
export type QueryCallOptions = Omit<RequestOptions, 'signal'>;

/** The part of TanStack's `QueryFunctionContext` that a query needs. */
export interface QueryContext {
  readonly signal: AbortSignal;
  /** The `QueryClient`, without which a query does not notice writes that end during the read. */
  readonly client?: Pick<MutationContext['client'], 'invalidateQueries'>;
}

/**
 * The part of TanStack's `MutationFunctionContext` that a mutation needs. `@tanstack/query-core` has this type since
 * version 5.89.
 */
export interface MutationContext {
  readonly client: {
    invalidateQueries(
      filters: { queryKey: readonly string[] },
      options?: { cancelRefetch: boolean },
    ): Promise<void>;
    removeQueries(filters: { queryKey: readonly string[]; type: 'inactive'; fetchStatus: 'idle' }): void;
    isMutating(filters: { mutationKey: readonly string[] }): number;
    getMutationCache(): { subscribe(listener: () => void): () => void };
  };
}

/**
 * Options for `useQuery`, `ensureQueryData` and similar functions. To add options such as `staleTime`, spread the
 * object.
 *
 * If a write ends during a read, the query reads again before it returns, because the response may be older than the
 * write.
 */
export interface ServiceQuery<Data> {
  readonly queryKey: DataTag<readonly string[], Data>;
  readonly queryFn: (context: QueryContext) => Promise<Data>;
  /** `false`, because the client retries. With retries by TanStack Query, a failing query would send 12 requests. */
  readonly retry: false;
}

/**
 * Options for `useMutation`. To add options such as `onSuccess` or `onError`, spread the object.
 *
 * After a successful write, the changed queries are read again before the mutation succeeds. If a write fails, the
 * mutation fails immediately, and the queries are read again unless no request was sent.
 */
export interface ServiceMutation<Data, Variables> {
  readonly mutationKey: readonly string[];
  /** @throws TypeError before the write, if `context` is missing, as in `@tanstack/query-core` before 5.89. */
  readonly mutationFn: (variables: Variables, context: MutationContext) => Promise<Data>;
  /** `false`, because the client retries what is safe to repeat. */
  readonly retry: false;
}

/** The variables of `queries.mockServices.update()`, such as `{ ...service, title: 'Orders' }`. */
export type MockServiceUpdate = DeepReadonly<MockServiceInput> & { readonly id: string };

/** The variables of `queries.mockServices.modify()`. */
export interface MockServiceChange {
  readonly id: string;
  /** The function for `client.mockServices.modify`. */
  readonly change: Parameters<MockServices['modify']>[1];
}

/** After each write, the list, the mock service and all workspace configurations are read again. */
export interface MockServiceQueries {
  /** What the keys in this group begin with. */
  readonly key: readonly string[];
  /** Lists the mock services without configurations (§4, endpoint 3). */
  list(options?: QueryCallOptions): ServiceQuery<MockServiceSummary[]>;
  /** Reads a mock service with its configuration (§4, endpoint 4). */
  get(id: string, options?: QueryCallOptions): ServiceQuery<MockService>;
  /** Creates a mock service (§4, endpoint 5). */
  create(options?: RequestOptions): ServiceMutation<CreatedMockService, DeepReadonly<MockServiceInput>>;
  /** Replaces the type, title and config of a mock service (§4, endpoint 6). */
  update(options?: RequestOptions): ServiceMutation<MockService, MockServiceUpdate>;
  /** Changes a part of a mock service, as `client.mockServices.modify` does. */
  modify(options?: RequestOptions): ServiceMutation<MockService, MockServiceChange>;
  /**
   * Deletes the mock service with the given id (§4, endpoint 7), and removes the query of this mock service. If the
   * view still shows the query, or the call fails, the query is read again instead.
   */
  delete(options?: RequestOptions): ServiceMutation<undefined, string>;
}

export interface WorkspaceQueries {
  /** What the keys in this group begin with. */
  readonly key: readonly string[];
  /** Lists the workspaces (§4, endpoint 8). */
  list(options?: QueryCallOptions): ServiceQuery<Workspace[]>;
  /** Reads the configuration of a workspace (§4, endpoint 9). */
  getConfiguration(workspaceId: string, options?: QueryCallOptions): ServiceQuery<MockService>;
}

export interface ActivityQueries {
  /** What the keys in this group begin with. */
  readonly key: readonly string[];
  /** Reads the activity log of a workspace (§4, endpoint 1). To follow the log, add `refetchInterval`. */
  list(workspaceId: string, options?: QueryCallOptions): ServiceQuery<ActivityEntry[]>;
  /** Deletes the entries of the log of the workspace with the given id (§4, endpoint 2). */
  clear(options?: RequestOptions): ServiceMutation<undefined, string>;
}

/**
 * Options of TanStack Query for each operation. Options for a function, such as `headers`, apply to all calls of the
 * query or mutation, but are not part of the key.
 */
export interface Queries {
  /** Beginning of all keys. `invalidateQueries({ queryKey: queries.key })` reads all queries again. */
  readonly key: readonly string[];
  readonly mockServices: MockServiceQueries;
  readonly workspaces: WorkspaceQueries;
  readonly activity: ActivityQueries;
}
