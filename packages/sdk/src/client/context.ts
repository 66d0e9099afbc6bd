/**
 * This module holds the state of a call. The state consists of the client's settings, the call's options, and the
 * attempts so far.
 */
import { type Operation, type OperationId, operations } from '../contract/operations.ts';
import type { CallFacts, MockServicesError } from './errors.ts';
import type { CallEvent, Observers } from './events.ts';
import type { Fetch, KyInstance, ValidationMode } from './options.ts';

/** Limits of a call. `Infinity` means no limit. Times are in milliseconds. */
export interface Limits {
  readonly timeout: number;
  readonly totalTimeout: number;
  readonly maxRetries: number;
  readonly maxRetryAfter: number;
  readonly maxResponseBytes: number;
}

/** The validated options of a client, with defaults applied. */
export interface Settings extends Observers {
  /** Origin and path of `baseUrl`, without a trailing slash. */
  readonly prefix: string;
  readonly ky: KyInstance;
  /** Whether the caller passed a ky instance. The caller's ky instance may have its own hooks, headers and `fetch`. */
  readonly isOwnKy: boolean;
  readonly fetch: Fetch | undefined;
  readonly limits: Limits;
  readonly validation: ValidationMode;
  readonly authorization: Authorization;
  /** Keys of the warnings that the client has already reported. */
  readonly reported: Set<string>;
  /** Messages about unknown options of the client. */
  readonly unknownOptions: readonly string[];
}

/** The `headers` and `token` options of a client. */
export interface Authorization {
  /** Whether the client has neither headers nor a token. */
  readonly isEmpty: boolean;
  /** Whether a new token can be requested. */
  readonly canRenew: boolean;
  /**
   * The headers and the token that the caller passed as values instead of functions. Errors must not show the token or
   * the values of the headers.
   */
  readonly fixed: Iterable<[name: string, value: string]>;
  /**
   * Returns the headers of one attempt. The call's headers take precedence over the client's headers and token.
   *
   * @param rejected - The token that the service rejected in the last attempt.
   * @throws NetworkError if a function that the caller provided fails.
   * @throws ValidationError if a function that the caller provided returns a value that is not valid in HTTP.
   */
  readonly headersFor: (call: Call, rejected: string | undefined) => Promise<SentHeaders>;
}

/** The headers and the token of one attempt. */
export interface SentHeaders {
  readonly headers: Headers;
  /** The token from the `token` option. The value is `undefined` if the option provided no token. */
  readonly token: string | undefined;
  /** Whether a header of the call replaces the token. */
  readonly isReplaced: boolean;
}

/** The validated options of one call. If the call omits an option, the client's option applies. */
export interface CallSettings {
  readonly limits: Limits;
  readonly validation: ValidationMode;
  readonly signal: AbortSignal | undefined;
  readonly headers: Headers | undefined;
  readonly retryUnsafe: boolean;
}

/** A response with its body. If the response is successful and streamed, the body of the response is not read yet. */
export interface ReceivedResponse {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: Headers;
  /** The unread body of a streamed response. The value is `null` if the response is not streamed. */
  readonly body: Response['body'];
  /** The body as text. Empty for a stream. */
  readonly text: string;
  /** URL without query and fragment. */
  readonly url: string;
}

/** One call of a client method. All errors and events of the call are created from this object. */
export class Call {
  readonly settings: Settings;
  readonly options: CallSettings;
  readonly endpoint: Operation;
  readonly #operation: OperationId;
  /** URL without query. */
  readonly url: string;
  /** JSON text of the request body. The value is `undefined` if the operation has no request body. */
  body: string | undefined;
  /** Time at which the call started, in `performance.now()` milliseconds. */
  readonly startedAt = performance.now();
  /** Number of requests sent. */
  attempts = 0;
  mayHaveBeenApplied = false;
  /**
   * The headers and the URL of the latest request. Before the first request is sent, the `sent` field contains only the
   * facts that are already known. Errors must not show a request's header values or query.
   */
  sent: { readonly headers: Iterable<[name: string, value: string]>; readonly url: string } = {
    headers: [],
    url: '',
  };
  /** The error of the latest failed attempt. */
  failure: MockServicesError | undefined;

  /** @param id - Identifier that replaces the parameter in the path. An identifier needs no percent-encoding. */
  constructor(settings: Settings, operation: OperationId, options: CallSettings, id: string | undefined) {
    this.settings = settings;
    this.options = options;
    this.endpoint = operations[operation];
    this.#operation = operation;
    const { path } = this.endpoint;
    this.url = settings.prefix + (id === undefined ? path : path.replace(/:\w+/, id));
  }

  /** Facts about the call, which every error of the call contains. */
  get facts(): CallFacts {
    const { attempts, mayHaveBeenApplied, url } = this;
    const { method } = this.endpoint;
    return { operation: this.#operation, method, url, attempts, mayHaveBeenApplied };
  }

  /** Facts about the latest request, which every event contains. */
  get event(): CallEvent {
    const { operation, method, url, attempts } = this.facts;
    return { operation, method, url, attempt: attempts };
  }

  /** Milliseconds left until `totalTimeout`, at least 0. The value is `Infinity` if there is no limit. */
  get timeLeft(): number {
    return Math.max(0, this.startedAt + this.options.limits.totalTimeout - performance.now());
  }
}
