import { isForceRetryError, isNetworkError } from 'ky';
import { decodeUtf8 } from '../activity/bytes.ts';
import { anySignal } from '../race.ts';
import { failureOfBody, lost, withWebStream } from './body.ts';
import type { AnyFetch, Failure, Settings, WebFetch } from './call.ts';
import { isControlFlow } from './network-failure.ts';
import type { FetchInit } from './options.ts';

export interface Received {
  readonly response: Response;
  /** Whether the response comes from a hook. */
  readonly isReplaced: boolean;
}

const overrides = { redirect: 'manual', retry: 0, throwHttpErrors: false, timeout: false } as const;

interface KyOptions {
  readonly headers?: ConstructorParameters<typeof Headers>[0];
  readonly fetch?: AnyFetch;
  readonly hooks?: object;
  readonly cache?: unknown;
  readonly next?: { readonly revalidate?: unknown } | undefined;
}

/**
 * Returns a function that sends a request with ky, and distinguishes errors of `fetch` from errors of a hook.
 * @param wrap - Receives the instance's own `fetch`, or `undefined`.
 */
export function kyFetch(
  { ky, isCustomKy }: Settings,
  wrap: (fetch: AnyFetch | undefined) => WebFetch,
): (url: string, init: FetchInit) => Promise<Received | Failure> {
  return async (url, given) => {
    let received: Response | undefined;
    let failed: { readonly thrown: unknown } | undefined;
    const watch = async (work: Promise<Response>) => {
      try {
        return (received = await work);
      } catch (thrown) {
        failed = { thrown };
        throw thrown;
      }
    };
    // Without hooks, ky's `Request` stays empty, because filling and reading a `Request` is slow.
    const { method } = given;
    const plain = () => ({
      ...overrides,
      method,
      fetch: () => {
        const headers = { ...defaultsFor(given), ...given.headers };
        return watch(wrap(undefined)(url, withoutCache({ ...given, headers })));
      },
    });
    const hooked = () => ({
      ...given,
      ...overrides,
      hooks: { init: [(options: KyOptions) => takeOver(options, given, wrap, watch)] },
    });
    try {
      const response = await ky(url, isCustomKy ? hooked() : plain());
      return { response, isReplaced: response !== received };
    } catch (thrown) {
      if (failed) return lost(failed.thrown, undefined, isNetworkError(thrown));
      // A hook that reads a response fails if the connection is lost, which is not an error of the hook.
      const broken = isControlFlow(thrown) ? undefined : await failureOfBody(received);
      if (broken) return lost(broken.thrown, received?.status, true);
      const what = isForceRetryError(thrown)
        ? 'a `ky` hook called `ky.retry()`, which the client does not support (set `maxRetries` instead)'
        : 'a `ky` hook failed';
      return { kind: 'callback', what, thrown };
    }
  };
}

/**
 * Runs after the instance's own `init` hooks. Keeps the headers and options that the hooks have set, and replaces
 * `fetch`.
 */
function takeOver(
  options: KyOptions,
  given: FetchInit,
  wrap: (fetch: AnyFetch | undefined) => WebFetch,
  watch: (work: Promise<Response>) => Promise<Response>,
): void {
  const fetch = wrap(options.fetch);
  const isCachingDecided = options.cache !== undefined || options.next?.revalidate !== undefined;
  const headers = { ...defaultsFor(given), ...Object.fromEntries(new Headers(options.headers)) };
  Object.assign(options, overrides, {
    headers,
    prefix: '',
    totalTimeout: false,
    json: undefined,
    hooks: { ...options.hooks, beforeError: [], beforeRetry: [] },
    fetch: async (request: Request, unknownToKy: object) => {
      const init = await initOf(request, unknownToKy, given.signal);
      const response = fetch(request.url, isCachingDecided ? init : withoutCache(init));
      return await watch(response.then(withWebStream));
    },
  });
}

function defaultsFor({ body }: FetchInit): Readonly<Record<string, string>> {
  const json = 'application/json';
  return body === undefined ? { accept: json } : { accept: json, 'content-type': json };
}

/** Options with these default values are omitted, because not every `fetch` supports them. */
const usualValues = Object.entries({
  cache: 'default',
  credentials: 'same-origin',
  integrity: '',
  keepalive: false,
  mode: 'cors',
  referrer: 'about:client',
  referrerPolicy: '',
  // `cf` is an extension of Cloudflare Workers, and `next` is an extension of Next's edge runtime.
  cf: undefined,
  next: undefined,
});

/**
 * Converts a request to a plain object, because every implementation of `fetch` accepts a plain object (decision 21).
 * @param options - Options that ky does not know, such as Next's `next` and undici's `dispatcher`.
 */
async function initOf(request: Request, options: object, signal: AbortSignal): Promise<FetchInit> {
  const { method, headers, redirect } = request;
  const unusual = usualValues.flatMap(([name, usual]) => {
    // Some implementations of `Request` lack fields.
    const value: unknown = Reflect.get(request, name) ?? usual;
    return value === usual ? [] : [[name, value] as const];
  });
  const body = method === 'GET' || method === 'HEAD' ? undefined : await bodyOf(request);
  return {
    ...options,
    ...(Object.fromEntries(unusual) as Partial<FetchInit>),
    method,
    headers: Object.fromEntries(headers),
    ...(body !== undefined && { body }),
    // Observe both signals, because a hook may have returned a request with its own signal.
    signal: anySignal(signal, request.signal),
    // A request that a hook creates has the value `follow`, with which `fetch` would send headers to other origins.
    redirect: redirect === 'error' ? 'error' : 'manual',
  };
}

/** Returns bytes if a hook has compressed the body. */
async function bodyOf(request: Request): Promise<string | undefined> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.length === 0) return undefined;
  // Without a content type, pass bytes, because `fetch` would add `text/plain` for a string.
  const text = request.headers.has('content-type') ? decodeUtf8(bytes) : undefined;
  return text ?? (bytes as unknown as string);
}

/**
 * Adds `cache: 'no-store'` to GET requests in browsers and Next's server. Other platforms have no cache, and some of
 * them reject the option.
 */
function withoutCache(init: FetchInit): FetchInit {
  return init.method === 'GET' && init.cache === undefined && hasCache()
    ? { ...init, cache: 'no-store' }
    : init;
}

function hasCache(): boolean {
  const { fetch, Request } = globalThis as {
    readonly fetch?: { readonly __nextPatched?: boolean };
    readonly Request: { readonly prototype?: object };
  };
  // Next marks its own `fetch` function. From version 15 on, the mark is a global symbol.
  if (Symbol.for('next-patch') in globalThis || fetch?.__nextPatched === true) return true;
  const isBrowser = 'document' in globalThis || 'WorkerGlobalScope' in globalThis;
  // Exclude React Native, whose polyfill would add a query to the URL, and workerd, which may reject the option.
  return isBrowser && 'cache' in (Request.prototype ?? {});
}
