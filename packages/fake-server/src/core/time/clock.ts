import { change, type Transaction } from '../world/transaction.ts';
import type { World } from '../world/world.ts';
import { durationMs, type Duration } from './duration.ts';
import { toMilliseconds, type Instant } from './instant.ts';

/** The time of a fake server. It only advances by 1 ms per write, unless its source is a function. */
export interface Clock {
  /**
   * Unix time in milliseconds.
   *
   * @throws {RangeError} if the function that the clock follows does not return an instant.
   */
  now(): number;
  /**
   * Moves the clock forward.
   *
   * @throws {RangeError} if `by` is not a duration.
   * @throws {StorageError} if the new time cannot be stored.
   */
  advance(by: Duration): void;
  /**
   * Sets the clock, forward or back. A clock with a function as its source continues from there.
   *
   * @throws {RangeError} if `to` is not an instant.
   * @throws {StorageError} if the new time cannot be stored.
   */
  set(to: Instant): void;
}

export function createClock(world: World): Clock {
  return {
    now: () => world.now(),
    advance: (by) => {
      const ms = durationMs(by);
      change(world, (tx) => {
        toMilliseconds(tx.now() + ms); // Throws if that is not an instant.
        tx.counters.clockOffset += ms;
      });
    },
    set: (to) => change(world, (tx) => setClock(tx, to)),
  };
}

/** Sets the clock of a transaction to an instant. */
export function setClock(tx: Transaction, to: Instant): void {
  tx.counters.clockOffset += toMilliseconds(to) - tx.now();
}
