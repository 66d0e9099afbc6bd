import { abortable } from './abortable.ts';
import type { Call } from './call.ts';
import type { MockServicesError } from './errors/base.ts';
import { type Observers, tell } from './observers.ts';
import type { Fetch } from './options.ts';
import { followRedirects } from './redirects.ts';
import type { BufferedResponse } from './responses.ts';

/** What an attempt needs besides its request. */
export interface AttemptTerms {
  readonly fetch: Fetch | undefined;
  readonly observers: Observers;
  /** The caller's signal. */
  readonly signal: AbortSignal | undefined;
  /** Makes an error of what `fetch` rejected with. */
  readonly failure: (thrown: unknown) => MockServicesError;
}

/** A response, and what was read of it. */
export interface Exchange {
  readonly raw: Response;
  readonly buffered: BufferedResponse;
}

/** One request, the redirects that it follows, and its response to the last byte. */
export async function attempt(call: Call, outgoing: Request, terms: AttemptTerms): Promise<Exchange> {
  const { fetch = globalThis.fetch, observers } = terms;
  let sentAt = 0;
  const send: Fetch = (request) => {
    // A `fetch` that does not listen to its signal would go on along its redirects.
    request.signal.throwIfAborted();
    call.attempts += 1;
    call.waitingFor = 'the response headers';
    call.status = undefined;
    tell(observers.onRequest, () => call.event);
    sentAt = performance.now();
    return fetch(request);
  };
  const read = async (): Promise<Exchange> => {
    const raw = await followRedirects(call, outgoing, await send(outgoing), send);
    if (raw.type === 'error') throw new TypeError('the response is a network error');
    call.waitingFor = 'the response body';
    call.status = raw.status;
    const text = await raw.text();
    return { raw, buffered: { status: raw.status, headers: raw.headers, url: raw.url, text } };
  };
  try {
    const exchange = await abortable(read(), terms.signal);
    const durationMs = performance.now() - sentAt;
    if (!outgoing.signal.aborted) {
      tell(observers.onResponse, () => ({ ...call.event, status: exchange.raw.status, durationMs }));
    }
    return exchange;
  } catch (error) {
    if (call.owns(error) || outgoing.signal.aborted) throw error;
    throw terms.failure(error);
  }
}
