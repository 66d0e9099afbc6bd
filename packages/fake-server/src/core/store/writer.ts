import type { MockService } from '@mock-services/sdk/contract';
import type { Random } from '../random.ts';
import type { WorldClock } from '../time/clock.ts';
import type { Change } from './change.ts';
import { decode, type Json } from './json.ts';

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

/** What every write needs: identifiers, time, and who is notified. */
export class Writer {
  readonly ids: Random;
  readonly clock: WorldClock;
  readonly #keepsUpdatedAt: boolean;
  /** `undefined` while nobody listens, so that no change is described for nobody. */
  notify: ((change: Change) => void) | undefined;

  /** @param keepsUpdatedAt - Whether an update leaves `updatedAt` as it was. */
  constructor(ids: Random, clock: WorldClock, keepsUpdatedAt: boolean) {
    this.ids = ids;
    this.clock = clock;
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

  /** Spends neither identifiers nor time when `act` throws. */
  atomically<Result>(act: () => Result): Result {
    const [ids, offset] = [this.ids.state, this.clock.offset];
    try {
      return act();
    } catch (error) {
      this.ids.state = ids;
      this.clock.offset = offset;
      throw error;
    }
  }

  /** Takes the tick of an update. Returns the `updatedAt` of what replaces `before`. */
  stampUpdate(before: Json<MockService>): string {
    const now = this.clock.stamp();
    return this.#keepsUpdatedAt ? decode(before).updatedAt : now;
  }
}
