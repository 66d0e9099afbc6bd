import { attempt, type Outcome, type ReceivedResponse, type SentHeaders } from './attempt/attempt.ts';
import type { ClientContext } from './context.ts';
import type { AnyMockServicesError } from './errors/any-error.ts';
import { ApiError } from './errors/api-error.ts';
import { errorOfResponse } from './errors/error-response.ts';
import { abortError, timeoutError } from './errors/interruption.ts';
import { NetworkError } from './errors/network-error.ts';
import { networkFailure } from './errors/network-failure.ts';
import { notify } from './events.ts';
import { aborted, race, timedOut } from './race.ts';
import { type ApiRequest, factsOf, timeLeft } from './request.ts';
import { isDoneAlready, noRetries, planRetry } from './retry-policy.ts';

/** A response, and what it took to get it. */
export interface Exchange {
  readonly response: ReceivedResponse;
  readonly attempts: number;
  /** As sent last. */
  readonly headers: SentHeaders;
}

/**
 * Sends a request until it succeeds, or until another attempt is not worth it. All attempts of a call are made here.
 *
 * @throws One of the errors of the tree, whatever goes wrong.
 */
export async function send(request: ApiRequest, client: ClientContext): Promise<Exchange> {
  const { limits, signal } = request;
  const { authorization } = client;
  let attempts = 0;
  let headers: SentHeaders = [];
  let history = noRetries;
  let lastFailure: AnyMockServicesError | undefined;

  const abort = () => abortError(request, attempts);
  const timeout = (limit: 'timeout' | 'totalTimeout', waitingFor: string) =>
    timeoutError(request, attempts, limit, waitingFor, lastFailure);

  for (;;) {
    if (signal?.aborted) throw abort();
    if ((request.headers ?? request.idempotencyKey) !== undefined || !authorization.isEmpty) {
      const collecting = authorization.headersFor(request, attempts, headers);
      const collected = await race(collecting, signal, timeLeft(request));
      if (collected === aborted || collected === timedOut) {
        authorization.forget();
        throw collected === aborted ? abort() : timeout('totalTimeout', 'a token or headers');
      }
      headers = collected;
    }
    const left = timeLeft(request);
    if (left === 0) throw timeout('totalTimeout', 'the next attempt');

    const { outcome, requests } = await attempt(request, client, {
      headers,
      timeout: Math.min(limits.timeout, left),
      sentBefore: attempts,
    });
    attempts += requests;
    const event = { ...request.facts, attempt: attempts };
    if (outcome.kind === 'response' && outcome.response.ok) {
      return { response: outcome.response, attempts, headers };
    }
    if (outcome.kind === 'aborted' || signal?.aborted) throw abort();
    if (outcome.kind === 'timed out') {
      throw timeout(left < limits.timeout ? 'totalTimeout' : 'timeout', outcome.waitingFor);
    }

    if (outcome.kind === 'response' && isDoneAlready(outcome.response.status, request, history)) {
      const message = 'The response to an earlier attempt was lost; this one found nothing left to delete.';
      notify(client.onWarning, { ...event, kind: 'delete-repeated', message });
      return { response: outcome.response, attempts, headers };
    }
    const error = errorOf(outcome, request, attempts, headers);
    const canRetry = outcome.kind === 'response' || (outcome.kind === 'failed' && !outcome.final);
    const retry = canRetry && planRetry(error, request, history, authorization.isRenewable);
    if (!retry) throw error;

    const { delayMs } = (history = retry);
    lastFailure = error;
    const status = error.name === 'ApiError' && { status: error.status };
    notify(client.onRetry, { ...event, reason: error.name, ...status, delayMs });
    // Waits: only the abort of the signal settles this before the delay is over.
    await race(new Promise<never>(() => undefined), signal, delayMs);
  }
}

/** The error of an attempt that got no success, and was neither aborted nor out of time. */
function errorOf(
  outcome: Extract<Outcome, { kind: 'response' | 'blocked' | 'too long' | 'failed' }>,
  request: ApiRequest,
  attempts: number,
  headers: SentHeaders,
): ApiError | NetworkError {
  if (outcome.kind === 'response') {
    return errorOfResponse(request, attempts, outcome.response, headers);
  }
  if (outcome.kind === 'failed') {
    return networkFailure(request, attempts, headers, outcome.cause, outcome.status);
  }
  const facts = factsOf(request, attempts);
  const { status } = outcome;
  if (outcome.kind === 'too long') {
    const { maxResponseBytes } = request.limits;
    const message = `the response ${status} is longer than maxResponseBytes of ${maxResponseBytes}: raise it, or stream the log (activity.open).`;
    return new NetworkError(message, facts, { status });
  }
  const message = `the service responded with ${status || 'a hidden status'}, a redirect. ${outcome.reason}`;
  return status === 0
    ? new NetworkError(message, facts)
    : new ApiError(message, facts, { status, headers: outcome.headers, body: undefined });
}
