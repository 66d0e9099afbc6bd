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

export interface WithResponse<Data> {
  readonly data: Data;
  readonly response: ResponseFacts;
  /** Attempts that sent a request. Followed redirects are not counted. */
  readonly attempts: number;
}

export interface ResponseFacts {
  readonly status: number;
  readonly headers: Headers;
  /** URL without the query. */
  readonly url: string;
}

/** The promise of a resource that client methods return. */
export interface ApiPromise<Data> extends Promise<Data> {
  /** Resolves to the resource together with its response and the number of attempts. */
  withResponse(): Promise<WithResponse<Data>>;
}

export interface MockServiceWrites {
  /**
   * Creates a mock service (§4, endpoint 5), and resolves to its identifier. The request is not retried unless the
   * call sets `retryUnsafe`. The fields `id`, `createdAt` and `updatedAt` of `input` are not sent.
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
   * Replaces the type, title and config of a mock service (§4, endpoint 6), and resolves to the updated one. To
   * change a single field, use `modify`.
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
   * mock service. If a retry then receives a 404, the call resolves, and the client calls `onWarning`.
   */
  delete(id: string, options?: RequestOptions): ApiPromise<undefined>;
}

/** Methods for mock service configurations (§2.1 to §2.3). */
export interface MockServices extends MockServiceWrites {
  /**
   * Lists the mock services without their configurations (§4, endpoint 3). The interface does not specify their
   * order.
   */
  list(options?: RequestOptions): ApiPromise<MockServiceSummary[]>;

  /** Reads a mock service with its configuration (§4, endpoint 4). */
  get(id: string, options?: RequestOptions): ApiPromise<MockService>;

  /**
   * Changes part of a mock service: reads it, passes it to `change`, and writes the version that `change` returns. If
   * another client changes the mock service between the two requests, that change is overwritten.
   *
   * The limits `timeout` and `totalTimeout` apply to each request separately, and only `signal` limits the duration
   * of `change`.
   * @param change - Returns the new version. The fields `id`, `createdAt` and `updatedAt` are not written. If it
   *   throws, the call rejects with the same error, and if it returns nothing, with a `TypeError`.
   * @throws {@link ValidationError} also if an integer is so large that JavaScript may have rounded it while reading.
   *   Nothing is then written.
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
   * Creates a mock service and deletes it at the end of the `await using` scope, even if the scope throws or the
   * signal was aborted. The deletion ignores a 404 response, and sends no `idempotency-key` header. If it fails, it
   * throws an error at the end of the scope.
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

export interface TemporaryMockService extends AsyncDisposable {
  /** UUID. */
  readonly id: string;
}

/** Methods for workspaces (§2.4). The interface has no operation that creates, changes or deletes a workspace. */
export interface Workspaces {
  /** Lists the workspaces (§4, endpoint 8). The interface does not specify their order. */
  list(options?: RequestOptions): ApiPromise<Workspace[]>;

  /** Reads the configuration of a workspace (§4, endpoint 9), which has the shape of a mock service. */
  getConfiguration(workspaceId: string, options?: RequestOptions): ApiPromise<MockService>;

  /**
   * The methods `create`, `update` and `delete` of `client.mockServices`, which the interface also lists for
   * workspaces (§4, rule 3).
   */
  readonly mockServices: MockServiceWrites;
}

export interface Activity {
  /** Reads all entries of a workspace's activity log (§4, endpoint 1). The interface does not specify their order. */
  list(workspaceId: string, options?: RequestOptions): ApiPromise<ActivityEntry[]>;

  /** Deletes all entries of a workspace's activity log (§4, endpoint 2). */
  clear(workspaceId: string, options?: RequestOptions): ApiPromise<undefined>;

  /**
   * Reads an activity log entry by entry while the response arrives, for logs that do not fit into memory. At most
   * one chunk and its entries, or one entry longer than a chunk, is held in memory. The next chunk is read when your
   * loop needs another entry. The request is sent when the first entry is requested.
   *
   * Until the response headers arrive, retries and time limits work as in other methods. After that, `timeout` limits
   * the wait for each chunk, and does not run while your loop processes an entry. The whole stream is limited only if
   * you set `totalTimeout` in the `options` of `stream`; when it expires, the connection is closed and the next read
   * rejects with a {@link TimeoutError}. Leaving the loop or calling `close()` closes the connection as well.
   * @throws {@link ValidationError} also while reading if the response is not a log, or if an entry is invalid or
   *   longer than `maxEntryLength`.
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

/** An activity log that is read while it arrives. It can be read only once. */
export interface ActivityStream extends AsyncIterable<ActivityEntry>, AsyncDisposable {
  next(): Promise<IteratorResult<ActivityEntry, undefined>>;
  /** Closes the stream when a `for await` loop ends early. */
  return(): Promise<IteratorResult<ActivityEntry, undefined>>;
  /** Closes the connection. A pending `next()` resolves with `done: true`. */
  close(): Promise<void>;
}

/**
 * A client for one service. Its methods reject with a {@link MockServicesError}, or with a `TypeError` if an option
 * or an argument is of the wrong kind. An invalid id or input is a {@link ValidationError}, and no request is sent.
 */
export interface Client {
  readonly mockServices: MockServices;
  readonly workspaces: Workspaces;
  readonly activity: Activity;
}
