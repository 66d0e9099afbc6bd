import type { CallFacts, MockServicesError, TimeoutLimit } from '../errors.ts';
import type { Issue } from '../contract/issue.ts';
import { type Operation, type OperationId, operations } from '../contract/operations.ts';
import { aborted, race, timedOut } from '../race.ts';
import type { CallEvent, Reporter } from './events.ts';
import type { Fetch, FetchInit, HeadersSource, KyInstance, TokenRequest, ValidationMode } from './options.ts';

/** Limits of a call. Times are in milliseconds, and `Infinity` means no limit. */
export interface Limits {
  readonly timeout: number;
  readonly totalTimeout: number;
  readonly maxRetries: number;
  readonly maxRetryAfter: number;
  readonly maxResponseBytes: number;
}

export interface Settings extends Reporter {
  /** Origin and path of `baseUrl`, without a trailing slash. */
  readonly prefix: string;
  readonly ky: KyInstance;
  /** Whether the caller passed the option `ky`. Such an instance may have hooks, headers and a `fetch` of its own. */
  readonly isCustomKy: boolean;
  readonly fetch: Fetch | undefined;
  readonly headers: Headers | Extract<HeadersSource, () => unknown> | undefined;
  readonly token:
    string | ((call: Call, request: TokenRequest) => Promise<Result<string | undefined>>) | undefined;
  readonly limits: Limits;
  readonly validation: ValidationMode;
}

export interface CallSettings {
  readonly limits: Limits;
  readonly validation: ValidationMode;
  readonly signal: AbortSignal | undefined;
  readonly headers: Headers | undefined;
  readonly retryUnsafe: boolean;
}

/** A `fetch` function of the caller, which may return anything. */
export type AnyFetch = (url: string, init: FetchInit) => Promise<unknown>;

export type WebFetch = (url: string, init: FetchInit) => Promise<Response>;

export interface SentRequest {
  readonly url: string;
  readonly init: FetchInit;
  /** Value of `performance.now()`. */
  readonly sentAt: number;
  /** Set after the response headers have arrived, unless the browser hides the status. */
  status: number | undefined;
}

export interface Call {
  readonly settings: Settings;
  readonly options: CallSettings;
  readonly operation: OperationId;
  readonly endpoint: Operation;
  readonly url: string;
  /** Request body as JSON, or `undefined` if the operation has no body. */
  readonly body: string | undefined;
  /** Value of `performance.now()` when the call started. */
  readonly startedAt: number;
  /** Number of attempts that have sent a request. */
  readonly attempts: number;
  /** All requests of the call. No error message may contain the credentials of a request. */
  readonly sent: readonly SentRequest[];
  readonly mayHaveBeenApplied: boolean;
  readonly lastError: MockServicesError | undefined;
}

/** @param id - A UUID, if the path has a parameter. */
export function newCall(
  settings: Settings,
  operation: OperationId,
  options: CallSettings,
  id: string | undefined,
): Call {
  const endpoint = operations[operation];
  // A UUID needs no encoding.
  const path = id === undefined ? endpoint.path : endpoint.path.replace(/:\w+/, id);
  return {
    settings,
    options,
    operation,
    endpoint,
    url: settings.prefix + path,
    body: undefined,
    startedAt: performance.now(),
    attempts: 0,
    sent: [],
    mayHaveBeenApplied: false,
    lastError: undefined,
  };
}

export function factsOf({ operation, endpoint, url, attempts, mayHaveBeenApplied }: Call): CallFacts {
  return { operation, method: endpoint.method, url, attempts, mayHaveBeenApplied };
}

export function eventOf({ operation, endpoint, url, attempts }: Call): CallEvent {
  return { operation, method: endpoint.method, url, attempt: attempts };
}

export function timeLeft({ startedAt, options }: Call): number {
  return Math.max(0, startedAt + options.limits.totalTimeout - performance.now());
}

/** A complete response. Except in a `Failure`, the status is 2xx. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** URL without the query and the fragment. */
  readonly url: string;
}

type ResponseHead = Pick<ReceivedResponse, 'status' | 'headers'>;

/** Why a call or one of its attempts failed. The function `errorOf` converts a failure to an error. */
export type Failure =
  | { readonly kind: 'aborted' }
  | { readonly kind: 'timeout'; readonly limit: TimeoutLimit; readonly waitingFor: string }
  | { readonly kind: 'callback'; readonly what: string; readonly thrown: unknown }
  | {
      readonly kind: 'network';
      readonly thrown: unknown;
      /** Status of the response, if the connection was lost after the headers arrived. */
      readonly status: number | undefined;
      /** False for a programming error in `fetch`, after which the client does not retry. */
      readonly isNetworkFailure: boolean;
    }
  | { readonly kind: 'status'; readonly response: ReceivedResponse }
  | { readonly kind: 'redirect'; readonly response: ResponseHead; readonly reason: string }
  | { readonly kind: 'tooLong'; readonly response: ResponseHead }
  | { readonly kind: 'syntax'; readonly response: ReceivedResponse }
  | {
      readonly kind: 'invalid';
      readonly issues: readonly Issue[];
      /** The invalid response. Absent if the request is invalid. */
      readonly response?: ReceivedResponse;
      readonly body?: unknown;
      readonly advice?: string;
    };

export type Result<Value> = { readonly value: Value } | Failure;

/** Waits until the work settles, the call's signal aborts, `ms` milliseconds have passed or `totalTimeout` expires. */
export async function within<Value>(
  call: Call,
  ms: number,
  work: Promise<Value>,
  waitingFor: () => string,
): Promise<Value | Failure> {
  const { signal } = call.options;
  const left = timeLeft(call);
  const result = await race(work, signal, Math.min(ms, left));
  if (result === aborted || signal?.aborted) return { kind: 'aborted' };
  if (result !== timedOut) return result;
  return { kind: 'timeout', limit: left < ms ? 'totalTimeout' : 'timeout', waitingFor: waitingFor() };
}
