import type { ActivityEntry } from '@mock-services/sdk/contract';
import type { Json } from './json.ts';

type Entry = Json<ActivityEntry>;

/**
 * The activity log of one workspace, oldest entry first. A log never changes; adding to it makes a new one, which
 * shares what the two have in common, so that both adding and keeping an old one cost next to nothing.
 */
export class Log implements Iterable<Entry> {
  static readonly empty = new Log([], 0, 0);

  /** Shared with other logs. Whatever a log covers stays as it is; only what none covers yet is written. */
  readonly #entries: Entry[];
  readonly #from: number;
  readonly #to: number;

  private constructor(entries: Entry[], from: number, to: number) {
    this.#entries = entries;
    this.#from = from;
    this.#to = to;
  }

  static of(entries: Iterable<Entry>): Log {
    const own = [...entries];
    return new Log(own, 0, own.length);
  }

  get size(): number {
    return this.#to - this.#from;
  }

  /** The log with one more entry at its end, and without its oldest beyond `most`. */
  with(entry: Entry, most: number): Log {
    const from = Math.max(this.#from, this.#to + 1 - most);
    // Another log may have grown from this one already, and half of what is held may be in no log any more.
    const shares = this.#entries.length === this.#to && from * 2 <= this.#to;
    const entries = shares ? this.#entries : this.#entries.slice(from, this.#to);
    entries.push(entry);
    return new Log(entries, shares ? from : 0, entries.length);
  }

  /** The entries for which `keep` holds. */
  filter(keep: (entry: Entry) => boolean): Log {
    return Log.of([...this].filter(keep));
  }

  [Symbol.iterator](): Iterator<Entry> {
    const isWhole = this.#from === 0 && this.#to === this.#entries.length;
    return (isWhole ? this.#entries : this.#entries.slice(this.#from, this.#to)).values();
  }
}
