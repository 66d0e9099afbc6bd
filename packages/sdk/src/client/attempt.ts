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
import { aborted, race, timedOut } from '../race.ts';
import type { FailedAttempt } from './retry.ts';

/** What came back. `text` is `undefined` if the body is longer than `maxResponseBytes`. */
type Result =
  | (Omit<ReceivedResponse, 'text'> & {
      readonly text: string | undefined;
      /** Why a redirect is not followed. */
      readonly blocked: string | undefined;
    })
  | { readonly thrown: unknown; readonly isNetwork: boolean };

/**
 * Makes one attempt.
 *
 * @param headers - The caller's headers and token.
 * @param isStream - Whether the body of a success is left unread.
 * @returns The response, whatever its status, or the reason why there is none.
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
  // The connection of a stream stays open until the signal of the stream is aborted.
  if (isStream) signal?.addEventListener('abort', () => ending.abort(signal.reason), { once: true });
  const { status } = exchange;
  const hasNoEffect =
    'thrown' in result && status === undefined ? isNeverSent(result.thrown) : isRefusal(status ?? 0);
  if (hasNoEffect) call.mayHaveBeenApplied = mayHaveBeenApplied;
  if ('thrown' in result) {
    const { thrown, isNetwork } = result;
    if (exchange.stage !== 'hooks') return networkError(call, thrown, { status, isNetwork });
    const what = call.settings.isOwnKy ? 'a hook of `ky`' : 'creating the request';
    return { error: functionError(call, what, thrown), isTransient: false };
  }
  const { blocked, text, ...response } = result;
  if (blocked !== undefined) return { error: blockedError(call, response, blocked), isTransient: false };
  if (text === undefined) return { error: tooLongError(call, response.status), isTransient: false };
  const durationMs = performance.now() - exchange.sentAt;
  notify(call.settings, 'onResponse', { ...call.event, status: response.status, durationMs });
  return { ...response, text };
}

/** What an attempt waits for at each stage, in words. */
const waitingFor = {
  hooks: 'a hook of `ky`',
  headers: 'the response headers',
  body: 'the response body',
} as const;

/**
 * Whether a status shows that the service did not act on the request (RFC 9110 §15). A 301, 302 or 303 may follow a POST
 * that had its effect.
 */
function isRefusal(status: number): boolean {
  const isElsewhere = status >= 301 && status <= 303;
  return (status >= 300 && status < 500 && !isElsewhere) || status === 501 || status === 503;
}

const json = 'application/json';

/** What ky calls to send a request. */
type KyFetch = (request: Request, init?: RequestInit) => Promise<Response>;

/** The options that the client replaces in an instance of the user. */
const replaced = { redirect: 'manual', retry: 0, throwHttpErrors: false, timeout: false } as const;

interface ExchangeOptions {
  readonly headers: Headers | undefined;
  readonly isStream: boolean;
  /** Ends the exchange. */
  readonly signal: AbortSignal;
}

/** The request of an attempt, with the redirects that it follows, and the response. */
class Exchange {
  stage: keyof typeof waitingFor = 'hooks';
  /** Status of the latest response. */
  status: number | undefined;
  /** When the latest request was sent, on the clock of `performance.now()`. */
  sentAt = performance.now();
  /** What `fetch` threw. ky may wrap it. */
  #thrown: { readonly cause: unknown } | undefined;
  /** Why a redirect is not followed. */
  #blocked: string | undefined;
  readonly #call: Call;
  readonly #options: ExchangeOptions;

  constructor(call: Call, options: ExchangeOptions) {
    this.#call = call;
    this.#options = options;
  }

