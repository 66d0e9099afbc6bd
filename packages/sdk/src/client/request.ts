import type { Operation, OperationId } from '../contract/operations.ts';
import type { CallFacts } from './errors/base.ts';
import type { CallEvent } from './events.ts';
import type { HeaderFields, ResolvedLimits } from './options.ts';

/** A request of one call, checked and ready to be sent. Nothing changes it. */
export interface ApiRequest {
  readonly operation: OperationId;
  readonly endpoint: Operation;
  /** URL without query: what errors and events show. */
  readonly url: string;
  /** Query of the base URL with its question mark, or empty. */
  readonly query: string;
  /** JSON text; `undefined` when none is sent. */
  readonly body: string | undefined;
  /** Headers of this call alone. */
  readonly headers: HeaderFields | undefined;
  readonly signal: AbortSignal | undefined;
  readonly limits: ResolvedLimits;
  /** Whether the call itself sets `maxRetries`, which makes even a POST repeatable. */
  readonly setsRetries: boolean;
  /** Leaves the body of a success unread, for a caller who reads it as it arrives. */
  readonly streams: boolean;
}

/** What an error says about a request. */
export function factsOf({ operation, endpoint, url }: ApiRequest, attempts: number): CallFacts {
  return { operation, method: endpoint.method, url, attempts };
}

/** What every event says about a request, and the number of the request within its call. */
export function eventOf({ operation, endpoint, url }: ApiRequest, attempt: number): CallEvent {
  return { operation, method: endpoint.method, url, attempt };
}
