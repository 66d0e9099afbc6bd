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
   * First element of each key. If two clients share a `QueryClient`, give each another prefix, because otherwise one
   * shows the data of the other.
   * @default 'mock-services'
   */
  readonly prefix?: string;
}

/** Options of a call, except for `signal`, which TanStack Query passes when it cancels a query. */
export type QueryCallOptions = Omit<RequestOptions, 'signal'>;

/** The part of TanStack's `QueryFunctionContext` that a query needs. */
export interface QueryContext {
  readonly signal: AbortSignal;
  /** Without the client, a query does not notice writes that end while it reads. */
  readonly client?: Pick<MutationContext['client'], 'invalidateQueries'>;
}

/**
 * The part of TanStack's `MutationFunctionContext` that a mutation needs. It exists since version 5.89 of
 * `@tanstack/query-core`.
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
 * Options for `useQuery`, `ensureQueryData` and similar functions. To add options such as `staleTime`, spread it.
 *
 * If a write ends while a query is being read, the query reads again before it returns, because its response may be older
 * than the write.
 */
export interface ServiceQuery<Data> {
  readonly queryKey: DataTag<readonly string[], Data>;
  readonly queryFn: (context: QueryContext) => Promise<Data>;
  /** `false`, because the client retries. If TanStack Query retried, too, a failing query would send 12 requests. */
  readonly retry: false;
}

/**
 * Options for `useMutation`. To add options such as `onSuccess` or `onError`, spread it.
 *
 * When a write succeeds, the queries that it changed are read again before the mutation succeeds. When a write fails, the
 * mutation fails at once, and the queries are read again, too, unless no request was sent.
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
  /** The function that `client.mockServices.modify` takes. */
  readonly change: Parameters<MockServices['modify']>[1];
}

/** Each write reads the list, the mock service and all configurations of workspaces again. */
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
  /** Changes part of a mock service, as `client.mockServices.modify` does. */
  modify(options?: RequestOptions): ServiceMutation<MockService, MockServiceChange>;
  /**
   * Deletes the mock service with the given id (§4, endpoint 7), and removes its query. If the query is still shown after
   * the mutation, or if the call fails, it is read again instead.
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
 * Options of TanStack Query for each operation. The options that you pass to a function, such as `headers`, apply to
 * all calls of the query or mutation. They are not part of the key.
 */
export interface Queries {
  /** What all keys begin with. `invalidateQueries({ queryKey: queries.key })` reads everything again. */
  readonly key: readonly string[];
  readonly mockServices: MockServiceQueries;
  readonly workspaces: WorkspaceQueries;
  readonly activity: ActivityQueries;
}
