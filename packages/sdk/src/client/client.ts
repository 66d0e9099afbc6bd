import type {
  ActivityEntry,
  CreatedMockService,
  DeepReadonly,
  MockService,
  MockServiceInput,
  MockServiceSummary,
  Workspace,
} from '../contract/resources.ts';
import type { RequestOptions, StreamOptions } from './options.ts';

/** The result of a call together with its response. */
export interface WithResponse<Data> {
  readonly data: Data;
  readonly response: ResponseFacts;
  /** Number of attempts that sent a request. Followed redirects are not counted. */
  readonly attempts: number;
}

export interface ResponseFacts {
  /** HTTP status. */
  readonly status: number;
  readonly headers: Headers;
  /** URL of the response, without the query. */
  readonly url: string;
}

/** The promise of a resource that client methods return. */
export interface ApiPromise<Data> extends Promise<Data> {
  /** Resolves to the resource together with its response and the number of attempts. */
  withResponse(): Promise<WithResponse<Data>>;
}

/** Creates, replaces and deletes mock services. */
export interface MockServiceWrites {
  /**
   * Creates a mock service (§4, endpoint 5). The request is not retried unless the call sets `retryUnsafe`.
   *
   * @param input - The type, title and config. Its fields `id`, `createdAt` and `updatedAt`, if any, are not sent.
   * @returns The identifier of the new mock service. To read the other fields, call `get`.
   * @throws {@link ValidationError} if a field is invalid. In that case no request is sent.
   * @example
   * ```ts
   * const { id } = await client.mockServices.create({
   *   type: 'REST',
   *   title: 'Orders',
   *   config: {
   *     cors: { allowedOrigins: ['shop.example.com'], allowedMethods: ['GET'], allowedHeaders: [] },
   *     defaultResponseHeaders: {},
   *     upstreams: [{ name: 'orders', url: 'https://orders.example.com' }],
   *   },
   * });
   * ```
   */
  create(input: DeepReadonly<MockServiceInput>, options?: RequestOptions): ApiPromise<CreatedMockService>;

  /**
   * Replaces the type, title and config of a mock service (§4, endpoint 6). To change a single field, use `modify`.
   *
   * @param input - The new type, title and config.
   * @returns The complete mock service after the update.
   * @throws {@link ValidationError} if the id or a field is invalid. In that case no request is sent.
   * @example
   * ```ts
   * const { updatedAt } = await client.mockServices.update(id, { ...input, title: 'Orders, frozen' });
   * ```
   */
  update(
    id: string,
    input: DeepReadonly<MockServiceInput>,
    options?: RequestOptions,
  ): ApiPromise<MockService>;

  /**
   * Deletes a mock service (§4, endpoint 7).
   *
   * If the response to an attempt is lost, or its status is 500, 502 or 504, the service may already have deleted the
   * mock service. If a retry then receives a 404, the deletion counts as successful. The call resolves, and the client
   * calls `onWarning`.
   *
   * @throws {@link ValidationError} if the id is not a UUID. In that case no request is sent.
   * @example
   * ```ts
   * await client.mockServices.delete(id);
   * ```
   */
  delete(id: string, options?: RequestOptions): ApiPromise<undefined>;
}

/** Methods for mock service configurations (§2.1 to §2.3). */
export interface MockServices extends MockServiceWrites {
  /**
   * Lists the mock services without their configurations (§4, endpoint 3). The interface does not specify the order of
   * the mock services.
   *
   * @example
   * ```ts
   * for (const { id, title } of await client.mockServices.list()) console.log(id, title);
   * ```
   */
  list(options?: RequestOptions): ApiPromise<MockServiceSummary[]>;

  /**
   * Reads a mock service with its configuration (§4, endpoint 4).
   *
   * @throws {@link ValidationError} if the id is not a UUID. In that case no request is sent.
   * @example
   * ```ts
   * const { config } = await client.mockServices.get(id, { timeout: 2_000 });
   * console.log(config.upstreams.map(({ url }) => url));
   * ```
   */
  get(id: string, options?: RequestOptions): ApiPromise<MockService>;

  /**
   * Changes part of a mock service. The method reads the mock service, passes it to `change`, and writes the version
   * that `change` returns. If another client changes the mock service between the two requests, that change is
   * overwritten.
   *
   * The limits `timeout` and `totalTimeout` apply to each request separately, and only `signal` limits the duration of
   * `change`.
   *
   * @param change - Function that receives the current mock service and returns the new version. The fields `id`,
   *   `createdAt` and `updatedAt` are not written. If it throws, the call rejects with the same error, and if it returns
   *   nothing, with a `TypeError`.
   * @returns The complete mock service after the update.
   * @throws {@link ValidationError} if the id or a changed field is invalid, or if an integer is so large that JavaScript
   *   may have rounded it while reading. In that case nothing is written.
   * @throws {@link MockServicesError} for any other failure of either request.
   * @example
   * ```ts
   * await client.mockServices.modify(id, (service) => ({ ...service, title: 'Orders, frozen' }));
   * ```
   */
  modify(
    id: string,
    change: (
      current: MockService,
    ) => DeepReadonly<MockServiceInput> | Promise<DeepReadonly<MockServiceInput>>,
    options?: RequestOptions,
  ): Promise<MockService>;

