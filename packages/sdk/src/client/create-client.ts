import type { AnyMockServicesError } from './errors/index.ts';
import type { Client, MockServices, MockServiceWrites } from './client.ts';
import { createInvoke } from './invoke.ts';
import { loadFailure, loadRefusal, loadStream } from './on-demand.ts';
import type { ClientOptions } from './options.ts';
import { createPrepare } from './prepare.ts';
import { send } from './send.ts';

/**
 * Makes a client of the service at `baseUrl`.
 *
 * @throws TypeError when `baseUrl` is missing, relative, not http(s) or carries credentials, or when another
 *   option has no meaning.
 * @example
 * ```ts
 * const client = createClient({ baseUrl: 'https://mocks.example.com/api' });
 * const services = await client.mockServices.list();
 * ```
 */
export function createClient(options: ClientOptions): Client {
  const prepare = createPrepare(options);
  const invoke = createInvoke(prepare);

  const writes: MockServiceWrites = {
    create: (input, options) => invoke('createMockService', options, undefined, input),
    update: (id, input, options) => invoke('updateMockService', options, id, input),
    delete: (id, options) => invoke('deleteMockService', options, id),
  };
  const get: MockServices['get'] = (id, options) => invoke('getMockService', options, id);
  return {
    mockServices: {
      ...writes,
      list: (options) => invoke('listMockServices', options),
      get,
      modify: async (id, change, options) => writes.update(id, await change(await get(id, options)), options),
      createTemporary: async (input, options) => {
        const { id } = await writes.create(input, options);
        // The signal of the creation says nothing about the deletion, which must happen either way.
        const forDeletion = { ...options, signal: undefined };
        return { id, [Symbol.asyncDispose]: () => writes.delete(id, forDeletion).catch(unlessGone) };
      },
    },
    workspaces: {
      list: (options) => invoke('listWorkspaces', options),
      getConfiguration: (id, options) => invoke('getWorkspaceConfiguration', options, id),
      mockServices: writes,
    },
    activity: {
      list: (id, options) => invoke('listActivity', options, id),
      clear: (id, options) => invoke('clearActivity', options, id),
      open: async (id, options) => {
        const call = await prepare('listActivity', options, id);
        return (await loadStream(call)).openLog(call, { send, loadFailure, loadRefusal });
      },
    },
  };
}

/** A temporary mock service that is gone already needs no deleting. */
function unlessGone(error: AnyMockServicesError): void {
  if (error.name !== 'ApiError' || error.status !== 404) throw error;
}
