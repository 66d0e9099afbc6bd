import type { OperationId } from '@mock-services/sdk/contract';
import { errorText } from '../error-text.ts';
import type { WireRequest } from '../http/message.ts';
import { shownValue } from '../shown-value.ts';
import { Release, type ReleaseSignal } from '../time/release.ts';
import type { Fault, FaultOptions } from './fault.ts';
import { canStrike, FaultQueues, type LiveFault } from './fault-queue.ts';
import { RepeatedFaults } from './repeated-faults.ts';
import { SavedFunctions } from './saved-functions.ts';

/** The faults at one moment. */
export interface FaultState {
  readonly faults: readonly Fault[];
  /** The id of the next fault. */
  readonly next: number;
}

export const noFaults: FaultState = { faults: [], next: 1 };

/** What a request does to the faults, once it is counted. */
export interface Choice {
  /** The fault that strikes. */
  readonly struck: Fault | undefined;
  readonly count: () => void;
}

const nothing: Choice = { struck: undefined, count: () => {} };

/** The faults of a world, in the order in which they were added. */
export class FaultList {
  // Most worlds have no faults: what serves them is made when it is first needed.
  #functions: SavedFunctions | undefined;
  #repeated: RepeatedFaults | undefined;
  #released: Release | undefined;
  #restarted: Release | undefined;
  #faults: Map<number, LiveFault> | undefined;
  #queues: FaultQueues | undefined;
  #next = 1;
  /** How many removed faults the queues may still have. */
  #removed = 0;

  get functions(): SavedFunctions {
    return (this.#functions ??= new SavedFunctions());
  }

  get repeated(): RepeatedFaults {
    return (this.#repeated ??= new RepeatedFaults());
  }

  get #all(): Map<number, LiveFault> {
    return (this.#faults ??= new Map());
  }

  get #linked(): FaultQueues {
    return (this.#queues ??= new FaultQueues());
  }

  /** Aborted when the faults are cleared: for responses that a fault delays. */
  get released(): ReleaseSignal {
    return (this.#released ??= new Release());
  }

  /** Aborted when the whole world is replaced: for responses that nothing but `latency` delays. */
  get restarted(): ReleaseSignal {
    return (this.#restarted ??= new Release());
  }

  get state(): FaultState {
    return { faults: this.list(), next: this.#next };
  }

  /** Replaces all faults. */
  load({ faults, next }: FaultState): void {
    for (const fault of this.#all.values()) fault.removed = true;
    this.#faults = new Map(
      faults.map(({ id, seen, used, error, ...options }) => [
        id,
        { id, options, seen, used, error, removed: false },
      ]),
    );
    this.#next = next;
    this.#link();
    this.repeated.replace(this.#all.values());
  }

  /** All faults, including those that will not strike again. */
  list(): Fault[] {
    return Array.from(this.#all.values(), toFault);
  }

  add({ times, ...options }: FaultOptions): void {
    // JSON has no Infinity: a fault without a bound has no `times`.
    const bound = times === undefined || times === Number.POSITIVE_INFINITY ? {} : { times };
    const id = this.#next;
    const fault = {
      id,
      options: { ...options, ...bound },
      seen: 0,
      used: 0,
      error: undefined,
      removed: false,
    };
    this.#next += 1;
    this.#all.set(id, fault);
    this.#linked.add(fault);
    this.repeated.update(fault);
  }

  /** Replaces all faults, and releases every response that is delayed. */
  restart(state: FaultState): void {
    this.load(state);
    this.#release();
    this.#restarted?.abort();
    this.#restarted = undefined;
  }

  /** Removes all faults, and releases what they delay. */
  clear(): void {
    this.load({ faults: [], next: this.#next });
    this.#release();
  }

  /** Removes a fault by its id, or those for one operation alone. Returns whether there were any. */
  remove(which: number | OperationId): boolean {
    const found =
      typeof which === 'number' ? [this.#all.get(which) ?? []].flat() : this.#linked.takeAlone(which);
    for (const fault of found) {
      fault.removed = true;
      this.#all.delete(fault.id);
      this.#removed += 1;
      this.repeated.update(fault);
    }
    if (this.#removed > this.#all.size) this.#link();
    return found.length > 0;
  }

  /** Chooses the fault that strikes a request, if any. The fault that was added first wins. */
  choose(operation: OperationId, request: WireRequest): Choice {
    if (!this.#faults?.size) return nothing;
    const end = this.#next;
    const seen: LiveFault[] = [];
    for (const fault of this.#linked.of(operation)) {
      // `when` may add faults, remove them, and send requests.
      if (fault.id >= end) break;
      if (!chooses(fault, request) || !canStrike(fault)) continue;
      seen.push(fault);
      if (fault.seen < (fault.options.after ?? 0)) continue;
      return { struck: toFault(fault), count: () => this.#count(seen, fault) };
    }
    return { struck: undefined, count: () => this.#count(seen) };
  }

  /** A line for each fault that struck less often than planned; one without `times` is to strike once. */
  unused(): string[] {
    return this.list()
      .filter(({ times = 1, used }) => used < times)
      .map(unusedLine);
  }

  #count(seen: readonly LiveFault[], struck?: LiveFault): void {
    for (const fault of seen) fault.seen += 1;
    if (struck === undefined) return;
    struck.used += 1;
    this.repeated.update(struck);
  }

  #release(): void {
    this.#released?.abort();
    this.#released = undefined;
  }

  #link(): void {
    this.#queues = new FaultQueues();
    this.#removed = 0;
    for (const fault of this.#all.values()) this.#queues.add(fault);
  }
}

function toFault({ id, options, seen, used, error }: LiveFault): Fault {
  return { ...options, id, seen, used, ...(error !== undefined && { error }) };
}

function chooses(fault: LiveFault, request: WireRequest): boolean {
  const { when } = fault.options;
  if (when === undefined) return true;
  try {
    // A copy: what the function does to it is its own affair.
    const chosen: unknown = when({ ...request, headers: { ...request.headers } });
    if (chosen && chosen !== true)
      throw new TypeError(`it has to return true or false, not ${shownValue(chosen)}`);
    return chosen === true;
  } catch (error) {
    fault.error = errorText(error);
    return false;
  }
}

function unusedLine(fault: Fault): string {
  const { id, operation, used, times = 1 } = fault;
  const struck = used === 0 ? 'never struck' : `struck ${used} of ${times} times`;
  return `fault ${id} for ${[operation].flat().join(', ')} ${struck}: ${reasonOf(fault)}`;
}

function reasonOf({ seen, after = 0, when, error }: Fault): string {
  if (error !== undefined) return `its \`when\` threw ${error}`;
  const chosen = when === undefined ? '' : ' that its `when` chooses';
  if (seen === 0) return `no request for it came${chosen}, or an earlier fault took it`;
  return `requests for it${chosen}: ${seen}${after === 0 ? '' : `, of which it lets ${after} pass first (after)`}`;
}
