/** One attempt: an ordinary call of ky, with the redirects that are safe to follow, and its response to the last byte. */
import { isNetworkError } from 'ky';
import { parseUrl } from '../contract/kinds.ts';
import type { Call, ReceivedResponse } from './context.ts';
import { notify } from './events.ts';
import {
  abortError,
  blockedError,
  functionError,
  isNeverSent,
  networkError,
  pageOrigin,
  timeoutError,
  tooLongError,
} from './failure.ts';
import { aborted, race } from './race.ts';
import type { FailedAttempt } from './retry.ts';

/** How far an attempt has come. */
interface Progress {
  /** When the latest request was sent, on the clock of `performance.now()`. */
  sentAt?: number;
  /** Status of the response, once its headers have arrived. */
  status?: number;
  /** What `fetch` threw. ky may wrap it. */
  thrown?: { readonly cause: unknown };
  /** Whether the response is being read. Hooks have run by then. */
  isReading?: boolean;
  /** A redirect that is not followed, and why. */
  blocked?: { readonly response: Response; readonly reason: string };
}

/** What came back. `text` is `undefined` if the body is longer than `maxResponseBytes`. */
type Result =
  | (Omit<ReceivedResponse, 'text'> & {
      readonly text: string | undefined;
      readonly blocked?: string | undefined;
    })
  | { readonly thrown: unknown; readonly isNetwork: boolean };

const json = 'application/json';

/**
 * Makes one attempt.
 *
 * @param headers - The caller's headers and token.
 * @param streams - Whether the body of a success is left unread.
 * @returns The response, whatever its status, or why there is none.
 * @throws AbortError | TimeoutError
 */
export async function attempt(
  call: Call,
  headers: Headers | undefined,
  streams: boolean,
): Promise<ReceivedResponse | FailedAttempt> {
  const { signal, limits } = call.options;
  const { attempts, mayHaveBeenApplied, timeLeft } = call;
  if (timeLeft === 0) throw timeoutError(call, 'totalTimeout', 'the next attempt');
  const ending = new AbortController();
  const progress: Progress = {};
  const exchanged = exchange(call, { headers, streams, signal: ending.signal }, progress);
  const result = await race(exchanged, signal, Math.min(limits.timeout, timeLeft));
  if (result === aborted || signal?.aborted) {
    ending.abort(signal?.reason);
    throw abortError(call);
  }
  if (typeof result === 'symbol') {
    ending.abort();
    const limit = timeLeft < limits.timeout ? 'totalTimeout' : 'timeout';
    const part = progress.status === undefined ? 'the response headers' : 'the response body';
    throw timeoutError(call, limit, call.attempts === attempts ? 'a hook of `ky`' : part);
  }
  const status = 'status' in result ? result.status : progress.status;
  const hasNoEffect =
    'thrown' in result && status === undefined ? isNeverSent(result.thrown) : isRefusal(status ?? 0);
  if (hasNoEffect) call.mayHaveBeenApplied = mayHaveBeenApplied;
  if ('thrown' in result && !progress.thrown && !progress.isReading) {
    const what = call.settings.isOwnKy ? 'a hook of `ky`' : 'creating the request';
    return { error: functionError(call, what, result.thrown), isTransient: false };
  }
  if ('thrown' in result) return networkError(call, result.thrown, { status, isNetwork: result.isNetwork });
  const { blocked, text, ...response } = result;
  if (blocked !== undefined) return { error: blockedError(call, response, blocked), isTransient: false };
  if (text === undefined) return { error: tooLongError(call, response.status), isTransient: false };
  const durationMs = performance.now() - (progress.sentAt ?? call.startedAt);
  notify(call.settings, 'onResponse', { ...call.event, status: response.status, durationMs });
  return { ...response, text };
}

/** Whether a status says that the service did not act on the request (RFC 9110 §15). */
function isRefusal(status: number): boolean {
  return (status >= 300 && status < 500) || status === 501 || status === 503;
}

