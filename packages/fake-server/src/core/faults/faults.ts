import type { OperationId } from '@mock-services/sdk/contract';
import { errorText, shownValue } from '../words.ts';
import { plainCopy } from '../json.ts';
import type { ReceivedRequest } from '../rows/journal-entry.ts';
import { matches } from '../rows/journal-matcher.ts';
import { change } from '../world/transaction.ts';
import type { World } from '../world/world.ts';
import { faultOptionsSchema, isPlain, readFault, type Fault, type FaultOptions } from '../rows/fault.ts';

/**
 * The faults that a fake server injects. Removing a fault breaks the connections of the requests that it is delaying.
 */
export interface Faults {
  /**
   * Adds a fault. If several faults match and have reached their `after` count, the latest one applies.
   * @throws {FakeServerError} (`invalid-fault`) if the fault is invalid.
   * @throws {FakeServerError} (`storage-unsaved`) if the fault cannot be stored.
   * @example
   * ```ts
   * const fault = fake.faults.add({ operation: 'createMockService', reset: true, applied: true, times: 1 });
   * await client.mockServices.create(input).catch(() => {});
   * fault.applied; // 1
   * ```
   */
  readonly add: (fault: FaultOptions) => FaultHandle;
  /** Copies of all faults, oldest first, including those that are used up. */
  readonly list: () => readonly Fault[];
  /** Removes the fault with this id, or all faults that target only this operation. Returns whether there were any. */
  readonly remove: (fault: number | OperationId) => boolean;
  /** Removes all faults. */
  readonly clear: () => void;
}

/**
 * Key of the function that tells a server whether a fault with `reset`, `hang` or status 408 is armed. If such a fault
 * hits a reused connection, some runtimes resend the request, even a POST.
 */
export const onRepeated: unique symbol = Symbol.for('@mock-services/fake-server.onRepeated') as never;

/** Calls the listener at once and at each change. Returns a function that removes the listener. */
export type WatchRepeated = (listener: (armed: boolean) => void) => () => void;

/** Does nothing for a copy of a fake server that lacks the symbol. */
export function watchRepeated(served: object, listener: (armed: boolean) => void): () => void {
  const { [onRepeated]: watch }: { readonly [onRepeated]?: WatchRepeated } = served;
  return watch?.(listener) ?? (() => {});
}

export interface FaultHandle {
  readonly id: number;
  /** Number of requests to which the fault was applied, or 0 after it was removed. */
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
    list: () => Array.from(world.faults.values(), copyOf),
    remove: (which) =>
      removeAll(
        Array.from(world.faults.values()).filter(({ id, operation }) =>
          typeof which === 'number' ? id === which : [operation].flat().every((one) => one === which),
        ),
      ),
    clear: () => change(world, (tx) => tx.clear('fault')),
  };
}

export function repeatedFaults(world: World): WatchRepeated {
  return (listener) => {
    let armed = isAnyRepeated(world);
    listener(armed);
    return world.onCommit((changes) => {
      if (!changes.some(({ kind }) => kind === 'fault')) return;
      const isArmed = isAnyRepeated(world);
      if (isArmed !== armed) listener((armed = isArmed));
    });
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
  const current = faultOf(world, id);
  return {
    id,
    get applied() {
      return current()?.used ?? 0;
    },
    remove: () => removeAll([current() ?? []].flat()),
  };
}

/** Returns `undefined` once the fault is removed, because a new fault may get the same id after a reset. */
function faultOf(world: World, id: number): () => Fault | undefined {
  const removed = world.faults.removed(id);
  return () => (removed.aborted ? undefined : world.faults.get(id));
}

export interface Choice {
  readonly fault: Fault | undefined;
  /** Faults whose counts or errors must be updated. */
  readonly tried: readonly Fault[];
}

/** Chooses the latest matching fault that is due. Counts each match, even if the fault is not due. */
export function chooseFault(world: World, request: ReceivedRequest): Choice {
  const tried: Fault[] = [];
  const { armed } = world.faults;
  for (let i = armed.length - 1; i >= 0; i -= 1) {
    const fault = world.faults.get(armed[i] ?? 0);
    if (!fault || !isFor(fault.operation, request.operation)) continue;
    const { isMatch, error } = match(fault.match, request);
    if (error !== undefined) tried.push({ ...fault, error });
    if (!isMatch) continue;
    const isDue = fault.seen >= (fault.after ?? 0);
    tried.push({ ...fault, seen: fault.seen + 1, used: fault.used + Number(isDue) });
    if (isDue) return { fault, tried };
  }
  return { fault: undefined, tried };
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
    // Pass a copy, because the matcher function may change its argument.
    const copy = { ...request, params: { ...request.params }, headers: { ...request.headers } };
    const result: unknown = typeof matcher === 'function' ? matcher(copy) : matches(matcher, request);
    if (result && result !== true) {
      throw new TypeError(`The result of match must be true or false, not ${shownValue(result)}`);
    }
    return { isMatch: result === true };
  } catch (error) {
    return { isMatch: false, error: errorText(error) };
  }
}

/** A fault without `times` must have been applied at least once. */
export function unusedFaults(world: World): string[] {
  return Array.from(world.faults.values())
    .filter(({ times = 1, used }) => used < times)
    .map(unusedLine);
}

function unusedLine(fault: Fault): string {
  const { id, operation, used, times = 1 } = fault;
  const applied = used === 0 ? 'was never applied' : `was applied ${used} of ${times} times`;
  return `fault ${id} for ${[operation].flat().join(', ')} ${applied}: ${reasonOf(fault)}`;
}

function reasonOf({ seen, after = 0, match, error }: Fault): string {
  if (error !== undefined) return `its \`match\` function threw ${error}`;
  const missing =
    match === undefined ? 'no request for its operation arrived' : 'no request matched its `match`';
  if (seen === 0) return `${missing}, or a later fault was applied instead`;
  return `matching requests: ${seen}${after === 0 ? '' : `; the first ${after} pass through (after)`}`;
}

function isAnyRepeated(world: World): boolean {
  return world.faults.armed.some((id) => {
    const { reset, hang, status } = world.faults.get(id) ?? {};
    return reset === true || hang === true || status === 408;
  });
}

function copyOf({ match: matcher, ...fault }: Fault): Fault {
  if (matcher === undefined) return plainCopy(fault);
  return { ...plainCopy(fault), match: isPlain(matcher) ? plainCopy(matcher) : matcher };
}
