import ky, { isTimeoutError as isKyTimeout } from 'ky';
import { abortable } from './abortable.ts';
import { attempt } from './attempt.ts';
import type { Call } from './call.ts';
import type { Credentials } from './credentials.ts';
import { AbortError } from './errors/abort-error.ts';
import type { MockServicesError } from './errors/base.ts';
import { TimeoutError, type TimeoutPhase } from './errors/timeout-error.ts';
import { networkFailure } from './network-failure.ts';
import { type Observers, tell } from './observers.ts';
import type { Fetch, RequestOptions, ResolvedBudgets } from './options.ts';
import { apiError, type BufferedResponse } from './responses.ts';
import { RetryPolicy } from './retry.ts';
import { secretsOf } from './secrets.ts';

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
  const { fetch, credentials, observers } = shared;
  const signal = options.signal ?? undefined;
  const policy = new RetryPolicy(call, {
    budgets,
    // Callers without types may say `null` for an option that they leave out.
    explicit: (options.maxRetries ?? undefined) !== undefined,
    renewable: credentials.isRenewable(options.headers),
    observers,
    signal,
  });
  let headers = new Headers();
  const failure = (thrown: unknown) =>
    call.own(networkFailure(call, thrown, secretsOf({ headers, url: request.url, body: request.body })));
  let received: BufferedResponse | undefined;

  /** Runs before each attempt, outside the attempt's own time budget. */
  const authorize = async (): Promise<void> => {
    call.waitingFor = 'a token or headers';
    headers = new Headers({ accept: 'application/json' });
    if (request.body !== undefined) headers.set('content-type', 'application/json');
    await abortable(credentials.apply(call, headers, options.headers ?? undefined), signal);
  };

  const exchange = async (outgoing: Request): Promise<Response> => {
    call.attemptStartedAt = performance.now();
    headers.forEach((value, name) => {
      outgoing.headers.set(name, value);
    });
    const { raw, buffered } = await attempt(call, outgoing, { fetch, observers, signal, failure });
    const refusal = refusalOf(call, buffered, policy, observers);
    if (refusal !== undefined) throw refusal;
    received = buffered;
    return raw;
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
      fetch: (outgoing) => exchange(outgoing as Request),
    });
    if (received !== undefined) return received;
  } catch (error) {
    // An answer that this call gave up waiting for is none to share with later calls.
    if (call.waitingFor === 'a token or headers') credentials.forget();
    throw translate(error, call, request, policy) ?? failure(error);
  }
  throw failure(undefined);
}

function refusalOf(
  call: Call,
  response: BufferedResponse,
  policy: RetryPolicy,
  observers: Observers,
): MockServicesError | undefined {
  if (response.status >= 200 && response.status < 300) return undefined;
  const error = call.own(apiError(call, response, Date.now()));
  if (!policy.isDone(error)) return error;
  tell(observers.onWarning, () => ({
    ...call.event,
    kind: 'delete-repeated' as const,
    message: 'The response to an earlier attempt was lost; this one found nothing left to delete.',
  }));
  return undefined;
}

/** What ky rejects with, as an error of the tree, unless it is a failure of the network. */
function translate(
  error: unknown,
  call: Call,
  { budgets, options }: OutgoingRequest,
  policy: RetryPolicy,
): MockServicesError | undefined {
  if (call.owns(error)) return error;
  if (options.signal?.aborted) {
    return new AbortError('the call was aborted by its signal.', call.facts, {
      cause: options.signal.reason,
    });
  }
  return isKyTimeout(error) ? timedOut(call, budgets, policy.lastFailure) : undefined;
}

function timedOut(
  call: Call,
  budgets: ResolvedBudgets,
  lastFailure: MockServicesError | undefined,
): TimeoutError {
  const phase = phaseOf(call, budgets);
  const option = phase === 'total' ? 'totalTimeout' : 'timeout';
  return new TimeoutError(
    `${option} of ${budgets[option]} ms ran out, waiting for ${call.waitingFor} (${call.endpoint.method} ${call.url}).`,
    call.facts,
    phase,
    // ky's own error holds the request with its headers, so it is not kept.
    { cause: lastFailure ?? new DOMException(`waited ${Math.round(call.elapsedMs)} ms`, 'TimeoutError') },
  );
}

/** Which of the two budgets was the first to end. Timers are not exact, so their ends are compared, not the clock. */
function phaseOf(call: Call, { timeout, totalTimeout }: ResolvedBudgets): TimeoutPhase {
  const attempting = call.waitingFor === 'the response headers' || call.waitingFor === 'the response body';
  if (!attempting || timeout === false) return 'total';
  if (totalTimeout === false) return 'attempt';
  return call.attemptStartedAt + timeout < call.startedAt + totalTimeout ? 'attempt' : 'total';
}
