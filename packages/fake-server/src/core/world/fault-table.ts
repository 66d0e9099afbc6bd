import type { PendingChange } from '../rows/change.ts';
import { isArmed, type Fault } from '../rows/fault.ts';
import { Release, type ReleaseSignal } from '../time/release.ts';

/** The faults of a world by id, oldest first. */
export class FaultTable {
  readonly #faults = new Map<number, Fault>();
  /** Ids in ascending order. Requests are checked only against these faults. */
  readonly #armed: number[] = [];
  readonly #signals = new Map<number, Release>();

  get(id: number): Fault | undefined {
    return this.#faults.get(id);
  }

  values(): Iterable<Fault> {
    return this.#faults.values();
  }

  get armed(): readonly number[] {
    return this.#armed;
  }

  /** Aborted when the fault is removed, to end the responses that it is delaying. */
  removed(id: number): ReleaseSignal {
    const signal = this.#signals.get(id) ?? new Release();
    this.#signals.set(id, signal);
    return signal;
  }

  apply(change: PendingChange): void {
    if (change.act === 'clear') {
      this.#faults.clear();
      this.#armed.length = 0;
      return;
    }
    const id = Number(change.id);
    const at = this.#faults.has(id) ? this.#armed.lastIndexOf(id) : -1;
    const fault = 'fault' in change ? change.fault : undefined;
    if (fault) this.#faults.set(id, fault);
    else this.#faults.delete(id);
    const canApply = fault !== undefined && isArmed(fault);
    if (canApply && at === -1) this.#armed.push(id);
    if (!canApply && at !== -1) this.#armed.splice(at, 1);
  }

  /** Aborts the signals of removed faults. */
  release(changes: readonly PendingChange[]): void {
    const ids = changes
      .filter(({ kind }) => kind === 'fault')
      .flatMap((change) => {
        if (change.act === 'clear') return [...this.#signals.keys()];
        return change.act === 'remove' ? Number(change.id) : [];
      });
    for (const id of ids) {
      // Forget the signal before aborting it, because its listeners may add faults.
      const released = this.#signals.get(id);
      this.#signals.delete(id);
      released?.abort();
    }
  }
}
