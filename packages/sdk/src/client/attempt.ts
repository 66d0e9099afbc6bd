import ky from 'ky';
import type { Call } from './call.ts';
import { loadFailure } from './on-demand.ts';
import { OutOfTime, within } from './within.ts';

const json = 'application/json';

/** A response with its body as text, which is empty where the body is left to the caller of a call that streams. */
export interface ReceivedResponse {
  readonly raw: Response;
  readonly text: string;
}

/**
 * One attempt: the caller's headers and token, one request with the redirects that it follows, and its
 * response to the last byte. ky makes the request and keeps the time.
 *
 * @throws Whatever went wrong, as it was thrown.
 */
export async function attempt(call: Call): Promise<ReceivedResponse> {
  const { client, endpoint, budgets, url, query } = call.terms;
  const { signal } = call;
  call.waitingFor = 'a token or headers';
  signal?.throwIfAborted();
  call.headers = await client.credentials.headersFor(call);
  const { timeLeft } = call;
  if (timeLeft === 0) throw new OutOfTime();
  const timeout = Math.min(budgets.timeout, timeLeft);
  // Set before ky, which calls `fetch` once, is done.
  let received!: ReceivedResponse;
  await ky(url + query, {
    method: endpoint.method,
    // What is not given costs ky less than `null`.
    ...(call.body !== undefined && { body: call.body }),
    ...(signal !== undefined && { signal }),
    redirect: 'manual',
    retry: 0,
    throwHttpErrors: false,
    timeout: timeout === Infinity ? false : timeout,
    // ky hands on the Request that it made, and stops its timer as soon as this settles. A `fetch` may not listen to its
    // signal, so the caller's is listened to here. That of the Request ends with ky's time too, so that nothing is left
    // of a `fetch` that never settles; but without a timer nobody keeps it, and then it would not hear of an abort.
    fetch: async (request) => {
      const made = (call.request = request as Request);
      const until = timeout === Infinity ? signal : signal && made.signal;
      return (received = await within(exchange(call, made), until, Infinity)).raw;
    },
  });
  return received;
}

async function exchange(call: Call, request: Request): Promise<ReceivedResponse> {
  const fetch = call.terms.client.fetch ?? globalThis.fetch;
  // ky would merge them with its own, at a cost.
  const { headers } = request;
  headers.set('accept', json);
  if (call.body !== undefined) headers.set('content-type', json);
  for (const [name, value] of call.headers) headers.set(name, value);
  let sentAt = (call.attemptStartedAt = performance.now());
  const send = (outgoing: Request): Promise<Response> => {
    outgoing.signal.throwIfAborted();
    call.attempts += 1;
    call.waitingFor = 'the response headers';
    call.status = undefined;
    call.tell('onRequest', {});
    sentAt = performance.now();
    return fetch(outgoing);
  };
  let raw = await send(request);
  // A redirect, or what has no status: a redirect in a browser, or no response at all.
  if (raw.status < 400 && !raw.ok) {
    raw = await (await loadFailure(call)).followRedirects(call, request, raw, send);
  }
  const { status } = raw;
  call.waitingFor = 'the response body';
  call.status = status;
  const text = call.streams && raw.ok ? '' : await raw.text();
  const durationMs = performance.now() - sentAt;
  if (!request.signal.aborted) call.tell('onResponse', { status, durationMs });
  return { raw, text };
}
