import type { OperationId } from '@mock-services/sdk/contract';
import { bytesOf } from '../json.ts';
import {
  entryId,
  describeRequest,
  message,
  seal,
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

interface Kept extends Recorded {
  readonly number: number;
  readonly baseUrl: URL;
  /** Whether the request was too long for the journal. */
  readonly isShortened: boolean;
  /** Includes the body of the response. */
  readonly bytes: number;
  readonly bodyBytes: number;
  readonly isBodyLeftOut: boolean;
  /** Built when somebody reads it, because most entries are never read. */
  entry: JournalEntry | undefined;
}

function entryOf(kept: Kept): JournalEntry {
  const { number, request, timestamp, baseUrl, status, headers, body, delayMs, fault, problem } = kept;
  return (kept.entry ??= seal({
    number,
    id: entryId(number),
    ...describeRequest(request, timestamp, baseUrl),
    response: message(headers, body, { statusCode: status, responseTimeMs: Math.round(delayMs) }),
    ...(fault !== undefined && { fault }),
    ...(problem !== undefined && { problem }),
    ...(kept.isBodyLeftOut && { responseBodyLeftOut: true }),
  }));
}

function withoutBody(kept: Kept): Kept {
  const { bytes, bodyBytes } = kept;
  if (bodyBytes === 0) return kept;
  return { ...kept, body: '', isBodyLeftOut: true, bytes: bytes - bodyBytes, bodyBytes: 0, entry: undefined };
}

/** The latest requests. If they become too long, bodies of responses are left out before any request is removed. */
class Latest {
  readonly #all: Kept[] = [];
  /** Number of the oldest requests, all without a response body. */
  #bodiless = 0;
  #bytes = 0;

  get entries(): JournalEntry[] {
    return this.#all.map(entryOf);
  }

  /** Returns the requests that were removed or too long to be added. */
  add(kept: Kept, { maxEntries, maxBytes }: JournalLimits): readonly Kept[] {
    if (kept.bytes - kept.bodyBytes > maxBytes) return [kept];
    const added = kept.bytes > maxBytes ? withoutBody(kept) : kept;
    this.#all.push(added);
    this.#bytes += added.bytes;
    for (; this.#bytes > maxBytes; this.#bodiless += 1) {
      const oldest = this.#all[this.#bodiless];
      if (!oldest) break;
      this.#all[this.#bodiless] = withoutBody(oldest);
      this.#bytes -= oldest.bodyBytes;
    }
    const removed: Kept[] = [];
    while (this.#all.length > maxEntries || this.#bytes > maxBytes) {
      const oldest = this.#all.shift();
      if (!oldest) break;
      removed.push(oldest);
      this.#bytes -= oldest.bytes;
      this.#bodiless = Math.max(0, this.#bodiless - 1);
    }
    return removed;
  }
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
  #requests = new Latest();
  /** Requests that broke the contract. The journal keeps them longer. */
  #problems = new Latest();
  #number = 0;
  /** ISO 8601 timestamp in UTC. Not a time of the fake server's clock, which may stand still. */
  since = realTime();
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
    return this.#requests.entries;
  }

  get problems(): JournalEntry[] {
    return this.#problems.entries;
  }

  record(recorded: Recorded): void {
    const { limits } = this;
    if (!limits) return;
    this.#number += 1;
    const isShortened = requestBytes(recorded.request) > limits.maxBytes;
    const request = isShortened ? shortened(recorded.request) : recorded.request;
    // The caller may change the headers of a response.
    const headers = { ...recorded.headers };
    const { problem, body } = recorded;
    const bodyBytes = bytesOf(body);
    const kept: Kept = {
      ...recorded,
      number: this.#number,
      baseUrl: this.#baseUrl,
      request,
      isShortened,
      headers,
      bytes: requestBytes(request) + bytesOf(problem) + textBytes(headers) + bodyBytes,
      bodyBytes,
      isBodyLeftOut: false,
      entry: undefined,
    };
    const removed = this.#requests.add(kept, limits).filter((each) => !each.isShortened);
    for (const each of isShortened ? [kept, ...removed] : removed) {
      const { operation } = each.request;
      this.#dropped.set(operation, this.droppedOf(operation) + 1);
    }
    if (problem !== undefined) this.droppedProblems += this.#problems.add(kept, limits).length;
    for (const listener of this.#listeners) this.#tell(listener, entryOf(kept));
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
    this.#requests = new Latest();
    this.#problems = new Latest();
    this.#number = 0;
    this.since = realTime();
    this.#dropped.clear();
    this.droppedProblems = 0;
    this.isContinued = false;
  }
}
