import {
  endpoints,
  expandPath,
  type Endpoint,
  type OperationId,
  type ParamsOf,
} from '@mock-services/sdk/contract';
import { mediaTypeOf } from '@mock-services/sdk/activity';
import { Aborted, Failure, NoResponse, Refused, Unavailable } from './outcome.ts';
import type { ObservedBody } from './profile.ts';
import type { Settings } from './settings.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export interface ServiceResponse {
  readonly operation: OperationId;
  /** Method and path template for messages, without parameter values. */
  readonly request: string;
  readonly status: number;
  readonly headers: Headers;
  /** The body is parsed as JSON regardless of its content type, which the interface does not specify. */
  readonly body:
    | { readonly kind: 'empty' }
    | { readonly kind: 'json'; readonly value: unknown }
    | { readonly kind: 'html' | 'text' };
}

interface RequestOptions<Id extends OperationId> {
  readonly params?: ParamsOf<Id>;
  /** A value to send as JSON. */
  readonly body?: unknown;
  /** A string to send unchanged, instead of `body`. */
  readonly text?: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Whether to send the request without the headers from the `headers` option. */
  readonly withoutHeaders?: boolean;
  /**
   * Whether to send the request even if the run is aborted or the service does not respond. Set for creates and the
   * clean-up.
   */
  readonly mustFinish?: boolean;
}

/**
 * After this many requests without a response, the run sends no more requests. The count begins again after a response,
 * but not after a temporary failure.
 */
const maxUnanswered = 3;

/** Maximum number of attempts while the service responds with 429. */
const maxAttempts = 10;

/** Statuses that say nothing about an operation, because the service or a proxy cannot respond at the moment. */
const temporary: ReadonlySet<number> = new Set([408, 425, 502, 503, 504]);

/** Delays in milliseconds before a request is repeated after a temporary failure. */
const repeatDelays = [250, 1000];

/** Sends the requests of a run. */
export class ServiceClient {
  /** @internal */
  readonly settings: Settings;
  /** All responses without their bodies, in order of arrival, except temporary failures. @internal */
  readonly responseLog: Pick<ServiceResponse, 'operation' | 'status' | 'headers'>[] = [];
  readonly #memory = new Map<string, Promise<unknown>>();
  readonly #start = performance.now();
  #unanswered = 0;
  /** How many of the latest calls of `send` ended without a response, by operation. */
  readonly #unansweredBy = new Map<OperationId, number>();
  /** The operations whose latest response was a temporary failure, although the request was repeated. */
  readonly #unavailable = new Set<OperationId>();
  /** How far the service's clock is ahead of this machine's clock, in milliseconds. */
  #clockOffset: number | undefined;

  /** @internal */
  constructor(settings: Settings) {
    this.settings = settings;
  }

  /** Returns the reason to end the run, or `undefined` to continue. @internal */
  endOfRun(): Aborted | undefined {
    if (this.settings.signal?.aborted === true) return new Aborted();
    // A timer may fire up to 1 ms early.
    if (this.#remaining(false) >= 1) return undefined;
    return new Aborted('the run exceeded its time limit (totalTimeout, --total-timeout)');
  }

  /** @internal */
  throwIfAborted(): void {
    const end = this.endOfRun();
    if (end) throw end;
  }

  /**
   * Returns the time left for the run, in milliseconds. Part of the total time is reserved for requests that must
   * finish.
   */
  #remaining(mustFinish: boolean): number {
    const { totalTimeout } = this.settings;
    const reserved = mustFinish ? 0 : Math.min(totalTimeout / 5, 60_000);
    return this.#start + totalTimeout - reserved - performance.now();
  }

