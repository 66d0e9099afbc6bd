import type {
  ActivityEntry,
  CreatedMockService,
  MockService,
  MockServiceInput,
  MockServiceSummary,
  Workspace,
} from '../contract/resources.ts';
import type { RequestOptions, StreamOptions } from './options.ts';

/** A result together with its response. */
export interface WithResponse<Data> {
  readonly data: Data;
  readonly response: ResponseFacts;
  /** How many requests were sent, retries and followed redirects included. */
  readonly attempts: number;
}

/** The response of a call, without its body. */
export interface ResponseFacts {
  /** HTTP status. */
  readonly status: number;
  readonly headers: Headers;
  /** URL of the response, without the query. */
  readonly url: string;
}

/** The promise that every method returns. It resolves to the resource. */
export interface ApiPromise<Data> extends Promise<Data> {
  /** Resolves to the resource together with status, headers, URL and the number of attempts. */
  withResponse(): Promise<WithResponse<Data>>;
}

/** Creates, replaces and deletes mock services. */
export interface MockServiceWrites {
  /**
   * Creates a mock service (§4, endpoint 5). The client sends it once, unless the call has `retryUnsafe`.
   *
   * @param input - Type, title and config. `id`, `createdAt` and `updatedAt` of one that was read are not sent.
   * @returns The identifier of the new mock service; read it with `get` for the rest.
   * @throws {@link ValidationError} when a field is wrong; nothing is sent then.
   * @throws {@link MockServicesError} for any other failure.
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
  create(input: MockServiceInput, options?: RequestOptions): ApiPromise<CreatedMockService>;

  /**
   * Replaces type, title and config of a mock service (§4, endpoint 6). To change a single field, read the
   * mock service first, or use `modify`.
   *
   * @param id - UUID.
   * @param input - The new type, title and config.
   * @returns The whole mock service after the update.
   * @throws {@link ValidationError} when the id or a field is wrong; nothing is sent then.
   * @throws {@link MockServicesError} for any other failure.
   * @example
   * ```ts
   * const { updatedAt } = await client.mockServices.update(id, { ...input, title: 'Orders, frozen' });
   * ```
   */
  update(id: string, input: MockServiceInput, options?: RequestOptions): ApiPromise<MockService>;

  /**
   * Deletes a mock service (§4, endpoint 7). If an earlier attempt may have deleted the mock service (after a lost response, a 500,
   * a 502 or a 504), and a retry receives a 404, the call resolves, and `onWarning` is notified.
   *
   * @param id - UUID.
   * @throws {@link ValidationError} when the id is not a UUID; nothing is sent then.
   * @throws {@link MockServicesError} for any other failure.
   * @example
   * ```ts
   * await client.mockServices.delete(id);
   * ```
   */
  delete(id: string, options?: RequestOptions): ApiPromise<undefined>;
}

/** Mock service configurations (§2.1 to §2.3). */
export interface MockServices extends MockServiceWrites {
  /**
   * Lists the mock services, without their configurations (§4, endpoint 3). Their order is open.
   *
   * @throws {@link MockServicesError} for any failure.
   * @example
   * ```ts
   * for (const { id, title } of await client.mockServices.list()) console.log(id, title);
   * ```
   */
  list(options?: RequestOptions): ApiPromise<MockServiceSummary[]>;

  /**
   * Reads a mock service with its configuration (§4, endpoint 4).
   *
   * @param id - UUID.
   * @throws {@link ValidationError} when the id is not a UUID; nothing is sent then.
   * @throws {@link MockServicesError} for any other failure.
   * @example
   * ```ts
   * const { config } = await client.mockServices.get(id, { timeout: 2_000 });
   * console.log(config.upstreams.map(({ url }) => url));
   * ```
   */
  get(id: string, options?: RequestOptions): ApiPromise<MockService>;

  /**
   * Reads a mock service, lets `change` make a new version of it, and writes that: the safe way to change
   * one field, since an update replaces them all. A change that someone else makes between the two is lost.
   * `timeout` and `totalTimeout` apply to each of the two requests. Only `signal` limits the
   * time that `change` takes.
   *
   * @param id - UUID.
   * @param change - Gets the current mock service and returns the new one. `id`, `createdAt` and
   *   `updatedAt` are not written. What it throws rejects the call, and nothing is written then.
   * @returns The whole mock service after the update.
   * @throws {@link ValidationError} when the id or a changed field is wrong; nothing is written then.
   * @throws {@link MockServicesError} for any other failure of the two requests.
   * @example
   * ```ts
   * await client.mockServices.modify(id, (service) => ({ ...service, title: 'Orders, frozen' }));
   * ```
   */
  modify(
    id: string,
    change: (current: MockService) => MockServiceInput | Promise<MockServiceInput>,
    options?: RequestOptions,
  ): Promise<MockService>;

