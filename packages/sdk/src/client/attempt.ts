/**
 * This module makes one attempt of a call. The module sends the request with ky, follows safe redirects and reads the
 * response.
 */
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
import { aborted, race, timedOut } from '../race.ts';
import type { FailedAttempt } from './retry.ts';

/**
 * The response of an attempt, or the error that the attempt threw. The `text` field is `undefined` if the body exceeds
 * `maxResponseBytes`.
 */
type Result =
  | (Omit<ReceivedResponse, 'text'> & {
      readonly text: string | undefined;
      /** The reason why a redirect was not followed, or `undefined` if the response is not a redirect. */
      readonly blocked: string | undefined;
    })
  | { readonly thrown: unknown; readonly isNetwork: boolean };

/**
 * Makes one attempt. Returns the response or the failure. A response with an error status is not a failure.
 *
 * @param headers - Headers from the caller, including the token.
 * @param isStream - Whether to leave the body of a successful response unread.
 * @throws AbortError | TimeoutError
 */
export async function attempt(
  call: Call,
  headers: Headers | undefined,
  isStream: boolean,
): Promise<ReceivedResponse | FailedAttempt> {
  const { signal, limits } = call.options;
  const { mayHaveBeenApplied, timeLeft } = call;
  if (timeLeft === 0) throw timeoutError(call, 'totalTimeout', 'the next attempt');
  const ending = new AbortController();
  const exchange = new Exchange(call, { headers, isStream, signal: ending.signal });
  const result = await race(exchange.run(), signal, Math.min(limits.timeout, timeLeft));
  if (result === aborted || signal?.aborted) {
    ending.abort(signal?.reason);
    throw abortError(call);
  }
  if (result === timedOut) {
    ending.abort();
    const limit = timeLeft < limits.timeout ? 'totalTimeout' : 'timeout';
    throw timeoutError(call, limit, waitingFor[exchange.stage]);
  }
  // The connection of a stream stays open until the caller aborts its signal.
  if (isStream) signal?.addEventListener('abort', () => ending.abort(signal.reason), { once: true });
  const { status } = exchange;
  const hasNoEffect =
    'thrown' in result && status === undefined ? isNeverSent(result.thrown) : isRefusal(status ?? 0);
  if (hasNoEffect) call.mayHaveBeenApplied = mayHaveBeenApplied;
  if ('thrown' in result) {
    const { thrown, isNetwork } = result;
    if (exchange.stage !== 'hooks') return networkError(call, thrown, { status, isNetwork });
    const what = call.settings.isOwnKy ? 'a `ky` hook failed' : 'creating the request failed';
    return { error: functionError(call, what, thrown), isTransient: false };
  }
  const { blocked, text, ...response } = result;
  if (blocked !== undefined) return { error: blockedError(call, response, blocked), isTransient: false };
  if (text === undefined) return { error: tooLongError(call, response.status), isTransient: false };
  const durationMs = performance.now() - exchange.sentAt;
  notify(call.settings, 'onResponse', { ...call.event, status: response.status, durationMs });
  return { ...response, text };
}

/** The event that each stage of an attempt waits for. Timeout messages contain the name of the event. */
const waitingFor = {
  hooks: 'a `ky` hook',
  headers: 'the response headers',
  body: 'the response body',
} as const;

/**
 * Whether a status shows that the service did not process the request (RFC 9110 §15). For the statuses 301 to 303, the
 * result is false, because a service may send a redirect after processing a POST request.
 */
function isRefusal(status: number): boolean {
  const isElsewhere = status >= 301 && status <= 303;
  return (status >= 300 && status < 500 && !isElsewhere) || status === 501 || status === 503;
}

const json = 'application/json';

/** The function that ky calls to send a request. */
type KyFetch = (request: Request, init?: RequestInit) => Promise<Response>;

/** Options that the client overrides in the ky instance of the caller. */
const replaced = { redirect: 'manual', retry: 0, throwHttpErrors: false, timeout: false } as const;

interface ExchangeOptions {
  readonly headers: Headers | undefined;
  readonly isStream: boolean;
  /** Aborts the exchange. */
  readonly signal: AbortSignal;
}

/** The request of one attempt, the redirects that it follows, and the response. */
class Exchange {
  stage: keyof typeof waitingFor = 'hooks';
  /** Status of the latest response. */
  status: number | undefined;
  /** Time at which the latest request was sent, in `performance.now()` milliseconds. */
  sentAt = performance.now();
  /** The error that `fetch` threw. The library ky wraps this error in another error. */
  #thrown: { readonly cause: unknown } | undefined;
  /** The reason why a redirect was not followed, or `undefined` if the response is not a redirect. */
  #blocked: string | undefined;
  readonly #call: Call;
  readonly #options: ExchangeOptions;

