/** What the cases of one run share: a way to the service, and what is known about it so far. */
import {
  endpoints,
  expandPath,
  type Endpoint,
  type OperationId,
  type ParamsOf,
} from '@mock-services/sdk/contract';
import { readText, type Answer } from './answer.ts';
import { readOptions, type ConformanceOptions, type Settings } from './options.ts';
import { Aborted, NoAnswer, Skip } from './outcome.ts';
import { OwnMockServices, type Leftover } from './own-mock-services.ts';
import { sightingOf, type Sighting } from './sightings.ts';
import { exchange } from './transport.ts';

/** What a request has besides its operation. */
export interface Call<Id extends OperationId> {
  readonly params?: ParamsOf<Id>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, instead of `body`. */
  readonly text?: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Leaves out the headers that were given to the run. */
  readonly withoutHeaders?: boolean;
  /** Goes on when the run is aborted: for what must not be left half done. */
  readonly untilTheEnd?: boolean;
}

/** After these many requests in a row without an answer the service counts as gone. */
const patience = 3;

/**
 * The context of a run. Cases get it as their argument; it is of use to those who give it to cases themselves, for
 * instance as tests of a runner of their choice.
 */
export class ConformanceContext {
  /** @internal */
  readonly settings: Settings;
  /** The mock services of this run. @internal */
  readonly own: OwnMockServices;
  /** What is left of the answers, in the order of the requests. @internal */
  readonly sightings: Sighting[] = [];
  readonly #memory = new Map<string, Promise<unknown>>();
  #unanswered = 0;

  /** @internal */
  constructor(settings: Settings) {
    this.settings = settings;
    this.own = new OwnMockServices(this);
  }

  /** Deletes what is left of the run's own mock services; returns what could not be deleted. */
  async cleanUp(): Promise<readonly Leftover[]> {
    return this.own.sweep();
  }

  /** @internal */
  throwIfAborted(): void {
    if (this.settings.signal?.aborted === true) throw new Aborted();
  }

  /** @internal */
  throwIfGone(): void {
    const isGone = this.#unanswered >= (this.sightings.length === 0 ? 1 : patience);
    if (isGone) throw new Skip('the service does not answer');
  }

  /**
   * Sends a request.
   *
   * @internal
   * @throws {NoAnswer} when there is no whole answer in time.
   * @throws {Aborted} when the run is aborted.
   * @throws {Skip} when the service is gone.
   */
  async send<Id extends OperationId>(operation: Id, call: Call<Id> = {}): Promise<Answer> {
    // A clean-up is worth another try.
    if (call.untilTheEnd !== true) this.throwIfGone();
    const { method, path }: Endpoint = endpoints[operation];
    const { signal, prefix } = this.settings;
    const url = prefix + expandPath(path, call.params ?? {}) + this.#queryOf(call);
    const request = `${method} ${path}`;
    try {
      const { text, ...raw } = await exchange(
        this.settings,
        call.untilTheEnd === true ? undefined : signal,
        url,
        this.#initOf(method, call),
      );
      this.#unanswered = 0;
      const answer = { operation, request, ...raw, body: readText(text) };
      this.sightings.push(sightingOf(answer));
      return answer;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      this.#unanswered += 1;
      const hint = this.sightings.length === 0 ? '. Is the service running, and is baseUrl right?' : '';
      throw new NoAnswer(`${request}: ${error.message}${hint}`);
    }
  }

  /**
   * Sends a read once and remembers its answer, for all that only looks at what was there before the run.
   *
   * @internal
   */
  read<Id extends OperationId>(operation: Id, params?: ParamsOf<Id>): Promise<Answer> {
    const key = [operation, ...Object.values(params ?? {})].join(' ');
    return this.once(key, () => this.send(operation, params === undefined ? {} : { params }));
  }

  /**
   * Does something once for all cases that ask for it. A key stands for one type of value.
   *
   * @internal
   */
  once<Value>(key: string, make: () => Promise<Value>): Promise<Value> {
    const known = this.#memory.get(key) ?? make();
    this.#memory.set(key, known);
    return known as Promise<Value>;
  }

  #queryOf({ query }: { readonly query?: Readonly<Record<string, string>> }): string {
    const own = this.settings.query;
    if (query === undefined) return own;
    return `${own === '' ? '?' : `${own}&`}${new URLSearchParams(query).toString()}`;
  }

  #initOf(
    method: string,
    { body, text, withoutHeaders }: Pick<Call<OperationId>, 'body' | 'text' | 'withoutHeaders'>,
  ): RequestInit {
    const headers = new Headers(withoutHeaders === true ? {} : this.settings.headers);
    headers.set('accept', 'application/json');
    const content = text ?? (body === undefined ? undefined : JSON.stringify(body));
    if (content === undefined) return { method, headers };
    headers.set('content-type', 'application/json');
    return { method, headers, body: content };
  }
}

/**
 * Makes a context for cases that are run one by one. `runConformance` makes its own. Call `cleanUp` at the end.
 *
 * @throws {TypeError} for options that make no run possible.
 */
export function createContext(options: ConformanceOptions): ConformanceContext {
  return new ConformanceContext(readOptions(options));
}
