import type { Method } from '../../contract/operations.ts';
import type { Call } from '../call.ts';
import type { ApiError } from '../errors/api-error.ts';
import type { AnyMockServicesError } from '../errors/any-error.ts';
import { mayHaveArrived } from './network-failure.ts';
import type { HeaderFields } from '../options.ts';

/** Whether a request may be sent again when its fate is unknown (RFC 9110 §9.2.2). */
const idempotent: Readonly<Record<Method, boolean>> = { GET: true, PUT: true, DELETE: true, POST: false };

/** Methods whose purpose is reached when a repeated request finds nothing. */
const doneWhenGone: ReadonlySet<Method> = new Set(['DELETE']);

const transient: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/** Back-off before the first repeat, in milliseconds; doubled for each further one. */
const firstBackOff = 300;
const longestBackOff = 10_000;

/** Decides, for one call, whether an attempt that failed is repeated, and when. */
export class RetryPolicy {
  readonly #call: Call;
  #retries = 0;
  #renewed = false;
  #responseLost = false;
  #delayMs = 0;
  #lastFailure: AnyMockServicesError | undefined;

  constructor(call: Call) {
    this.#call = call;
  }

  /** What the last attempt that was repeated failed with. */
  get lastFailure(): AnyMockServicesError | undefined {
    return this.#lastFailure;
  }

  /** Milliseconds before the repeat that was decided last. */
  get delayMs(): number {
    return this.#delayMs;
  }

  /** Whether this failure means that an earlier attempt, whose response was lost, did the work. */
  isDone(error: ApiError): boolean {
    return error.status === 404 && this.#responseLost && doneWhenGone.has(this.#call.terms.endpoint.method);
  }

  /** Whether to repeat; sets {@link delayMs} and tells the observer if so. */
  shouldRetry(error: AnyMockServicesError): boolean {
    if (this.#call.hopeless || this.#call.signal?.aborted) return false;
    const delayMs = this.#delayAfter(error);
    if (delayMs === undefined) return false;
    this.#delayMs = delayMs;
    this.#lastFailure = error;
    this.#call.waitingFor = 'the next attempt';
    this.#responseLost ||= error.name === 'NetworkError' && mayHaveArrived(error);
    const status = error.name === 'ApiError' && { status: error.status };
    this.#call.tell('onRetry', { reason: error.name, ...status, delayMs });
    return true;
  }

  get #allowed(): number {
    const { terms } = this.#call;
    // A call that asks for repeats gets them, even a POST. Callers without types may say `null` for a missing option.
    const asked = (terms.options.maxRetries ?? undefined) !== undefined;
    return idempotent[terms.endpoint.method] || asked ? terms.budgets.maxRetries : 0;
  }

  #delayAfter(error: AnyMockServicesError): number | undefined {
    if (error.name === 'ApiError' && error.status === 401) return this.#renew();
    const worthIt =
      error.name === 'NetworkError' || (error.name === 'ApiError' && transient.has(error.status));
    if (!worthIt || this.#retries >= this.#allowed) return undefined;
    const delayMs = this.#waitFor(error.name === 'ApiError' ? error.retryAfterMs : undefined);
    if (delayMs !== undefined) this.#retries += 1;
    return delayMs;
  }

  /** A request that was refused for its token was not acted on, so even a POST may be sent again. */
  #renew(): number | undefined {
    const { client, options } = this.#call.terms;
    const renewable = client.credentials.renewable && !hasAuthorization(options.headers);
    if (!renewable || this.#renewed) return undefined;
    this.#renewed = true;
    return 0;
  }

  /** What the service asks for, else a back-off; nothing when that is longer than the caller wants to wait. */
  #waitFor(retryAfterMs: number | undefined): number | undefined {
    const { terms, timeLeft } = this.#call;
    if (retryAfterMs !== undefined && retryAfterMs > terms.budgets.maxRetryAfter) return undefined;
    const delayMs = retryAfterMs ?? this.#backOff();
    return delayMs > timeLeft ? undefined : delayMs;
  }

  /** Exponential back-off with full jitter, so that many clients do not return all at once. */
  #backOff(): number {
    return Math.random() * Math.min(longestBackOff, firstBackOff * 2 ** this.#retries);
  }
}

function hasAuthorization(own: HeaderFields | undefined): boolean {
  // What HTTP cannot carry was refused before anything was sent.
  return new Headers(own ?? {}).has('authorization');
}
