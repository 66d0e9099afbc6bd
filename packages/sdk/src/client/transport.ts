import ky, { isTimeoutError as isKyTimeout } from 'ky';
import { abortable } from './abortable.ts';
import type { Call } from './call.ts';
import type { Credentials } from './credentials.ts';
import { AbortError } from './errors/abort-error.ts';
import { isMockServicesError, type MockServicesError } from './errors/base.ts';
import { TimeoutError, type TimeoutPhase } from './errors/timeout-error.ts';
import { networkFailure } from './network-failure.ts';
import { type Observers, tell } from './observers.ts';
import type { Fetch, RequestOptions, ResolvedBudgets } from './options.ts';
import { followRedirects } from './redirects.ts';
import { apiError, type BufferedResponse } from './responses.ts';
import { RetryPolicy } from './retry.ts';

/** What all calls of a client share. */
export interface TransportOptions {
  readonly fetch: Fetch | undefined;
  readonly credentials: Credentials;
  readonly observers: Observers;
}

/** A request of one call, before the caller's headers and token are added to it. */
export interface OutgoingRequest {
  readonly url: string;
  /** JSON text; `undefined` when none is sent. */
  readonly body: string | undefined;
  readonly budgets: ResolvedBudgets;
  readonly options: RequestOptions;
}

/**
 * Sends a request and reads the response to its end. ky runs the attempts, their time budget and the waits
 * between them; what one attempt is, and which failures deserve another, is decided here.
 *
 * @throws One of the errors of the tree, whatever goes wrong.
 */
export async function send(
  call: Call,
  request: OutgoingRequest,
  shared: TransportOptions,
): Promise<BufferedResponse> {
  const { budgets, options } = request;
  const { signal } = options;
  const policy = new RetryPolicy(call, {
    budgets,
    explicit: options.maxRetries !== undefined,
    renewable: shared.credentials.renewable,
    observers: shared.observers,
  });
  let headers = new Headers();
  const failure = (thrown: unknown) => networkFailure(call, thrown, secretsOf(headers, request));
  let received: BufferedResponse | undefined;

  /** Runs before each attempt, outside the attempt's own time budget. */
  const authorize = async (): Promise<void> => {
    call.waitingFor = 'a token or headers';
    headers = new Headers({ accept: 'application/json' });
    if (request.body !== undefined) headers.set('content-type', 'application/json');
    await abortable(shared.credentials.apply(call, headers, options.headers), signal);
  };

  const attempt = async (outgoing: Request): Promise<Response> => {
    call.attemptStartedAt = performance.now();
    headers.forEach((value, name) => {
      outgoing.headers.set(name, value);
    });
    const response = await exchange(call, outgoing, shared, signal, failure);
    received = response.buffered;
    const refusal = refusalOf(call, received, policy, shared.observers);
    if (refusal !== undefined) throw refusal;
    return response.raw;
  };

  try {
    signal?.throwIfAborted();
    await ky(request.url, {
      method: call.endpoint.method,
      ...(request.body !== undefined && { body: request.body }),
      ...(signal !== undefined && { signal }),
      redirect: 'manual',
      timeout: budgets.timeout,
      totalTimeout: budgets.totalTimeout,
      throwHttpErrors: false,
      retry: {
        limit: policy.limit,
        methods: [call.endpoint.method],
        shouldRetry: ({ error }) => policy.shouldRetry(error),
        delay: () => policy.delayMs,
      },
      hooks: { beforeRequest: [authorize], beforeRetry: [authorize] },
      // ky hands on the Request that it made.
      fetch: (outgoing) => attempt(outgoing as Request),
    });
  } catch (error) {
    throw translate(error, call, request) ?? failure(error);
  }
  if (received === undefined) throw failure(undefined);
  return received;
}

interface Exchange {
  readonly raw: Response;
  readonly buffered: BufferedResponse;
}

/** One request and its response, to the last byte. */
async function exchange(
  call: Call,
  outgoing: Request,
  { fetch = globalThis.fetch, observers }: TransportOptions,
  signal: AbortSignal | undefined,
  failure: (thrown: unknown) => MockServicesError,
): Promise<Exchange> {
  let sentAt = 0;
  const sendOne: Fetch = (next) => {
    call.attempts += 1;
    call.waitingFor = 'the response headers';
    call.status = undefined;
    tell(observers.onRequest, () => call.event);
    sentAt = performance.now();
    return fetch(next);
  };
  const read = async (): Promise<Exchange> => {
    const raw = await followRedirects(call, outgoing, await sendOne(outgoing), sendOne);
    call.waitingFor = 'the response body';
    call.status = raw.status;
    const text = await raw.text();
    return { raw, buffered: { status: raw.status, headers: raw.headers, url: raw.url, text } };
  };
  try {
    const done = await abortable(read(), signal);
    const durationMs = performance.now() - sentAt;
    tell(observers.onResponse, () => ({ ...call.event, status: done.raw.status, durationMs }));
    return done;
  } catch (error) {
    if (isMockServicesError(error) || outgoing.signal.aborted) throw error;
    throw failure(error);
  }
}

function refusalOf(
  call: Call,
  response: BufferedResponse,
  policy: RetryPolicy,
  observers: Observers,
): MockServicesError | undefined {
  if (response.status >= 200 && response.status < 300) return undefined;
  const error = apiError(call, response, Date.now());
  if (!policy.isDone(error)) return error;
  tell(observers.onWarning, () => ({
    ...call.event,
    kind: 'delete-repeated' as const,
    message: 'The response to an earlier attempt was lost; this one found nothing left to delete.',
  }));
  return undefined;
}

/** What the caller gave that no error may show. */
function secretsOf(headers: Headers, { url, body }: OutgoingRequest): string[] {
  const given = [...headers].filter(([name]) => name !== 'accept' && name !== 'content-type');
  const values = given.flatMap(([, value]) => [value, value.replace(/^Bearer /, '')]);
  return [...values, new URL(url).search.slice(1), body ?? ''].filter((value) => value !== '');
}

/** What ky rejects with, as an error of the tree, unless it is a failure of the network. */
function translate(
  error: unknown,
  call: Call,
  { budgets, options }: OutgoingRequest,
): MockServicesError | undefined {
  if (isMockServicesError(error)) return error;
  if (options.signal?.aborted) {
    return new AbortError('the call was aborted by its signal.', call.facts, {
      cause: options.signal.reason,
    });
  }
  return isKyTimeout(error) ? timedOut(call, budgets) : undefined;
}

function timedOut(call: Call, budgets: ResolvedBudgets): TimeoutError {
  const phase = phaseOf(call, budgets);
  const option = phase === 'total' ? 'totalTimeout' : 'timeout';
  return new TimeoutError(
    `${option} of ${budgets[option]} ms ran out, waiting for ${call.waitingFor} (${call.endpoint.method} ${call.url}).`,
    call.facts,
    phase,
    // ky's own error holds the request with its headers, so it is not kept.
    { cause: new DOMException(`waited ${Math.round(call.elapsedMs)} ms`, 'TimeoutError') },
  );
}

/** Which of the two budgets was the first to end. Timers are not exact, so their ends are compared, not the clock. */
function phaseOf(call: Call, { timeout, totalTimeout }: ResolvedBudgets): TimeoutPhase {
  const attempting = call.waitingFor === 'the response headers' || call.waitingFor === 'the response body';
  if (!attempting || timeout === false) return 'total';
  if (totalTimeout === false) return 'attempt';
  return call.attemptStartedAt + timeout < call.startedAt + totalTimeout ? 'attempt' : 'total';
}