  /**
   * Returns the service's Unix time in milliseconds, based on its latest `Date` header. Without such a header, returns
   * this machine's time, which is no evidence of how the service behaves. @internal
   */
  now(): number {
    return Date.now() + (this.#clockOffset ?? 0);
  }

  /** Whether a `Date` header showed the service's time. @internal */
  get knowsTime(): boolean {
    return this.#clockOffset !== undefined;
  }

  /**
   * Waits `ms` milliseconds. Throws an `Aborted` error if the run is aborted, unless `mustFinish` is set. @internal
   */
  async sleep(ms: number, { mustFinish = false } = {}): Promise<void> {
    if (!mustFinish) this.throwIfAborted();
    const signal = mustFinish ? undefined : this.settings.signal;
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal?.addEventListener('abort', end, { once: true });
    });
    if (!mustFinish) this.throwIfAborted();
  }

  /** @internal */
  throwIfUnresponsive(): void {
    const limit = this.responseLog.length === 0 ? 1 : maxUnanswered;
    if (this.#unanswered >= limit) throw new Refused('the service does not respond');
  }

  /**
   * Sends a request and reads the complete response. While the service responds with 429, waits and tries again. After
   * a temporary failure, repeats the request twice, unless it is a POST.
   * @internal
   * @throws {NoResponse} if no complete response arrives in time, or only temporary failures.
   * @throws {Aborted} if the run is aborted.
   * @throws {Refused} if the service no longer responds, keeps responding with 429, or requires other credentials.
   */
  async send<Id extends OperationId>(
    operation: Id,
    options: RequestOptions<Id> = {},
  ): Promise<ServiceResponse> {
    const { params = {}, query, mustFinish = false, withoutHeaders = false } = options;
    if (!mustFinish) this.throwIfUnresponsive();
    const { method, path }: Endpoint = endpoints[operation];
    const request = `${method} ${path}`;
    const unanswered = this.#unansweredBy.get(operation) ?? 0;
    if (unanswered >= maxUnanswered) throw new Refused(`${request}: the service does not respond`);
    const { prefix, query: own } = this.settings;
    const added =
      query === undefined ? '' : `${own === '' ? '?' : '&'}${new URLSearchParams(query).toString()}`;
    const url = prefix + expandPath(operation, params) + own + added;
    const init = { method, ...this.#contentOf(options) };
    const repeats = method === 'POST' || this.#unavailable.has(operation) ? [] : repeatDelays;
    let failures = 0;
    for (let attempt = 1; ; attempt += 1) {
      const received = await this.#fetch(url, init, mustFinish).catch((error: unknown) => {
        if (!(error instanceof NoResponse)) throw error;
        this.#unanswered += 1;
        this.#unansweredBy.set(operation, unanswered + 1);
        const hint = this.responseLog.length === 0 ? '. Is the service running, and is baseUrl right?' : '';
        throw new NoResponse(`${request}: ${error.message}${hint}`);
      });
      const { status, headers } = received;
      this.#unansweredBy.delete(operation);
      const date = Date.parse(headers.get('date') ?? '');
      if (Number.isFinite(date)) this.#clockOffset = date - Date.now();
      if (temporary.has(status)) {
        const delay = this.#repeatDelay(operation, received, repeats[failures], mustFinish);
        failures += 1;
        await this.sleep(delay, { mustFinish });
        continue;
      }
      this.#unavailable.delete(operation);
      this.responseLog.push({ operation, status, headers });
      if (status !== 429) this.#unanswered = 0;
      if ((status === 401 || status === 403) && !withoutHeaders)
        throw new Refused(
          `not authorized: ${request} responded with ${status}. Does the service require other credentials (headers, --token, --header)?`,
          status,
        );
      if (failures > 0 && method === 'DELETE' && isGone(status))
        throw new NoResponse(`${request}: a temporary failure hides whether the first request took effect`);
      if (status !== 429) return { operation, request, ...received };
      const delay = this.#delayIn(headers, 1000);
      if (attempt - failures === maxAttempts || delay >= this.#remaining(mustFinish)) {
        this.#unanswered += 1;
        throw new Refused(`${request}: the service limits the request rate (429)`, status);
      }
      // A create that was refused needs no clean-up, so aborting the run may interrupt this delay.
      await this.sleep(delay, { mustFinish: mustFinish && operation !== 'createMockService' });
    }
  }

  /**
   * Returns the delay before a request is repeated after a temporary failure.
   * @param usual - The delay if the service asks for none. If it is `undefined`, the request is not repeated.
   * @throws {Unavailable} if the request is not repeated.
   */
  #repeatDelay(
    operation: OperationId,
    { status, headers }: Pick<ServiceResponse, 'status' | 'headers'>,
    usual: number | undefined,
    mustFinish: boolean,
  ): number {
    const { method, path }: Endpoint = endpoints[operation];
    const delay = this.#delayIn(headers, usual ?? 0);
    const isShort = delay <= this.settings.timeout && delay < this.#remaining(mustFinish);
    if (usual !== undefined && isShort) return delay;
    this.#unavailable.add(operation);
    throw new Unavailable(
      status,
      `${method} ${path}: the service responded with ${status}, a temporary failure`,
    );
  }

  /** Returns the delay in milliseconds that a `Retry-After` header asks for. */
  #delayIn(headers: Headers, usual: number): number {
    const after = headers.get('retry-after') ?? '';
    const ms = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - this.now();
    return Number.isNaN(ms) ? usual : Math.max(0, ms);
  }

  /**
   * Sends a read request only once, and returns the same response to later calls. Use this method only for data that
   * existed before the run. @internal
   */
  read<Id extends OperationId>(operation: Id, params?: ParamsOf<Id>): Promise<ServiceResponse> {
    const key = [operation, ...Object.values(params ?? {})].join(' ');
    return this.once(key, () => this.send(operation, params === undefined ? {} : { params }));
  }

  /** Calls `create` only once per key, and returns the same result to later calls. @internal */
  once<Value>(key: string, create: () => Promise<Value>): Promise<Value> {
    const known = this.#memory.get(key) ?? create();
    this.#memory.set(key, known);
    return known as Promise<Value>;
  }

  #contentOf({ body, text, withoutHeaders }: Omit<RequestOptions<OperationId>, 'params'>): RequestInit {
    const headers = new Headers(withoutHeaders === true ? {} : this.settings.headers);
    if (!headers.has('accept')) headers.set('accept', 'application/json');
    const content = text ?? (body === undefined ? undefined : JSON.stringify(body));
    if (content === undefined) return { headers };
    if (!headers.has('content-type')) headers.set('content-type', 'application/json');
    return { headers, body: content };
  }

  async #fetch(
    url: string,
    init: RequestInit,
    mustFinish: boolean,
  ): Promise<Pick<ServiceResponse, 'status' | 'headers' | 'body'>> {
    if (!mustFinish) this.throwIfAborted();
    const { fetch, timeout } = this.settings;
    const signal = mustFinish ? undefined : this.settings.signal;
    const controller = new AbortController();
    const abort = () => controller.abort(new Aborted());
    const expire = () => controller.abort(new NoResponse(`no response within ${timeout} ms`));
    const timer = setTimeout(expire, Math.max(1, Math.min(timeout, this.#remaining(mustFinish))));
    signal?.addEventListener('abort', abort, { once: true });
    // A custom `fetch` function may ignore the abort signal.
    const stopped = new Promise<never>((_, reject) => {
      const { signal } = controller;
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
    // The response must come from the service itself, so follow no redirects and use no cache.
    const own = { ...init, signal: controller.signal, redirect: 'manual', cache: 'no-store' } as const;
    try {
      const response = await Promise.race([stopped, fetch(url, own)]);
      const text = await Promise.race([stopped, response.text()]);
      return { status: response.status, headers: response.headers, body: parseBody(text) };
    } catch (error) {
      if (controller.signal.aborted) throw controller.signal.reason;
      throw new NoResponse(`no response (${errorCode(error)})`);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }
}

function parseBody(text: string): ServiceResponse['body'] {
  if (text.trim() === '') return { kind: 'empty' };
  try {
    return { kind: 'json', value: JSON.parse(text) };
  } catch {
    return { kind: /^\s*<(!doctype|html)/i.test(text) ? 'html' : 'text' };
  }
}

/** Returns the code or name of a network error, but not its message, which may contain the query of the URL. */
function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : error.name;
}

export function jsonOf({ request, body }: ServiceResponse): unknown {
  if (body.kind === 'json') return body.value;
  const received = { empty: 'an empty body', html: 'an HTML page', text: 'other text' }[body.kind];
  const hint = body.kind === 'html' ? '. Does baseUrl lead to the service?' : '';
  throw new Failure(`${request}: expected a JSON body, received ${received}${hint}`);
}

export function recordOf(value: unknown): JsonObject | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as JsonObject) : undefined;
}

export function dataOf({ body }: Pick<ServiceResponse, 'body'>): unknown {
  return body.kind === 'json' ? recordOf(body.value)?.['data'] : undefined;
}

export function listOf(response: Pick<ServiceResponse, 'body'>): readonly unknown[] | undefined {
  const data = dataOf(response);
  return Array.isArray(data) ? data : undefined;
}

export function fieldsOf({ body }: Pick<ServiceResponse, 'body'>): string[] {
  return body.kind === 'json' ? Object.keys(recordOf(body.value) ?? {}) : [];
}

export function contentTypeOf(headers: Headers): string | undefined {
  return mediaTypeOf(headers.get('content-type') ?? undefined) || undefined;
}

function jsonTypeOf(value: unknown): NonNullable<ObservedBody['jsonType']> {
  if (value === null) return 'null';
  // The cast is safe, because the value is JSON, but not an object.
  return Array.isArray(value) ? 'array' : (typeof value as 'boolean' | 'number' | 'string');
}

/** Describes a response body that the interface does not specify, without quoting it. */
export function observedBody({ status, headers, body }: ServiceResponse): ObservedBody {
  const fields = body.kind === 'json' ? Object.entries(recordOf(body.value) ?? {}) : [];
  return {
    status,
    contentType: contentTypeOf(headers) ?? null,
    body: body.kind,
    ...(body.kind === 'json' && !recordOf(body.value) && { jsonType: jsonTypeOf(body.value) }),
    fields: fields.flatMap(([name, value]) => {
      const members = Object.keys(recordOf(value) ?? {});
      return members.length === 0 ? [name] : members.map((member) => `${name}.${member}`);
    }),
  };
}

/** Whether a resource was probably deleted or has expired. */
export const isGone = (status: number | undefined): boolean => status === 404 || status === 410;
