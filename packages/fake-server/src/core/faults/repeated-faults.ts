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
    const before = this.#armed.size > 0;
    if (canStrike(fault) && isRepeated(fault.options)) this.#armed.add(fault);
    else this.#armed.delete(fault);
    this.#notify(before);
  }

  replace(faults: Iterable<LiveFault>): void {
    const before = this.#armed.size > 0;
    this.#armed.clear();
    for (const fault of faults) if (canStrike(fault) && isRepeated(fault.options)) this.#armed.add(fault);
    this.#notify(before);
  }

  #notify(before: boolean): void {
    const armed = this.#armed.size > 0;
    if (armed === before) return;
    for (const listener of this.#listeners) listener(armed);
  }
}

/** A connection that ends without a response, also a hanging one at last, and 408, which says that it timed out. */
function isRepeated({ reset, hang, status }: FaultOptions): boolean {
  return reset === true || hang === true || status === 408;
}
