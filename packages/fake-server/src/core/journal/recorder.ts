import { countOption } from '../option-checks.ts';
import { issuesOf, wholeNumber } from '../fields.ts';
import { jsonCopy } from '../json-copy.ts';
import {
  fromText,
  journalEntryFields,
  toText,
  type JournalEntry,
  type ReceivedRequest,
} from './journal-entry.ts';
import { Ring } from './ring.ts';

/** How much a journal keeps. When it is full, the oldest requests are dropped. */
export interface JournalOptions {
  /** How many requests. Default 1,000. */
  readonly maxEntries?: number | undefined;
  /** Bytes of their text, two for each character. Default 8,388,608 (8 MiB). */
  readonly maxBytes?: number | undefined;
}

/** @throws {OptionError} when a limit is not a whole number. */
export function createRecorder(options: JournalOptions | false = {}): Recorder | undefined {
  if (options === false) return undefined;
  const { maxEntries = 1000, maxBytes = 8 * 1024 * 1024 } = options;
  return new Recorder(
    countOption('journal.maxEntries', maxEntries, 0),
    countOption('journal.maxBytes', maxBytes, 0),
  );
}

/** A journal at one moment. */
export interface JournalState {
  /** The number of the next request. */
  readonly next: number;
  readonly entries: readonly JournalEntry[];
  /** The entries with a problem, which are kept longer. */
  readonly problems: readonly JournalEntry[];
}

/** A journal whose entries are text, as a recorder keeps them. */
export interface JournalTexts {
  readonly next: number;
  readonly entries: readonly string[];
  readonly problems: readonly string[];
}

export const emptyJournal: JournalTexts = { next: 1, entries: [], problems: [] };

/** @throws {RangeError} when it is not what a recorder saved. */
export function readJournal({ next, entries, problems }: JournalState): JournalTexts {
  if (!wholeNumber(0).includes(next)) throw new RangeError('next is not a whole number');
  return { next, entries: entries.map(readEntry), problems: problems.map(readEntry) };
}

function readEntry(entry: JournalEntry): string {
  const json = jsonCopy(entry);
  if ('copy' in json && issuesOf(journalEntryFields, json.copy).length === 0)
    return JSON.stringify(json.copy);
  throw new RangeError('not an entry of a journal');
}

/** The requests of a journal, and those among them with a problem, which are kept longer. */
export type JournalPart = 'request' | 'problem';

/** What changed in a journal. */
export type JournalChange =
  /** A request was added, with the text of an entry as a recorder keeps it; or dropped, for the one with the number `replacedBy`. */
  | { readonly kind: JournalPart; readonly number: number; readonly text: string }
  | {
      readonly kind: JournalPart;
      readonly number: number;
      readonly text: undefined;
      readonly replacedBy: number;
    }
  | { readonly kind: 'cleared' };

/** Records what a fake server receives. */
export class Recorder {
  /** `undefined` while nobody listens. */
  onChange: ((change: JournalChange) => void) | undefined;
  /** How many requests are kept at most. */
  readonly maxEntries: number;
  #next = 1;
  readonly #rings: Readonly<Record<JournalPart, Ring>>;

  constructor(maxEntries: number, maxBytes: number) {
    this.maxEntries = maxEntries;
    this.#rings = { request: new Ring(maxEntries, maxBytes), problem: new Ring(maxEntries, maxBytes) };
  }

  record(received: Omit<ReceivedRequest, 'number'>): void {
    const number = this.#next;
    const text = toText({ ...received, number }, (length) => this.#rings.request.holds(length));
    this.#next += 1;
    this.#add('request', text, number);
    if (received.problem !== undefined) this.#add('problem', text, number);
  }

  get entries(): JournalEntry[] {
    return this.#rings.request.texts().map(fromText);
  }

  get problems(): JournalEntry[] {
    return this.#rings.problem.texts().map(fromText);
  }

  /** How many requests with a problem are no longer kept. */
  get droppedProblems(): number {
    return this.#rings.problem.dropped;
  }

  /** The number of the next request, where no request is kept that tells; `undefined` otherwise. */
  get untoldNext(): number | undefined {
    const isTold = this.#next === 1 || Object.values(this.#rings).some(({ size }) => size > 0);
    return isTold ? undefined : this.#next;
  }

  save(): JournalState {
    return { next: this.#next, entries: this.entries, problems: this.problems };
  }

  load({ next, entries, problems }: JournalTexts): void {
    this.clear();
    this.#next = next;
    for (const entry of entries) this.#add('request', entry, numberOf(entry));
    for (const entry of problems) this.#add('problem', entry, numberOf(entry));
  }

  clear(): void {
    this.#next = 1;
    for (const ring of Object.values(this.#rings)) ring.clear();
    this.onChange?.({ kind: 'cleared' });
  }

  #add(kind: JournalPart, text: string, number: number): void {
    const dropped = this.#rings[kind].add(text);
    if (!this.onChange) return;
    this.onChange({ kind, number, text });
    for (const old of dropped)
      this.onChange({ kind, number: numberOf(old), text: undefined, replacedBy: number });
  }
}

function numberOf(text: string): number {
  return (JSON.parse(text) as Pick<JournalEntry, 'number'>).number;
}
