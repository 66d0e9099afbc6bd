import type { OperationId } from '@mock-services/sdk/contract';
import { plainCopy } from '../json-copy.ts';
import { faultOptionFields, readFault, type Fault, type FaultOptions } from './fault.ts';
import type { FaultList } from './fault-list.ts';

/** What goes wrong with a fake server's responses. `reset()` removes all faults, as `clear()` does. */
export interface Faults {
  /**
   * Adds a fault. Where several apply to a request, the one that was added first strikes.
   *
   * @returns The faults themselves, so that calls can be chained.
   * @throws {FaultError} when the fault is invalid, such as for an operation that is not one of the nine.
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
  /** Copies of all faults in the order in which they were added, including those that will not strike again. */
  readonly list: () => readonly Fault[];
  /**
   * Removes a fault by its id, or all faults for an operation; those for others too stay. Returns whether there were any.
   */
  readonly remove: (fault: number | OperationId) => boolean;
  /** Removes all faults. Requests that a fault is delaying end without a response: the connection breaks. */
  readonly clear: () => void;
  /**
   * For servers: whether a fault is armed after which some runtimes send a request again by themselves, also a POST, if
   * its connection was used before: `reset`, `hang` and the status 408. A server that keeps no connection alive meanwhile
   * makes such a fault strike the call; `serve` does.
   *
   * @param listener - Called at once, and at each change.
   * @returns Ends the calls.
   */
  readonly onRepeated: (listener: (armed: boolean) => void) => () => void;
}

/** @param changed - Called after a call that changes the faults. */
export function createFaults(list: FaultList, changed?: () => void): Faults {
  const faults: Faults = {
    add: (options) => {
      list.add(readFault(options, faultOptionFields));
      changed?.();
      return faults;
    },
    list: () => list.list().map(copyOf),
    remove: (which) => {
      const found = list.remove(which);
      changed?.();
      return found;
    },
    clear: () => {
      list.clear();
      changed?.();
    },
    onRepeated: (listener) => list.repeated.watch(listener),
  };
  return faults;
}

function copyOf({ when, ...fault }: Fault): Fault {
  return { ...plainCopy(fault), ...(when && { when }) };
}
