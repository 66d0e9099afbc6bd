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
 * Returns a function that sends a request with the instance's hooks, headers and `fetch`, and tells what `fetch` threw
 * from what a hook threw.
 * @param wrap - Gets the instance's own `fetch`, if it has one.
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
    // Without hooks, nobody sees ky's `Request`, so it stays empty: it is slow to fill and to read.
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
      // A hook that reads a response fails if its body breaks off.
      const broken = isControlFlow(thrown) ? undefined : await failureOfBody(received);
      if (broken) return lost(broken.thrown, received?.status, true);
      const what = isForceRetryError(thrown)
        ? 'a `ky` hook called `ky.retry()`, which the client does not support (set `maxRetries` instead)'
        : 'a `ky` hook failed';
      return { kind: 'callback', what, thrown };
    }
  };
}

/** Runs after the instance's own `init` hooks. Keeps their headers and options, and takes over `fetch`. */
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

/** Options with these values are not passed on, because not every `fetch` supports the options. */
const usualValues = Object.entries({
  cache: 'default',
  credentials: 'same-origin',
  integrity: '',
  keepalive: false,
  mode: 'cors',
  referrer: 'about:client',
  referrerPolicy: '',
  // Extensions of Cloudflare Workers and of Next's edge runtime.
  cf: undefined,
  next: undefined,
});

/**
 * Describes a request by a plain object, which every implementation of `fetch` accepts (decision 21).
 * @param options - Options that are unknown to ky, such as Next's `next` and undici's `dispatcher`.
 */
async function initOf(request: Request, options: object, signal: AbortSignal): Promise<FetchInit> {
  const { method, headers, redirect } = request;
  const unusual = usualValues.flatMap(([name, usual]) => {
    // Some implementations of `Request` lack some of the fields.
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
    // A hook may have returned a request with its own signal, so observe both signals.
    signal: anySignal(signal, request.signal),
    // A request that a hook creates has the mode `follow`, with which `fetch` would send headers and body to other
    // origins.
    redirect: redirect === 'error' ? 'error' : 'manual',
  };
}

/** A hook may have compressed the body, so it is not always text. */
async function bodyOf(request: Request): Promise<string | undefined> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.length === 0) return undefined;
  // Without a content type, `fetch` would declare a string to be `text/plain`.
  const text = request.headers.has('content-type') ? decodeUtf8(bytes) : undefined;
  return text ?? (bytes as unknown as string);
}

/**
 * Adds `cache: 'no-store'` to a GET if `fetch` might answer it from a cache: in browsers, and in Next's server. Other
 * platforms have no such cache, and some of them throw if they receive the option.
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
  // Next marks the `fetch` that it replaced, from version 15 on with a global symbol.
  if (Symbol.for('next-patch') in globalThis || fetch?.__nextPatched === true) return true;
  const isBrowser = 'document' in globalThis || 'WorkerGlobalScope' in globalThis;
  // The polyfill of React Native would add a query to the URL, and workerd may not know the option.
  return isBrowser && 'cache' in (Request.prototype ?? {});
}