  /**
   * Creates a mock service and deletes it at the end of the `await using` scope, even if the scope throws or the signal
   * was aborted. The deletion ignores a 404 response, and sends no `idempotency-key` header.
   *
   * @param input - The type, title and config.
   * @throws {@link ValidationError} if a field is invalid. In that case no request is sent.
   * @throws {@link MockServicesError} for any other failure. A failed deletion throws an error at the end of the scope.
   * @example
   * ```ts
   * await using service = await client.mockServices.createTemporary(input);
   * console.log(service.id);
   * ```
   */
  createTemporary(
    input: DeepReadonly<MockServiceInput>,
    options?: RequestOptions,
  ): Promise<TemporaryMockService>;
}

/** A mock service that is deleted when it is disposed. */
export interface TemporaryMockService extends AsyncDisposable {
  /** UUID of the mock service. */
  readonly id: string;
}

/** Methods for workspaces (§2.4). The interface has no operation that creates, changes or deletes a workspace. */
export interface Workspaces {
  /**
   * Lists the workspaces (§4, endpoint 8). The interface does not specify the order of the workspaces.
   *
   * @example
   * ```ts
   * const workspaces = await client.workspaces.list();
   * const current = workspaces.filter(({ expiresAt }) => Date.parse(expiresAt) > Date.now());
   * ```
   */
  list(options?: RequestOptions): ApiPromise<Workspace[]>;

  /**
   * Reads the configuration of a workspace (§4, endpoint 9). The configuration has the shape of a mock service.
   *
   * @throws {@link ValidationError} if the id is not a UUID. In that case no request is sent.
   * @example
   * ```ts
   * const { title, config } = await client.workspaces.getConfiguration(workspaceId);
   * ```
   */
  getConfiguration(workspaceId: string, options?: RequestOptions): ApiPromise<MockService>;

  /**
   * The methods `create`, `update` and `delete` of `client.mockServices`. The interface lists the same operations for
   * workspaces (§4, rule 3).
   */
  readonly mockServices: MockServiceWrites;
}

/** Methods for activity logs (§2.5). */
export interface Activity {
  /**
   * Reads all entries of a workspace's activity log (§4, endpoint 1). The interface does not specify the order of the
   * entries.
   *
   * @throws {@link ValidationError} if the id is not a UUID. In that case no request is sent.
   * @example
   * ```ts
   * const entries = await client.activity.list(workspaceId);
   * const failed = entries.filter(({ response }) => response.statusCode >= 500);
   * ```
   */
  list(workspaceId: string, options?: RequestOptions): ApiPromise<ActivityEntry[]>;

  /**
   * Deletes all entries of a workspace's activity log (§4, endpoint 2).
   *
   * @throws {@link ValidationError} if the id is not a UUID. In that case no request is sent.
   * @example
   * ```ts
   * await client.activity.clear(workspaceId);
   * ```
   */
  clear(workspaceId: string, options?: RequestOptions): ApiPromise<undefined>;

  /**
   * Reads an activity log entry by entry while the response arrives. Use this method for logs that do not fit into
   * memory. At most one chunk and its entries, or one entry longer than a chunk, is held in memory. The next chunk is
   * read when your loop needs another entry. The request is sent when the first entry is requested.
   *
   * Until the response headers arrive, retries and time limits work as in other methods. After that, `timeout` limits
   * the wait for each chunk, and does not run while your loop processes an entry. The whole stream is limited only if
   * you set `totalTimeout` in the `options` of `stream`; when it expires, the connection is closed and the next read
   * rejects with a {@link TimeoutError}. Leaving the loop or calling `close()` closes the connection as well.
   *
   * @throws {@link ValidationError} if the id is not a UUID. In that case no request is sent. The error is thrown while
   *   reading if the response is not a log, or if an entry is invalid or longer than `maxEntryLength`.
   * @throws {@link NetworkError} while reading if the connection is lost.
   * @throws {@link ParseError} while reading if the body is not valid JSON.
   * @example
   * ```ts
   * let failed = 0;
   * for await (const { response } of client.activity.stream(workspaceId)) {
   *   if (response.statusCode >= 500) failed += 1;
   * }
   * ```
   */
  stream(workspaceId: string, options?: StreamOptions): ActivityStream;
}

/** An activity log that is read while it arrives. An activity stream can be read only once. */
export interface ActivityStream extends AsyncIterable<ActivityEntry>, AsyncDisposable {
  /** Reads the next entry. */
  next(): Promise<IteratorResult<ActivityEntry, undefined>>;
  /** Closes the stream when a `for await` loop ends early. */
  return(): Promise<IteratorResult<ActivityEntry, undefined>>;
  /** Closes the connection. If a call of `next()` is pending, the call resolves with `done: true`. */
  close(): Promise<void>;
}

/**
 * A client for one service. Its methods reject with a {@link MockServicesError}, or with a `TypeError` if an option or an
 * argument is of the wrong kind.
 */
export interface Client {
  readonly mockServices: MockServices;
  readonly workspaces: Workspaces;
  readonly activity: Activity;
}
