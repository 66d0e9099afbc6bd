/** The state of a call: the settings of its client, its own options, and its attempts so far. */
import { type Operation, type OperationId, operations } from '../contract/operations.ts';
import type { CallFacts, MockServicesError } from './errors.ts';
import type { CallEvent, Observers } from './events.ts';
import type { ClientOptions, Fetch, KyInstance, ValidationMode } from './options.ts';

/** Limits of a call; `Infinity` for none. Times in milliseconds. */
export interface Limits {
  readonly timeout: number;
  readonly totalTimeout: number;
  readonly maxRetries: number;
  readonly maxRetryAfter: number;
  readonly maxResponseBytes: number;
}

/** The options of a client, checked and with their defaults. */
export interface Settings extends Observers {
  /** Origin and path prefix of `baseUrl`, without a slash at the end. */
  readonly prefix: string;
  readonly ky: KyInstance;
  /** Whether `ky` is an instance of the user, which may have hooks, headers and a `fetch`. */
  readonly isOwnKy: boolean;
  readonly fetch: Fetch | undefined;
  readonly limits: Limits;
  readonly validation: ValidationMode;
  readonly authorization: Authorization;
  /** The warnings that were given. */
  readonly reported: Set<string>;
  /** The options as they were given. */
  readonly given: ClientOptions;
}

/** The client's options `headers` and `token`. */
export interface Authorization {
  /** Whether the client has neither headers nor a token. */
  readonly isEmpty: boolean;
  /** Whether another token can be requested. */
  readonly canRenew: boolean;
  /** What the options hold, as far as they are not functions: no error may show it. */
  readonly fixed: Iterable<[name: string, value: string]>;
  /**
   * The headers of one attempt. Those of the call take precedence over those of the client and the token.
   *
   * @param rejected - The token that the service refused at the last attempt.
   * @throws NetworkError if a function fails; ValidationError if HTTP cannot carry what it returns.
   */
  readonly headersFor: (call: Call, rejected: string | undefined) => Promise<SentHeaders>;
}

/** What an attempt sends. */
export interface SentHeaders {
  readonly headers: Headers;
  /** The token of the option `token`, if there is one. */
  readonly token: string | undefined;
  /** Whether a header of the call replaces the token. */
  readonly isReplaced: boolean;
}

/** The options of one call. */
export interface CallSettings {
  readonly limits: Limits;
  readonly validation: ValidationMode;
  readonly signal: AbortSignal | undefined;
  readonly headers: Headers | undefined;
  readonly retryUnsafe: boolean;
}

/** A response that was read to its end, except for a success whose call streams. */
export interface ReceivedResponse {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: Headers;
  /** The body, if it is left to be streamed. */
  readonly body: Response['body'];
  /** The body; empty if it is left to be streamed. */
  readonly text: string;
  /** Without query and fragment. */
  readonly url: string;
}

/** One call of a method. All errors and events of the call are made from it. */
export class Call {
  readonly settings: Settings;
  readonly options: CallSettings;
  readonly endpoint: Operation;
  readonly #operation: OperationId;
  /** Without query. */
  readonly url: string;
  /** JSON text; `undefined` if the operation has no body. */
  body: string | undefined;
  /** On the clock of `performance.now()`. */
  readonly startedAt = performance.now();
  /** Requests that were sent. */
  attempts = 0;
  /** See {@link CallFacts}. */
  mayHaveBeenApplied = false;
  /** The latest request, or what is known of it. No error may show its header values and its query. */
  sent: { readonly headers: Iterable<[name: string, value: string]>; readonly url: string } = {
    headers: [],
    url: '',
  };
  /** The error of the latest attempt that failed. */
  failure: MockServicesError | undefined;

  /** @param id - Goes into the path, if the path has a parameter. An identifier needs no encoding. */
  constructor(settings: Settings, operation: OperationId, options: CallSettings, id: string | undefined) {
    this.settings = settings;
    this.options = options;
    this.endpoint = operations[operation];
    this.#operation = operation;
    const { path } = this.endpoint;
    this.url = settings.prefix + (id === undefined ? path : path.replace(/:\w+/, id));
  }

  /** What errors and events show. */
  get facts(): CallFacts {
    const { attempts, mayHaveBeenApplied, url } = this;
    const { method } = this.endpoint;
    return { operation: this.#operation, method, url, attempts, mayHaveBeenApplied };
  }

  /** What an event about the latest request shows. */
  get event(): CallEvent {
    const { operation, method, url, attempts } = this.facts;
    return { operation, method, url, attempt: attempts };
  }

  /** Milliseconds that are left of `totalTimeout`, never negative; `Infinity` for no limit. */
  get timeLeft(): number {
    return Math.max(0, this.startedAt + this.options.limits.totalTimeout - performance.now());
  }
}
