/** Sends requests to the tested service, and reads each response to its end. */
import {
  endpoints,
  expandPath,
  type Endpoint,
  type OperationId,
  type ParamsOf,
} from '@mock-services/sdk/contract';
import { Aborted, Failure, NoResponse, Refused } from './outcome.ts';
import type { ObservedBody } from './profile.ts';
import type { Settings } from './settings.ts';

/** An object in a JSON body. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A complete response. */
export interface ServiceResponse {
  readonly operation: OperationId;
  /** Method and path template of the request, without parameter values, for use in messages. */
  readonly request: string;
  readonly status: number;
  readonly headers: Headers;
  /**
   * Body that is parsed as JSON regardless of the content type, because the interface does not specify the content
   * type.
   */
  readonly body:
    | { readonly kind: 'empty' }
    | { readonly kind: 'json'; readonly value: unknown }
    | { readonly kind: 'html' | 'text' };
}

type Query = Readonly<Record<string, string>>;

/** The parts of a request that its operation does not determine. */
interface RequestOptions<Id extends OperationId> {
  readonly params?: ParamsOf<Id>;
  /** Body that is sent as JSON. */
  readonly body?: unknown;
  /** Body that is sent unchanged. Set `text` instead of `body`. */
  readonly text?: string;
  readonly query?: Query;
  /** Whether to send the request without the headers from the `headers` option. */
  readonly withoutHeaders?: boolean;
  /**
   * Whether to send the request even if the run is aborted or the service does not respond. Creates and the clean-up
   * need this.
   */
  readonly mustFinish?: boolean;
}

/**
 * Maximum number of consecutive requests without a response. When the maximum is reached, the run sends no more
 * requests.
 */
const maxUnanswered = 3;

/** Maximum number of times that a request is sent while the service responds with 429. */
const maxAttempts = 10;

/** Sends the requests of a run, and stores the responses. */
export class ServiceClient {
  /** @internal */
  readonly settings: Settings;
  /** All responses without their bodies, in the order in which they arrived. @internal */
  readonly responseLog: Pick<ServiceResponse, 'operation' | 'status' | 'headers'>[] = [];
  readonly #memory = new Map<string, Promise<unknown>>();
  readonly #start = performance.now();
  #unanswered = 0;
  /** Number of consecutive requests without a response, by operation. */
  readonly #unansweredBy = new Map<OperationId, number>();
  /** Difference between the clock of the service and the clock of this machine, in milliseconds. */
  #clockOffset = 0;

  /** @internal */
  constructor(settings: Settings) {
    this.settings = settings;
  }

  /** Returns why the run must end, or `undefined` if it goes on. @internal */
  endOfRun(): Aborted | undefined {
    if (this.settings.signal?.aborted === true) return new Aborted();
    if (this.#remaining(false) > 0) return undefined;
    return new Aborted('the run exceeded its time limit (totalTimeout, --total-timeout)');
  }

  /** @internal */
  throwIfAborted(): void {
    const end = this.endOfRun();
    if (end) throw end;
  }

  /** Returns the remaining time of the run in milliseconds. Requests that must finish have more time. */
  #remaining(mustFinish: boolean): number {
    const { totalTimeout } = this.settings;
    const reserved = mustFinish ? 0 : Math.min(totalTimeout / 5, 60_000);
    return this.#start + totalTimeout - reserved - performance.now();
  }

  /**
   * Returns the Unix time of the service in milliseconds, according to the `Date` header of the latest response. If the
   * service sends no `Date` header, returns the time of this machine. @internal
   */
  now(): number {
    return Date.now() + this.#clockOffset;
  }

  /** Waits `ms` milliseconds. Throws `Aborted` if the run is aborted, unless `mustFinish` is set. @internal */
  async sleep(ms: number, { mustFinish = false } = {}): Promise<void> {
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
   * Sends a request and reads the complete response. While the service responds with 429, waits and sends the request
   * again.
   *
   * @internal
   * @throws {NoResponse} if no complete response arrives in time.
   * @throws {Aborted} if the run is aborted.
   * @throws {Refused} if the service has stopped responding, keeps responding with 429, or requires other credentials.
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
    const url = prefix + expandPath(path, params) + own + added;
    const init = { method, ...this.#contentOf(options) };
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
      this.responseLog.push({ operation, status, headers });
      if (status !== 429) this.#unanswered = 0;
      if ((status === 401 || status === 403) && !withoutHeaders)
        throw new Refused(
          `not authorized: ${request} responded with ${status}. Does the service require other credentials (headers, --token, --header)?`,
        );
      if (status !== 429) return { operation, request, ...received };
      const delay = this.#delayIn(headers);
      if (attempt === maxAttempts || delay >= this.#remaining(mustFinish)) {
        this.#unanswered += 1;
        throw new Refused(`${request}: the service limits the request rate (429)`);
      }
      // A create that the service refused needs no clean-up.
      await this.sleep(delay, { mustFinish: mustFinish && operation !== 'createMockService' });
    }
  }

