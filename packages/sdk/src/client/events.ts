/** Events: what a client tells its observers about each call. */
import type { OperationId } from '../contract/operations.ts';

/** What every event says about its call. URLs come without query and credentials. */
export interface CallEvent {
  readonly operation: OperationId;
  readonly method: string;
  readonly url: string;
  /**
   * Number of the request within the call, from 1; a redirect that is followed is a request too. 0 if nothing was sent,
   * because a hook of ky responded.
   */
  readonly attempt: number;
}

/** A request is about to be sent. */
export type RequestEvent = CallEvent;

/**
 * A response arrived: with its whole body, or for `activity.stream` with its headers. A redirect that is not followed and a
 * body that is too long are not reported.
 */
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
   * - `validation`: the response differs from the interface, and `validation` is `'warn'`.
   * - `delete-repeated`: a retry of a DELETE received a 404, and an earlier attempt may have had its effect. The call resolves.
   * - `unknown-option`: the call or its client has an option that does not exist. `attempt` is 0.
   * - `observer-failed`: another observer failed; `cause` is what it threw.
   */
  readonly kind: 'validation' | 'delete-repeated' | 'unknown-option' | 'observer-failed';
  /** Path within the body, for `validation`. */
  readonly path?: string;
  /** What the observer threw, for `observer-failed`. */
  readonly cause?: unknown;
  readonly message: string;
}

/**
 * Functions that are notified of what the client does. They receive facts, never secrets, and cannot fail a call: what they
 * throw is passed on to `onWarning`.
 */
export interface Observers {
  readonly onRequest?: ((event: RequestEvent) => void) | undefined;
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined;
  readonly onRetry?: ((event: RetryEvent) => void) | undefined;
  /** Without it, options that do not exist and observers that fail are named by `console.warn`. */
  readonly onWarning?: ((event: WarningEvent) => void) | undefined;
}

type EventOf<Name extends keyof Observers> = Parameters<NonNullable<Observers[Name]>>[0];

/** Calls an observer. A bug in an observer does not fail a call that worked. */
export function notify<Name extends keyof Observers>(
  observers: Observers,
  name: Name,
  event: EventOf<Name>,
): void {
  const observer = observers[name] as ((event: EventOf<Name>) => unknown) | null | undefined;
  // Callers without types may pass `null`.
  if (!observer) return;
  const failed = (cause: unknown): void => {
    const { operation, method, url, attempt } = event;
    const message = `The observer ${name} failed.`;
    if (name === 'onWarning' || !observers.onWarning) inConsole(message, cause);
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
    // An observer may be an async function, also one of another realm.
    Promise.resolve(observer(event)).catch(failed);
  } catch (cause) {
    failed(cause);
  }
}

/** The longest key of a warning that a client remembers, and the number of keys. */
const mostReported = 1000;

/** Whether a warning was not given before. It is remembered, as long as such keys are few and short. */
export function isNew(reported: Set<string>, key: string): boolean {
  const isReported = reported.has(key);
  if (reported.size < mostReported && key.length < mostReported) reported.add(key);
  return !isReported;
}

/** Warns where there is no observer for it. */
export function inConsole(message: string, ...details: readonly unknown[]): void {
  console.warn(`@mock-services/sdk: ${message}`, ...details);
}
