import {
  endpoints,
  expandPath,
  type Endpoint,
  type OperationId,
  type ParamsOf,
} from '@mock-services/sdk/contract';
import ky, { isNetworkError, isTimeoutError } from 'ky';
import { Aborted, NoResponse, Refused, Unavailable } from './outcome.ts';
import { isGone, parseBody, type ServiceResponse } from './response.ts';
import type { Settings } from './settings.ts';

interface RequestOptions<Id extends OperationId> {
  readonly params?: ParamsOf<Id>;
  /** A value to send as JSON. */
  readonly body?: unknown;
  /** A string to send unchanged, in place of `body`. */
  readonly text?: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Whether to omit the headers of the `headers` option. */
  readonly withoutHeaders?: boolean;
  /**
   * Whether to send the request even if the run is aborted or the service does not respond. Set for creates and the
   * clean-up.
   */
  readonly mustFinish?: boolean;
}

/** Number of consecutive requests without a usable response, after which the run sends no more requests. */
const maxUnanswered = 3;

const maxAttempts = 10;

const maxFailures = 3;

/** Statuses of temporary failures of the service or a proxy, which say nothing about an operation. */
const temporary: ReadonlySet<number> = new Set([408, 425, 502, 503, 504]);

const mayPass = (status: number): boolean => status === 429 || temporary.has(status);

export class ServiceClient {
  /** @internal */
  readonly settings: Settings;
  /** All responses except temporary failures, without bodies, in order of arrival. @internal */
  readonly responseLog: Pick<ServiceResponse, 'operation' | 'status' | 'headers'>[] = [];
  /** Milliseconds by which the service's clock is ahead of the local clock, from the latest `Date` header. @internal */
  clockOffset: number | undefined;
  readonly #memory = new Map<string, Promise<unknown>>();
  readonly #start = performance.now();
  #unanswered = 0;

  /** @internal */
  constructor(settings: Settings) {
    this.settings = settings;
  }

  /** Returns an error if the run must end, or `undefined`. @internal */
  endOfRun(): Aborted | undefined {
    if (this.settings.signal?.aborted === true) return new Aborted();
    // Less than 1 ms counts as expired, because a timer may fire up to 1 ms early.
    if (this.remaining(false) >= 1) return undefined;
    return new Aborted('the run exceeded its time limit (totalTimeout, --total-timeout)');
  }

  /** @internal */
  throwIfAborted(): void {
    const end = this.endOfRun();
    if (end) throw end;
  }

