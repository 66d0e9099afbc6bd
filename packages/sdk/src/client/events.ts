import type { OperationId } from '../contract/operations.ts';
import { printWarning } from '../print-warning.ts';

export interface CallEvent {
  readonly operation: OperationId;
  readonly method: string;
  /** URL without the query. */
  readonly url: string;
  /**
   * Number of the attempt within the call, starting at 1. A redirected request keeps the number of its attempt. 0 if no
   * request was sent, for example because a ky hook returned a response.
   */
  readonly attempt: number;
}

/** Emitted before each request, including each followed redirect. */
export type RequestEvent = CallEvent;

/**
 * Emitted when the last byte of a response has arrived.
 * Redirects and responses longer than `maxResponseBytes` are not reported.
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

/**
 * Emitted for a problem that does not make the call fail. The fields of the call are missing if the problem is an unknown
 * option of `createClient`.
 */
export interface WarningEvent extends Partial<CallEvent> {
  /**
   * - `validation`: a response differs from the interface, and the option `validation` is `'warn'`. Reported once per
   *   operation.
   * - `delete-repeated`: a repeated DELETE request received a 404. The call resolves, because an earlier attempt may
   *   have deleted the resource.
   * - `unknown-option`: the client or the call has an unknown option. Reported by `createClient`, or once per option.
   * - `observer-failed`: another observer threw or rejected, and `cause` is its error. Reported once per observer.
   */
  readonly kind: 'validation' | 'delete-repeated' | 'unknown-option' | 'observer-failed';
  /** Path of the first invalid part of the response body, if `kind` is `validation`. */
  readonly path?: string;
  /** What an observer threw, if `kind` is `observer-failed`. */
  readonly cause?: unknown;
  readonly message: string;
}

/**
 * Functions that observe calls. Events contain no credentials, headers, queries or bodies. If an observer throws, the
 * call continues and a warning is emitted.
 */
export interface Observers {
  readonly onRequest?: ((event: RequestEvent) => void) | undefined;
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined;
  readonly onRetry?: ((event: RetryEvent) => void) | undefined;
  /** @default prints the message with `console.warn` */
  readonly onWarning?: ((event: WarningEvent) => void) | undefined;
}

export interface Reporter extends Observers {
  /** Keys of warnings that must not be repeated. */
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

/** @param key - If set, only the first warning with this kind and key is reported. */
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

/** An observer may be an async function. */
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
