import type { OperationId } from '@mock-services/sdk/contract';
import { checkFault } from './check-fault.ts';
import type { Fault, FaultList } from './fault-list.ts';
import type { FaultOptions } from './fault-options.ts';

/** What goes wrong with a fake server's answers. `reset()` removes all faults, as `clear()` does. */
export interface Faults {
  /**
   * Adds a fault. Where several are for one request, the one that was added first strikes.
   *
   * @returns The faults themselves, so that calls can be chained.
   * @throws {FaultError} for an operation that is none of the nine, and for whatever else means nothing.
   *
   * @example
   * ```ts
   * fake.faults
   *   .add({ operation: 'getMockService', status: 503, times: 2 })
   *   .add({ operation: 'createMockService', reset: true, applied: true, times: 1 })
   *   .add({ operation: 'listActivity', delay: '2s', when: ({ headers }) => headers?.['x-slow'] === 'yes' });
   * ```
   */
  readonly add: (fault: FaultOptions) => Faults;
  /** All faults in the order in which they were added, those that have struck as often as they were to included. */
  readonly list: () => readonly Fault[];
  /** Removes a fault by its id, or all faults for an operation. Returns whether there were any. */
  readonly remove: (fault: number | OperationId) => boolean;
  /** Removes all faults. Answers that they still hold back are given up: the connection ends without one. */
  readonly clear: () => void;
}

export function arrangeFaults(faults: FaultList): Faults {
  const arranged: Faults = {
    add: (options) => {
      checkFault(options);
      faults.add(options);
      return arranged;
    },
    list: () => faults.state.faults,
    remove: (which) => {
      const before = faults.state.faults.length;
      faults.filter(({ id, operation }) => id !== which && operation !== which);
      return faults.state.faults.length < before;
    },
    clear: () => {
      faults.filter(() => false);
      faults.release();
    },
  };
  return arranged;
}
