import type { OperationId } from '@mock-services/sdk/contract';
import type { FaultOptions } from './fault.ts';

/** A fault and what became of it. */
export interface LiveFault {
  readonly id: number;
  readonly options: FaultOptions;
  seen: number;
  used: number;
  error: string | undefined;
  removed: boolean;
}

interface Link {
  readonly fault: LiveFault;
  next: Link | undefined;
}

/** The faults of one operation, in the order in which they were added. Those that will not strike again are unlinked. */
class Queue {
  #first: Link | undefined;
  #last: Link | undefined;

  add(fault: LiveFault): void {
    const link = { fault, next: undefined };
    if (this.#last) this.#last.next = link;
    else this.#first = link;
    this.#last = link;
  }

  /** The faults that may strike. Each of the others is stepped over once in all. */
  *[Symbol.iterator](): Generator<LiveFault> {
    let before: Link | undefined;
    for (let link = this.#first; link; link = link.next) {
      if (canStrike(link.fault)) {
        yield link.fault;
        before = link;
      } else if (link.next) {
        // The last one stays, for others to follow.
        if (before) before.next = link.next;
        else this.#first = link.next;
      }
    }
  }
}

/** The faults of each operation. */
export class FaultQueues {
  readonly #queues = new Map<OperationId, Queue>();
  /** The faults that are for one operation alone. */
  readonly #alone = new Map<OperationId, LiveFault[]>();

  add(fault: LiveFault): void {
    const operations = new Set([fault.options.operation].flat());
    for (const id of operations) {
      if (operations.size === 1) this.#aloneFor(id).push(fault);
      const queue = this.#queues.get(id) ?? new Queue();
      this.#queues.set(id, queue);
      queue.add(fault);
    }
  }

  /** The faults that are for an operation alone, each the first time that it is asked for. */
  takeAlone(operation: OperationId): LiveFault[] {
    const found = this.#aloneFor(operation).filter(({ removed }) => !removed);
    this.#alone.delete(operation);
    return found;
  }

  /** The faults of an operation that may strike. */
  of(operation: OperationId): Iterable<LiveFault> {
    return this.#queues.get(operation) ?? [];
  }

  #aloneFor(operation: OperationId): LiveFault[] {
    const faults = this.#alone.get(operation) ?? [];
    this.#alone.set(operation, faults);
    return faults;
  }
}

export function canStrike({
  removed,
  used,
  options: { times = Number.POSITIVE_INFINITY },
}: LiveFault): boolean {
  return !removed && used < times;
}
