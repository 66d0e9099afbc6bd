import { bytesOf } from '../json.ts';
import type { Change, Row } from './change.ts';

export type ReadonlyTable<Row extends string> = Omit<Table<Row>, 'set' | 'delete'>;

/** Rows by id, in insertion order. All methods except `get` and `has` require ids in lower case. */
export class Table<Row extends string = string> {
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
    this.#bytes += bytesOf(row) - this.bytesAt(id);
    this.#rows.set(id, row);
  }

  delete(id: string): void {
    this.#bytes -= this.bytesAt(id);
    this.#rows.delete(id);
  }

  bytesAt(id: string): number {
    return bytesOf(this.#rows.get(id));
  }
}

export class Tables {
  readonly #byParent = new Map<string, Table>();
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  of(parent: string): Table | undefined {
    return this.#byParent.get(parent);
  }

  *rows(): Generator<Omit<Row, 'kind'>> {
    for (const [parent, table] of this.#byParent)
      for (const [id, value] of table.entries()) yield { parent, id, value };
  }

  apply(change: Change): void {
    const { act, parent } = change;
    if (parent === undefined) {
      this.#byParent.clear();
      this.#bytes = 0;
      return;
    }
    const table = this.of(parent) ?? new Table();
    this.#byParent.set(parent, table);
    this.#bytes -= table.bytes;
    if (act === 'put') table.set(change.id, change.value);
    else if (act === 'remove') table.delete(change.id);
    if (act === 'clear' || table.size === 0) this.#byParent.delete(parent);
    else this.#bytes += table.bytes;
  }
}
