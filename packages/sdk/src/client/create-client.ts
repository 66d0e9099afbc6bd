import type { DataOf } from '../contract/endpoints.ts';
import type { OperationId } from '../contract/operations.ts';
import { createApiPromise } from './api-promise.ts';
import type { Client, MockServices, MockServiceWrites } from './client.ts';
import type { AnyMockServicesError } from './errors/any-error.ts';
import { errorOfTree } from './errors/error-of-tree.ts';
import type { ClientOptions, CreateOptions } from './options/options.ts';
import { createContext } from './context.ts';
import { createRequest } from './create-request.ts';
import { race } from './race.ts';
import { readResource } from './response.ts';
import { openLog } from './stream.ts';
import { send } from './transport.ts';

/**
 * Makes a client of the service at `baseUrl`.
 *
 * @throws TypeError when `baseUrl` is missing, relative, not http(s) or carries credentials, or when another
 *   option is invalid.
 * @example
 * ```ts
 * const client = createClient({ baseUrl: 'https://mocks.example.com/api' });
 * const services = await client.mockServices.list();
 * ```
 */
export function createClient(options: ClientOptions): Client {
  const client = createContext(options);

  const call = <Id extends OperationId>(operation: Id, ...given: Given) =>
    createApiPromise<DataOf<Id>>(async (report) => {
      try {
        const request = createRequest(client, operation, ...given);
        const exchange = await send(request, client);
        const resource = readResource(request, exchange, client);
        const { attempts } = exchange;
        const { status, headers, url } = exchange.response;
        report({ response: { status, headers, url }, attempts });
        // The table holds, for each operation, the schema that its types are derived from: the resource has passed it.
        return resource as DataOf<Id>;
      } catch (thrown) {
        throw errorOfTree(thrown, operation, client.prefix);
      }
    });

  const writes: MockServiceWrites = {
    create: (input, options) => call('createMockService', options, undefined, input),
    update: (id, input, options) => call('updateMockService', options, id, input),
    delete: (id, options) => call('deleteMockService', options, id),
  };
  const get: MockServices['get'] = (id, options) => call('getMockService', options, id);
  return {
    mockServices: {
      ...writes,
      list: (options) => call('listMockServices', options),
      get,
      modify: async (id, change, options) => {
        const current = await get(id, options);
        const changed = await race(Promise.resolve(change(current)), options?.signal, Infinity);
        // A call whose signal is aborted sends nothing, and rejects.
        return await (typeof changed === 'symbol' ? get(id, options) : writes.update(id, changed, options));
      },
      createTemporary: async (input, options) => {
        const { id } = await writes.create(input, options);
        // The signal of the creation must not stop the deletion, which has to happen either way.
        const forDeletion = { ...options, signal: undefined };
        // WebKit has no such symbol; what compiles `await using` takes the registered one there.
        const known: { readonly asyncDispose?: typeof Symbol.asyncDispose } = Symbol;
        const asyncDispose: typeof Symbol.asyncDispose =
          known.asyncDispose ?? (Symbol.for('Symbol.asyncDispose') as typeof Symbol.asyncDispose);
        return { id, [asyncDispose]: () => writes.delete(id, forDeletion).catch(ignoreMissing) };
      },
    },
    workspaces: {
      list: (options) => call('listWorkspaces', options),
      getConfiguration: (id, options) => call('getWorkspaceConfiguration', options, id),
      mockServices: writes,
    },
    activity: {
      list: (id, options) => call('listActivity', options, id),
      clear: (id, options) => call('clearActivity', options, id),
      open: async (id, options) => {
        try {
          const request = createRequest(client, 'listActivity', options, id);
          return await openLog(request, client, (options?.totalTimeout ?? undefined) !== undefined);
        } catch (thrown) {
          throw errorOfTree(thrown, 'listActivity', client.prefix);
        }
      },
    },
  };
}

/** Options, identifier and input of a call. */
type Given = [options: CreateOptions | undefined, id?: string, input?: unknown];

/** A temporary mock service that is gone already needs no deleting. */
function ignoreMissing(error: AnyMockServicesError): void {
  if (error.name !== 'ApiError' || error.status !== 404) throw error;
}