  /** Returns the delay that a `Retry-After` header asks for in milliseconds. The default is a second. */
  #delayIn(headers: Headers): number {
    const after = headers.get('retry-after') ?? '1';
    const ms = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - this.now();
    return Number.isNaN(ms) ? 1000 : Math.max(0, ms);
  }

  /**
   * Reads the list of mock services page by page. The interface leaves paging open, so this method follows the next page
   * that a response names, and tries the query parameters `page` and `offset`, until a page has no new item. @internal
   */
  async *pages(mustFinish = false): AsyncGenerator<ServiceResponse> {
    const known = new Set<unknown>();
    const addItems = (response: ServiceResponse) => {
      const { size } = known;
      for (const item of listOf(response) ?? []) known.add(recordOf(item)?.['id']);
      return known.size > size;
    };
    const first = await this.send('listMockServices', { mustFinish });
    addItems(first);
    yield first;
    const ways: ((last: ServiceResponse, page: number) => Query | undefined)[] = [
      nextPage,
      (_, page) => ({ page: String(page) }),
      () => ({ offset: String(known.size) }),
    ];
    for (const way of ways) {
      let last = first;
      // The first page may have the number 0 or 1.
      for (let page = 1; ; page += 1) {
        const query = way(last, page);
        if (query === undefined) break;
        last = await this.send('listMockServices', { query, mustFinish });
        if (addItems(last)) yield last;
        else if (page > 1) break;
      }
    }
  }

  /**
   * Sends a read request only once, and returns the same response to later calls. Use `read` only for data that existed
   * before the run. @internal
   */
  read<Id extends OperationId>(operation: Id, params?: ParamsOf<Id>): Promise<ServiceResponse> {
    const key = [operation, ...Object.values(params ?? {})].join(' ');
    return this.once(key, () => this.send(operation, params === undefined ? {} : { params }));
  }

  /** Calls `create` only once for each key, and returns the same result to later calls. @internal */
  once<Value>(key: string, create: () => Promise<Value>): Promise<Value> {
    const known = this.#memory.get(key) ?? create();
    this.#memory.set(key, known);
    return known as Promise<Value>;
  }

  #contentOf({ body, text, withoutHeaders }: RequestOptions<OperationId>): RequestInit {
    const headers = new Headers(withoutHeaders === true ? {} : this.settings.headers);
    headers.set('accept', 'application/json');
    const content = text ?? (body === undefined ? undefined : JSON.stringify(body));
    if (content === undefined) return { headers };
    headers.set('content-type', 'application/json');
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
    // Do not follow redirects and do not use cached responses, because the response must come from the service
    // itself.
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

/**
 * Returns the code or the name of a network error. Omits the error's message, which may contain the query of the URL.
 */
function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : error.name;
}

/** Returns the value of a JSON body. Throws a `Failure` if the body is not JSON. */
export function jsonOf({ request, body }: ServiceResponse): unknown {
  if (body.kind === 'json') return body.value;
  const received = { empty: 'an empty body', html: 'an HTML page', text: 'other text' }[body.kind];
  const hint = body.kind === 'html' ? '. Does baseUrl lead to the service?' : '';
  throw new Failure(`${request}: expected a JSON body, received ${received}${hint}`);
}

/** Returns the value if it is an object and not an array. Otherwise, returns `undefined`. */
export function recordOf(value: unknown): JsonObject | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as JsonObject) : undefined;
}

/** Returns the value of the `data` field in a JSON body. */
export function dataOf({ body }: Pick<ServiceResponse, 'body'>): unknown {
  return body.kind === 'json' ? recordOf(body.value)?.['data'] : undefined;
}

/** Returns the value of the `data` field in a JSON body if the value is an array. */
export function listOf(response: Pick<ServiceResponse, 'body'>): readonly unknown[] | undefined {
  const data = dataOf(response);
  return Array.isArray(data) ? data : undefined;
}

/** Returns the query of the next page, if a `Link` header or a field such as `next` or `meta.nextCursor` names it. */
function nextPage({ headers, body }: ServiceResponse): Query | undefined {
  const fields = body.kind === 'json' ? (recordOf(body.value) ?? {}) : {};
  const objects = [fields, ...Object.values(fields).map(recordOf)];
  const link = /<([^>]*)>[^,]*rel="?next/.exec(headers.get('link') ?? '')?.[1];
  for (const [name, value] of [
    ['next', link] as const,
    ...objects.flatMap((one) => Object.entries(one ?? {})),
  ]) {
    const [, key] = /^(?:next[_-]?)?(|cursor|offset|page|token|pageToken|page_token)$/i.exec(name) ?? [];
    if (key === undefined || !/^(string|number)$/.test(typeof value) || value === '') continue;
    const [, query] = /\?(.*)/.exec(String(value)) ?? [];
    if (query !== undefined) return Object.fromEntries(new URLSearchParams(query));
    if (/^next|cursor/i.test(name))
      return { [key.replace(/^./, (letter) => letter.toLowerCase()) || 'cursor']: String(value) };
  }
  return undefined;
}

/** Returns the names of the top-level fields of a JSON body. */
export function fieldsOf({ body }: Pick<ServiceResponse, 'body'>): string[] {
  return body.kind === 'json' ? Object.keys(recordOf(body.value) ?? {}) : [];
}

/** Returns the media type of a response in lower case, without parameters. */
export function mediaTypeOf(headers: Headers): string | undefined {
  const [type = ''] = (headers.get('content-type') ?? '').split(';', 1);
  return type.trim().toLowerCase() || undefined;
}

/** Describes a body that the interface does not specify, without the content of the body. */
export function observedBody({ status, headers, body }: ServiceResponse): ObservedBody {
  const fields = body.kind === 'json' ? Object.entries(recordOf(body.value) ?? {}) : [];
  return {
    status,
    contentType: mediaTypeOf(headers) ?? null,
    body: body.kind,
    fields: fields.flatMap(([name, value]) => {
      const members = Object.keys(recordOf(value) ?? {});
      return members.length === 0 ? [name] : members.map((member) => `${name}.${member}`);
    }),
  };
}
