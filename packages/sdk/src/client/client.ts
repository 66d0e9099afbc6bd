import type {
  ActivityEntry,
  CreatedMockService,
  MockService,
  MockServiceInput,
  MockServiceSummary,
  Workspace,
} from '../contract/resources.ts';
import type { ApiPromise } from './api-promise.ts';
import type { RequestOptions } from './options.ts';

/** Creates, replaces and deletes mock services. */
export interface MockServiceWrites {
  /**
   * Creates a mock service (§4, endpoint 5). It is sent once, unless `maxRetries` is given.
   *
   * @returns The identifier of the new mock service; read it with `get` for the rest.
   * @throws {@link ValidationError} when a field is wrong; nothing is sent then.
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
   * @returns The whole mock service after the update.
   * @throws {@link ValidationError} when the id or a field is wrong; nothing is sent then.
   */
  update(id: string, input: MockServiceInput, options?: RequestOptions): ApiPromise<MockService>;

  /**
   * Deletes a mock service (§4, endpoint 7).
   *
   * @param id - UUID.
   * @throws {@link ValidationError} when the id is not a UUID; nothing is sent then.
   */
  delete(id: string, options?: RequestOptions): ApiPromise<undefined>;
}

/** Mock service configurations (§2.1 to §2.3). */
export interface MockServices extends MockServiceWrites {
  /**
   * Lists the mock services, without their configurations (§4, endpoint 3). Their order is open.
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
   * @param id - UUID.
   * @throws {@link ValidationError} when the id is not a UUID; nothing is sent then.
   */
  get(id: string, options?: RequestOptions): ApiPromise<MockService>;
}

/** Workspaces (§2.4). The interface has no operation that creates, changes or deletes one. */
export interface Workspaces {
  /** Lists the workspaces (§4, endpoint 8). Their order is open. */
  list(options?: RequestOptions): ApiPromise<Workspace[]>;

  /**
   * Reads a workspace's configuration, which is shaped like a mock service (§4, endpoint 9).
   *
   * @param workspaceId - UUID.
   * @throws {@link ValidationError} when the id is not a UUID; nothing is sent then.
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
   */
  list(workspaceId: string, options?: RequestOptions): ApiPromise<ActivityEntry[]>;

  /**
   * Deletes all entries of a workspace's activity log (§4, endpoint 2).
   *
   * @param workspaceId - UUID.
   * @throws {@link ValidationError} when the id is not a UUID; nothing is sent then.
   */
  clear(workspaceId: string, options?: RequestOptions): ApiPromise<undefined>;
}

/** A client of one service. Every method returns an {@link ApiPromise} and rejects with a `MockServicesError`. */
export interface Client {
  readonly mockServices: MockServices;
  readonly workspaces: Workspaces;
  readonly activity: Activity;
}
