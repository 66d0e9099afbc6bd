import ky, { isTimeoutError } from 'ky';
import type { ClientContext } from '../context.ts';
import { notify } from '../events.ts';
import { race } from '../race.ts';
import { redirectOf } from './redirects.ts';
import type { ApiRequest } from '../request.ts';
import { readText } from './response-text.ts';

const json = 'application/json';

/** The caller's headers and token, as they are sent. */
export type SentHeaders = Iterable<[name: string, value: string]>;

/** A response, read to its end, but for a success of a request that streams. */
export interface ReceivedResponse {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: Headers;
  /** To be streamed, if the text is left to that. */
  readonly body: Response['body'];
  /** The body; empty when it is left to be streamed. */
  readonly text: string;
  /** Without query and fragment. */
  readonly url: string;
  /** `Retry-After` of an error response. */
  readonly retryAfter: string | null;
}

/** How an attempt ended. */
export type Outcome =
  | { readonly kind: 'response'; readonly response: ReceivedResponse }
  /** A redirect that is not followed. Its status is 0 where a browser hides it. */
  | {
      readonly kind: 'blocked';
      readonly status: number;
      readonly headers: Headers;
      readonly reason: string;
    }
  /** The body has more than `maxResponseBytes`. */
  | { readonly kind: 'too long'; readonly status: number }
  /** No complete response arrived. `status` is that of the response that broke off. If `final`, a repeat cannot help. */
  | {
      readonly kind: 'failed';
      readonly cause: unknown;
      readonly status: number | undefined;
      readonly final: boolean;
    }
  | { readonly kind: 'timed out'; readonly waitingFor: string }
  | { readonly kind: 'aborted' };

/** What an attempt needs besides its request. */
export interface AttemptOptions {
  /** The caller's headers and token. */
  readonly headers: SentHeaders;
  /** Milliseconds to the last byte; `Infinity` for no limit. */
  readonly timeout: number;
  /** Requests that earlier attempts sent. */
  readonly sentBefore: number;
}

/**
 * Makes one attempt: one request with the redirects that it follows, and its response to the last byte. ky makes the
 * Request and keeps the time.
 *
 * @returns How it ended, and how many requests it sent.
 */
export async function attempt(
  request: ApiRequest,
  client: ClientContext,
  { headers, timeout, sentBefore }: AttemptOptions,
): Promise<{ readonly outcome: Outcome; readonly requests: number }> {
  const { facts, query, body, signal, streams, limits } = request;
  let requests = 0;
  let sentAt = 0;
  let status: number | undefined;
  // ky ends its Request with the time only where signals can be combined: in browsers since 2024.
  const own = 'any' in AbortSignal ? undefined : new AbortController();
  const end = () => own?.abort(signal?.reason);
  if (own) signal?.addEventListener('abort', end);

  const event = () => ({ ...facts, attempt: sentBefore + requests });

  const send = (outgoing: Request): Promise<Response> => {
    outgoing.signal.throwIfAborted();
    requests += 1;
    notify(client.onRequest, event());
    sentAt = performance.now();
    return (client.fetch ?? globalThis.fetch)(outgoing);
  };

  const exchange = async (first: Request): Promise<Outcome> => {
    let final = false;
    try {
      let current = first;
      let response = await send(first);
      while (!response.ok) {
        if (response.type === 'error') throw new TypeError('the response is a network error');
        const redirect = redirectOf(first, response, current.url, requests);
        if (redirect === undefined) break;
        // A body that nobody reads would keep its connection, and the process, alive.
        void response.body?.cancel().catch(() => undefined);
        if (typeof redirect === 'string') {
          const { headers } = response;
          return { kind: 'blocked', status: response.status, headers, reason: redirect };
        }
        current = redirect.next;
        final = redirect.unseen;
        response = await send(current);
      }
      // A response double may have anything as its fields: what cannot be read fails here.
      const { ok, headers, body } = response;
      ({ status } = response);
      const text = streams && ok ? '' : await readText(response, limits.maxResponseBytes);
      if (text === undefined) return { kind: 'too long', status };
      if (!first.signal.aborted) {
        const durationMs = performance.now() - sentAt;
        notify(client.onResponse, { ...event(), status, durationMs });
      }
      const url = (response.url || facts.url).replace(/[?#].*/s, '');
      const retryAfter = ok ? null : headers.get('retry-after');
      return { kind: 'response', response: { status, ok, headers, body, text, url, retryAfter } };
    } catch (cause) {
      return { kind: 'failed', cause, status, final };
    }
  };

  const limitedExchange = async (first: Request): Promise<Outcome> => {
    first.headers.set('accept', json);
    if (body !== undefined) first.headers.set('content-type', json);
    for (const [name, value] of headers) first.headers.set(name, value);
    // A `fetch` may ignore its signal. That of the Request also ends with ky's time, so that nothing stays behind then;
    // without a time limit the platform may collect it, and it would not hear of an abort.
    const ended = timeout === Infinity ? signal : signal && first.signal;
    const outcome = await race(exchange(first), ended, Infinity);
    return typeof outcome === 'symbol' ? { kind: 'aborted' } : outcome;
  };

  try {
    const outcome: unknown = await ky(facts.url + query, {
      method: facts.method,
      // An absent option costs ky less than `undefined`.
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
      ...(own && { signal: own.signal }),
      redirect: 'manual',
      retry: 0,
      throwHttpErrors: false,
      timeout: timeout === Infinity ? false : timeout,
      // ky passes the Request that it made, and resolves to what this resolves to, whether a Response or not.
      fetch: (first) => limitedExchange(first as Request) as Promise<unknown> as Promise<Response>,
    });
    return { outcome: outcome as Outcome, requests };
  } catch (cause) {
    // `limitedExchange` never rejects: either the time was over, or ky could not make the Request.
    end();
    const waitingFor = status === undefined ? 'the response headers' : 'the response body';
    const outcome: Outcome = isTimeoutError(cause)
      ? { kind: 'timed out', waitingFor }
      : { kind: 'failed', cause, status, final: true };
    return { outcome, requests };
  } finally {
    // A body that is streamed is still to be ended.
    if (own && !streams) signal?.removeEventListener('abort', end);
  }
}
