import type { Endpoint } from '../contract/endpoints.ts';
import type { OperationId } from '../contract/operations.ts';
import { type CallFacts, MockServicesError } from './errors/base.ts';
import type { CallEvent } from './observers.ts';

/** One call while it runs: what it is, and how far it has come. */
export class Call {
  readonly operation: OperationId;
  readonly endpoint: Endpoint;
  /** URL without query: what errors and events show. */
  readonly url: string;
  /** When the call and its latest attempt began, on the clock of `performance.now()`. */
  readonly startedAt = performance.now();
  attemptStartedAt = 0;
  /** Requests handed to `fetch` so far. */
  attempts = 0;
  /** Status of the response whose body is being read. */
  status: number | undefined;
  /** What the call waits for, for the message of a time-out. */
  waitingFor: 'a token or headers' | 'the response headers' | 'the response body' | 'the next attempt' =
    'a token or headers';

  /** Set when another attempt could not end otherwise. */
  hopeless = false;
  readonly #errors = new WeakSet<MockServicesError>();

  constructor(operation: OperationId, endpoint: Endpoint, url: string) {
    this.operation = operation;
    this.endpoint = endpoint;
    this.url = url;
  }

  /** Marks an error as one of this call. */
  own<Failure extends MockServicesError>(error: Failure): Failure {
    this.#errors.add(error);
    return error;
  }

  /** Whether an error is one of this call; that of another call may come along as the reason of an abort. */
  owns(error: unknown): error is MockServicesError {
    return error instanceof MockServicesError && this.#errors.has(error);
  }

  /** Milliseconds since the call began. */
  get elapsedMs(): number {
    return performance.now() - this.startedAt;
  }

  /** What an error keeps of the call as it is now. */
  get facts(): CallFacts {
    return {
      operation: this.operation,
      method: this.endpoint.method,
      url: this.url,
      attempts: this.attempts,
    };
  }

  /** What every event says of the call as it is now. */
  get event(): CallEvent {
    return {
      operation: this.operation,
      method: this.endpoint.method,
      url: this.url,
      attempt: this.attempts,
    };
  }
}
