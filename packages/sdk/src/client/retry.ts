import type { Method } from '../contract/operations.ts';
import type { Call } from './call.ts';
import { type ApiError, isApiError } from './errors/api-error.ts';
import type { MockServicesError } from './errors/base.ts';
import { isNetworkError } from './errors/network-error.ts';
import { mayHaveArrived } from './network-failure.ts';
import { type Observers, tell } from './observers.ts';
import type { ResolvedBudgets } from './options.ts';

/** Whether a request may be sent again when its fate is unknown (RFC 9110 §9.2.2). */
const idempotent: Readonly<Record<Method, boolean>> = { GET: true, PUT: true, DELETE: true, POST: false };

/** Methods whose purpose is reached when a repeated request finds nothing. */
const doneWhenGone: ReadonlySet<Method> = new Set(['DELETE']);

const transient: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/** Back-off before the first repeat, in milliseconds; doubled for each further one. */
const firstBackOff = 300;
const longestBackOff = 10_000;

/** What a policy needs to know besides the call itself. */
export interface RetryTerms {
  readonly budgets: ResolvedBudgets;
  /** The call itself asked for repeats, so that even a POST gets them. */
  readonly explicit: boolean;
  /** A 401 may be answered with a new token. */
  readonly renewable: boolean;
  readonly observers: Observers;
  /** The caller's signal; nothing is repeated once it is aborted. */
  readonly signal: AbortSignal | undefined;
}

/** Decides, for one call, whether an attempt that failed is repeated, and when. */
export class RetryPolicy {
  readonly #call: Call;
  readonly #terms: RetryTerms;
  #retries = 0;
  #renewed = false;
  #responseLost = false;
  #delayMs = 0;
  #lastFailure: MockServicesError | undefined;

  constructor(call: Call, terms: RetryTerms) {
    this.#call = call;
    this.#terms = terms;
  }

  /** The most repeats that can come of it: those of the caller, and one with a new token. */
  get limit(): number {
    return this.#allowed + (this.#terms.renewable ? 1 : 0);
  }

  /** What the last attempt that was repeated failed with. */
  get lastFailure(): MockServicesError | undefined {
    return this.#lastFailure;
  }

  /** Milliseconds before the repeat that was decided last. */
  get delayMs(): number {
    return this.#delayMs;
  }

  /** Whether this failure means that an earlier attempt, whose response was lost, did the work. */
  isDone(error: ApiError): boolean {
    return error.status === 404 && this.#responseLost && doneWhenGone.has(this.#call.endpoint.method);
  }

  /** Whether to repeat; sets {@link delayMs} and tells the observer if so. */
  shouldRetry(error: unknown): boolean {
    if (!this.#call.owns(error) || this.#call.hopeless || this.#terms.signal?.aborted) return false;
    const delayMs = this.#delayAfter(error);
    if (delayMs === undefined) return false;
    this.#delayMs = delayMs;
    this.#lastFailure = error;
    this.#call.waitingFor = 'the next attempt';
    this.#responseLost ||= isNetworkError(error) && mayHaveArrived(error);
    tell(this.#terms.observers.onRetry, () => ({
      ...this.#call.event,
      reason: error.name,
      ...(isApiError(error) && { status: error.status }),
      delayMs,
    }));
    return true;
  }

  get #allowed(): number {
    return idempotent[this.#call.endpoint.method] || this.#terms.explicit
      ? this.#terms.budgets.maxRetries
      : 0;
  }

  #delayAfter(error: MockServicesError): number | undefined {
    if (isApiError(error) && error.status === 401) return this.#renew();
    const worthIt = isNetworkError(error) || (isApiError(error) && transient.has(error.status));
    if (!worthIt || this.#retries >= this.#allowed) return undefined;
    const delayMs = this.#waitFor(isApiError(error) ? error.retryAfterMs : undefined);
    if (delayMs !== undefined) this.#retries += 1;
    return delayMs;
  }

  /** A request that was refused for its token was not acted on, so even a POST may be sent again. */
  #renew(): number | undefined {
    if (!this.#terms.renewable || this.#renewed) return undefined;
    this.#renewed = true;
    return 0;
  }

  /** What the service asks for, else a back-off; nothing when that is longer than the caller wants to wait. */
  #waitFor(retryAfterMs: number | undefined): number | undefined {
    const { maxRetryAfter, totalTimeout } = this.#terms.budgets;
    const left = totalTimeout === false ? Infinity : Math.max(0, totalTimeout - this.#call.elapsedMs);
    if (retryAfterMs !== undefined && retryAfterMs > maxRetryAfter) return undefined;
    const delayMs = retryAfterMs ?? this.#backOff();
    return delayMs > left ? undefined : delayMs;
  }

  /** Exponential back-off with full jitter, so that many clients do not return all at once. */
  #backOff(): number {
    return Math.random() * Math.min(longestBackOff, firstBackOff * 2 ** this.#retries);
  }
}
