import { WatchedSet } from '../watched-set.ts';
import type { FaultOptions } from './fault.ts';
import { canStrike, type LiveFault } from './fault-queue.ts';

/** The faults that can strike, and after which some runtimes send a request again by themselves. */
export class RepeatedFaults {
  readonly #armed = new WatchedSet<LiveFault>();

  /** Calls `listener` now, and when it changes whether there are any. Returns what ends that. */
  watch(listener: (armed: boolean) => void): () => void {
    return this.#armed.watch(listener);
  }

  /** Follows a fault that was added, has struck or was removed. */
  update(fault: LiveFault): void {
    this.#armed.set(fault, isArmed(fault));
  }

  replace(faults: Iterable<LiveFault>): void {
    this.#armed.replace(Array.from(faults).filter(isArmed));
  }
}

function isArmed(fault: LiveFault): boolean {
  return canStrike(fault) && isRepeated(fault.options);
}

/** A connection that ends without a response, also a hanging one at last, and 408, which says that it timed out. */
function isRepeated({ reset, hang, status }: FaultOptions): boolean {
  return reset === true || hang === true || status === 408;
}