  /**
   * Creates a mock service, and deletes it at the end of the scope, even if the scope throws. It is no error
   * if the mock service no longer exists by then.
   *
   * @param input - Type, title and config.
   * @throws {@link ValidationError} when a field is wrong; nothing is sent then.
   * @throws {@link MockServicesError} for any other failure. If the deletion fails, the end of the scope throws.
   * @example
   * ```ts
   * await using service = await client.mockServices.createTemporary(input);
   * console.log(service.id);
   * ```
   */
  createTemporary(input: MockServiceInput, options?: RequestOptions): Promise<TemporaryMockService>;
}

/** A mock service that is deleted when it is disposed of. */
export interface TemporaryMockService extends AsyncDisposable {
  /** UUID. */
  readonly id: string;
}

/** Workspaces (§2.4). The interface has no operation that creates, changes or deletes one. */
export interface Workspaces {
  /**
   * Lists the workspaces (§4, endpoint 8). Their order is open.
   *
   * @throws {@link MockServicesError} for any failure.
   * @example
   * ```ts
   * const workspaces = await client.workspaces.list();
   * const current = workspaces.filter(({ expiresAt }) => Date.parse(expiresAt) > Date.now());
   * ```
   */
  list(options?: RequestOptions): ApiPromise<Workspace[]>;

  /**
   * Reads a workspace's configuration, which is shaped like a mock service (§4, endpoint 9).
   *
   * @param workspaceId - UUID.
   * @throws {@link ValidationError} when the id is not a UUID; nothing is sent then.
   * @throws {@link MockServicesError} for any other failure.
   * @example
   * ```ts
   * const { title, config } = await client.workspaces.getConfiguration(workspaceId);
   * ```
   */
  getConfiguration(workspaceId: string, options?: RequestOptions): ApiPromise<MockService>;

  /** The same three operations as on `client.mockServices`: the interface lists them here too (§4, rule 3). */
  readonly mockServices: MockServiceWrites;
}

/** Activity logs (§2.5). */
export interface Activity {
  /**
   * Reads all entries of a workspace's activity log (§4, endpoint 1). Their order is open.
   *
   * @param workspaceId - UUID.
   * @throws {@link ValidationError} when the id is not a UUID; nothing is sent then.
   * @throws {@link MockServicesError} for any other failure.
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
   * @param workspaceId - UUID.
   * @throws {@link ValidationError} when the id is not a UUID; nothing is sent then.
   * @throws {@link MockServicesError} for any other failure.
   * @example
   * ```ts
   * await client.activity.clear(workspaceId);
   * ```
   */
  clear(workspaceId: string, options?: RequestOptions): ApiPromise<undefined>;

  /**
   * Reads the same log as `list` entry by entry, as it arrives, for logs too large for memory: it holds at most one chunk with its
   * entries, or one entry that is longer, and reads from the service no faster than the loop runs. Nothing is sent before
   * the first entry is requested. Up to the response headers it is a call like any other, with its retries and limits. From
   * then on `timeout` is the longest silence before a chunk, and only a `totalTimeout` among these `options` limits the whole.
   *
   * Leaving the loop ends the connection, and so does `close()`. If the next entry is not requested for `timeout`
   * milliseconds, the connection ends too, and reading on rejects with a {@link TimeoutError}.
   *
   * @param workspaceId - UUID.
   * @throws {@link ValidationError} when the id is not a UUID; nothing is sent then. After the entries that did arrive: a
   *   {@link NetworkError} when the body breaks off, a {@link ParseError} when it is not JSON, and a
   *   {@link ValidationError} when it is not a log, or an entry is invalid or longer than `maxEntryLength`.
   * @throws {@link MockServicesError} for any other failure.
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

/** An activity log that is read as it arrives, once. */
export interface ActivityStream extends AsyncIterable<ActivityEntry>, AsyncDisposable {
  /** The next entry. */
  next(): Promise<IteratorResult<ActivityEntry, undefined>>;
  /** Does the same as `close`, for a loop that is left. */
  return(): Promise<IteratorResult<ActivityEntry, undefined>>;
  /** Ends the connection. A loop that waits for the next entry ends without an error. */
  close(): Promise<void>;
}

/**
 * A client of one service. Every method of the interface returns an {@link ApiPromise}. All methods reject with a
 * {@link MockServicesError}, or with a `TypeError` if an option is invalid; `modify` also rejects with what its `change` throws.
 */
export interface Client {
  readonly mockServices: MockServices;
  readonly workspaces: Workspaces;
  readonly activity: Activity;
}
