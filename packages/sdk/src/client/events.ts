/** This module defines the events that a client sends to its observers. */
import type { OperationId } from '../contract/operations.ts';

/** The fields that all events share. URLs have no query and no credentials. */
export interface CallEvent {
  readonly operation: OperationId;
  readonly method: string;
  readonly url: string;
  /**
   * Number of the request within the call. The first request has the number 1, and followed redirects count as
   * requests. The value is 0 if no request was sent, for example because a ky hook returned a response.
   */
  readonly attempt: number;
}

/** The event that is sent before each request. */
export type RequestEvent = CallEvent;

/**
 * The event that is sent after each response. When `activity.stream` reports this event, only the response headers have
 * arrived. Responses that are blocked redirects or that exceed `maxResponseBytes` are not reported.
 */
export interface ResponseEvent extends CallEvent {
  readonly status: number;
  /** Milliseconds between sending the request and receiving the last byte of the response. */
  readonly durationMs: number;
}

/** The event that is sent after a failed attempt that will be retried. */
export interface RetryEvent extends CallEvent {
  /** Name of the error: `NetworkError` or `ApiError`. */
  readonly reason: string;
  /** HTTP status, if there was a response. */
  readonly status?: number;
  /** Milliseconds until the next attempt. */
  readonly delayMs: number;
}

/** The event that is sent after a problem that did not make the call fail. */
export interface WarningEvent extends CallEvent {
  /**
   * - `validation` means that the response differs from the interface. A `validation` warning is reported only if the
   *   option `validation` is `'warn'`.
   *
   * - `delete-repeated` means that a retried DELETE request received a 404 response. The call resolves, because an
   *   earlier attempt may have deleted the resource.
   *
   * - `unknown-option` means that the client or the call has an unknown option. The `attempt` of an `unknown-option`
   *   event is 0.
   *
   * - `observer-failed` means that another observer threw an error or rejected. The `cause` of an `observer-failed` event
   *   is the error that the observer threw.
   */
  readonly kind: 'validation' | 'delete-repeated' | 'unknown-option' | 'observer-failed';
  /** Path of the invalid part within the response body. Only set if `kind` is `validation`. */
  readonly path?: string;
  /** The error that an observer threw. Only set if `kind` is `observer-failed`. */
  readonly cause?: unknown;
  readonly message: string;
}

/**
 * Functions that observe calls. Events never contain secrets. An error in an observer does not make the call fail. The
 * error is reported to `onWarning`.
 */
export interface Observers {
  readonly onRequest?: ((event: RequestEvent) => void) | undefined;
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined;
  readonly onRetry?: ((event: RetryEvent) => void) | undefined;
  /**
   * Receives warnings. If `onWarning` is not set, unknown options and failed observers are reported with
   * `console.warn`.
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
    // The observer may be an async function, so its result may be a promise that rejects.
    Promise.resolve(observer(event)).catch(failed);
  } catch (cause) {
    failed(cause);
  }
}

/** Maximum number of remembered keys, and maximum length of a remembered key in characters. */
const maxRemembered = 1000;

/**
 * Whether a warning is reported for the first time. The key of the warning is remembered, unless the key is too long or
 * the set is full.
 */
export function isNew(reported: Set<string>, key: string): boolean {
  const isReported = reported.has(key);
  if (reported.size < maxRemembered && key.length < maxRemembered) reported.add(key);
  return !isReported;
}

/** Prints a warning with `console.warn`. */
export function warnInConsole(message: string, ...details: readonly unknown[]): void {
  console.warn(`@mock-services/sdk: ${message}`, ...details);
}
