import type { DataKind, Resources } from '@mock-services/sdk/seed';
import { lastInstant, toTimestamp } from '../time/time.ts';
import type { Overflow } from '../errors.ts';
import { Random } from '../random.ts';
import type { Fault } from '../faults/fault.ts';
import { isDataKind, isReplacement, type Change } from './change.ts';
import { bytesOf, encode } from '../json.ts';
import type { WorldState } from './state.ts';
import type { PendingCommit, World } from './world.ts';

/**
 * Collects the changes of a request or a fixture call, and generates identifiers and times. The world does not change
 * until `world.commit(tx)` is called.
 */
export class Transaction implements PendingCommit {
  readonly world: World;
  readonly changes: Change[];
  readonly commits: number;
  readonly ids: Random;
  readonly random: Random;
  /** Difference in milliseconds between the clock and its time source. */
  clockOffset: number;
  faults: readonly Fault[];
  latestFault: number;
  scenario: string | undefined;
  /** A manual clock does not advance while a seed is being added. */
  ticks = true;

  constructor(world: World, state: WorldState = world.state, changes: Change[] = []) {
    this.world = world;
    this.changes = changes;
    this.commits = world.commits;
    this.ids = new Random(state.ids);
    this.random = new Random(state.random);
    this.clockOffset = state.clockOffset;
    this.faults = state.faults;
    this.latestFault = Math.max(state.latestFault, world.state.latestFault);
    this.scenario = state.scenario;
  }

  get state(): WorldState {
    const { ids, random, clockOffset, faults, latestFault, scenario } = this;
    return { ids: ids.state, random: random.state, clockOffset, faults, latestFault, scenario };
  }

  /** Unix time in milliseconds. */
  now(): number {
    return this.world.time.read(this.clockOffset);
  }

  /**
   * Returns the time of a write. Advances a manual clock by 1 ms, so that each write has a different time.
   * @throws {RangeError} if a manual clock has reached the end of the year 9999.
   */
  stamp(): string {
    const now = this.now();
    if (this.ticks && this.world.time.isManual) {
      if (now === lastInstant) {
        throw new RangeError(
          `The clock is at ${toTimestamp(now)}, the last possible time, so nothing can be written. Set the clock to an earlier time.`,
        );
      }
      this.clockOffset += 1;
    }
    return toTimestamp(now);
  }

  newId(isTaken?: (id: string) => boolean): string {
    return this.ids.uuid(isTaken);
  }

  discard(): void {
    this.changes.length = 0;
    const { ids, random, clockOffset } = this.world.state;
    this.ids.state = ids;
    this.random.state = random;
    this.clockOffset = clockOffset;
  }

  // Ids are converted to lower case only in the following three methods.
  put<Kind extends DataKind>(kind: Kind, id: string, resource: Resources[Kind], parent = ''): void {
    const key = { kind, parent: parent.toLowerCase(), id: id.toLowerCase() };
    this.changes.push({ act: 'put', ...key, value: encode(resource) });
  }

  remove(kind: DataKind, id: string, parent = ''): void {
    this.changes.push({ act: 'remove', kind, parent: parent.toLowerCase(), id: id.toLowerCase() });
  }

  clear(kind: DataKind, parent?: string): void {
    this.changes.push({
      act: 'clear',
      kind,
      ...(parent !== undefined && { parent: parent.toLowerCase() }),
    });
  }

  /** Returns the new size if the changes increase it beyond `maxWorldBytes`. */
  overflow(): Overflow | undefined {
    const { maxWorldBytes: maxBytes } = this.world.settings;
    const bytes = this.#bytesAfter();
    if (bytes <= maxBytes) return undefined;
    // A world that already exceeds `maxWorldBytes` may still become smaller.
    return isReplacement(this.changes) || bytes > this.world.bytes ? { maxBytes, bytes } : undefined;
  }

  /** A transaction must change each row at most once, except after a `clear`. */
  #bytesAfter(): number {
    let { bytes } = this.world;
    const cleared = new Set<string>();
    for (const change of this.changes) {
      const { act, kind, parent } = change;
      if (!isDataKind(kind)) continue;
      if (act === 'clear') {
        bytes -= this.world.bytesOf(kind, parent);
        cleared.add(parent === undefined ? kind : `${kind} ${parent}`);
        continue;
      }
      const isNew = cleared.size > 0 && (cleared.has(kind) || cleared.has(`${kind} ${parent}`));
      if (!isNew) bytes -= this.world.table(kind, parent).bytesAt(change.id);
      if (act === 'put') bytes += bytesOf(change.value);
    }
    return bytes;
  }
}

/** If `act` or the commit throws, the world does not change. */
export function commitChanges<Result>(world: World, act: (tx: Transaction) => Result): Result {
  const tx = new Transaction(world);
  const result = act(tx);
  world.commit(tx);
  return result;
}
