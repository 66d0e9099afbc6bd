// Import `web-globals.ts` before any module that imports ky.
import { checkWebGlobals } from './web-globals.ts';
import type { DataOf } from '../contract/endpoints.ts';
import type { OperationId } from '../contract/operations.ts';
import { type AnyMockServicesError, baseUrlKey } from '../errors.ts';
import { aborted, race, timedOut } from '../race.ts';
import { attempt } from './attempt.ts';
import { newCall, type Settings } from './call.ts';
import type { ApiPromise, Client, MockServices, MockServiceWrites, WithResponse } from './client.ts';
import { errorOf } from './failure.ts';
import type { ClientOptions, RequestOptions } from './options.ts';
import { type Arguments, prepare } from './request.ts';
import { parse } from './response.ts';
import { withRetries } from './retries.ts';
import { readCallOptions, readSettings, warnOfUnknownOptions } from './settings.ts';
import { isMissing } from '../status.ts';

/**
 * Creates a client for the service at `baseUrl`.
 * @throws TypeError if an option is invalid, or if the environment lacks `Request`, as jest-environment-jsdom does.
 */
export function createClient(options: ClientOptions): Client {
  checkWebGlobals();
  return clientWith(readSettings(options));
}

function clientWith(settings: Settings): Client {
  const startCall = <Id extends OperationId>(
    operation: Id,
    options: RequestOptions | undefined,
    given: Arguments = {},
  ) =>
    createApiPromise<DataOf<Id>>(async (report) => {
      const prepared = prepare(settings, operation, readCallOptions(settings, operation, options), given);
      warnOfUnknownOptions(prepared, options);
      const { call, response } = await withRetries(prepared, attempt);
      const resource = parse(call, response);
      const { status, headers, url, text } = response;
      report({ response: { status, headers, url, text }, attempts: call.attempts });
      return resource as DataOf<Id>;
    });

  const writes: MockServiceWrites = {
    create: (input, options) => startCall('createMockService', options, { input }),
    update: (id, input, options) => startCall('updateMockService', options, { id, input }),
    delete: (id, options) => startCall('deleteMockService', options, { id }),
  };
  const get: MockServices['get'] = (id, options) => startCall('getMockService', options, { id });
  return {
    mockServices: {
      ...writes,
      list: (options) => startCall('listMockServices', options),
      get,
      modify: async (id, change, given) => {
        if (typeof change !== 'function') {
          throw new TypeError('`modify` takes a function: `(service) => ({ ...service, title })`.');
        }
        const callOptions = readCallOptions(settings, 'updateMockService', given);
        // Pass a copy of the headers, because the caller's iterator can be read only once.
        const options = { ...given, headers: callOptions.headers };
        const reading = get(id, options);
        const current = await reading;
        const { response } = await reading.withResponse();
        const changing: Promise<unknown> = Promise.resolve(change(current));
        const input = await race(changing, callOptions.signal, Infinity);
        if (input === aborted || input === timedOut) {
          throw errorOf(newCall(settings, 'updateMockService', callOptions, id), { kind: 'aborted' });
        }
        if (input === undefined) {
          throw new TypeError(
            'The function passed to `modify` returned nothing. It must return the new version.',
          );
        }
        return await startCall('updateMockService', options, { id, input, source: response.text });
      },
      createTemporary: async (input, options) => {
        const { headers = new Headers() } = readCallOptions(settings, 'createMockService', options);
        const { id } = await writes.create(input, { ...options, headers });
        // Omit the idempotency key, which belongs to the POST request, and the signal, which must not prevent the
        // deletion.
        headers.delete('idempotency-key');
        const forDeletion = { ...options, headers, signal: undefined };
        return { id, [asyncDispose]: () => writes.delete(id, forDeletion).catch(ignoreMissing) };
      },
    },
    workspaces: {
      list: (options) => startCall('listWorkspaces', options),
      getConfiguration: (id, options) => startCall('getWorkspaceConfiguration', options, { id }),
      mockServices: writes,
    },
    activity: withBaseUrl(settings, {
      list: (id, options) => startCall('listActivity', options, { id }),
      clear: (id, options) => startCall('clearActivity', options, { id }),
    }),
  };
}

/** Safari lacks `Symbol.asyncDispose`, for which compiled code uses a registered symbol. */
const asyncDispose: typeof Symbol.asyncDispose =
  (Symbol as { readonly asyncDispose?: typeof Symbol.asyncDispose }).asyncDispose ??
  (Symbol.for('Symbol.asyncDispose') as typeof Symbol.asyncDispose);

function withBaseUrl({ prefix }: Settings, activity: Client['activity']): Client['activity'] {
  return Object.defineProperty(activity, baseUrlKey, { value: prefix });
}

/**
 * Returns a native promise, because a wrapped promise would make V8's stack traces incomplete.
 * @param start - A function that calls `report` before its promise resolves.
 */
function createApiPromise<Data>(
  start: (report: (received: Omit<WithResponse<Data>, 'data'>) => void) => Promise<Data>,
): ApiPromise<Data> {
  let received!: Omit<WithResponse<Data>, 'data'>;
  const data = start((reported) => {
    received = reported;
  });
  let whole: Promise<WithResponse<Data>> | undefined;
  const withResponse = () => (whole ??= (async () => ({ data: await data, ...received }))());
  return Object.assign(data, { withResponse });
}

function ignoreMissing(error: AnyMockServicesError): void {
  if (error.name !== 'ApiError' || !isMissing(error.status)) throw error;
}
