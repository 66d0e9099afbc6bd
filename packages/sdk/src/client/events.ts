import type { OperationId } from '../contract/operations.ts';

/** What every event says about its call. URLs come without query and credentials. */
export interface CallEvent {
  readonly operation: OperationId;
  readonly method: string;
  readonly url: string;
  /** Number of the request within the call, from 1; a redirect that is followed is a request too. */
  readonly attempt: number;
}

/** A request is about to be sent. */
export type RequestEvent = CallEvent;

/** A response arrived with its whole body; a success of `activity.open`, with its headers. */
export interface ResponseEvent extends CallEvent {
  readonly status: number;
  /** Milliseconds from sending the request to the last byte received. */
  readonly durationMs: number;
}

/** An attempt failed and will be repeated. */
export interface RetryEvent extends CallEvent {
  /** Name of the error: `NetworkError` or `ApiError`. */
  readonly reason: string;
  /** HTTP status, if there was a response. */
  readonly status?: number;
  /** Milliseconds until the next attempt. */
  readonly delayMs: number;
}

/** Something that did not fail the call but deserves attention. */
export interface WarningEvent extends CallEvent {
  /**
   * `validation`: the response differs from the interface, and `validation` is `'warn'`. `delete-repeated`:
   * a DELETE whose first response was lost found nothing left to delete, and counts as done. `unknown-option`: the call or
   * its client was given an option that does not exist; told at the call, before anything is sent, with `attempt` 0.
   */
  readonly kind: 'validation' | 'delete-repeated' | 'unknown-option';
  /** Path within the body, for `validation`. */
  readonly path?: string;
  readonly message: string;
}

/** Functions that are notified of what the client does. They get facts, never secrets, and cannot fail a call. */
export interface Observers {
  readonly onRequest?: ((event: RequestEvent) => void) | undefined;
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined;
  readonly onRetry?: ((event: RetryEvent) => void) | undefined;
  /** Without it, an option that does not exist is named once by `console.warn`. */
  readonly onWarning?: ((event: WarningEvent) => void) | undefined;
}

/** Calls an observer. What it throws is ignored: a bug in an observer must not fail a call that worked. */
export function notify<Event>(observer: ((event: Event) => void) | undefined, event: NoInfer<Event>): void {
  // Callers without types may pass `null`.
  if (!observer) return;
  try {
    // An async function is a function that returns nothing, as far as types go.
    const result: unknown = observer(event);
    if (result instanceof Promise) result.catch(() => undefined);
  } catch {
    // Ignored, see above.
  }
}
