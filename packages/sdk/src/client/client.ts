import type {
  ActivityEntry,
  CreatedMockService,
  DeepReadonly,
  MockService,
  MockServiceInput,
  MockServiceSummary,
  Workspace,
} from '../contract/resources.ts';
import type { RequestOptions } from './options.ts';

export interface WithResponse<Data> {
  readonly data: Data;
  readonly response: ResponseFacts;
  /** Number of attempts that sent a request. Followed redirects do not count as attempts. */
  readonly attempts: number;
}

export interface ResponseFacts {
  readonly status: number;
  readonly headers: Headers;
  /** URL without the query. */
  readonly url: string;
  /** Unparsed body, for example to read numbers that JavaScript cannot represent. */
  readonly text: string;
}

/** A promise for a resource. `withResponse()` resolves to both the resource and the response. */
export interface ApiPromise<Data> extends Promise<Data> {
  withResponse(): Promise<WithResponse<Data>>;
}

export interface MockServiceWrites {
  /**
   * Creates a mock service (§4, endpoint 5) and resolves to its id. The request is retried only if the call sets
   * `retryUnsafe`. The fields `id`, `createdAt` and `updatedAt` of `input` are not sent.
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
   * Replaces the type, title and config of a mock service (§4, endpoint 6) and resolves to the updated mock service. To
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
   * If a response is lost, or has the status 500, 502 or 504, the service may already have deleted the mock service. A
   * 404 response to the retry therefore counts as success, and the client calls `onWarning`.
   */
  delete(id: string, options?: RequestOptions): ApiPromise<undefined>;
}

/** Methods for mock service configurations (§2.1 to §2.3). */
export interface MockServices extends MockServiceWrites {
  /** Lists the mock services without configurations (§4, endpoint 3). The interface does not specify the order. */
  list(options?: RequestOptions): ApiPromise<MockServiceSummary[]>;

  /** Reads a mock service with its configuration (§4, endpoint 4). */
  get(id: string, options?: RequestOptions): ApiPromise<MockService>;

  /**
   * Reads a mock service, passes it to `change`, and writes the returned version. A change by another client between
   * the two requests is overwritten.
   *
   * `timeout` and `totalTimeout` apply to each of the two requests, but not to `change`, which only `signal` can
   * interrupt.
   * @param change - A function that returns the new version, whose `id`, `createdAt` and `updatedAt` are not sent. If
   *   `change` throws an error, the call rejects with the same error. If `change` returns nothing, the call rejects
   *   with a `TypeError`.
   * @throws {@link ValidationError} if the new version contains a number that JavaScript may have changed during
   *   parsing, such as an integer beyond 2^53 - 1. In this case, nothing is written.
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
   * was aborted. The DELETE request has the headers of the call, except `idempotency-key`. A 404 response to the DELETE
   * request counts as success, and any other failure is thrown at the end of the scope.
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
  /** Lists the workspaces (§4, endpoint 8). The interface does not specify the order. */
  list(options?: RequestOptions): ApiPromise<Workspace[]>;

  /** Reads the configuration of a workspace (§4, endpoint 9), which has the shape of a mock service. */
  getConfiguration(workspaceId: string, options?: RequestOptions): ApiPromise<MockService>;

  /**
   * The same methods `create`, `update` and `delete` as in `client.mockServices`, because the interface lists them for
   * workspaces (§4, rule 3).
   */
  readonly mockServices: MockServiceWrites;
}

export interface Activity {
  /** Reads all entries of a workspace's activity log (§4, endpoint 1). The interface does not specify the order. */
  list(workspaceId: string, options?: RequestOptions): ApiPromise<ActivityEntry[]>;

  /** Deletes all entries of a workspace's activity log (§4, endpoint 2). */
  clear(workspaceId: string, options?: RequestOptions): ApiPromise<undefined>;
}

/**
 * A client for one service. Client methods reject with a {@link MockServicesError}, or with a `TypeError` if an option
 * or an argument has the wrong type. If an id or an input is invalid, they send no request and reject with a {@link
 * ValidationError}.
 */
export interface Client {
  readonly mockServices: MockServices;
  readonly workspaces: Workspaces;
  readonly activity: Activity;
}
