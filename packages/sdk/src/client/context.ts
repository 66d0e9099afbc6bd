import type { CallFacts, MockServicesError, TimeoutLimit } from '../errors.ts';
import type { Issue } from '../contract/issue.ts';
import {
  expandPath,
  type Operation,
  type OperationId,
  operations,
  parametersOf,
} from '../contract/operations.ts';
import type { CallEvent, Reporter } from './events.ts';
import type { Fetch, HeadersSource, KyInstance, TokenRequest, ValidationMode } from './options.ts';

/** `Infinity` means no limit. Times are in milliseconds. */
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
  /** Whether `ky` is the caller's instance, which may have its own hooks, headers and `fetch`. */
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

/** A complete response. Its status means success, except in a `Failure`. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** URL without query and fragment. */
  readonly url: string;
}

type ResponseHead = Pick<ReceivedResponse, 'status' | 'headers'>;

/** Why a call or one of its attempts failed. It is data until the call throws the error that `errorOf` creates. */
export type Failure =
  | { readonly kind: 'aborted' }
  | { readonly kind: 'timeout'; readonly limit: TimeoutLimit; readonly waitingFor: string }
  | { readonly kind: 'callback'; readonly what: string; readonly thrown: unknown }
  | {
      readonly kind: 'network';
      readonly thrown: unknown;
      /** Status, if the connection was lost after the response headers arrived. */
      readonly status: number | undefined;
      /** False for a programming error in `fetch`, which is not retried. */
      readonly isNetworkFailure: boolean;
    }
  | {
      readonly kind: 'status';
      readonly response: ReceivedResponse;
      /** What authenticated the request, such as "token", if anything. */
      readonly credentials: string | undefined;
    }
  | { readonly kind: 'redirect'; readonly response: ResponseHead; readonly reason: string }
  | { readonly kind: 'tooLong'; readonly response: ResponseHead }
  | { readonly kind: 'syntax'; readonly response: ReceivedResponse }
  | {
      readonly kind: 'invalid';
      readonly issues: readonly Issue[];
      /** The invalid response, unless the request is invalid. */
      readonly response?: ReceivedResponse;
      readonly body?: unknown;
      readonly advice?: string;
    };

export type Result<Value> = { readonly value: Value } | Failure;

/** After `createCall` has set the body, only the loop in `call.ts` changes a call. */
export class Call {
  readonly settings: Settings;
  readonly options: CallSettings;
  readonly operation: OperationId;
  readonly endpoint: Operation;
  readonly url: string;
  /** JSON, if the operation has a body. */
  body: string | undefined;
  /** Value of `performance.now()` when the call started. */
  readonly startedAt = performance.now();
  attempts = 0;
  mayHaveBeenApplied = false;
  lastError: MockServicesError | undefined;
  /** Values of the credentials that the call has sent, which its messages must not show. */
  readonly secrets = new Set<string>();

  constructor(settings: Settings, operation: OperationId, options: CallSettings, id: string | undefined) {
    this.settings = settings;
    this.options = options;
    this.operation = operation;
    this.endpoint = operations[operation];
    const { path } = this.endpoint;
    this.url =
      settings.prefix +
      (id === undefined
        ? path
        : expandPath(path, Object.fromEntries(parametersOf(path).map((name) => [name, id]))));
  }

  get facts(): CallFacts {
    const { operation, attempts, mayHaveBeenApplied, url } = this;
    return { operation, method: this.endpoint.method, url, attempts, mayHaveBeenApplied };
  }

  get event(): CallEvent {
    const { operation, url, attempts } = this;
    return { operation, method: this.endpoint.method, url, attempt: attempts };
  }

  /** Milliseconds left until `totalTimeout`, at least 0. */
  get timeLeft(): number {
    return Math.max(0, this.startedAt + this.options.limits.totalTimeout - performance.now());
  }
}
