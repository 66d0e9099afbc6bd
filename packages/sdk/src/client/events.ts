import type { OperationId } from '../contract/operations.ts';
import { printWarning } from '../print-warning.ts';

export interface CallEvent {
  readonly operation: OperationId;
  readonly method: string;
  /** URL without the query. */
  readonly url: string;
  /**
   * Number of the attempt within the call, starting at 1. All redirects of an attempt have the same number. The number
   * is 0 if no request was sent, for example because a ky hook returned a response.
   */
  readonly attempt: number;
}

/** Emitted before each request, including redirected requests. */
export type RequestEvent = CallEvent;

/**
 * Emitted after the last byte of a response has arrived, except for redirects and responses longer than
 * `maxResponseBytes`.
 */
export interface ResponseEvent extends CallEvent {
  readonly status: number;
  /** Milliseconds between sending the request and receiving the last byte. */
  readonly durationMs: number;
}

/** Emitted after a failed attempt that will be retried. */
export interface RetryEvent extends CallEvent {
  readonly reason: string;
  /** Set only if the attempt received a complete response. */
  readonly status?: number;
  readonly delayMs: number;
}

/** Emitted for a problem that does not make the call fail. A warning from `createClient` has no fields about a call. */
export interface WarningEvent extends Partial<CallEvent> {
  /**
   * - `validation`: a response differs from the interface, and the option `validation` is `'warn'` (once per
   *   operation).
   * - `delete-repeated`: a repeated DELETE request received a 404 response, which counts as success.
   * - `unknown-option`: `createClient` or a call received an unknown option (once per option).
   * - `observer-failed`: another observer threw or rejected with the error in `cause` (once per observer).
   */
  readonly kind: 'validation' | 'delete-repeated' | 'unknown-option' | 'observer-failed';
  /** Path of the first invalid part of the response body. Set only for the kind `validation`. */
  readonly path?: string;
  /** Error of the observer. Set only for the kind `observer-failed`. */
  readonly cause?: unknown;
  readonly message: string;
}

/**
 * Functions that observe calls. Events contain no credentials, headers, queries or bodies. If an observer throws an
 * error, the call continues, and a warning is emitted.
 */
export interface Observers {
  readonly onRequest?: ((event: RequestEvent) => void) | undefined;
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined;
  readonly onRetry?: ((event: RetryEvent) => void) | undefined;
  /** @default prints the message with `console.warn` */
  readonly onWarning?: ((event: WarningEvent) => void) | undefined;
}

export interface Reporter extends Observers {
  /** Keys of emitted warnings, which must not be repeated. */
  readonly reported: Set<string>;
}

type EventOf<Name extends keyof Observers> = Parameters<NonNullable<Observers[Name]>>[0];

export function notify<Name extends 'onRequest' | 'onResponse' | 'onRetry'>(
  reporter: Reporter,
  name: Name,
  event: EventOf<Name>,
): void {
  const observer = reporter[name] as ((event: EventOf<Name>) => unknown) | undefined;
  if (!observer) return;
  observe(observer, event, (cause) => {
    const { operation, method, url, attempt } = event;
    const message = `The observer \`${name}\` failed.`;
    warn(reporter, { operation, method, url, attempt, kind: 'observer-failed', message, cause }, name);
  });
}

/** @param key - If set, only the first warning with the same kind and key is emitted. */
export function warn(reporter: Reporter, event: WarningEvent, key?: string): void {
  const { reported, onWarning } = reporter;
  if (key !== undefined) {
    const unique = `${event.kind} ${key}`;
    if (reported.has(unique)) return;
    reported.add(unique);
  }
  const cause = 'cause' in event ? [event.cause] : [];
  if (onWarning)
    observe(onWarning, event, (thrown) => printWarning('The observer `onWarning` failed.', thrown));
  else printWarning(event.message, ...cause);
}

/** Handles a rejected promise, because an observer may be an async function. */
function observe<Event>(
  observer: (event: Event) => unknown,
  event: Event,
  failed: (cause: unknown) => void,
): void {
  try {
    Promise.resolve(observer(event)).catch(failed);
  } catch (cause) {
    failed(cause);
  }
}
