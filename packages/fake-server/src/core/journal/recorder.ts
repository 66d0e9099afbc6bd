import { countOption } from '../count.ts';
import { fromText, toText, type JournalEntry, type Received } from './journal-entry.ts';
import { Ring } from './ring.ts';

/** How much a journal keeps; what does not fit goes, the oldest first. */
export interface JournalOptions {
  /** How many requests. Default 1,000. */
  readonly maxEntries?: number | undefined;
  /** Bytes of their text, two for each character. Default 8,388,608 (8 MiB). */
  readonly maxBytes?: number | undefined;
}

/** @throws {OptionError} when a limit is no whole number. */
export function createRecorder(options: JournalOptions | false = {}): Recorder | undefined {
  if (options === false) return undefined;
  const { maxEntries = 1000, maxBytes = 8 * 1024 * 1024 } = options;
  return new Recorder(
    countOption('journal.maxEntries', maxEntries, 0),
    countOption('journal.maxBytes', maxBytes, 0),
  );
}

/** What a journal holds at one moment. */
export interface JournalState {
  /** The number of the next request. */
  readonly next: number;
  readonly entries: readonly JournalEntry[];
  /** The entries with a problem, which are kept for longer. */
  readonly problems: readonly JournalEntry[];
}

/** A journal of nothing. */
export const emptyJournal: JournalState = { next: 1, entries: [], problems: [] };

/** Records what a fake server receives. */
export class Recorder {
  #next = 1;
  readonly #all: Ring;
  readonly #wrong: Ring;

  constructor(maxEntries: number, maxBytes: number) {
    this.#all = new Ring(maxEntries, maxBytes);
    this.#wrong = new Ring(maxEntries, maxBytes);
  }

  record(received: Omit<Received, 'number'>): void {
    const text = toText({ ...received, number: this.#next }, (length) => this.#all.holds(length));
    this.#next += 1;
    this.#all.add(text);
    if (received.problem !== undefined) this.#wrong.add(text);
  }

  get entries(): JournalEntry[] {
    return this.#all.texts().map(fromText);
  }

  get problems(): JournalEntry[] {
    return this.#wrong.texts().map(fromText);
  }

  /** How many requests with a problem are no longer kept. */
  get droppedProblems(): number {
    return this.#wrong.dropped;
  }

  save(): JournalState {
    return { next: this.#next, entries: this.entries, problems: this.problems };
  }

  load({ next, entries, problems }: JournalState): void {
    this.clear();
    this.#next = next;
    for (const entry of entries) this.#all.add(JSON.stringify(entry));
    for (const entry of problems) this.#wrong.add(JSON.stringify(entry));
  }

  clear(): void {
    this.#next = 1;
    this.#all.clear();
    this.#wrong.clear();
  }
}
