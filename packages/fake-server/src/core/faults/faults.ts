import type { OperationId } from '@mock-services/sdk/contract';
import { assertNone, FakeServerError } from '../errors.ts';
import { unknownOperation } from '../checks/fields.ts';
import { errorText } from '../words.ts';
import { isPlain, plainCopy } from '../json.ts';
import { seededRandom } from '../random.ts';
import type { UnansweredRequest } from '../journal/entry.ts';
import { requestTest } from './matcher.ts';
import { commitChanges, type Transaction } from '../world/transaction.ts';
import type { WatchResendFaults } from '../internals.ts';
import type { World } from '../world/world.ts';
import { faultOptionsSchema, isArmed, readFault, type Fault, type FaultOptions } from './fault.ts';

/** The faults that a fake server injects. Removing a fault breaks the connections of the requests that it is delaying. */
export interface Faults {
  /**
   * Adds a fault. If several faults match and have reached their `after` count, the latest fault applies.
   * @throws {FakeServerError} (`invalid-fault`) if the fault is invalid.
   * @throws {FakeServerError} (`storage-unsaved`) if the fault cannot be stored.
   * @example
   * ```ts
   * const fault = fake.faults.add({ operation: 'createMockService', status: 503, times: 1 });
   * await client.mockServices.create(input).catch(() => {});
   * fault.used; // 1, the number of requests to which the fault was applied
   * ```
   */
  readonly add: (fault: FaultOptions) => FaultHandle;
  /** Copies of all faults, oldest first, including used-up faults. */
  readonly list: () => readonly Fault[];
  /**
   * Removes the fault with this id, or all faults that target only this operation. Returns whether a fault was removed.
   * @throws {FakeServerError} (`invalid-fault`) if the argument is neither a number nor an operation.
   */
  readonly remove: (fault: number | OperationId) => boolean;
  /** Removes all faults, which ends delayed and hanging requests. */
  readonly clear: () => void;
  /**
   * Checks that every fault was applied `times` times, or at least once if it has no `times`. Faults with a
   * `probability` need not be applied. `journal.assertClean` includes this check.
   * @throws {FakeServerError} (`not-clean`) if a fault was applied less often. The message lists all such faults.
   */
  readonly assertClean: () => void;
}

export interface FaultHandle {
  readonly id: number;
  /** Number of requests to which the fault was applied, or 0 after it was removed. */
  readonly used: number;
  /** Removes the fault. Returns whether it still existed. */
  readonly remove: () => boolean;
  /** The fault with its counts, or `undefined` after it was removed. `JSON.stringify` calls this function. */
  readonly toJSON: () => Fault | undefined;
}

export function createFaults(world: World): Faults {
  return {
    add: (options) => addFault(world, options),
    list: () => world.state.faults.map(copyOf),
    remove: (which) => {
      const unknown = typeof which === 'number' ? undefined : unknownOperation(which);
      if (unknown !== undefined) throw new FakeServerError('invalid-fault', unknown);
      const isMeant = (fault: Fault): boolean =>
        typeof which === 'number' ? fault.id === which : operationsOf(fault).every((one) => one === which);
      return removeFaults(world, world.state.faults.filter(isMeant));
    },
    clear: () => void removeFaults(world, world.state.faults),
    assertClean: () => assertNone('Not every fault was applied as often as planned:', unusedFaults(world)),
  };
}

export function resendFaultsOf(world: World): WatchResendFaults {
  return (listener) => {
    let before = mayResend(world);
    listener(before);
    return world.onChange(() => {
      const after = mayResend(world);
      if (after !== before) listener((before = after));
    });
  };
}

function removeFaults(world: World, faults: readonly Fault[]): boolean {
  if (faults.length === 0) return false;
  const removed = new Set(faults);
  commitChanges(world, (tx) => {
    tx.faults = tx.faults.filter((fault) => !removed.has(fault));
  });
  return true;
}