  /**
   * Throws a `Refused` after too many requests without a usable response. For the clean-up, the limit is higher.
   * @internal
   */
  throwIfUnresponsive({ mustFinish = false } = {}): void {
    const limit = this.responseLog.length === 0 ? 1 : maxUnanswered;
    if (this.#unanswered < (mustFinish ? 2 * maxUnanswered : limit)) return;
    throw new Refused('the service does not respond');
  }

  /**
   * Returns the remaining milliseconds of the run. Part of the total time is reserved for requests that must finish.
   * @internal
   */
  remaining(mustFinish: boolean): number {
    const { totalTimeout } = this.settings;
    const reserved = mustFinish ? 0 : Math.min(totalTimeout / 5, 60_000);
    return this.#start + totalTimeout - reserved - performance.now();
  }

  /**
   * Returns the service's Unix time in milliseconds, or the local time if no response had a `Date` header. @internal
   */
  now(): number {
    return Date.now() + (this.clockOffset ?? 0);
  }

  /** Waits `ms` milliseconds, or throws an `Aborted` if the run is aborted. @internal */
  async sleep(ms: number): Promise<void> {
    this.throwIfAborted();
    const { signal } = this.settings;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        // Clear the timer, because a pending timer would keep the process alive after Ctrl+C.
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal?.addEventListener('abort', end, { once: true });
    });
    this.throwIfAborted();
  }

  /**
   * Sends a request and reads the complete response. After a 429 response, waits and retries. After a temporary
   * failure, retries a request twice unless its method is POST.
   * @internal
   * @throws {NoResponse} if no complete response arrives in time, or all attempts fail temporarily.
   * @throws {Aborted} if the run is aborted.
   * @throws {Refused} if the service no longer responds, keeps responding with 429, or requires other credentials.
   */
  async send<Id extends OperationId>(
    operation: Id,
    { params, body, text, query, withoutHeaders, mustFinish = false }: RequestOptions<Id> = {},
  ): Promise<ServiceResponse> {
    if (!mustFinish) this.throwIfAborted();
    this.throwIfUnresponsive({ mustFinish });
    const { settings } = this;
    const { method, path }: Endpoint = endpoints[operation];
    const request = `${method} ${path}`;
    const search = [settings.query.slice(1), new URLSearchParams(query).toString()].filter(Boolean).join('&');
    const url = settings.prefix + expandPath(operation, params ?? {}) + (search && `?${search}`);
    const content = text ?? (body === undefined ? undefined : JSON.stringify(body));
    const init: RequestInit = {
      method,
      headers: {
        accept: 'application/json',
        ...(content !== undefined && { 'content-type': 'application/json' }),
        ...(withoutHeaders !== true && Object.fromEntries(settings.headers)),
      },
      ...(content !== undefined && { body: content }),
      // Follow no redirects and use no cache, because the response must come from the service itself.
      redirect: 'manual',
      cache: 'no-store',
    };
    const latest: { received?: Pick<ServiceResponse, 'status' | 'headers' | 'body'> } = {};
    let [failures, delay] = [0, 0];
    const exchange = ky(url, {
      method,
      timeout: settings.timeout,
      totalTimeout: Math.max(1, this.remaining(mustFinish)),
      ...(settings.signal && !mustFinish && { signal: settings.signal }),
      throwHttpErrors: mayPass,
      fetch: async (sent) => {
        delete latest.received;
        const response = await settings.fetch(url, { ...init, signal: (sent as Request).signal });
        const { status, headers } = response;
        latest.received = { status, headers, body: parseBody(await response.text()) };
        const date = Date.parse(headers.get('date') ?? '');
        if (Number.isFinite(date)) this.clockOffset = date - Date.now();
        if (temporary.has(status)) failures += 1;
        else this.responseLog.push({ operation, status, headers });
        return response;
      },
      retry: {
        limit: maxAttempts - 1,
        methods: [method],
        delay: () => (method === 'POST' ? 0 : delay),
        shouldRetry: async () => {
          if (latest.received === undefined) return false;
          delay = this.#delayIn(latest.received.headers);
          if (delay >= this.remaining(mustFinish)) return false;
          const mayRepeat = method !== 'POST' && failures < maxFailures && delay <= settings.timeout;
          if (latest.received.status !== 429 && !mayRepeat) return false;
          // A 429 response means that nothing was created, so aborting the run may end this wait.
          if (method === 'POST') await this.sleep(delay);
          return true;
        },
      },
    });
    const error: unknown = await exchange.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (error !== undefined && !mustFinish) this.throwIfAborted();
    this.#unanswered = error === undefined ? 0 : this.#unanswered + 1;
    const { received } = latest;
    if (received === undefined) {
      const limit = `within ${settings.timeout} ms`;
      const hint = this.responseLog.length === 0 ? '. Is the service running, and is baseUrl right?' : '';
      const reason = isTimeoutError(error) ? limit : `(${codeOf(error)})`;
      throw new NoResponse(`${request}: no response ${reason}${hint}`);
    }
    const { status } = received;
    if (status === 429) throw new Refused(`${request}: the service limits the request rate (429)`, status);
    if (temporary.has(status))
      throw new Unavailable(status, `${request}: the service responded with ${status}, a temporary failure`);
    if ((status === 401 || status === 403) && withoutHeaders !== true)
      throw new Refused(
        `not authorized: ${request} responded with ${status}. Does the service require other credentials (headers, --token, --header)?`,
        status,
      );
    if (failures > 0 && method === 'DELETE' && isGone(status))
      throw new NoResponse(`${request}: a temporary failure hides whether the first request took effect`);
    return { operation, request, ...received };
  }

  /** Returns the delay of the `Retry-After` header in milliseconds. Without the header, the delay is a second. */
  #delayIn(headers: Headers): number {
    const after = headers.get('retry-after') ?? '';
    const ms = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - this.now();
    return Number.isNaN(ms) ? 1000 : Math.max(0, ms);
  }

  /** Caches the response to a read request, so use this method only for data that existed before the run. @internal */
  read<Id extends OperationId>(operation: Id, params?: ParamsOf<Id>): Promise<ServiceResponse> {
    const key = [operation, ...Object.values(params ?? {})].join(' ');
    return this.once(key, () => this.send(operation, params === undefined ? {} : { params }));
  }

  /** Calls `create` only once for each key. Later calls return the first result. @internal */
  once<Value>(key: string, create: () => Promise<Value>): Promise<Value> {
    const known = this.#memory.get(key) ?? create();
    this.#memory.set(key, known);
    return known as Promise<Value>;
  }
}

/** Omits the message of a network error, because the message may contain the query of the URL. */
function codeOf(thrown: unknown): string {
  const error = isNetworkError(thrown) ? thrown.cause : thrown;
  if (!(error instanceof Error)) return typeof error;
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name;
}
