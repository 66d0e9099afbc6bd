import type { Issue } from '../contract/issue.ts';
import type { Operation, OperationId } from '../contract/operations.ts';
import type { Credentials } from './credentials.ts';
import type { AbortError } from './errors/abort-error.ts';
import { ApiError, type ErrorResponse } from './errors/api-error.ts';
import type { CallFacts } from './errors/base.ts';
import { NetworkError, type NetworkErrorOptions } from './errors/network-error.ts';
import { ParseError } from './errors/parse-error.ts';
import type { TimeoutError } from './errors/timeout-error.ts';
import { ValidationError, type ValidationSide } from './errors/validation-error.ts';
import { endOf, type Ending } from './ended.ts';
import { type CallEvent, type Observers, tell } from './observers.ts';
import type { Fetch, RequestOptions, ResolvedBudgets, ValidationMode } from './options.ts';
import { within } from './within.ts';

/** What all calls of a client share. */
export interface ClientTerms extends Observers {
  readonly fetch?: Fetch | undefined;
  readonly validation: ValidationMode;
  readonly credentials: Credentials;
  /** The places that a warning has told of. */
  readonly told: Set<string>;
}

/** What is called, where, and under which terms. */
export interface CallTerms {
  readonly operation: OperationId;
  readonly endpoint: Operation;
  readonly client: ClientTerms;
  readonly options: RequestOptions;
  readonly budgets: ResolvedBudgets;
  /** URL without query: what errors and events show. */
  readonly url: string;
  /** Query of the base URL with its question mark, or empty. */
  readonly query: string;
}

/** What one of the observers is told, besides which call it is about. */
type FactsFor<Name extends keyof Observers> = Omit<
  Parameters<NonNullable<Observers[Name]>>[0],
  keyof CallEvent
>;

/** What a call can be waiting for. */
type Awaited = 'a token or headers' | 'the response headers' | 'the response body' | 'the next attempt';

/** One call while it runs: what it is, and how far it has come. */
export class Call {
  readonly terms: CallTerms;
  /** The caller's; callers without types may give `null`. */
  readonly signal: AbortSignal | undefined;
  /** JSON text; `undefined` when none is sent. */
  body: string | undefined;
  /** Leaves the body of a success unread, for a caller who reads it as it arrives. */
  streams = false;
  /** The caller's headers and token, as the latest attempt sends them. */
  headers: Headers | [] = [];
  /** What ky made of the latest attempt; it aborts this when the time is over. */
  request: Request | undefined;
  /** When the call and its latest attempt began, on the clock of `performance.now()`. */
  readonly startedAt = performance.now();
  attemptStartedAt = 0;
  /** When the total budget ends, on the same clock; `Infinity` when there is none. */
  deadline: number;
  /** Requests handed to `fetch` so far. */
  attempts = 0;
  /** Status of the response whose body is being read. */
  status: number | undefined;
  /** What the call waits for, for the message of a time-out. */
  waitingFor: Awaited = 'a token or headers';
  /** The last failure that was explained: an error of this call, and not one that came as the reason of an abort. */
  explained: unknown;
  /** Set when another attempt could not end otherwise. */
  hopeless = false;

  constructor(terms: CallTerms) {
    this.terms = terms;
    this.signal = terms.options.signal ?? undefined;
    this.deadline = this.startedAt + terms.budgets.totalTimeout;
  }

  /** Milliseconds of the total budget that are left, never negative. */
  get timeLeft(): number {
    return Math.max(0, this.deadline - performance.now());
  }

  /** What an error keeps of the call as it is now. */
  get facts(): CallFacts {
    const { operation, endpoint, url } = this.terms;
    return { operation, method: endpoint.method, url, attempts: this.attempts };
  }

  /** Each of the errors that end a call is made here: the parts that are loaded on demand word it, and import none. */
  apiError(message: string, response: ErrorResponse): ApiError {
    return new ApiError(message, this.facts, response);
  }

  networkError(message: string, options?: NetworkErrorOptions): NetworkError {
    return new NetworkError(message, this.facts, options);
  }

  parseError(message: string, status: number, options?: ErrorOptions): ParseError {
    return new ParseError(message, this.facts, status, options);
  }

  validationError(message: string, side: ValidationSide, issues: readonly Issue[]): ValidationError {
    return new ValidationError(message, this.facts, side, issues);
  }

  /** Tells an observer what happened. */
  tell<Name extends keyof Observers>(name: Name, facts: FactsFor<Name>): void {
    const { operation, endpoint, client, url } = this.terms;
    // What one of the observers takes is made of what all take and its own facts.
    const observer = client[name] as ((event: CallEvent) => void) | null | undefined;
    if (observer)
      tell(observer, { operation, method: endpoint.method, url, attempt: this.attempts, ...facts });
  }

  /** Settles like `work`, unless the caller's signal or the time that is left ends the waiting before. */
  within<Value>(work: Promise<Value>, timeLeft = this.timeLeft): Promise<Value> {
    return within(work, this.signal, timeLeft);
  }

  /** The error of a call that its signal or a budget ended; nothing when it failed otherwise. */
  ended(thrown: unknown, ending: Ending = {}): AbortError | TimeoutError | undefined {
    return endOf(this, thrown, ending);
  }
}
