import { type CallFacts, isOfKind, MockServicesError } from './base.ts';

/** The parts of a response that an {@link ApiError} keeps. */
export interface ErrorResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed where it is JSON, text otherwise. */
  readonly body: unknown;
  /** How long the service asked to wait, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

/**
 * The service responded with a status outside 2xx, also after the retries. When the service fails, and with
 * which body, is not specified (§7). `headers` and `body` can be read but are shown by no log or `inspect`,
 * since a service may echo what it was sent.
 */
export class ApiError extends MockServicesError {
  override readonly name = 'ApiError';
  /** HTTP status. */
  readonly status: number;
  /** How long the service asked to wait before the next request, in milliseconds (`Retry-After`). */
  declare readonly retryAfterMs?: number;
  readonly #headers: Headers;
  readonly #body: unknown;

  constructor(message: string, facts: CallFacts, response: ErrorResponse, options?: ErrorOptions) {
    super(message, facts, options);
    this.status = response.status;
    this.#headers = response.headers;
    this.#body = response.body;
    if (response.retryAfterMs !== undefined) this.retryAfterMs = response.retryAfterMs;
  }

  /**
   * Keeps `inspect` of Node, with the options `getters` and `showHidden`, from showing headers and body.
   *
   * @internal
   */
  [Symbol.for('nodejs.util.inspect.custom')](
    _: number,
    options: { readonly getters?: unknown },
    inspect: (value: unknown, options: object) => string,
  ): unknown {
    return options.getters ? inspect(this, { ...options, getters: false }) : this;
  }

  /** Response headers. */
  get headers(): Headers {
    return this.#headers;
  }

  /** Response body: parsed where it is JSON, text otherwise; `undefined` when it is empty, or that of a redirect. */
  get body(): unknown {
    return this.#body;
  }
}

/** Whether a value is an {@link ApiError}, from whichever copy of this package. */
export function isApiError(value: unknown): value is ApiError {
  return isOfKind(value, 'ApiError');
}
