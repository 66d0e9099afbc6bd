/** One attempt of a call: sends the request with ky, follows safe redirects and reads the response. */
import { isForceRetryError, isNetworkError } from 'ky';
import { anySignal, throwIfAborted } from '../race.ts';
import {
  failureOfBody,
  isUsedUp,
  lost,
  readerOf,
  readText,
  UnusableResponse,
  withWebStream,
} from './body.ts';
import { credentialsOf } from './authorization.ts';
import type { Call, Failure, ReceivedResponse } from './context.ts';
import { notify } from './events.ts';
import { isControlFlow, isNeverSent, within } from './failure.ts';
import type { FetchInit } from './options.ts';
import { redirectOf } from './redirect.ts';
import { decidesOnCaching, initOf, type OwnOptions, withoutCache } from './sent-request.ts';
import { isRefusal } from './status.ts';

export interface Outcome {
  readonly result: ReceivedResponse | Failure;
  readonly wasSent: boolean;
  readonly mayHaveBeenApplied: boolean;
}

export async function attempt(call: Call, headers: Headers | undefined): Promise<Outcome> {
  const { options, timeLeft } = call;
  const { signal, limits } = options;
  const ending = new AbortController();
  const exchange = new Exchange(call, headers, ending.signal);
  const isOver = signal?.aborted === true || timeLeft === 0;
  // A getter of the response may throw.
  const run = () => exchange.run().catch((thrown: unknown) => exchange.lost(thrown));
  const work = isOver ? new Promise<never>(() => undefined) : run();
  const limit = timeLeft < limits.timeout ? 'totalTimeout' : 'timeout';
  const waitingFor = () => (isOver ? 'the next attempt' : exchange.waitingFor);
  const result = await within(call, work, limit, Math.min(limits.timeout, timeLeft), waitingFor);
  const isCutOff = 'kind' in result && (result.kind === 'aborted' || result.kind === 'timeout');
  if (isCutOff) ending.abort(signal?.reason);
  return exchange.outcome(result);
}

const json = 'application/json';

type AnyFetch = (url: string, init: FetchInit) => Promise<unknown>;

interface InitHookOptions extends OwnOptions {
  readonly headers?: ConstructorParameters<typeof Headers>[0];
  readonly fetch?: AnyFetch;
  readonly hooks?: object;
}

const kyOverrides = { redirect: 'manual', retry: 0, throwHttpErrors: false, timeout: false } as const;

class Exchange {
  /** Number of requests sent, which is more than one after a redirect. */
  #requests = 0;
  #credentials: string | undefined;
  #status: number | undefined;
  /** Value of `performance.now()` at the latest request. */
  #sentAt = performance.now();
  /** What `fetch` threw, stored because ky wraps it in its own error. */
  #thrown: { readonly thrown: unknown } | undefined;
  /** The response that ky and its hooks got. */
  #received: Response | undefined;
  /** Why a redirect was not followed. */
  #blocked: string | undefined;
  readonly #call: Call;
  readonly #headers: Headers | undefined;
  readonly #signal: AbortSignal;

  constructor(call: Call, headers: Headers | undefined, signal: AbortSignal) {
    this.#call = call;
    this.#headers = headers;
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
    return { result, wasSent, mayHaveBeenApplied: !isHarmless };
  }

