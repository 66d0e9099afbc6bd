import { throwIfAborted } from '../race.ts';
import { discard, isUsedUp, lost, readText, streamOf, UnusableResponse } from './body.ts';
import {
  type Call,
  eventOf,
  type Failure,
  type ReceivedResponse,
  type SentRequest,
  timeLeft,
  within,
} from './call.ts';
import { notify } from './events.ts';
import { followRedirects, redirectOf } from './follow-redirects.ts';
import { kyFetch, type Received } from './ky-fetch.ts';
import { isNeverSent } from './network-failure.ts';
import { isRefusal } from '../status.ts';

export interface Outcome {
  readonly result: ReceivedResponse | Failure;
  /** Requests of the attempt: several after a redirect, and none if a ky hook returned a response. */
  readonly sent: readonly SentRequest[];
  readonly mayHaveBeenApplied: boolean;
}

/** @param headers - The caller's headers, including the token. */
export async function attempt(call: Call, headers: Headers | undefined): Promise<Outcome> {
  const { settings, endpoint, options } = call;
  const { signal, limits } = options;
  const sent: SentRequest[] = [];
  const outcome = (result: ReceivedResponse | Failure): Outcome => {
    const isHarmless = endpoint.method === 'GET' || wasRefused(sent, result);
    return { result, sent, mayHaveBeenApplied: !isHarmless };
  };
  if (signal?.aborted) return outcome({ kind: 'aborted' });
  if (timeLeft(call) === 0) {
    return outcome({ kind: 'timeout', limit: 'totalTimeout', waitingFor: 'the next attempt' });
  }

  const startedAt = performance.now();
  const event = eventOf(call);
  const ending = new AbortController();
  const work = send(call, headers, ending.signal, (request) => {
    sent.push(request);
    notify(settings, 'onRequest', { ...event, attempt: event.attempt + 1 });
  })
    .then((received) => ('kind' in received ? received : read(received, call, sent, ending.signal)))
    // A getter of a custom `Response` may throw an error.
    .catch((thrown: unknown) => lost(thrown, sent.at(-1)?.status, !(thrown instanceof TypeError)));
  const result = await within(call, limits.timeout, work, () => stageOf(sent, settings.isCustomKy));
  const failure = 'kind' in result ? result.kind : undefined;
  if (failure === 'aborted' || failure === 'timeout') ending.abort(signal?.reason);
  const received = 'kind' in result ? result.kind === 'status' && result.response : result;
  if (received) {
    const durationMs = performance.now() - (sent.at(-1)?.sentAt ?? startedAt);
    const attempt = event.attempt + Math.min(sent.length, 1);
    notify(settings, 'onResponse', { ...event, attempt, status: received.status, durationMs });
  }
  return outcome(result);
}

function send(
  { settings, endpoint, url, body }: Call,
  headers: Headers | undefined,
  signal: AbortSignal,
  onSend: (request: SentRequest) => void,
): Promise<Received | Failure> {
  const fetch = kyFetch(settings, (inner) => followRedirects(settings.fetch ?? inner, onSend));
  return fetch(url, {
    method: endpoint.method,
    headers: headers ? Object.fromEntries(headers) : {},
    // Omit the option instead of passing `undefined`, which would make ky slower.
    ...(body !== undefined && { body }),
    signal,
    redirect: 'manual',
  });
}

function stageOf(sent: readonly SentRequest[], hasHooks: boolean): string {
  const hook = hasHooks ? ' or a `ky` hook' : '';
  const latest = sent.at(-1);
  if (!latest) return `the request${hook}`;
  return latest.status === undefined ? 'the response headers' : `the response body${hook}`;
}

function wasRefused(sent: readonly SentRequest[], result: ReceivedResponse | Failure): boolean {
  const latest = sent.at(-1);
  if (!latest) return true;
  if (latest.status !== undefined) return isRefusal(latest.status);
  return 'kind' in result && result.kind === 'network' && isNeverSent(result.thrown);
}

async function read(
  { response, isReplaced }: Received,
  call: Call,
  sent: readonly SentRequest[],
  signal: AbortSignal,
): Promise<ReceivedResponse | Failure> {
  const latest = sent.at(-1);
  let status = latest?.status;
  let isStream = false;
  try {
    // `fetch` functions and hooks can simulate a network failure with `Response.error()`.
    if (response.type === 'error') return lost(new TypeError('network error'), undefined, true);
    status = response.status;
    const { ok, headers, body } = response;
    if (isUsedUp(response, body)) return usedUp(isReplaced);
    const isRedirect = latest && latest.status === (status || undefined);
    const target = isRedirect && redirectOf(latest, response, sent.length);
    if (typeof target === 'string') {
      discard(body);
      return { kind: 'redirect', response: { status, headers }, reason: target };
    }
    isStream = streamOf(body) !== undefined;
    const text = await readText(response, body, call.options.limits.maxResponseBytes, signal);
    // Check the signal, because a canceled body looks like a complete body.
    throwIfAborted(signal);
    if (text === undefined) return { kind: 'tooLong', response: { status, headers } };
    const received = { status, headers, text, url: (response.url || call.url).replace(/[?#].*/s, '') };
    return ok ? received : { kind: 'status', response: received };
  } catch (thrown) {
    // An error of the stream means a lost connection. Any other `TypeError` is a programming error.
    return lost(thrown, status, isStream || !(thrown instanceof TypeError));
  }
}

function usedUp(isByHook: boolean): Failure {
  if (!isByHook) {
    const advice = 'return a new `Response` for each call';
    return new UnusableResponse('returned a response whose body was already read', advice).failure;
  }
  const thrown = new TypeError(
    'The body of the response was already read. The hook must read `response.clone()` instead.',
  );
  return { kind: 'callback', what: 'a `ky` hook returned a response that it had read', thrown };
}
