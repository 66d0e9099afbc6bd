import { bytesOf } from '../json.ts';
import type { Change, Row } from './change.ts';

export interface ReadonlyTable<Row extends string> extends ReadonlyMap<string, Row> {
  readonly bytes: number;
  readonly bytesAt: (id: string) => number;
}

/** Rows by id, in insertion order. All methods except `get` and `has` require ids in lower case. */
export class Table<Row extends string = string> extends Map<string, Row> implements ReadonlyTable<Row> {
  bytes = 0;

  override get(id: string): Row | undefined {
    return super.get(id.toLowerCase());
  }

  override has(id: string): boolean {
    return super.has(id.toLowerCase());
  }

  override set(id: string, row: Row): this {
    this.bytes += bytesOf(row) - this.bytesAt(id);
    return super.set(id, row);
  }

  override delete(id: string): boolean {
    this.bytes -= this.bytesAt(id);
    return super.delete(id);
  }

  bytesAt(id: string): number {
    return bytesOf(super.get(id));
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