  constructor(call: Call, options: ExchangeOptions) {
    this.#call = call;
    this.#options = options;
  }

  /** Sends the request and reads the response. Never rejects. */
  async run(): Promise<Result> {
    const { settings, endpoint, body, url } = this.#call;
    const { headers, signal } = this.#options;
    const defaults = { accept: json, ...(body !== undefined && { 'content-type': json }) };
    const given = headers && Object.fromEntries(headers);
    // If a hook throws an error, the error may contain request headers. The client stores the request headers so that
    // it can mask the headers in the error.
    this.#call.sent = { headers: headers ?? [], url };
    try {
      const response = await settings.ky(url, {
        ...replaced,
        method: endpoint.method,
        // The library ky handles an omitted option faster than an option whose value is `undefined`.
        ...(body !== undefined && { body }),
        ...(settings.isOwnKy
          ? {
              signal,
              headers: given ?? {},
              hooks: { init: [(options: InitOptions) => this.#init(options, defaults)] },
            }
          : {
              ...this.#sending(),
              headers: { ...defaults, ...given },
            }),
      });
      return await this.#read(response);
    } catch (thrown) {
      // Every failure while the body is read is a network failure.
      const isNetwork = this.stage === 'body' || isNetworkError(thrown);
      return { thrown: this.#thrown ? this.#thrown.cause : thrown, isNetwork };
    }
  }

  /**
   * Returns the ky options for sending a request if the caller passed no ky instance. The caller's `fetch` receives the
   * signal as part of the request. The platform's `fetch` receives the signal as an option, because combining signals
   * makes ky slower.
   */
  #sending(): { readonly signal?: AbortSignal; readonly fetch: KyFetch } {
    const { fetch } = this.#call.settings;
    const { signal } = this.#options;
    if (fetch) return { signal, fetch: (first) => this.#follow(fetch, first) };
    return { fetch: (first) => this.#follow(globalThis.fetch, first, { signal }) };
  }

  /**
   * Sets the request's headers and the `fetch` function that the request uses. This `init` hook runs after the caller's
   * `init` hooks, and preserves the headers that the caller's hooks set. Only the client's `fetch` option overrides a
   * `fetch` function that a hook set.
   */
  #init(options: InitOptions, defaults: Readonly<Record<string, string>>): void {
    const headers = new Headers(options.headers);
    for (const [name, value] of Object.entries(defaults)) if (!headers.has(name)) headers.set(name, value);
    const fetch = this.#call.settings.fetch ?? options.fetch ?? globalThis.fetch;
    const remember = ({ request }: { readonly request: Request }): void => {
      this.#call.sent = request;
    };
    const { hooks } = options;
    Object.assign(options, replaced, {
      headers,
      prefix: '',
      totalTimeout: false,
      json: undefined,
      fetch: (first: Request, init?: RequestInit) => this.#follow(fetch, first, init),
      hooks: { ...hooks, beforeRequest: [remember, ...(hooks?.beforeRequest ?? [])] },
    });
  }

  /** Sends a request and follows redirects that are safe. */
  async #follow(fetch: KyFetch, first: Request, init?: RequestInit): Promise<Response> {
    const { settings, endpoint } = this.#call;
    const { signal } = this.#options;
    try {
      // A hook may have returned a request that has a different signal.
      let current = settings.isOwnKy ? new Request(first, { signal: anyOf(first.signal, signal) }) : first;
      for (let requests = 1; ; requests += 1) {
        signal.throwIfAborted();
        this.stage = 'headers';
        this.#call.attempts += 1;
        this.#call.sent = current;
        this.#call.mayHaveBeenApplied ||= endpoint.method !== 'GET';
        notify(settings, 'onRequest', this.#call.event);
        this.sentAt = performance.now();
        const response = await (init ? fetch(current, init) : fetch(current));
        // The platform's `fetch` throws this error for a response of type `error`.
        if (response.type === 'error') throw new TypeError('network error');
        const redirect = response.ok ? undefined : redirectOf(current, response, requests);
        const isLast = !(redirect instanceof Request);
        // An unread body would keep the connection open, and an open connection keeps the process alive.
        if (!isLast || signal.aborted) void response.body?.cancel().catch(() => undefined);
        signal.throwIfAborted();
        if (!isLast) {
          current = redirect;
          continue;
        }
        this.status = response.status;
        this.#blocked = redirect;
        this.stage = 'hooks';
        return response;
      }
    } catch (cause) {
      this.#thrown = { cause };
      throw cause;
    }
  }

  async #read(response: Response): Promise<Result> {
    this.stage = 'body';
    // A hook or the caller's `fetch` may have returned an object that is not a `Response`. If the value is not a
    // `Response`, reading its properties may throw an error.
    const { status, ok, headers } = response;
    this.status ??= status;
    const blocked = status === this.status ? this.#blocked : undefined;
    const url = (response.url || this.#call.url).replace(/[?#].*/s, '');
    if (ok && this.#options.isStream)
      return { status, ok, headers, body: response.body, text: '', url, blocked };
    if (blocked !== undefined) void response.body?.cancel().catch(() => undefined);
    const { maxResponseBytes } = this.#call.options.limits;
    const text =
      blocked === undefined ? await readText(response, maxResponseBytes, this.#options.signal) : '';
    return { status, ok, headers, body: null, text, url, blocked };
  }
}

/** The ky options that an `init` hook receives. */
interface InitOptions {
  readonly headers?: ConstructorParameters<typeof Headers>[0];
  readonly fetch?: KyFetch;
  readonly hooks?: { readonly beforeRequest?: readonly unknown[] };
}

/** Combines two signals. On platforms that have no `AbortSignal.any`, returns the second of the given signals. */
function anyOf(one: AbortSignal, other: AbortSignal): AbortSignal {
  return 'any' in AbortSignal ? AbortSignal.any([one, other]) : other;
}

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Maximum number of requests that one attempt may send, including the first request. */
const mostRequests = 20;

/**
 * Decides whether to follow a redirect. A redirect is only followed for a GET request, and only to the same origin. The
 * token, the headers and the body are therefore never sent to a different origin than `baseUrl`.
 *
 * @param request - The request that was redirected.
 * @param requests - Number of requests that this attempt has sent.
 * @returns The next request, or the reason why the redirect is blocked. Returns `undefined` if the response is not a
 *   redirect.
 */
function redirectOf(request: Request, response: Response, requests: number): Request | string | undefined {
  const { url, method } = request;
  // A browser hides the target URL of a redirect from the page.
  const isHidden = response.type === 'opaqueredirect';
  const location = isHidden ? url : redirectStatuses.has(response.status) && response.headers.get('location');
  const target = typeof location === 'string' && parseUrl(location, url);
  if (!target) return undefined;
  const { origin } = new URL(url);
  if (isHidden && pageOrigin() !== origin) {
    return `It leads from ${origin} to a URL that the browser hides. Set baseUrl to that URL.`;
  }
  if (target.origin !== origin) {
    const elsewhere = target.origin === 'null' ? target.protocol : target.origin;
    return `It leads from ${origin} to ${elsewhere}, which is another origin. If it is the service, set baseUrl to it.`;
  }
  if (target.username + target.password) {
    return 'It leads to a URL with a user name or password, which the client does not follow.';
  }
  if (method !== 'GET')
    return 'The client follows redirects of GET requests only. Set baseUrl to the target of the redirect.';
  if (requests >= mostRequests) return `The client stopped after ${requests} requests that look like a loop.`;
  const next = new Request(target, request);
  // With the mode `same-origin`, the browser fails instead of following a redirect to another origin.
  return isHidden ? new Request(next, { redirect: 'follow', mode: 'same-origin' }) : next;
}

/**
 * Reads a response body as text. The byte limit applies to the decompressed body.
 *
 * @param signal - Abort signal that stops reading.
 * @returns The text of the body. Returns `undefined` if the body exceeds `maxBytes` or the maximum length of a string.
 *   The rest of a body that is too long is not read.
 */
async function readText(
  response: Response,
  maxBytes: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  const chunks = readerOf(response.body);
  // The response of a custom `fetch` may have a `text` method but no readable `body`.
  if (!chunks) return response.body === null ? '' : await response.text();
  signal.addEventListener('abort', () => chunks.end(), { once: true });
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
      // A `TypeError` means that the chunk does not consist of bytes. Any other error means that the text exceeds the
      // maximum length of a string.
      if (error instanceof TypeError) throw error;
    }
    chunks.end();
    return undefined;
  }
}

interface ChunkReader {
  readonly next: () => Promise<IteratorResult<Uint8Array, unknown>>;
  /** Cancels the body. */
  readonly end: () => void;
}

/**
 * Returns a reader for the chunks of a body. Some browsers cannot iterate over a web stream. Some `fetch` packages use
 * Node streams, which have no `getReader`.
 */
export function readerOf(body: Response['body'] | AsyncIterable<Uint8Array>): ChunkReader | undefined {
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
  return {
    next: () => iterator.next(),
    end: () => void iterator.return?.().catch(() => undefined),
  };
}
