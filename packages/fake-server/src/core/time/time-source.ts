import { typeName } from '@mock-services/sdk/contract';
import { toMilliseconds, type Instant } from './instant.ts';

/** What a clock gets its time from: the instant at which it stands still, or a function that returns Unix time in milliseconds. */
export type ClockSource = Instant | (() => number);

/** The instant at which a fake server's clock stands by default: 2026-01-01T00:00:00.000Z. */
export const defaultStart = 1_767_225_600_000;

/** What is stored of a clock, in milliseconds: `now` for one that stands still, `offset` for one that follows a function. */
export interface SavedClock {
  readonly now?: number | undefined;
  readonly offset?: number | undefined;
}

/** Where a world gets its time from. A clock differs from its source by an offset in milliseconds, which is part of the world's state. */
export class TimeSource {
  /** Whether the clock stands still unless it is set, or a write advances it. */
  readonly isManual: boolean;
  /** The time that was read most recently: Unix time in milliseconds. */
  latest = 0;
  readonly #read: () => unknown;
  readonly #start: number;

  /** @throws {RangeError} if the source is not an instant, or a function that does not return one. */
  constructor(source: ClockSource) {
    this.isManual = typeof source !== 'function';
    this.#start = typeof source === 'function' ? 0 : toMilliseconds(source);
    this.#read = typeof source === 'function' ? source : () => this.#start;
    this.read(0);
  }

  /** Unix time in milliseconds. */
  read(offset: number): number {
    const reading = this.#read();
    if (typeof reading !== 'number') {
      throw new RangeError(
        `The clock function returned ${typeName(reading)} instead of Unix time in milliseconds.`,
      );
    }
    return (this.latest = toMilliseconds(reading + offset));
  }

  save(offset: number): SavedClock {
    return this.isManual ? { now: this.#start + offset } : { offset };
  }

  /**
   * The offset of a stored clock. A clock that stood still may have been stored by a world that now follows a function: it then
   * has no offset.
   *
   * @throws {RangeError} if the stored time is not an instant.
   */
  load({ now, offset = 0 }: SavedClock): number {
    return now !== undefined && this.isManual ? toMilliseconds(now) - this.#start : offset;
  }
}
