import type { PendingChange } from '../rows/change.ts';
import { isArmed, type Fault } from '../rows/fault.ts';
import { Release, type ReleaseSignal } from '../time/release.ts';
import { entryBytes, type JournalEntry } from '../rows/journal-entry.ts';
import { bytesOf } from '../json.ts';

/** Journal entries are objects, and any other row is JSON text. */
type AnyRow = string | JournalEntry;

export type ReadonlyTable<Row extends AnyRow> = Omit<Table<Row>, 'set' | 'delete' | 'clear'>;

/** Rows by id, in insertion order. All methods except `get` and `has` require ids in lower case. */
export class Table<Row extends AnyRow = AnyRow> {
  readonly #rows = new Map<string, Row>();
  #bytes = 0;

  get size(): number {
    return this.#rows.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(id: string): Row | undefined {
    return this.#rows.get(id.toLowerCase());
  }

  has(id: string): boolean {
    return this.#rows.has(id.toLowerCase());
  }

  values(): Iterable<Row> {
    return this.#rows.values();
  }

  entries(): Iterable<[id: string, row: Row]> {
    return this.#rows.entries();
  }

  keys(): Iterable<string> {
    return this.#rows.keys();
  }

  /** Adds a row at the end, or replaces an existing row without moving it. */
  set(id: string, row: Row): void {
    this.#bytes += sizeOf(row) - this.bytesAt(id);
    this.#rows.set(id, row);
  }

  delete(id: string): void {
    this.#bytes -= this.bytesAt(id);
    this.#rows.delete(id);
  }

  clear(): void {
    this.#rows.clear();
    this.#bytes = 0;
  }

  bytesAt(id: string): number {
    const row = this.#rows.get(id);
    return row === undefined ? 0 : sizeOf(row);
  }
}

function sizeOf(row: AnyRow): number {
  return typeof row === 'string' ? bytesOf(row) : entryBytes(row);
}

/** The faults of a world by id, oldest first. */
export class FaultTable {
  readonly #faults = new Map<number, Fault>();
  /** Ids of the faults against which requests are checked, in ascending order. */
  readonly #armed: number[] = [];
  readonly #signals = new Map<number, Release>();

  get(id: number): Fault | undefined {
    return this.#faults.get(id);
  }

  values(): Iterable<Fault> {
    return this.#faults.values();
  }

  get armed(): readonly number[] {
    return this.#armed;
  }

  /** Aborted when the fault is removed, to end the responses that it is delaying. */
  removed(id: number): ReleaseSignal {
    const signal = this.#signals.get(id) ?? new Release();
    this.#signals.set(id, signal);
    return signal;
  }

  apply(change: PendingChange): void {
    if (change.act === 'clear') {
      this.#faults.clear();
      this.#armed.length = 0;
      return;
    }
    const id = Number(change.id);
    const at = this.#faults.has(id) ? this.#armed.lastIndexOf(id) : -1;
    const fault = 'fault' in change ? change.fault : undefined;
    if (fault) this.#faults.set(id, fault);
    else this.#faults.delete(id);
    const canApply = fault !== undefined && isArmed(fault);
    if (canApply && at === -1) this.#armed.push(id);
    if (!canApply && at !== -1) this.#armed.splice(at, 1);
  }

  release(changes: readonly PendingChange[]): void {
    const ids = changes
      .filter(({ kind }) => kind === 'fault')
      .flatMap((change) => {
        if (change.act === 'clear') return [...this.#signals.keys()];
        return change.act === 'remove' ? Number(change.id) : [];
      });
    for (const id of ids) {
      // Forget the signal before aborting it, because its listeners may add faults.
      const released = this.#signals.get(id);
      this.#signals.delete(id);
      released?.abort();
    }
  }
}
