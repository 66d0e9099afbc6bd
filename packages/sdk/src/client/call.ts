import type { Operation, OperationId } from '../contract/operations.ts';
import type { Credentials, HeadersToSend } from './credentials.ts';
import type { CallFacts, MockServicesError } from './errors/index.ts';
import { endOf, type Ending } from './ended.ts';
import { type CallEvent, type Observers, tell } from './observers.ts';
import type { Fetch, RequestOptions, ResolvedBudgets, ValidationMode } from './options.ts';
import { within } from './within.ts';

/** What all calls of a client share. */
export interface ClientTerms {
  readonly fetch: Fetch | undefined;
  readonly credentials: Credentials;
  readonly observers: Observers;
  readonly validation: ValidationMode;
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
  /** Headers of the latest attempt. */
  headers: HeadersToSend = [];
  /** What ky made of the latest attempt; it aborts this when the time is over. */
  request: Request | undefined;
  /** When the call and its latest attempt began, on the clock of `performance.now()`. */
  readonly startedAt = performance.now();
  attemptStartedAt = 0;
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
  }

  /** Milliseconds of the total budget that are left, never negative; `Infinity` when there is none. */
  get timeLeft(): number {
    const { totalTimeout } = this.terms.budgets;
    return totalTimeout === false
      ? Infinity
      : Math.max(0, totalTimeout - (performance.now() - this.startedAt));
  }

  /** What an error keeps of the call as it is now. */
  get facts(): CallFacts {
    const { operation, endpoint, url } = this.terms;
    return { operation, method: endpoint.method, url, attempts: this.attempts };
  }

  /** Tells an observer what happened. */
  tell<Name extends keyof Observers>(name: Name, facts: FactsFor<Name>): void {
    const { operation, endpoint, client, url } = this.terms;
    const observer = client.observers[name] as ((event: CallEvent) => void) | undefined;
    if (observer)
      tell(observer, { operation, method: endpoint.method, url, attempt: this.attempts, ...facts });
  }

  /** Settles like `work`, unless the caller's signal or the time that is left ends the waiting before. */
  within<Value>(work: Promise<Value>, timeLeft = this.timeLeft): Promise<Value> {
    return within(work, this.signal, timeLeft);
  }

  /** The error of a call that its signal or a budget ended; nothing when it failed otherwise. */
  ended(thrown: unknown, ending: Ending = {}): MockServicesError | undefined {
    return endOf(this, thrown, ending);
  }
}