  /** Describes an error of the network or of the response. */
  lost(thrown: unknown, isNetworkFailure = false): Failure {
    return lost(thrown, this.#status, isNetworkFailure);
  }

  async run(): Promise<ReceivedResponse | Failure> {
    const { settings, endpoint, body, url } = this.#call;
    const defaults = { accept: json, ...(body !== undefined && { 'content-type': json }) };
    const { method } = endpoint;
    const given = this.#headers && Object.fromEntries(this.#headers);
    let response: Response;
    try {
      response = await settings.ky(url, {
        ...kyOverrides,
        method,
        ...(settings.isCustomKy
          ? {
              // An option whose value is `undefined` would make ky slower.
              ...(body !== undefined && { body }),
              signal: this.#signal,
              headers: given ?? {},
              hooks: { init: [(options: InitHookOptions) => this.#init(options, defaults)] },
            }
          : // Without hooks, nobody sees ky's `Request`, so it needs no headers and no body.
            {
              fetch: () => {
                const headers = { ...defaults, ...given };
                const init = { method, headers, ...(body !== undefined && { body }), signal: this.#signal };
                return this.#follow(url, withoutCache({ ...init, redirect: 'manual' }));
              },
            }),
      });
    } catch (thrown) {
      if (this.#thrown) return this.lost(this.#thrown.thrown, isNetworkError(thrown));
      // A hook that reads a response fails if its body breaks off.
      const broken = isControlFlow(thrown) ? undefined : await failureOfBody(this.#received);
      if (broken) return this.lost(broken.thrown, true);
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
    const { fetch } = options;
    const isDecided = decidesOnCaching(options);
    Object.assign(options, kyOverrides, {
      headers,
      prefix: '',
      totalTimeout: false,
      json: undefined,
      fetch: async (request: Request, unknownToKy: object) => {
        // A hook may have returned a request with a signal of its own.
        const signal = anySignal(this.#signal, request.signal);
        const init = await initOf(request, unknownToKy, signal);
        return await this.#follow(request.url, isDecided ? init : withoutCache(init), fetch);
      },
      hooks: { ...options.hooks, beforeError: [], beforeRetry: [] },
    });
  }

  async #follow(firstUrl: string, firstInit: FetchInit, kyFetch?: AnyFetch): Promise<Response> {
    const { settings, event } = this.#call;
    try {
      const { signal } = firstInit;
      for (let [url, init] = [firstUrl, firstInit]; ;) {
        throwIfAborted(signal);
        this.#requests += 1;
        this.#status = undefined;
        this.#credentials = credentialsOf(this.#call, url, init.headers);
        notify(settings, 'onRequest', { ...event, attempt: event.attempt + 1 });
        this.#sentAt = performance.now();
        const fetch: AnyFetch = settings.fetch ?? kyFetch ?? globalThis.fetch;
        // A copy, because Next's `fetch` removes options from the object that it receives.
        const response = (await fetch(url, { ...init })) as Partial<Response> | null | undefined;
        // Read first, because it tells whether the service processed the request. `Response.error()` has the status 0.
        this.#status = response?.status || undefined;
        if (!isResponse(response)) {
          throw new UnusableResponse('did not return a response', 'return a `Response`');
        }
        const next = response.ok ? undefined : redirectOf(url, init.method, response, this.#requests);
        const isFollowed = typeof next === 'object';
        // An unread body would keep the connection, and with it the process, alive.
        if (isFollowed || signal.aborted) readerOf(response.body)?.end();
        throwIfAborted(signal);
        if (!isFollowed) {
          this.#blocked = next;
          this.#received = settings.isCustomKy ? withWebStream(response) : response;
          return this.#received;
        }
        ({ url } = next);
        // With the mode `same-origin`, the browser refuses to follow a redirect to another origin.
        if (next.isHidden) init = { ...init, redirect: 'follow', mode: 'same-origin' };
      }
    } catch (thrown) {
      this.#thrown = { thrown };
      throw thrown;
    }
  }

  async #read(response: Response): Promise<ReceivedResponse | Failure> {
    const call = this.#call;
    // `fetch` functions and hooks can simulate a network failure with `Response.error()`.
    if (response.type === 'error') return lost(new TypeError('network error'), undefined, true);
    const { status, ok, headers, body } = response;
    if (isUsedUp(response, body)) {
      if (response === this.#received) {
        const advice = 'return a new `Response` for each call';
        return new UnusableResponse('returned a response whose body was already read', advice).failure;
      }
      const thrown = new TypeError(
        'The body of the response was already read. The hook must read `response.clone()` instead.',
      );
      return { kind: 'callback', what: 'a `ky` hook returned a response that it had read', thrown };
    }
    const isReplaced = this.#status !== undefined && status !== this.#status;
    if (this.#status === undefined) this.#status = status;
    if (this.#blocked !== undefined && !isReplaced) {
      readerOf(body)?.end();
      return { kind: 'redirect', response: { status, headers }, reason: this.#blocked };
    }
    const url = (response.url || call.url).replace(/[?#].*/s, '');
    try {
      const text = await readText(response, body, call.options.limits.maxResponseBytes, this.#signal);
      // A canceled body looks complete to its reader.
      throwIfAborted(this.#signal);
      if (text === undefined) return { kind: 'tooLong', response: { status, headers } };
      this.#report(status);
      const received = { status, headers, text, url };
      return ok ? received : { kind: 'status', response: received, credentials: this.#credentials };
    } catch (thrown) {
      // An error thrown by a stream is a network failure, but a `TypeError` from a `text()` function is a programming
      // error.
      return this.lost(thrown, !(thrown instanceof TypeError) || readerOf(body) !== undefined);
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

/** A custom `fetch` may return a response of another implementation, so `instanceof` would be too strict. */
function isResponse(value: unknown): value is Response {
  if (typeof value !== 'object' || value === null) return false;
  const { status, headers, text } = value as Partial<Response>;
  const hasBody = 'body' in value || typeof text === 'function';
  return typeof status === 'number' && typeof headers?.get === 'function' && hasBody;
}