function addFault(world: World, options: FaultOptions): FaultHandle {
  const given = readFault(options, faultOptionsSchema);
  const id = commitChanges(world, (tx) => {
    tx.latestFault += 1;
    tx.faults = [...tx.faults, { ...given, id: tx.latestFault, seen: 0, used: 0 }];
    return tx.latestFault;
  });
  const current = (): Fault | undefined => world.state.faults.find((fault) => fault.id === id);
  return {
    id,
    get used() {
      return current()?.used ?? 0;
    },
    remove: () => {
      const fault = current();
      return fault !== undefined && removeFaults(world, [fault]);
    },
    toJSON: () => {
      const fault = current();
      return fault && copyOf(fault);
    },
  };
}

/**
 * Chooses the latest matching fault that is due. The chosen fault counts the request, and so does each later fault that
 * matches but is not due yet.
 */
export function chooseFault(
  tx: Transaction,
  operation: OperationId | undefined,
  received: () => UnansweredRequest,
): Fault | undefined {
  if (operation === undefined) return undefined;
  const { state, settings } = tx.world;
  let copy: Fault[] | undefined;
  const replace = (index: number, after: Fault): void => {
    copy ??= state.faults.slice();
    copy[index] = after;
    tx.faults = copy;
  };
  for (let i = state.faults.length - 1; i >= 0; i -= 1) {
    const fault = state.faults[i];
    if (!fault || !isArmed(fault) || !operationsOf(fault).includes(operation)) continue;
    const { isMatch, error } = match(fault.match, received);
    if (error !== undefined) replace(i, { ...fault, error });
    if (!isMatch) continue;
    const isDue = fault.seen >= (fault.after ?? 0) && isChosen(fault, i, settings.randomSeed);
    replace(i, { ...fault, seen: fault.seen + 1, used: fault.used + Number(isDue) });
    if (isDue) return fault;
  }
  return undefined;
}

/**
 * The choice uses no generator of the world, so it does not affect generated values. The index replaces the fault's id,
 * because a fault that is added again after a reset has a new id, but should make the same choices.
 */
function isChosen({ probability = 1, seen }: Fault, index: number, randomSeed: number): boolean {
  const seed = randomSeed + Math.imul(index + 1, 0x9e_37_79_b1) + Math.imul(seen + 1, 0x85_eb_ca_6b);
  return seededRandom(seed).below(2 ** 32) < probability * 2 ** 32;
}

function operationsOf({ operation }: Fault): readonly OperationId[] {
  return [operation].flat();
}

function match(
  matcher: FaultOptions['match'],
  received: () => UnansweredRequest,
): { isMatch: boolean; error?: string } {
  if (matcher === undefined) return { isMatch: true };
  try {
    return { isMatch: requestTest(matcher)(received()) };
  } catch (error) {
    return { isMatch: false, error: errorText(error) };
  }
}

/** A fault without `times` must have been applied at least once, and a fault with a `probability` need not be applied. */
export function unusedFaults(world: World): string[] {
  return world.state.faults
    .filter(({ times = 1, used, probability }) => used < times && probability === undefined)
    .map(unusedLine);
}

function unusedLine(fault: Fault): string {
  const { id, used, times = 1 } = fault;
  const applied = used === 0 ? 'was never applied' : `was applied ${used} of ${times} times`;
  return `fault ${id} for ${operationsOf(fault).join(', ')} ${applied}: ${reasonOf(fault)}`;
}

function reasonOf({ seen, after = 0, match, error }: Fault): string {
  if (error !== undefined) return `its \`match\` function threw ${error}`;
  const missing =
    match === undefined ? 'no request for its operation arrived' : 'no request matched its `match`';
  if (seen === 0) return `${missing}, or a later fault was applied instead`;
  return `matching requests: ${seen}${after === 0 ? '' : `; the first ${after} pass through (after)`}`;
}

function mayResend({ state }: World): boolean {
  return state.faults.some(
    (fault) => isArmed(fault) && (fault.reset === true || fault.hang === true || fault.status === 408),
  );
}

function copyOf({ match: matcher, ...fault }: Fault): Fault {
  if (matcher === undefined) return plainCopy(fault);
  return { ...plainCopy(fault), match: isPlain(matcher) ? plainCopy(matcher) : matcher };
}
