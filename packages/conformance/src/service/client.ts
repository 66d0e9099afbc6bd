/** Access to the service under test, shared by all cases of a run. */
import {
  endpoints,
  expandPath,
  type Endpoint,
  type OperationId,
  type ParamsOf,
} from '@mock-services/sdk/contract';
import type { Settings } from '../options.ts';
import { Aborted, NoResponse, Skip } from '../outcome.ts';
import { fetchResponse, type ServiceResponse } from './http.ts';

/** The parts of a request that its operation does not determine. */
interface RequestOptions<Id extends OperationId> {
  readonly params?: ParamsOf<Id>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, instead of `body`. */
  readonly text?: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Omits the headers that were given to the run. */
  readonly withoutHeaders?: boolean;
  /** Sends it even if the run is aborted or the service does not respond: for creates and clean-up. */
  readonly mustFinish?: boolean;
}

/** After this many requests in a row without a response the service counts as unresponsive. */
const maxUnanswered = 3;

/** Sends the requests of one run, one after the other, and remembers their responses. */
export class ServiceClient {
  /** @internal */
  readonly settings: Settings;
  /** All responses in order, without their bodies. @internal */
  readonly responseLog: Pick<ServiceResponse, 'operation' | 'status' | 'headers'>[] = [];
  readonly #memory = new Map<string, Promise<unknown>>();
  #unanswered = 0;

  /** @internal */
  constructor(settings: Settings) {
    this.settings = settings;
  }

  /** @internal */
  throwIfAborted(): void {
    if (this.settings.signal?.aborted === true) throw new Aborted();
  }

  /** @internal */
  throwIfUnresponsive(): void {
    const limit = this.responseLog.length === 0 ? 1 : maxUnanswered;
    if (this.#unanswered >= limit) throw new Skip('the service does not respond');
  }

  /**
   * Sends a request.
   *
   * @internal
   * @throws {NoResponse} when there is no complete response in time.
   * @throws {Aborted} when the run is aborted.
   * @throws {Skip} when the service does not respond any more.
   */
  async send<Id extends OperationId>(
    operation: Id,
    options: RequestOptions<Id> = {},
  ): Promise<ServiceResponse> {
    const mustFinish = options.mustFinish === true;
    if (!mustFinish) this.throwIfUnresponsive();
    const { method, path }: Endpoint = endpoints[operation];
    const { signal, prefix } = this.settings;
    const url = prefix + expandPath(path, options.params ?? {}) + this.#queryOf(options.query);
    const request = `${method} ${path}`;
    try {
      const init = this.#initOf(method, options);
      const received = await fetchResponse(this.settings, mustFinish ? undefined : signal, url, init);
      this.#unanswered = 0;
      this.responseLog.push({ operation, status: received.status, headers: received.headers });
      return { operation, request, ...received };
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error;
      this.#unanswered += 1;
      const hint = this.responseLog.length === 0 ? '. Is the service running, and is baseUrl right?' : '';
      throw new NoResponse(`${request}: ${error.message}${hint}`);
    }
  }

  /** Sends a read once and remembers its response, for everything that existed before the run. @internal */
  read<Id extends OperationId>(operation: Id, params?: ParamsOf<Id>): Promise<ServiceResponse> {
    const key = [operation, ...Object.values(params ?? {})].join(' ');
    return this.once(key, () => this.send(operation, params === undefined ? {} : { params }));
  }

  /** Does something once for all cases that ask for it. Each key has one type of value. @internal */
  once<Value>(key: string, create: () => Promise<Value>): Promise<Value> {
    const known = this.#memory.get(key) ?? create();
    this.#memory.set(key, known);
    return known as Promise<Value>;
  }

  #queryOf(query: RequestOptions<OperationId>['query']): string {
    const { query: prefix } = this.settings;
    if (query === undefined) return prefix;
    return `${prefix === '' ? '?' : `${prefix}&`}${new URLSearchParams(query).toString()}`;
  }

  #initOf(
    method: string,
    { body, text, withoutHeaders }: Pick<RequestOptions<OperationId>, 'body' | 'text' | 'withoutHeaders'>,
  ): RequestInit {
    const headers = new Headers(withoutHeaders === true ? {} : this.settings.headers);
    headers.set('accept', 'application/json');
    const content = text ?? (body === undefined ? undefined : JSON.stringify(body));
    if (content === undefined) return { method, headers };
    headers.set('content-type', 'application/json');
    return { method, headers, body: content };
  }
}