interface ExchangeOptions {
  readonly headers: Headers | undefined;
  readonly streams: boolean;
  /** Ends the exchange. */
  readonly signal: AbortSignal;
}

/** Sends the request with ky, and reads the response. Never rejects. */
async function exchange(
  call: Call,
  { headers, streams, signal }: ExchangeOptions,
  progress: Progress,
): Promise<Result> {
  const { settings, body } = call;
  const defaults = { accept: json, ...(body !== undefined && { 'content-type': json }) };
  const given = headers && Object.fromEntries(headers);
  try {
    const response = await settings.ky(call.url + settings.query, {
      method: call.endpoint.method,
      // ky takes more time for an option that is `undefined` than for one that is absent.
      ...(body !== undefined && { body }),
      signal,
      redirect: 'manual',
      retry: 0,
      throwHttpErrors: false,
      timeout: false,
      ...(settings.isOwnKy
        ? { headers: given ?? {}, prefix: '', totalTimeout: false, hooks: ownHooks(call, defaults, progress) }
        : {
            headers: { ...defaults, ...given },
            fetch: (first: Request) => follow(call, settings.fetch, first, progress),
          }),
    });
    progress.isReading = true;
    // A hook may have returned another response, and a `fetch` of one's own anything: what cannot be read fails here.
    const { status, ok, headers: received } = response;
    progress.status = status;
    const blocked = progress.blocked?.response === response ? progress.blocked.reason : undefined;
    const isLeft = blocked !== undefined || (streams && ok);
    const text = isLeft ? '' : await readText(response, call.options.limits.maxResponseBytes);
    const url = (response.url || call.url).replace(/[?#].*/s, '');
    if (blocked !== undefined) void response.body?.cancel().catch(() => undefined);
    return { status, ok, headers: received, body: isLeft ? response.body : null, text, url, blocked };
  } catch (thrown) {
    // A response that has begun can only break off.
    const isNetwork = progress.isReading === true || isNetworkError(thrown);
    return { thrown: progress.thrown ? progress.thrown.cause : thrown, isNetwork };
  }
}

/** Options of ky as an `init` hook receives them. */
interface InitOptions {
  headers?: ConstructorParameters<typeof Headers>[0];
  fetch?: (request: Request) => Promise<Response>;
}

/** The hook that comes after those of the user's instance, whose headers and `fetch` it keeps. */
function ownHooks(call: Call, defaults: Readonly<Record<string, string>>, progress: Progress): object {
  const init = (options: InitOptions): void => {
    const headers = new Headers(options.headers);
    for (const [name, value] of Object.entries(defaults)) if (!headers.has(name)) headers.set(name, value);
    options.headers = headers;
    const fetch = call.settings.fetch ?? options.fetch;
    options.fetch = (first) => follow(call, fetch, first, progress);
  };
  return { init: [init] };
}

/** Sends a request, and follows redirects that are safe. */
async function follow(
  call: Call,
  fetch: ((request: Request) => Promise<Response>) | undefined,
  first: Request,
  progress: Progress,
): Promise<Response> {
  const { settings, endpoint } = call;
  try {
    let current = first;
    for (let requests = 1; ; requests += 1) {
      first.signal.throwIfAborted();
      call.attempts += 1;
      call.sent = current.headers;
      call.mayHaveBeenApplied ||= endpoint.method !== 'GET';
      notify(settings, 'onRequest', call.event);
      progress.sentAt = performance.now();
      const response = await (fetch ?? globalThis.fetch)(current);
      // What the platform's own `fetch` throws in this case.
      if (response.type === 'error') throw new TypeError('network error');
      const redirect = response.ok ? undefined : redirectOf(first, response, current.url, requests);
      if (!(redirect instanceof Request)) {
        progress.status = response.status;
        if (redirect !== undefined) progress.blocked = { response, reason: redirect };
        return response;
      }
      // A body that nobody reads would keep its connection, and the process, alive.
      void response.body?.cancel().catch(() => undefined);
      current = redirect;
    }
  } catch (cause) {
    progress.thrown = { cause };
    throw cause;
  }
}

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Requests of one attempt, the first included. */
const mostRequests = 20;

/**
 * Decides about a redirect. One that stays within the origin is followed, for requests that only read. Any other is
 * blocked: what the caller gave (token, headers, body) goes to the origin of `baseUrl` alone.
 *
 * @param first - The request of this attempt before any redirect.
 * @param url - URL that the response came from.
 * @param requests - Requests of this attempt so far.
 * @returns The next request, or why the redirect is blocked; `undefined` if the response is not a redirect.
 */
function redirectOf(
  first: Request,
  response: Response,
  url: string,
  requests: number,
): Request | string | undefined {
  // A browser does not show where a redirect leads.
  const isHidden = response.type === 'opaqueredirect';
  const location = isHidden ? url : redirectStatuses.has(response.status) && response.headers.get('location');
  const target = typeof location === 'string' && parseUrl(location, url);
  if (!target) return undefined;
  const { headers, signal, method } = first;
  const { origin } = new URL(first.url);
  if (isHidden && pageOrigin() !== origin) {
    return `It leads from ${origin} to where the browser does not show: set baseUrl to where it leads.`;
  }
  if (target.origin !== origin) {
    const elsewhere = target.origin === 'null' ? target.protocol : target.origin;
    return `It leads from ${origin} to ${elsewhere}, where nothing is sent: set baseUrl if that is the service.`;
  }
  if (target.username + target.password) {
    return 'It leads to a URL with user name or password, where nothing is sent.';
  }
  if (method !== 'GET') return 'Only reading follows a redirect: set baseUrl to where it leads.';
  if (requests >= mostRequests) return `It goes on after ${requests} requests, so it looks like a loop.`;
  // A browser that is told to follow within the page's own origin sends nothing to any other.
  const mode = isHidden && ({ redirect: 'follow', mode: 'same-origin' } as const);
  return new Request(target, { headers, signal, redirect: 'manual', ...mode });
}

/**
 * Reads the body of a response as text, and counts its bytes as they arrive: after decompression, as they take memory.
 *
 * @returns `undefined` if there are more than `maxBytes`, or more than a string can hold. The rest is not read then.
 */
async function readText(response: Response, maxBytes: number): Promise<string | undefined> {
  const chunks = readerOf(response.body);
  // A response that is not the platform's may have nothing but a text.
  if (!chunks) return response.body === null ? '' : await response.text();
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for (;;) {
    const { done, value } = await chunks.next();
    try {
      if (done) return text + decoder.decode();
      length += value.length;
      if (length <= maxBytes) {
        text += decoder.decode(value, { stream: true });
        continue;
      }
    } catch (error) {
      // Not bytes. Any other error says that strings of this engine are not that long.
      if (error instanceof TypeError) throw error;
    }
    chunks.end();
    return undefined;
  }
}

/** Reads the chunks of a body. */
interface ChunkReader {
  readonly next: () => Promise<IteratorResult<Uint8Array, unknown>>;
  /** Ends the body before its end. */
  readonly end: () => void;
}

/** WebKit and older browsers cannot iterate a stream, and a stream of Node, such as some packages give, has no reader. */
function readerOf(body: Response['body'] | AsyncIterable<Uint8Array>): ChunkReader | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  if ('getReader' in body) {
    const reader = body.getReader();
    return {
      next: () => reader.read(),
      end: () => void reader.cancel().catch(() => undefined),
    };
  }
  if (!(Symbol.asyncIterator in body)) return undefined;
  const iterator = body[Symbol.asyncIterator]();
  return { next: () => iterator.next(), end: () => void iterator.return?.() };
}
