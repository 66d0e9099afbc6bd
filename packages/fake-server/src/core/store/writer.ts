import type { MockService } from '@mock-services/sdk/contract';
import type { Random } from '../random.ts';
import type { WorldClock } from '../time/clock.ts';
import type { Change } from './change.ts';
import { decode, type Json } from './json.ts';
import type { Meter } from './meter.ts';

/** Fields that may be left out, for the store to fill. */
export type Optional<Fields> = { readonly [Key in keyof Fields]?: Fields[Key] | undefined };

/**
 * Checks a whole value before it is written and returns what to write. When it throws, nothing is written, and neither
 * identifiers nor time are spent.
 */
export type Validate<Value> = (whole: Value) => Value;

export function asIs<Value>(whole: Value): Value {
  return whole;
}

/** The id of a new row is taken. Nothing was written. */
export class IdTakenError extends Error {
  override readonly name = 'IdTakenError';
}

/** What every write needs: identifiers, time, room, and who is notified. */
export class Writer {
  readonly ids: Random;
  readonly clock: WorldClock;
  readonly meter: Meter;
  readonly #keepsUpdatedAt: boolean;
  /** What the present `atomically` has to write. */
  #writes: (() => void)[] | undefined;
  /** `undefined` while nobody listens, so that no change is described for nobody. */
  notify: ((change: Change) => void) | undefined;
  /** Called once all that belongs together is written. What it throws goes to who wrote. */
  committed: (() => void) | undefined;

  /** @param keepsUpdatedAt - Whether an update leaves `updatedAt` as it was. */
  constructor(ids: Random, clock: WorldClock, meter: Meter, keepsUpdatedAt: boolean) {
    this.ids = ids;
    this.clock = clock;
    this.meter = meter;
    this.#keepsUpdatedAt = keepsUpdatedAt;
  }

  /** Calls `listener` after every change. */
  onChange(listener: (change: Change) => void): void {
    const others = this.notify;
    this.notify = (change) => {
      others?.(change);
      listener(change);
    };
  }

  /**
   * Runs `act`; what it writes takes effect only once all of it has succeeded. When it throws, nothing is written, and
   * neither identifiers nor time are spent. What one within another writes takes effect with that.
   */
  atomically<Result>(act: () => Result): Result {
    const isOuter = this.#writes === undefined;
    const writes = (this.#writes ??= []);
    const { length } = writes;
    const [ids, offset, planned] = [this.ids.state, this.clock.offset, this.meter.planned];
    try {
      const result = act();
      if (isOuter) this.#take(writes);
      return result;
    } catch (error) {
      writes.length = length;
      this.ids.state = ids;
      this.clock.offset = offset;
      this.meter.planned = planned;
      throw error;
    } finally {
      if (isOuter) this.#writes = undefined;
    }
  }

  /**
   * Writes at the end of `atomically`.
   *
   * @param write - Cannot fail.
   * @param growth - How many bytes it adds at most. One that adds any is part of an `atomically`.
   * @throws {WorldFullError} when they do not fit.
   */
  write(write: () => void, growth = 0): void {
    this.meter.plan(growth);
    if (this.#writes) this.#writes.push(write);
    else this.#take([write]);
  }

  #take(writes: readonly (() => void)[]): void {
    this.#writes = undefined;
    this.meter.planned = 0;
    for (const write of writes) write();
    this.committed?.();
  }

  /** Takes the tick of an update. Returns the `updatedAt` of what replaces `before`. */
  stampUpdate(before: Json<MockService>): string {
    const now = this.clock.stamp();
    return this.#keepsUpdatedAt ? decode(before).updatedAt : now;
  }
}
