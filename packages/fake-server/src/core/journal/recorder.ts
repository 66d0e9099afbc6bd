import type { OperationId } from '@mock-services/sdk/contract';
import { bytesOf } from '../json.ts';
import {
  entryId,
  exchangeOf,
  message,
  sealed,
  type JournalEntry,
  type ReceivedRequest,
} from '../rows/exchange.ts';
import { realTime } from '../time/time.ts';
import { errorText } from '../words.ts';

export interface JournalLimits {
  readonly maxEntries: number;
  /** For each of the two lists of entries. */
  readonly maxBytes: number;
}

export interface Recorded {
  readonly request: ReceivedRequest;
  readonly timestamp: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Delay of the response in milliseconds. */
  readonly delayMs: number;
  readonly fault?: number | undefined;
  readonly problem?: string | undefined;
}

export type JournalListener = (entry: JournalEntry) => void;

interface Sized {
  readonly entry: JournalEntry;
  /** Without the body of the response. */
  readonly bytes: number;
  readonly bodyBytes: number;
}

/** Entries by number. If they become too long, bodies of responses are left out before any request is removed. */
class Kept {
  readonly #all = new Map<number, Sized>();
  readonly #withBody = new Set<number>();
  #bytes = 0;

  entries(): JournalEntry[] {
    return Array.from(this.#all.values(), ({ entry }) => entry);
  }

  /** Returns the entries that were removed or too long to be added. */
  add(sized: Sized, { maxEntries, maxBytes }: JournalLimits): readonly JournalEntry[] {
    if (sized.bytes > maxBytes) return [sized.entry];
    this.#put(sized.bytes + sized.bodyBytes > maxBytes ? withoutBody(sized) : sized);
    for (const number of this.#withBody) {
      if (this.#bytes <= maxBytes) break;
      const oldest = this.#all.get(number);
      if (oldest) this.#put(withoutBody(oldest));
    }
    const removed: JournalEntry[] = [];
    const isFull = () => this.#all.size > maxEntries || this.#bytes > maxBytes;
    // A new iterator passes all entries that were removed before.
    if (isFull())
      for (const { entry } of this.#all.values()) {
        this.#remove(entry.number);
        removed.push(entry);
        if (!isFull()) break;
      }
    return removed;
  }

  #put(sized: Sized): void {
    const { number } = sized.entry;
    const { bytes = 0, bodyBytes = 0 } = this.#all.get(number) ?? {};
    this.#bytes += sized.bytes + sized.bodyBytes - bytes - bodyBytes;
    this.#all.set(number, sized);
    if (sized.bodyBytes > 0) this.#withBody.add(number);
    else this.#withBody.delete(number);
  }

  #remove(number: number): void {
    const { bytes = 0, bodyBytes = 0 } = this.#all.get(number) ?? {};
    this.#bytes -= bytes + bodyBytes;
    this.#all.delete(number);
    this.#withBody.delete(number);
  }
}

function withoutBody({ entry, bytes }: Sized): Sized {
  const { headers, bodyBase64Encoded: _, ...others } = entry.response;
  return {
    entry: sealed({ ...entry, response: message(headers, '', others), responseBodyLeftOut: true }),
    bytes,
    bodyBytes: 0,
  };
}

/** Estimated length of the fields that are not counted one by one, such as the numbers and the time. */
const fixedCharacters = 200;

function requestBytes({ method, path, params, headers, body }: ReceivedRequest): number {
  return (
    2 * fixedCharacters + bytesOf(method + path) + bytesOf(body) + textBytes(params) + textBytes(headers)
  );
}

function textBytes(texts: Readonly<Record<string, string>>): number {
  return Object.entries(texts).reduce((bytes, [name, text]) => bytes + bytesOf(name) + bytesOf(text), 0);
}

function shortened({ operation, method, path, origin, sentPath }: ReceivedRequest): ReceivedRequest {
  return {
    operation,
    params: {},
    method: method.slice(0, 32),
    path: path.slice(0, 256),
    headers: {},
    body: '',
    origin,
    ...(sentPath && { sentPath: sentPath.slice(0, 256) }),
  };
}

/** Records requests in memory. */
export class Recorder {
  /** `undefined` if the journal is off. */
  readonly limits: JournalLimits | undefined;
  readonly #baseUrl: URL;
  readonly #warn: (message: string) => void;
  readonly #listeners = new Set<JournalListener>();
  #requests = new Kept();
  /** Requests that broke the contract. The journal keeps them longer. */
  #problems = new Kept();
  #number = 0;
  #since = realTime();
  /** Number of requests that were removed or shortened, by their operation. */
  readonly #dropped = new Map<OperationId | undefined, number>();
  /** Number of requests that broke the contract, but were removed. */
  droppedProblems = 0;
  /** Whether earlier requests are unknown, because the world was loaded from a storage. */
  isContinued = false;

  constructor(limits: JournalLimits | undefined, baseUrl: URL, warn: (message: string) => void) {
    this.limits = limits;
    this.#baseUrl = baseUrl;
    this.#warn = warn;
  }

  get requests(): JournalEntry[] {
    return this.#requests.entries();
  }

  get problems(): JournalEntry[] {
    return this.#problems.entries();
  }

  /** ISO 8601 timestamp in UTC. Not a time of the fake server's clock, which may stand still. */
  get since(): string {
    return this.#since;
  }

  record({ request, timestamp, status, headers, body, delayMs, fault, problem }: Recorded): void {
    const { limits } = this;
    if (!limits) return;
    this.#number += 1;
    const number = this.#number;
    let kept = request;
    let requested = requestBytes(kept);
    if (requested > limits.maxBytes) {
      kept = shortened(request);
      requested = requestBytes(kept);
    }
    const entry = sealed({
      number,
      id: entryId(number),
      ...exchangeOf(kept, timestamp, this.#baseUrl),
      response: message(headers, body, { statusCode: status, responseTimeMs: Math.round(delayMs) }),
      ...(fault !== undefined && { fault }),
      ...(problem !== undefined && { problem }),
    });
    const bytes = requested + bytesOf(problem) + textBytes(headers);
    const sized = { entry, bytes, bodyBytes: bytesOf(body) };
    if (kept !== request) this.#drop(entry);
    for (const removed of this.#requests.add(sized, limits)) this.#drop(removed);
    if (problem !== undefined) this.droppedProblems += this.#problems.add(sized, limits).length;
    for (const listener of this.#listeners) this.#tell(listener, entry);
  }

  #drop({ operation }: JournalEntry): void {
    this.#dropped.set(operation, this.droppedOf(operation) + 1);
  }

  droppedOf(operation: OperationId | undefined): number {
    return this.#dropped.get(operation) ?? 0;
  }

  #tell(listener: JournalListener, entry: JournalEntry): void {
    const fail = (error: unknown): void =>
      this.#warn(`A listener of the journal threw an error: ${errorText(error)}`);
    try {
      // A listener may be an async function, although its promise is not awaited.
      Promise.resolve(listener(entry) as unknown).catch(fail);
    } catch (error) {
      fail(error);
    }
  }

  subscribe(listener: JournalListener): () => void {
    // A new function, so that a listener can be subscribed twice.
    const own: JournalListener = (entry) => listener(entry);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  clear(): void {
    this.#requests = new Kept();
    this.#problems = new Kept();
    this.#number = 0;
    this.#since = realTime();
    this.#dropped.clear();
    this.droppedProblems = 0;
    this.isContinued = false;
  }
}
