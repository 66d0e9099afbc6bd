import { lastInstant, toTimestamp } from '../time/instant.ts';
import type { Overflow } from '../errors.ts';
import { Random } from '../random.ts';
import type { Fault } from '../faults/fault.ts';
import { isData, putOfFault, type PendingChange, type RowKind } from './change.ts';
import { bytesOf } from './json.ts';
import type { WorldState } from './state.ts';
import type { PendingCommit, World } from './world.ts';

type Counters = { -readonly [Name in Exclude<keyof WorldState, 'ids' | 'random'>]: number };

/**
 * What a request, a fixture or an admin call is about to change. It collects changes and draws identifiers and times; the world
 * stays as it is until `world.commit(tx)`. A transaction that is not committed leaves no trace.
 */
export class Transaction implements PendingCommit {
  readonly world: World;
  readonly changes: PendingChange[];
  /** How many commits the world had when the transaction was begun. */
  readonly commits: number;
  /** Generator of identifiers. */
  readonly ids: Random;
  /** Generator that variation follows from. */
  readonly random: Random;
  /** The rest of the state after the changes. */
  readonly counters: Counters;
  /** Whether each write advances a manual clock. A seed is added at a single time. */
  ticks = true;

  /**
   * @param state - The state to begin with. Default: the world's current state.
   * @param changes - The changes to begin with. Default: none.
   */
  constructor(world: World, state: WorldState = world.state, changes: PendingChange[] = []) {
    this.world = world;
    this.changes = changes;
    this.commits = world.commits;
    const { ids, random, ...counters } = state;
    this.ids = new Random(ids);
    this.random = new Random(random);
    this.counters = counters;
  }

  get state(): WorldState {
    return { ids: this.ids.state, random: this.random.state, ...this.counters };
  }

  /** Unix time in milliseconds. */
  now(): number {
    return this.world.time.read(this.counters.clockOffset);
  }

  /**
   * The time of a write. A manual clock then advances by 1 ms, so that no two writes share a time.
   *
   * @throws {RangeError} at the last instant, because no later write could have a time.
   */
  stamp(): string {
    const now = this.now();
    if (this.ticks && this.world.time.isManual) {
      if (now === lastInstant) {
        throw new RangeError(`The clock is at ${toTimestamp(now)}, the last instant. Set it back to write.`);
      }
      this.counters.clockOffset += 1;
    }
    return toTimestamp(now);
  }

  /** Forgets all changes, and the identifiers and times that were drawn. */
  discard(): void {
    this.changes.length = 0;
    const { ids, random, clockOffset } = this.world.state;
    this.ids.state = ids;
    this.random.state = random;
    this.counters.clockOffset = clockOffset;
  }

  put(kind: RowKind, id: string, value: string, parent = ''): void {
    this.changes.push({ act: 'put', kind, parent: parent.toLowerCase(), id: id.toLowerCase(), value });
  }

  /** Adds a fault, or replaces the fault with its id. */
  putFault(fault: Fault): void {
    this.changes.push(putOfFault(fault));
  }

  remove(kind: RowKind, id: string, parent = ''): void {
    this.changes.push({ act: 'remove', kind, parent: parent.toLowerCase(), id: id.toLowerCase() });
  }

  /** Removes all rows of a kind, or those of one parent. */
  clear(kind: RowKind, parent?: string): void {
    this.changes.push({
      act: 'clear',
      kind,
      ...(parent !== undefined && { parent: parent.toLowerCase() }),
    });
  }

  /** The size that the world would have if the changes make it grow beyond `maxWorldBytes`. */
  overflow(): Overflow | undefined {
    const { maxWorldBytes: maxBytes } = this.world.settings;
    const bytes = this.#bytesAfter();
    if (bytes <= maxBytes) return undefined;
    // A world that is too large already may shrink.
    const isReplaced = this.changes.some(({ act, kind }) => act === 'clear' && kind === 'mockService');
    return isReplaced || bytes > this.world.bytes ? { maxBytes, bytes } : undefined;
  }

  /** Bytes of the world with the changes. No row is changed twice, except after a `clear`. */
  #bytesAfter(): number {
    let { bytes } = this.world;
    const cleared = new Set<string>();
    for (const change of this.changes) {
      const { act, kind, parent } = change;
      if (!isData[kind]) continue;
      if (act === 'clear') {
        bytes -= this.world.bytesOf(kind, parent);
        cleared.add(parent === undefined ? kind : `${kind} ${parent}`);
        continue;
      }
      const isNew = cleared.size > 0 && (cleared.has(kind) || cleared.has(`${kind} ${parent}`));
      if (!isNew) bytes -= this.world.table(kind, parent)?.bytesAt(change.id) ?? 0;
      if ('value' in change) bytes += bytesOf(change.value);
    }
    return bytes;
  }
}

/**
 * Runs `act` with a transaction and commits it. If `act` throws, the world is as before.
 *
 * @throws {StorageError} if the changes cannot be saved; the world is then as before.
 */
export function change<Result>(world: World, act: (tx: Transaction) => Result): Result {
  const tx = new Transaction(world);
  const result = act(tx);
  world.commit(tx);
  return result;
}
