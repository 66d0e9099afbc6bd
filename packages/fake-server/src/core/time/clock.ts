import { typeName } from '@mock-services/sdk/contract';
import { durationMs, type Duration } from './duration.ts';
import { lastInstant, toMilliseconds, toTimestamp, type Instant } from './instant.ts';

/** Where a clock gets its time: an instant at which it stands still, or a function that returns milliseconds since 1970. */
export type ClockSource = Instant | (() => number);

/** The instant at which a fake server's clock stands by default: 2026-01-01T00:00:00.000Z. */
export const defaultStart = 1_767_225_600_000;

/** The time of a fake server. It stands still, but for 1 ms per write, unless its source is a function. */
export interface Clock {
  /**
   * Milliseconds since 1970.
   *
   * @throws {RangeError} when the function that the clock follows does not return an instant.
   */
  now(): number;
  /**
   * Moves the clock forward.
   *
   * @throws {RangeError} when `by` is no duration.
   */
  advance(by: Duration): void;
  /**
   * Sets the clock, forward or back. A clock with a function as its source runs on from there.
   *
   * @throws {RangeError} when `to` is no instant.
   */
  set(to: Instant): void;
}

/** What is kept of a clock; both are milliseconds. */
export interface SavedClock {
  readonly now?: number | undefined;
  readonly offset?: number | undefined;
}

/** A clock whose whole state is its `offset`. */
export class WorldClock implements Clock {
  /** Milliseconds by which the clock differs from its source. */
  offset = 0;
  /** What it showed most recently, in milliseconds since 1970. */
  latest = 0;
  /** Called when the clock was set. */
  changed: (() => void) | undefined;
  /** A function, or where the clock stands, in milliseconds since 1970. */
  readonly #source: number | (() => unknown);

  constructor(source: ClockSource) {
    this.#source = typeof source === 'function' ? source : toMilliseconds(source);
    this.now(); // Throws now, and not at the first request, when the function returns no instant.
  }

  now(): number {
    const reading = typeof this.#source === 'function' ? this.#source() : this.#source;
    if (typeof reading !== 'number') {
      throw new RangeError(
        `The clock function returned ${typeName(reading)} in place of milliseconds since 1970.`,
      );
    }
    return (this.latest = toMilliseconds(reading + this.offset));
  }

  advance(by: Duration): void {
    const ms = durationMs(by);
    toMilliseconds(this.now() + ms); // Throws when that is no instant.
    this.offset += ms;
    this.changed?.();
  }

  set(to: Instant): void {
    this.offset = this.offsetAt(to);
    this.changed?.();
  }

  /** What makes another clock show the same: the instant at which it stands, or by how much it differs from its source. */
  save(): SavedClock {
    return typeof this.#source === 'number' ? { now: this.#source + this.offset } : { offset: this.offset };
  }

  /** @throws {RangeError} when the instant is none. */
  load({ now, offset = 0 }: SavedClock): void {
    // A clock may have been given another source since.
    if (now !== undefined && typeof this.#source === 'number') this.offset = this.offsetAt(now);
    else this.offset = offset;
  }

  /** The `offset` with which the clock shows an instant now. */
  offsetAt(instant: Instant): number {
    return this.offset + toMilliseconds(instant) - this.now();
  }

  /**
   * The time of a write. A clock that stands still then moves on by 1 ms, so that no two writes share a time.
   *
   * @throws {RangeError} at the last instant, which leaves no time for what follows.
   */
  stamp(): string {
    const now = this.now();
    const isManual = typeof this.#source === 'number';
    if (isManual && now === lastInstant) {
      throw new RangeError(`The clock is at ${toTimestamp(now)}, the last instant; set it back to write.`);
    }
    if (isManual) this.offset += 1;
    return toTimestamp(now);
  }
}
