import type { FaultOptions } from './fault.ts';
import { canStrike, type LiveFault } from './fault-queue.ts';

/** Called with whether such a fault is armed. */
type Listener = (armed: boolean) => void;

/** The faults that can strike, and after which some runtimes send a request again by themselves. */
export class RepeatedFaults {
  readonly #armed = new Set<LiveFault>();
  readonly #listeners = new Set<Listener>();

  /** Calls `listener` now, and when it changes whether there are any. Returns what ends that. */
  watch(listener: Listener): () => void {
    this.#listeners.add(listener);
    listener(this.#armed.size > 0);
    return () => void this.#listeners.delete(listener);
  }

  /** Follows a fault that was added, has struck or was removed. */
  update(fault: LiveFault): void {
    this.#change(() => {
      if (isArmed(fault)) this.#armed.add(fault);
      else this.#armed.delete(fault);
    });
  }

  replace(faults: Iterable<LiveFault>): void {
    this.#change(() => {
      this.#armed.clear();
      for (const fault of faults) if (isArmed(fault)) this.#armed.add(fault);
    });
  }

  #change(act: () => void): void {
    const before = this.#armed.size > 0;
    act();
    const armed = this.#armed.size > 0;
    if (armed === before) return;
    for (const listener of this.#listeners) listener(armed);
  }
}

function isArmed(fault: LiveFault): boolean {
  return canStrike(fault) && isRepeated(fault.options);
}

/** A connection that ends without a response, also a hanging one at last, and 408, which says that it timed out. */
function isRepeated({ reset, hang, status }: FaultOptions): boolean {
  return reset === true || hang === true || status === 408;
}
