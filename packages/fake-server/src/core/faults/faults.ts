import type { OperationId } from '@mock-services/sdk/contract';
import { errorText, shownValue } from '../words.ts';
import { plainCopy } from '../json-copy.ts';
import type { ReceivedRequest } from '../journal/journal-entry.ts';
import { matches } from '../journal/journal-matcher.ts';
import { change, type Transaction } from '../world/transaction.ts';
import type { World } from '../world/world.ts';
import { faultOptionsSchema, isArmed, isPlain, readFault, type Fault, type FaultOptions } from './fault.ts';

/** What goes wrong with a fake server's responses. `reset()` removes all faults, as `clear()` does. */
export interface Faults {
  /**
   * Adds a fault. If several faults match a request, the latest one applies.
   *
   * @throws {FaultError} if the fault is invalid, such as for an operation that does not exist.
   * @throws {StorageError} if the fault cannot be stored.
   *
   * @example
   * ```ts
   * const fault = fake.faults.add({ operation: 'createMockService', reset: true, applied: true, times: 1 });
   * await client.mockServices.create(input).catch(() => {});
   * fault.applied; // 1
   * ```
   */
  readonly add: (fault: FaultOptions) => FaultHandle;
  /** Copies of all faults in the order in which they were added, including those that were applied as often as planned. */
  readonly list: () => readonly Fault[];
  /**
   * Removes a fault by its id, or all faults for an operation alone. A fault for several operations is kept. Returns whether
   * a fault was removed.
   */
  readonly remove: (fault: number | OperationId) => boolean;
  /** Removes all faults. The connections of requests that a fault is delaying break. */
  readonly clear: () => void;
  /**
   * For servers: reports whether a fault with `reset`, `hang` or the status 408 can apply. Some runtimes resend a request, even
   * a POST, after such a fault if its connection was used before. `serve` closes idle connections meanwhile, so that the fault
   * reaches the caller.
   *
   * @param listener - Called now and at each change.
   * @returns Ends the calls.
   */
  readonly onRepeated: (listener: (armed: boolean) => void) => () => void;
}

/** A fault that was added. */
export interface FaultHandle {
  readonly id: number;
  /** Number of requests the fault was applied to; 0 once the fault is removed. */
  readonly applied: number;
  /** Removes the fault. Returns whether it still existed. */
  readonly remove: () => boolean;
}

export function createFaults(world: World): Faults {
  const removeAll = (found: readonly Fault[]): boolean => {
    if (found.length === 0) return false;
    change(world, (tx) => {
      for (const { id } of found) tx.remove('fault', String(id));
    });
    return true;
  };
  return {
    add: (options) => addFault(world, options, removeAll),
    list: () => Array.from(world.faults, copyOf),
    remove: (which) =>
      removeAll(
        Array.from(world.faults).filter(({ id, operation }) =>
          typeof which === 'number' ? id === which : [operation].flat().every((one) => one === which),
        ),
      ),
    clear: () => change(world, (tx) => tx.clear('fault')),
    onRepeated: (listener) => {
      let armed = isAnyRepeated(world);
      listener(armed);
      return world.onCommit((changes) => {
        if (!changes.some(({ kind }) => kind === 'fault')) return;
        const isArmed = isAnyRepeated(world);
        if (isArmed !== armed) listener((armed = isArmed));
      });
    },
  };
}

function addFault(
  world: World,
  options: FaultOptions,
  removeAll: (faults: readonly Fault[]) => boolean,
): FaultHandle {
  const given = readFault(options, faultOptionsSchema);
  const id = world.state.nextFault;
  change(world, (tx) => {
    tx.counters.nextFault += 1;
    tx.putFault({ ...given, id, seen: 0, used: 0 });
  });
  // After all faults are cleared, ids start at 1 again.
  const cleared = world.faultsCleared;
  const current = (): Fault | undefined => (cleared.aborted ? undefined : world.fault(id));
  return {
    id,
    get applied() {
      return current()?.used ?? 0;
    },
    remove: () => removeAll([current() ?? []].flat()),
  };
}

