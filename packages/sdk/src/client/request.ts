import type { Operation } from '../contract/operations.ts';
import type { CallFacts } from './errors/base.ts';
import type { HeaderFields, ResolvedLimits } from './options/options.ts';

/** A request of one call, checked and ready to be sent. Nothing changes it. */
export interface ApiRequest {
  /** What errors and events show: operation, method and the URL without query. */
  readonly facts: Omit<CallFacts, 'attempts'>;
  readonly endpoint: Operation;
  /** Query of the base URL with its question mark, or empty. */
  readonly query: string;
  /** JSON text; `undefined` when none is sent. */
  readonly body: string | undefined;
  /** Headers of this call alone. */
  readonly headers: HeaderFields | undefined;
  /** The header that names this call, if it has one. */
  readonly idempotencyKey: HeaderFields | undefined;
  readonly signal: AbortSignal | undefined;
  readonly limits: ResolvedLimits;
  /** When the call began, on the clock of `performance.now()`. */
  readonly startedAt: number;
  /** Whether the call itself sets `maxRetries`, which makes even a POST repeatable. */
  readonly setsRetries: boolean;
  /** Leaves the body of a success unread, for a caller who reads it as it arrives. */
  readonly streams: boolean;
}

/** What an error shows. */
export function factsOf({ facts }: ApiRequest, attempts: number): CallFacts {
  return { ...facts, attempts };
}

/** Milliseconds that are left of `totalTimeout`, never negative; `Infinity` for no limit. */
export function timeLeft({ startedAt, limits }: ApiRequest): number {
  return Math.max(0, startedAt + limits.totalTimeout - performance.now());
}
