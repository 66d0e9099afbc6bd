import type { OperationId } from '@mock-services/sdk/contract';
import type { FaultOptions } from './fault-options.ts';
import type { WireRequest } from '../http/message.ts';

/** A fault that was added, and what became of it. */
export interface Fault extends FaultOptions {
  /** Counts from 1 since the last reset. */
  readonly id: number;
  /** How many requests it was for, those it let pass included. */
  readonly seen: number;
  /** How many requests it struck. */
  readonly used: number;
  /** What `when` threw the last time it did. */
  readonly error?: string | undefined;
}

/** The faults at one moment. */
export interface FaultState {
  readonly faults: readonly Fault[];
  /** The id of the next fault. */
  readonly next: number;
}

/** The faults of a world, in the order in which they were added. */
export class FaultList {
  state: FaultState = { faults: [], next: 1 };
  /** Made when it is asked for: most worlds never hold an answer back. */
  #released: AbortController | undefined;
  /** Functions of faults that snapshots were taken of, by a name that the snapshots have for them. */
  readonly functions = new Map<string, NonNullable<FaultOptions['when']>>();

  /** Aborted at the next `release`. */
  get released(): AbortSignal {
    this.#released ??= new AbortController();
    return this.#released.signal;
  }

  /** Lets go who waits for an answer that a fault holds back. */
  release(): void {
    this.#released?.abort();
    this.#released = undefined;
  }

  add({ times, ...options }: FaultOptions): void {
    const { faults, next } = this.state;
    // No bound is no number, which JSON could not hold.
    const bound = times === undefined || times === Number.POSITIVE_INFINITY ? {} : { times };
    const fault = { ...options, ...bound, id: next, seen: 0, used: 0 };
    this.state = { faults: [...faults, fault], next: next + 1 };
  }

  /** Keeps those for which `keep` holds. */
  filter(keep: (fault: Fault) => boolean): void {
    this.state = { ...this.state, faults: this.state.faults.filter(keep) };
  }

  /** The fault that strikes a request, if any; it counts as used then. The first that was added goes first. */
  take(operation: OperationId, request: WireRequest): Fault | undefined {
    if (this.state.faults.length === 0) return undefined;
    let struck: Fault | undefined;
    const faults = this.state.faults.map((fault) => {
      if (struck || isSpent(fault) || !isFor(fault, operation)) return fault;
      const { holds, error } = ask(fault, request);
      if (!holds) return error === undefined ? fault : { ...fault, error };
      const seen = { ...fault, seen: fault.seen + 1 };
      if (seen.seen <= (fault.after ?? 0)) return seen;
      return (struck = { ...seen, used: fault.used + 1 });
    });
    this.state = { ...this.state, faults };
    return struck;
  }
}

/** Whether a fault has struck as often as it was meant to; one without `times`, whether it has struck at all. */
export function isConsumed({ times, used }: Fault): boolean {
  return used >= (times ?? 1);
}

function isSpent({ times = Number.POSITIVE_INFINITY, used }: Fault): boolean {
  return used >= times;
}

function isFor({ operation }: Fault, id: OperationId): boolean {
  return operation === id || (typeof operation !== 'string' && operation.includes(id));
}

function ask({ when }: Fault, request: WireRequest): { readonly holds: boolean; readonly error?: string } {
  try {
    return { holds: when?.(request) ?? true };
  } catch (error) {
    return { holds: false, error: String(error) };
  }
}