  /** Sends the request with ky, and reads the response. Never rejects. */
  async run(): Promise<Result> {
    const { settings, endpoint, body, url } = this.#call;
    const { headers, signal } = this.#options;
    const defaults = { accept: json, ...(body !== undefined && { 'content-type': json }) };
    const given = headers && Object.fromEntries(headers);
    // What a hook throws may show them.
    this.#call.sent = { headers: headers ?? [], url };
    try {
      const response = await settings.ky(url, {
        ...replaced,
        method: endpoint.method,
        // ky takes more time for an option that is `undefined` than for one that is absent.
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
      // A response that has begun can only break off.
      const isNetwork = this.stage === 'body' || isNetworkError(thrown);
      return { thrown: this.#thrown ? this.#thrown.cause : thrown, isNetwork };
    }
  }

  /**
   * How ky sends a request, if the user gave no instance. A `fetch` of the user receives a request with the signal. The
   * platform's receives the signal beside the request, because ky would take longer to combine it with its own.
   */
  #sending(): { readonly signal?: AbortSignal; readonly fetch: KyFetch } {
    const { fetch } = this.#call.settings;
    const { signal } = this.#options;
    if (fetch) return { signal, fetch: (first) => this.#follow(fetch, first) };
    return { fetch: (first) => this.#follow(globalThis.fetch, first, { signal }) };
  }

  /** Runs after the `init` hooks of the user's instance, whose headers and `fetch` it keeps. */
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

  /** Sends a request, and follows redirects that are safe. */
  async #follow(fetch: KyFetch, first: Request, init?: RequestInit): Promise<Response> {
    const { settings, endpoint } = this.#call;
    const { signal } = this.#options;
    try {
      // A hook may have returned a request with a signal of its own.
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
        // What the platform's own `fetch` throws in this case.
        if (response.type === 'error') throw new TypeError('network error');
        const redirect = response.ok ? undefined : redirectOf(current, response, requests);
        const isLast = !(redirect instanceof Request);
        // A body that nobody reads would keep its connection, and the process, alive.
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

  /** Reads the response that ky returned. */
  async #read(response: Response): Promise<Result> {
    this.stage = 'body';
    // A hook may have returned another response, and a `fetch` of the user anything: what cannot be read fails here.
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

/** Options of ky as an `init` hook receives them. */
interface InitOptions {
  readonly headers?: ConstructorParameters<typeof Headers>[0];
  readonly fetch?: KyFetch;
  readonly hooks?: { readonly beforeRequest?: readonly unknown[] };
}

/** A signal that follows both, where the platform can combine signals; otherwise the second. */
function anyOf(one: AbortSignal, other: AbortSignal): AbortSignal {
  return 'any' in AbortSignal ? AbortSignal.any([one, other]) : other;
}

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Requests of one attempt, the first included. */
const mostRequests = 20;

/**
 * Decides about a redirect. One that stays within the origin is followed, for requests that only read. Any other is
 * blocked: what the caller gave (token, headers, body) goes to the origin of `baseUrl` alone.
 *
 * @param request - The request that was redirected.
 * @param requests - Number of requests of this attempt so far.
 * @returns The next request, or why the redirect is blocked; `undefined` if the response is not a redirect.
 */
function redirectOf(request: Request, response: Response, requests: number): Request | string | undefined {
  const { url, method } = request;
  // A browser does not show where a redirect leads.
  const isHidden = response.type === 'opaqueredirect';
  const location = isHidden ? url : redirectStatuses.has(response.status) && response.headers.get('location');
  const target = typeof location === 'string' && parseUrl(location, url);
  if (!target) return undefined;
  const { origin } = new URL(url);
  if (isHidden && pageOrigin() !== origin) {
    return `It leads from ${origin} to a URL that the browser hides: set baseUrl to that URL.`;
  }
  if (target.origin !== origin) {
    const elsewhere = target.origin === 'null' ? target.protocol : target.origin;
    return `It leads from ${origin} to ${elsewhere}, where nothing is sent: set baseUrl if that is the service.`;
  }
  if (target.username + target.password) {
    return 'It leads to a URL with user name or password, where nothing is sent.';
  }
  if (method !== 'GET')
    return 'The client follows redirects of GET requests only: set baseUrl to where it leads.';
  if (requests >= mostRequests) return `It continues after ${requests} requests, so it looks like a loop.`;
  const next = new Request(target, request);
  // A browser that is told to follow within the page's own origin sends nothing to any other.
  return isHidden ? new Request(next, { redirect: 'follow', mode: 'same-origin' }) : next;
}

/**
 * Reads the body of a response as text, and counts its bytes as they arrive: after decompression, as they take memory.
 *
 * @param signal - Ends the reading.
 * @returns `undefined` if there are more than `maxBytes`, or more than a string can hold. The rest is not read then.
 */
async function readText(
  response: Response,
  maxBytes: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  const chunks = readerOf(response.body);
  // A response that is not the platform's may have nothing but a text.
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
