import type { OperationId } from '@mock-services/sdk/contract';
import type { ReceivedRequest, WireResponse } from '../http/message.ts';
import { bytesOf } from '../json.ts';
import { realTime } from '../time/time.ts';
import { errorText } from '../words.ts';
import { describeRequest, entryId, message, seal, type JournalEntry } from './entry.ts';

export interface JournalLimits {
  readonly maxEntries: number;
  /** Maximum size of each of the two lists of entries. */
  readonly maxBytes: number;
}

export interface Recorded extends Pick<WireResponse, 'status' | 'headers' | 'body'> {
  readonly request: ReceivedRequest;
  readonly timestamp: string;
  readonly delayMs: number;
  readonly fault?: number | undefined;
  readonly problem?: string | undefined;
}

export type JournalListener = (entry: JournalEntry) => void;

interface Kept {
  readonly number: number;
  readonly recorded: Recorded;
  readonly bytes: number;
  /** Whether the request was too long for the journal. */
  readonly isShortened: boolean;
  readonly isBodyLeftOut: boolean;
  /** The entry is built when it is read, because most entries are never read. */
  entry: JournalEntry | undefined;
}

function withoutBody(kept: Kept): Kept {
  const { recorded, bytes } = kept;
  if (recorded.body === '') return kept;
  return {
    ...kept,
    recorded: { ...recorded, body: '' },
    bytes: bytes - bytesOf(recorded.body),
    isBodyLeftOut: true,
    entry: undefined,
  };
}

/** If the entries become too long, bodies of responses are omitted before any request is removed. */
class Latest {
  readonly all: Kept[] = [];
  removed = 0;
  /** The first `#bodiless` entries of `all` have no response body. */
  #bodiless = 0;
  #bytes = 0;

  add(kept: Kept, { maxEntries, maxBytes }: JournalLimits): void {
    this.all.push(kept);
    this.#bytes += kept.bytes;
    for (; this.#bytes > maxBytes; this.#bodiless += 1) {
      const oldest = this.all[this.#bodiless];
      if (!oldest) break;
      const shorter = withoutBody(oldest);
      this.all[this.#bodiless] = shorter;
      this.#bytes += shorter.bytes - oldest.bytes;
    }
    while (this.all.length > maxEntries || this.#bytes > maxBytes) {
      this.#bytes -= this.all.shift()?.bytes ?? 0;
      this.#bodiless = Math.max(0, this.#bodiless - 1);
      this.removed += 1;
    }
  }
}

/** Estimated length of the fields that are not counted individually, such as the numbers and the time. */
const fixedCharacters = 200;

function requestBytes({ method, path, params, headers, body }: ReceivedRequest): number {
  return (
    2 * fixedCharacters + bytesOf(method + path) + bytesOf(body) + textBytes(params) + textBytes(headers)
  );
}

function textBytes(texts: Readonly<Record<string, string>>): number {
  return Object.entries(texts).reduce((bytes, [name, text]) => bytes + bytesOf(name) + bytesOf(text), 0);
}

class Recording {
  readonly requests = new Latest();
  /** The journal keeps requests that broke the contract longer than other requests. */
  readonly problems = new Latest();
  /** An ISO 8601 timestamp in UTC of the real time, because the fake server's clock may stand still. */
  readonly since = realTime();
  readonly received = new Map<OperationId | undefined, number>();
  number = 0;
}

export class Recorder {
  /** `undefined` if the journal is off. */
  readonly limits: JournalLimits | undefined;
  readonly #baseUrl: URL;
  readonly #warn: (message: string) => void;
  readonly #listeners = new Set<JournalListener>();
  #recording = new Recording();
  /** Whether earlier requests are unknown, because the world was loaded from a storage. */
  isContinued = false;

  constructor(limits: JournalLimits | undefined, baseUrl: URL, warn: (message: string) => void) {
    this.limits = limits;
    this.#baseUrl = baseUrl;
    this.#warn = warn;
  }

  get since(): string {
    return this.#recording.since;
  }

  get requests(): JournalEntry[] {
    return this.#recording.requests.all.map((kept) => this.#entryOf(kept));
  }

  get problems(): JournalEntry[] {
    return this.#recording.problems.all.map((kept) => this.#entryOf(kept));
  }

  get droppedProblems(): number {
    return this.#recording.problems.removed;
  }

  /** Number of requests for the operation, or of all requests, that were removed or shortened. */
  incompleteOf(operation?: OperationId): number {
    const { requests, received } = this.#recording;
    const whole = requests.all.filter(
      ({ recorded, isShortened }) =>
        !isShortened && (operation === undefined || recorded.request.operation === operation),
    );
    const count = operation === undefined ? this.#recording.number : (received.get(operation) ?? 0);
    return count - whole.length;
  }

  record(given: Recorded): void {
    const { limits } = this;
    if (!limits) return;
    const { requests, problems, received } = this.#recording;
    const { operation } = given.request;
    received.set(operation, (received.get(operation) ?? 0) + 1);
    this.#recording.number += 1;
    const isShortened = requestBytes(given.request) > limits.maxBytes;
    const request = isShortened ? { ...given.request, params: {}, headers: {}, body: '' } : given.request;
    // Copy the headers of the response, because the caller may change them.
    const recorded = { ...given, request, headers: { ...given.headers } };
    const { headers, body, problem } = recorded;
    const kept: Kept = {
      number: this.#recording.number,
      recorded,
      bytes: requestBytes(request) + textBytes(headers) + bytesOf(body) + bytesOf(problem),
      isShortened,
      isBodyLeftOut: false,
      entry: undefined,
    };
    requests.add(kept, limits);
    if (problem !== undefined) problems.add(kept, limits);
    for (const listener of this.#listeners) this.#tell(listener, this.#entryOf(kept));
  }

  subscribe(listener: JournalListener): () => void {
    // Create a new function, so that a listener can be subscribed twice.
    const own: JournalListener = (entry) => listener(entry);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  clear(): void {
    this.#recording = new Recording();
    this.isContinued = false;
  }

  #entryOf(kept: Kept): JournalEntry {
    const { number, recorded, isBodyLeftOut } = kept;
    const { request, timestamp, status, headers, body, delayMs, fault, problem } = recorded;
    return (kept.entry ??= seal({
      number,
      id: entryId(number),
      ...describeRequest(request, timestamp, this.#baseUrl),
      response: message(headers, body, { statusCode: status, responseTimeMs: Math.round(delayMs) }),
      ...(fault !== undefined && { fault }),
      ...(problem !== undefined && { problem }),
      ...(isBodyLeftOut && { responseBodyLeftOut: true }),
    }));
  }

  #tell(listener: JournalListener, entry: JournalEntry): void {
    const fail = (error: unknown): void =>
      this.#warn(`A listener of the journal threw an error: ${errorText(error)}`);
    try {
      // Handle a rejected promise, because a listener may be an async function.
      Promise.resolve(listener(entry) as unknown).catch(fail);
    } catch (error) {
      fail(error);
    }
  }
}
