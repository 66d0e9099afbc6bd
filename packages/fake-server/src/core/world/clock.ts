import { commitChanges, type Transaction } from './transaction.ts';
import type { World } from './world.ts';
import { durationMs, type Duration, toMilliseconds, type Instant } from '../time/time.ts';

/** The clock advances by 1 ms per write, unless the `clock` option is a function. */
export interface Clock {
  /**
   * Unix time in milliseconds.
   * @throws {RangeError} if the clock follows a function that does not return a valid time.
   */
  now(): number;
  /**
   * @throws {RangeError} if `by` is not a duration, or the new time is after the year 9999.
   * @throws {FakeServerError} (`storage-unsaved`) if the new time cannot be stored.
   */
  advance(by: Duration): void;
  /**
   * Sets the clock to an earlier or later time. A clock that follows a function continues from the new time.
   * @throws {RangeError} if `to` is not a valid time.
   * @throws {FakeServerError} (`storage-unsaved`) if the new time cannot be stored.
   */
  set(to: Instant): void;
}

export function createClock(world: World): Clock {
  return {
    now: () => world.now(),
    advance: (by) => {
      const ms = durationMs(by);
      commitChanges(world, (tx) => {
        toMilliseconds(tx.now() + ms); // Throws if the new time is out of range.
        tx.clockOffset += ms;
      });
    },
    set: (to) => commitChanges(world, (tx) => setClock(tx, to)),
  };
}

export function setClock(tx: Transaction, to: Instant): void {
  // Read the time source without the current offset, because the shifted time may be after the year 9999.
  tx.clockOffset = toMilliseconds(to) - tx.world.time.read(0);
}
