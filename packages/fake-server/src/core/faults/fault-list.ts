import type { OperationId } from '@mock-services/sdk/contract';
import type { WireRequest } from '../http/message.ts';
import type { Fault, FaultOptions } from './fault.ts';

/** The faults at one moment. */
export interface FaultState {
  readonly faults: readonly Fault[];
  /** The id of the next fault. */
  readonly next: number;
}

/** The faults of a world, in the order in which they were added. */
export class FaultList {
  state: FaultState = { faults: [], next: 1 };
  /** Created on demand: most worlds never delay a response. */
  #released: AbortController | undefined;
  /** Functions of faults in snapshots, by the name that the snapshot has for each. */
  readonly functions = new Map<string, NonNullable<FaultOptions['when']>>();

  /** Aborted at the next `release`. */
  get released(): AbortSignal {
    this.#released ??= new AbortController();
    return this.#released.signal;
  }

  /** Releases every response that a fault is delaying. */
  release(): void {
    this.#released?.abort();
    this.#released = undefined;
  }

  add({ times, ...options }: FaultOptions): void {
    const { faults, next } = this.state;
    // JSON has no Infinity: a fault without a bound has no `times`.
    const bound = times === undefined || times === Number.POSITIVE_INFINITY ? {} : { times };
    const fault = { ...options, ...bound, id: next, seen: 0, used: 0 };
    this.state = { faults: [...faults, fault], next: next + 1 };
  }

  /** Keeps the faults for which `keep` returns true. */
  filter(keep: (fault: Fault) => boolean): void {
    this.state = { ...this.state, faults: this.state.faults.filter(keep) };
  }

  /** The fault that strikes a request, if any, which counts as used. The fault that was added first wins. */
  take(operation: OperationId, request: WireRequest): Fault | undefined {
    if (this.state.faults.length === 0) return undefined;
    let struck: Fault | undefined;
    const faults = this.state.faults.map((fault) => {
      if (struck || isSpent(fault) || !appliesTo(fault, operation)) return fault;
      const { chosen, error } = choose(fault, request);
      if (!chosen) return error === undefined ? fault : { ...fault, error };
      const seen = { ...fault, seen: fault.seen + 1 };
      if (seen.seen <= (fault.after ?? 0)) return seen;
      return (struck = { ...seen, used: fault.used + 1 });
    });
    this.state = { ...this.state, faults };
    return struck;
  }

  /** A line for each fault that struck less often than planned; one without `times` is to strike once. */
  unused(): string[] {
    return this.state.faults.filter(({ times = 1, used }) => used < times).map(unusedLine);
  }
}

function unusedLine({ id, operation, used, seen, times, error }: Fault): string {
  const planned = times === undefined ? 'times' : `of ${times} times`;
  const why = error === undefined ? '' : `; its \`when\` threw ${error}`;
  return `fault ${id} for ${String(operation)} struck ${used} ${planned}, of ${seen} requests it applied to${why}`;
}

function isSpent({ times = Number.POSITIVE_INFINITY, used }: Fault): boolean {
  return used >= times;
}

function appliesTo({ operation }: Fault, id: OperationId): boolean {
  return operation === id || (typeof operation !== 'string' && operation.includes(id));
}

function choose(
  { when }: Fault,
  request: WireRequest,
): { readonly chosen: boolean; readonly error?: string } {
  try {
    return { chosen: when?.(request) ?? true };
  } catch (error) {
    return { chosen: false, error: String(error) };
  }
}
