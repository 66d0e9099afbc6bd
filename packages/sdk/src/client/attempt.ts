/** One attempt of a call: sends the request with ky, follows safe redirects and reads the response. */
import { isForceRetryError, isNetworkError } from 'ky';
import { parseUrl } from '../contract/kinds.ts';
import { aborted, race, timedOut } from '../race.ts';
import type { Call, ReceivedResponse } from './context.ts';
import { notify } from './events.ts';
import { type Failure, isNeverSent, pageOrigin } from './failure.ts';
import type { FetchInit } from './options.ts';

/** A response with an error status is not a failure. */
export interface Outcome {
  readonly result: ReceivedResponse | Failure;
  readonly wasSent: boolean;
  readonly mayHaveBeenApplied: boolean;
  readonly hadCredentials: boolean;
}

export async function attempt(call: Call, headers: Headers | undefined, isStream: boolean): Promise<Outcome> {
  const { options, timeLeft } = call;
  const { signal, limits } = options;
  const ending = new AbortController();
  const exchange = new Exchange(call, headers, isStream, ending.signal);
  const ms = Math.min(limits.timeout, timeLeft);
  if (signal?.aborted) return exchange.outcome({ kind: 'aborted' });
  const result = timeLeft === 0 ? timedOut : await race(exchange.run(), signal, ms);
  if (result === aborted || isAborted(signal)) {
    ending.abort(signal?.reason);
    return exchange.outcome({ kind: 'aborted' });
  }
  if (result === timedOut) {
    ending.abort();
    const limit = timeLeft < limits.timeout ? 'totalTimeout' : 'timeout';
    const waitingFor = timeLeft === 0 ? 'the next attempt' : exchange.waitingFor;
    return exchange.outcome({ kind: 'timeout', limit, waitingFor });
  }
  // The caller's signal must be able to end a stream after this function has returned.
  if (isStream) signal?.addEventListener('abort', () => ending.abort(signal.reason), { once: true });
  return exchange.outcome(result);
}

const json = 'application/json';

type KyFetch = (request: Request, init: object) => Promise<Response>;

interface InitHookOptions {
  readonly headers?: ConstructorParameters<typeof Headers>[0];
  readonly fetch?: KyFetch;
  readonly hooks?: object;
}

const kyOverrides = { redirect: 'manual', retry: 0, throwHttpErrors: false, timeout: false } as const;

class Exchange {
  /** Number of requests sent, which is more than one after a redirect. */
  #requests = 0;
  #hadCredentials = false;
  #status: number | undefined;
  /** Value of `performance.now()` at the latest request. */
  #sentAt = performance.now();
  /** What `fetch` threw, stored because ky wraps it in its own error. */
  #thrown: { readonly thrown: unknown } | undefined;
  /** Why a redirect was not followed. */
  #blocked: string | undefined;
  readonly #call: Call;
  readonly #headers: Headers | undefined;
  readonly #isStream: boolean;
  readonly #signal: AbortSignal;

  constructor(call: Call, headers: Headers | undefined, isStream: boolean, signal: AbortSignal) {
    this.#call = call;
    this.#headers = headers;
    this.#isStream = isStream;
    this.#signal = signal;
  }

