/** Describes a request by a URL and a plain object, which every implementation of `fetch` accepts (decision 21). */
import type { FetchInit } from './options.ts';

/** Options of a `Request` that are passed on unless they have their usual value, because not every `fetch` knows them. */
const usualValues = {
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
};

export interface OwnOptions {
  readonly cache?: unknown;
  readonly next?: { readonly revalidate?: unknown } | undefined;
}

/** Whether the caller's ky instance decides what is cached. */
export function decidesOnCaching({ cache, next }: OwnOptions): boolean {
  return cache !== undefined || next?.revalidate !== undefined;
}

/** @param options - Options that are unknown to ky, such as Next's `next` and undici's `dispatcher`. */
export async function initOf(request: Request, options: object, signal: AbortSignal): Promise<FetchInit> {
  const { method, headers } = request;
  // Not every implementation of `Request` has all fields.
  const fields = request as unknown as Readonly<Record<string, unknown>>;
  const given = Object.entries(usualValues).flatMap(([name, usual]) => {
    const value = fields[name] ?? usual;
    return value === usual ? [] : [[name, value] as const];
  });
  const body = method === 'GET' || method === 'HEAD' ? undefined : await bodyOf(request);
  return {
    ...options,
    ...(Object.fromEntries(given) as Partial<FetchInit>),
    method,
    headers: Object.fromEntries(headers),
    ...(body !== undefined && { body }),
    signal,
    // A new `Request` says `follow`, with which `fetch` would send headers and body to other origins.
    redirect: fields['redirect'] === 'error' ? 'error' : 'manual',
  };
}

/** A hook may have compressed the body, so it is not always text. */
async function bodyOf(request: Request): Promise<string | undefined> {
  // React Native's `Request` has only text.
  if (typeof TextDecoder === 'undefined') return (await request.text()) || undefined;
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.length === 0) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    // Without a content type, `fetch` would declare a string to be `text/plain`.
    if (request.headers.has('content-type')) return text;
  } catch {
    // Not text.
  }
  return bytes as unknown as string;
}

/**
 * Adds `cache: 'no-store'` to a GET if `fetch` might answer it from a cache: in browsers, and in Next's server. Other
 * platforms have no such cache, and some of them throw if they receive the option.
 */
export function withoutCache(init: FetchInit): FetchInit {
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
