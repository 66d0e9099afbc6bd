/** The events that a client sends to its observers. */
import type { OperationId } from '../contract/operations.ts';

/** The fields that all events share. URLs have no query and no credentials. */
export interface CallEvent {
  readonly operation: OperationId;
  readonly method: string;
  readonly url: string;
  /**
   * Number of the request within the call, starting at 1. Followed redirects count as requests. 0 if no request was
   * sent, for example because a ky hook returned a response.
   */
  readonly attempt: number;
}

/** The client is about to send a request. */
export type RequestEvent = CallEvent;

/**
 * A response arrived. For `activity.stream`, only its headers have arrived. Blocked redirects and bodies that are too
 * long are not reported.
 */
export interface ResponseEvent extends CallEvent {
  readonly status: number;
  /** Milliseconds between sending the request and receiving the last byte. */
  readonly durationMs: number;
}

/** An attempt failed and will be retried. */
export interface RetryEvent extends CallEvent {
  /** Name of the error: `NetworkError` or `ApiError`. */
  readonly reason: string;
  /** HTTP status, if there was a response. */
  readonly status?: number;
  /** Milliseconds until the next attempt. */
  readonly delayMs: number;
}

/** A problem that did not make the call fail. */
export interface WarningEvent extends CallEvent {
  /**
   * - `validation`: the response differs from the interface, and the `validation` option is `'warn'`.
   * - `delete-repeated`: a retried DELETE received a 404, and an earlier attempt may have deleted the resource. The
   *   call resolves.
   * - `unknown-option`: the client or the call has an unknown option. `attempt` is 0.
   * - `observer-failed`: another observer threw an error or rejected. `cause` is that error.
   */
  readonly kind: 'validation' | 'delete-repeated' | 'unknown-option' | 'observer-failed';
  /** Path within the response body, for `validation`. */
  readonly path?: string;
  /** The error that the observer threw, for `observer-failed`. */
  readonly cause?: unknown;
  readonly message: string;
}

/**
 * Functions that observe calls. Events never contain secrets. An observer cannot make a call fail: its errors are
 * reported to `onWarning`.
 */
export interface Observers {
  readonly onRequest?: ((event: RequestEvent) => void) | undefined;
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined;
  readonly onRetry?: ((event: RetryEvent) => void) | undefined;
  /**
   * Receives warnings. Without this observer, unknown options and failed observers are reported with `console.warn`.
   */
  readonly onWarning?: ((event: WarningEvent) => void) | undefined;
}

type EventOf<Name extends keyof Observers> = Parameters<NonNullable<Observers[Name]>>[0];

/** Calls an observer. An error in the observer does not make the call fail. */
export function notify<Name extends keyof Observers>(
  observers: Observers,
  name: Name,
  event: EventOf<Name>,
): void {
  const observer = observers[name] as ((event: EventOf<Name>) => unknown) | null | undefined;
  // JavaScript callers may pass `null`.
  if (!observer) return;
  const failed = (cause: unknown): void => {
    const { operation, method, url, attempt } = event;
    const message = `The observer ${name} failed.`;
    if (name === 'onWarning' || !observers.onWarning) warnInConsole(message, cause);
    else
      notify(observers, 'onWarning', {
        operation,
        method,
        url,
        attempt,
        kind: 'observer-failed',
        message,
        cause,
      });
  };
  try {
    // The observer may be an async function, possibly from another realm.
    Promise.resolve(observer(event)).catch(failed);
  } catch (cause) {
    failed(cause);
  }
}

/** Maximum length of a remembered key, and maximum number of remembered keys. */
const maxRemembered = 1000;

/** Whether a warning is new. Remembers its key, unless the key is too long or the set is full. */
export function isNew(reported: Set<string>, key: string): boolean {
  const isReported = reported.has(key);
  if (reported.size < maxRemembered && key.length < maxRemembered) reported.add(key);
  return !isReported;
}

/** Prints a warning with `console.warn`. */
export function warnInConsole(message: string, ...details: readonly unknown[]): void {
  console.warn(`@mock-services/sdk: ${message}`, ...details);
}