  get waitingFor(): string {
    const hook = this.#call.settings.isCustomKy ? ' or a `ky` hook' : '';
    if (this.#requests === 0) return `the request${hook}`;
    return this.#status === undefined ? 'the response headers' : `the response body${hook}`;
  }

  outcome(result: ReceivedResponse | Failure): Outcome {
    const wasSent = this.#requests > 0;
    const isHarmless =
      this.#call.endpoint.method === 'GET' ||
      !wasSent ||
      (this.#status === undefined
        ? 'kind' in result && result.kind === 'network' && isNeverSent(result.thrown)
        : isRefusal(this.#status));
    return { result, wasSent, mayHaveBeenApplied: !isHarmless, hadCredentials: this.#hadCredentials };
  }

  async run(): Promise<ReceivedResponse | Failure> {
    const { settings, endpoint, body, url } = this.#call;
    const defaults = { accept: json, ...(body !== undefined && { 'content-type': json }) };
    const given = this.#headers && Object.fromEntries(this.#headers);
    let response: Response;
    try {
      response = await settings.ky(url, {
        ...kyOverrides,
        method: endpoint.method,
        // An option whose value is `undefined` would make ky slower.
        ...(body !== undefined && { body }),
        ...(settings.isCustomKy
          ? {
              signal: this.#signal,
              headers: given ?? {},
              hooks: { init: [(options: InitHookOptions) => this.#init(options, defaults)] },
            }
          : {
              headers: { ...defaults, ...given },
              fetch: (first: Request) => this.#follow(first, {}, globalThis.fetch),
            }),
      });
    } catch (thrown) {
      const fetched = this.#thrown?.thrown;
      if (fetched instanceof UnusableResponse) {
        return { kind: 'callback', what: fetched.what, thrown: fetched };
      }
      if (this.#thrown) return this.#lost(fetched, isNetworkError(thrown));
      return {
        kind: 'callback',
        what: isForceRetryError(thrown) ? forcedRetry : 'a `ky` hook failed',
        thrown,
      };
    }
    return await this.#read(response);
  }

  /** Runs after the caller's own `init` hooks, and keeps the headers that they set. */
  #init(options: InitHookOptions, defaults: Readonly<Record<string, string>>): void {
    const headers = new Headers(options.headers);
    for (const [name, value] of Object.entries(defaults)) if (!headers.has(name)) headers.set(name, value);
    const fetch = options.fetch ?? globalThis.fetch;
    Object.assign(options, kyOverrides, {
      headers,
      prefix: '',
      totalTimeout: false,
      json: undefined,
      fetch: (first: Request, init: object) => this.#follow(first, init, fetch),
      hooks: { ...options.hooks, beforeError: [], beforeRetry: [] },
    });
  }

  async #follow(first: Request, init: object, fetch: KyFetch): Promise<Response> {
    const { settings, event } = this.#call;
    const custom = settings.fetch;
    try {
      // A hook may have returned a request with a signal of its own.
      const signal = settings.isCustomKy ? AbortSignal.any([first.signal, this.#signal]) : this.#signal;
      for (let request = first; ;) {
        const customInit = custom && (await customInitOf(request, signal));
        signal.throwIfAborted();
        this.#requests += 1;
        this.#status = undefined;
        this.#hadCredentials = request.headers.has('authorization');
        notify(settings, 'onRequest', { ...event, attempt: event.attempt + 1 });
        this.#sentAt = performance.now();
        const response = await (custom && customInit
          ? (custom(request.url, customInit) as Promise<Response>)
          : fetch(request, { ...init, signal }));
        if (!isResponse(response)) {
          throw new UnusableResponse('did not return a response', 'it must return a `Response`');
        }
        if (isUsedUp(response)) {
          const advice = 'it must return a new `Response` for each call';
          throw new UnusableResponse('returned a response whose body was already read', advice);
        }
        // `Response.error()` has the status 0.
        this.#status = response.status || undefined;
        const next = response.ok ? undefined : redirectOf(request, response, this.#requests);
        const isFollowed = next instanceof Request;
        // An unread body would keep the connection, and with it the process, alive.
        if (isFollowed || signal.aborted) readerOf(response.body)?.end();
        signal.throwIfAborted();
        if (!isFollowed) {
          this.#blocked = next;
          return settings.isCustomKy ? withWebStream(response) : response;
        }
        request = next;
      }
    } catch (thrown) {
      this.#thrown = { thrown };
      throw thrown;
    }
  }

  #lost(thrown: unknown, isNetworkFailure: boolean): Failure {
    return { kind: 'network', thrown, status: this.#status, isNetworkFailure };
  }

  async #read(response: Response): Promise<ReceivedResponse | Failure> {
    const call = this.#call;
    if (isUsedUp(response)) {
      const thrown = new TypeError(
        'The body of the response was already read. The hook must read `response.clone()` instead.',
      );
      return { kind: 'callback', what: 'a `ky` hook returned a response that it had read', thrown };
    }
    // `fetch` functions and hooks can simulate a network failure with `Response.error()`.
    if (response.type === 'error') {
      return {
        kind: 'network',
        thrown: new TypeError('network error'),
        status: undefined,
        isNetworkFailure: true,
      };
    }
    const { status, ok, headers } = response;
    const isReplaced = this.#status !== undefined && status !== this.#status;
    if (this.#status === undefined) this.#status = status;
    if (this.#blocked !== undefined && !isReplaced) {
      readerOf(response.body)?.end();
      return { kind: 'redirect', response: { status, headers }, reason: this.#blocked };
    }
    const url = (response.url || call.url).replace(/[?#].*/s, '');
    if (ok && this.#isStream) {
      this.#report(status);
      return { status, ok, headers, body: response.body, text: '', url };
    }
    try {
      const text = await readText(response, call.options.limits.maxResponseBytes, this.#signal);
      // A canceled body looks complete to its reader.
      this.#signal.throwIfAborted();
      if (text === undefined) return { kind: 'tooLong', response: { status, headers } };
      this.#report(status);
      return { status, ok, headers, body: null, text, url };
    } catch (thrown) {
      // An error thrown by a stream is a network failure, but a `TypeError` from a `text()` function is a programming
      // error.
      return this.#lost(thrown, !(thrown instanceof TypeError) || readerOf(response.body) !== undefined);
    }
  }

  #report(status: number): void {
    const { settings, event } = this.#call;
    const attempt = event.attempt + (this.#requests > 0 ? 1 : 0);
    const durationMs = performance.now() - this.#sentAt;
    notify(settings, 'onResponse', { ...event, attempt, status, durationMs });
  }
}

const forcedRetry =
  'a `ky` hook called `ky.retry()`, which the client does not support (set `maxRetries` instead)';

class UnusableResponse extends TypeError {
  readonly what: string;

  constructor(problem: string, advice: string) {
    super(`\`fetch\` ${problem}: ${advice}.`);
    this.what = `the \`fetch\` function ${problem} (${advice})`;
  }
}

function isUsedUp({ bodyUsed, body }: Response): boolean {
  return bodyUsed || body?.locked === true;
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

/** A custom `fetch` may return a response of another implementation, so `instanceof` would be too strict. */
function isResponse(value: unknown): value is Response {
  if (typeof value !== 'object' || value === null) return false;
  const { status, headers, body, text } = value as Partial<Response>;
  const hasBody = body === null || readerOf(body) !== undefined || typeof text === 'function';
  return typeof status === 'number' && typeof headers?.get === 'function' && hasBody;
}

/** Converts the Node stream of a node-fetch response to the web stream that ky's hooks need. */
function withWebStream(response: Response): Response {
  const { status, headers, url } = response;
  const chunks = readerOf(response.body);
  const isEmpty = status === 204 || status === 205 || status === 304;
  if (!chunks || isEmpty || 'getReader' in (response.body ?? {})) return response;
  const pull = async (controller: ReadableStreamDefaultController) => {
    const { done, value } = await chunks.next();
    if (done) controller.close();
    else controller.enqueue(value);
  };
  const body = new ReadableStream({ pull, cancel: chunks.end }, { highWaterMark: 0 });
  const init = { status, headers: Object.fromEntries(headers) };
  return Object.defineProperty(new Response(body, init), 'url', { value: url });
}

/** Some custom `fetch` functions do not accept the platform's `Request`. */
async function customInitOf(request: Request, signal: AbortSignal): Promise<FetchInit> {
  const { method, headers, credentials } = request;
  const body = method === 'GET' ? '' : await request.text();
  return {
    method,
    headers: Object.fromEntries(headers),
    ...(body !== '' && { body }),
    signal,
    redirect: request.redirect === 'follow' ? 'follow' : 'manual',
    ...((credentials === 'include' || credentials === 'omit') && { credentials }),
  };
}

/**
 * Whether a status shows that the service did not process the request (RFC 9110 §15). A service may send a 301, 302 or
 * 303 after processing a POST request.
 */
function isRefusal(status: number): boolean {
  const isElsewhere = status >= 301 && status <= 303;
  return (status >= 300 && status < 500 && !isElsewhere) || status === 501 || status === 503;
}

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

const mostRequests = 20;

/**
 * Only GET requests are redirected, and only to the same origin. The token, headers and body are therefore sent only to
 * the origin of `baseUrl`.
 * @returns The next request, the reason why the redirect is blocked, or `undefined` if there is no redirect.
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
    return `It leads from ${origin} to a URL that the browser hides. Set \`baseUrl\` to that URL.`;
  }
  if (target.origin !== origin) {
    const elsewhere = target.origin === 'null' ? target.protocol : target.origin;
    return `It leads from ${origin} to ${elsewhere}, which is another origin. If it is the service, set \`baseUrl\` to it.`;
  }
  if (target.username + target.password) {
    return 'It leads to a URL with a user name or password, which the client does not follow.';
  }
  if (method !== 'GET')
    return 'The client follows redirects of GET requests only. Set `baseUrl` to the target of the redirect.';
  if (requests >= mostRequests)
    return `The client stopped after ${requests} requests, because they look like a loop. Check \`baseUrl\`.`;
  const next = new Request(target, request);
  // With the mode `same-origin`, the browser refuses to follow a redirect to another origin.
  return isHidden ? new Request(next, { redirect: 'follow', mode: 'same-origin' }) : next;
}

/** Returns `undefined` if the decompressed body exceeds `maxBytes` or the maximum length of a string. */
async function readText(
  response: Response,
  maxBytes: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  const chunks = readerOf(response.body);
  if (!chunks) return response.body === null ? '' : await response.text();
  signal.addEventListener('abort', () => chunks.end(), { once: true });
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    parts.push(next.value);
    length += next.value.length;
    if (length <= maxBytes) continue;
    chunks.end();
    return undefined;
  }
  try {
    // In Node, decoding part by part takes several times as long.
    return new TextDecoder().decode(joined(parts, length));
  } catch {
    return undefined;
  }
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array | undefined {
  if (parts.length < 2) return parts[0];
  const whole = new Uint8Array(length);
  let end = 0;
  for (const part of parts) {
    whole.set(part, end);
    end += part.length;
  }
  return whole;
}

interface ChunkReader {
  readonly next: () => Promise<IteratorResult<Uint8Array, unknown>>;
  readonly end: () => void;
}

/** Iterates over Node streams, but reads web streams with `getReader`, because Safari cannot iterate over them. */
export function readerOf(body: unknown): ChunkReader | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  if ('getReader' in body) {
    const stream = body as ReadableStream<Uint8Array>;
    let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
    return {
      next: () => (reader ??= stream.getReader()).read(),
      end: () => void (reader ?? stream).cancel().catch(() => undefined),
    };
  }
  if (!(Symbol.asyncIterator in body)) return undefined;
  const stream = body as AsyncIterable<Uint8Array> & { destroy?: () => unknown };
  let iterator: AsyncIterator<Uint8Array> | undefined;
  return {
    next: () => (iterator ??= stream[Symbol.asyncIterator]()).next(),
    // Ending an unused iterator does not close its Node stream.
    end: () => {
      if (stream.destroy) stream.destroy();
      else void iterator?.return?.().catch(() => undefined);
    },
  };
}
