import { parseBaseUrl } from './base-url.ts';
import type { Client, MockServices, MockServiceWrites } from './client.ts';
import { createCredentials } from './credentials.ts';
import { createInvoke } from './invoke.ts';
import { isApiError } from './errors/api-error.ts';
import { checkOptions, type ClientOptions } from './options.ts';

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
  const baseUrl = parseBaseUrl((options as Partial<ClientOptions> | undefined)?.baseUrl);
  const { onRequest, onResponse, onRetry, onWarning, ...given } = checkOptions(options);
  const observers = { onRequest, onResponse, onRetry, onWarning };
  const { fetch } = given;
  const invoke = createInvoke(baseUrl, given, {
    fetch,
    credentials: createCredentials(given),
    observers,
  });

  const writes: MockServiceWrites = {
    create: (input, options) => invoke('createMockService', { params: {}, input }, options),
    update: (mockServiceId, input, options) =>
      invoke('updateMockService', { params: { mockServiceId }, input }, options),
    delete: (mockServiceId, options) => invoke('deleteMockService', { params: { mockServiceId } }, options),
  };
  const get: MockServices['get'] = (mockServiceId, options) =>
    invoke('getMockService', { params: { mockServiceId } }, options);
  return {
    mockServices: {
      ...writes,
      list: (options) => invoke('listMockServices', { params: {} }, options),
      get,
      modify: async (id, change, options) => writes.update(id, await change(await get(id, options)), options),
      createTemporary: async (input, options) => {
        const { id } = await writes.create(input, options);
        // The signal of the creation says nothing about the deletion, which must happen either way.
        const { signal: _, ...forDeletion } = options ?? {};
        return { id, [Symbol.asyncDispose]: () => writes.delete(id, forDeletion).catch(unlessGone) };
      },
    },
    workspaces: {
      list: (options) => invoke('listWorkspaces', { params: {} }, options),
      getConfiguration: (workspaceId, options) =>
        invoke('getWorkspaceConfiguration', { params: { workspaceId } }, options),
      mockServices: writes,
    },
    activity: {
      list: (workspaceId, options) => invoke('listActivity', { params: { workspaceId } }, options),
      clear: (workspaceId, options) => invoke('clearActivity', { params: { workspaceId } }, options),
    },
  };
}

/** A temporary mock service that is gone already needs no deleting. */
function unlessGone(error: unknown): void {
  if (!isApiError(error) || error.status !== 404) throw error;
}
