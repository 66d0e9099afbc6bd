import { entryBytes, type JournalEntry } from '../rows/journal-entry.ts';
import { bytesOf } from '../rows/json.ts';

/** Journal entries are objects, and any other row is JSON text. */
type AnyRow = string | JournalEntry;

export type ReadonlyTable<Row extends AnyRow> = Omit<Table<Row>, 'set' | 'delete' | 'clear'>;

/**
 * Rows by id, in insertion order. Only `get` and `has` accept ids in any letter case; all other methods require lower
 * case.
 */
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

  /** Returns 0 if the row does not exist. */
  bytesAt(id: string): number {
    const row = this.#rows.get(id);
    return row === undefined ? 0 : sizeOf(row);
  }
}

function sizeOf(row: AnyRow): number {
  return typeof row === 'string' ? bytesOf(row) : entryBytes(row);
}