/** What a request does to the faults. */
export interface Choice {
  /** The fault that applies. */
  readonly fault: Fault | undefined;
  /** Counts the request. */
  readonly count: (tx: Transaction) => void;
}

/** Chooses the fault that applies to a request, if any: the latest one that matches. */
export function chooseFault(world: World, request: ReceivedRequest): Choice {
  const cleared = world.faultsCleared;
  const changes: { readonly id: number; readonly change: (fault: Fault) => Fault }[] = [];
  const count = (tx: Transaction): void => {
    if (cleared.aborted) return;
    for (const { id, change } of changes) {
      const fault = world.fault(id);
      if (fault) tx.putFault(change(fault));
    }
  };
  let previous = Number.POSITIVE_INFINITY;
  for (let i = world.armedFaults.length - 1; i >= 0; i -= 1) {
    const id = world.armedFaults[i];
    // A matcher function may add faults, remove or clear them, and send requests. Ids only descend.
    if (id === undefined || id >= previous) continue;
    previous = id;
    const armed = world.fault(id);
    if (!armed || !isFor(armed.operation, request.operation)) continue;
    const { isMatch, error } = match(armed.match, request);
    const fault = cleared.aborted ? undefined : world.fault(id);
    if (!fault) continue;
    if (error !== undefined) changes.push({ id, change: (now) => ({ ...now, error }) });
    if (!isMatch || !isArmed(fault)) continue;
    const isDue = fault.seen >= (fault.after ?? 0);
    changes.push({
      id,
      change: (now) => ({ ...now, seen: now.seen + 1, used: now.used + (isDue ? 1 : 0) }),
    });
    if (isDue) return { fault, count };
  }
  return { fault: undefined, count };
}

function isFor(operations: FaultOptions['operation'], operation: OperationId | undefined): boolean {
  return [operations].flat().some((id) => id === operation);
}

function match(
  matcher: FaultOptions['match'],
  request: ReceivedRequest,
): { isMatch: boolean; error?: string } {
  if (matcher === undefined) return { isMatch: true };
  try {
    // A copy, which the function may change.
    const copy = { ...request, params: { ...request.params }, headers: { ...request.headers } };
    const result: unknown = typeof matcher === 'function' ? matcher(copy) : matches(matcher, request);
    if (result && result !== true) {
      throw new TypeError(`it has to return true or false, not ${shownValue(result)}`);
    }
    return { isMatch: result === true };
  } catch (error) {
    return { isMatch: false, error: errorText(error) };
  }
}

/** A line for each fault that was applied less often than planned. A fault without `times` is planned to be applied once. */
export function unusedFaults(world: World): string[] {
  return Array.from(world.faults)
    .filter(({ times = 1, used }) => used < times)
    .map(unusedLine);
}

function unusedLine(fault: Fault): string {
  const { id, operation, used, times = 1 } = fault;
  const applied = used === 0 ? 'was never applied' : `was applied ${used} of ${times} times`;
  return `fault ${id} for ${[operation].flat().join(', ')} ${applied}: ${reasonOf(fault)}`;
}

function reasonOf({ seen, after = 0, match, error }: Fault): string {
  if (error !== undefined) return `its function \`match\` threw ${error}`;
  const matching = match === undefined ? '' : ' that its `match` accepts';
  if (seen === 0) return `no request for it came${matching}, or a later fault took it`;
  return `requests for it${matching}: ${seen}${after === 0 ? '' : `, of which it lets ${after} pass first (after)`}`;
}

/** Whether a fault is armed that ends a connection without a response, or responds with 408, which says that it timed out. */
function isAnyRepeated(world: World): boolean {
  return world.armedFaults.some((id) => {
    const { reset, hang, status } = world.fault(id) ?? {};
    return reset === true || hang === true || status === 408;
  });
}

function copyOf({ match: matcher, ...fault }: Fault): Fault {
  if (matcher === undefined) return plainCopy(fault);
  return { ...plainCopy(fault), match: isPlain(matcher) ? plainCopy(matcher) : matcher };
}
