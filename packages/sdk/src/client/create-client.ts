import type { DataOf } from '../contract/endpoints.ts';
import { locate } from '../contract/issue.ts';
import type { OperationId } from '../contract/operations.ts';
import { send } from './call.ts';
import type { ApiPromise, Client, MockServices, MockServiceWrites, WithResponse } from './client.ts';
import type { AnyMockServicesError } from './errors.ts';
import { toMockServicesError, invalidArgument } from './failure.ts';
import type { ClientOptions, RequestOptions } from './options.ts';
import { aborted, race, timedOut } from '../race.ts';
import type { Call } from './context.ts';
import { createCall } from './request.ts';
import { readResource } from './response.ts';
import { readCallOptions, readSettings, warnOfUnknownOptions } from './settings.ts';
import { asyncDispose, streamLog } from './stream.ts';

type Given = [options: RequestOptions | undefined, id?: string, input?: unknown];

/**
 * Creates a client of the service at `baseUrl`.
 *
 * @throws TypeError if `baseUrl` is not an absolute http(s) URL, if `baseUrl` contains credentials, or if another
 *   option is invalid.
 * @example
 * ```ts
 * const client = createClient({ baseUrl: 'https://mocks.example.com/api' });
 * const services = await client.mockServices.list();
 * ```
 */
export function createClient(options: ClientOptions): Client {
  const settings = readSettings(options);

  const prepare = (operation: OperationId, ...[options, id, input]: Given): Call => {
    warnOfUnknownOptions(settings, operation, options ?? {});
    return createCall(settings, operation, readCallOptions(settings, operation, options), id, input);
  };

  const call = <Id extends OperationId>(operation: Id, ...given: Given) =>
    createApiPromise<DataOf<Id>>(async (report) => {
      const prepared = prepare(operation, ...given);
      try {
        const response = await send(prepared);
        const resource = readResource(prepared, response);
        const { status, headers, url } = response;
        report({ response: { status, headers, url }, attempts: prepared.attempts });
        // The type cast is safe, because the operation's validator has checked the resource. TypeScript derives the
        // resource type from the schema that the validator implements.
        return resource as DataOf<Id>;
      } catch (thrown) {
        throw toMockServicesError(prepared, thrown);
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
        if (typeof change !== 'function')
          throw new TypeError('`modify` takes a function: `(service) => ({ ...service, title })`.');
        const current = await get(id, options);
        const changed = await race(Promise.resolve(change(current)), options?.signal, Infinity);
        // The signal was aborted, so `get` rejects without sending a request.
        if (changed === aborted || changed === timedOut) return await get(id, options);
        const inexact = findInexactNumber(changed, []);
        if (!inexact) return await writes.update(id, changed, options);
        const update = prepare('updateMockService', options, id, changed);
        const expected = 'integer up to 2^53 - 1 (JavaScript may have rounded a larger one)';
        throw invalidArgument(update, locate(inexact).path, expected, 'a larger number');
      },
      createTemporary: async (input, options) => {
        const { id } = await writes.create(input, options);
        // The mock service must be deleted even if the caller has aborted the signal that was passed to
        // `createTemporary`.
        const forDeletion = { ...options, signal: undefined };
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
      stream: (id, options) => streamLog((given) => prepare('listActivity', given, id), options),
    },
  };
}

/**
 * Creates the promise that a method returns. The method `withResponse()` awaits the same native promise as the caller.
 * If the promise were wrapped, the JavaScript engine V8 would show incomplete stack traces.
 *
 * @param start - Function that starts the call. The function must call `report` with the response before the returned
 *   promise resolves.
 */
function createApiPromise<Data>(
  start: (report: (received: Omit<WithResponse<Data>, 'data'>) => void) => Promise<Data>,
): ApiPromise<Data> {
  // Set before `data` resolves.
  let received!: Omit<WithResponse<Data>, 'data'>;
  const data = start((reported) => {
    received = reported;
  });
  let whole: Promise<WithResponse<Data>> | undefined;
  const withResponse = () => (whole ??= (async () => ({ data: await data, ...received }))());
  return Object.assign(data, { withResponse });
}

/** Returns the path to the first integer that `JSON.parse` may have rounded. Integers beyond 2^53 may be rounded. */
function findInexactNumber(value: unknown, path: readonly PropertyKey[]): readonly PropertyKey[] | undefined {
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return path;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const found = findInexactNumber(inner, [...path, Array.isArray(value) ? Number(key) : key]);
    if (found) return found;
  }
  return undefined;
}

/** Ignores the 404 response to a deletion, because the mock service does not exist anymore. */
function ignoreMissing(error: AnyMockServicesError): void {
  if (error.name !== 'ApiError' || error.status !== 404) throw error;
}
