import type { Meter } from './meter.ts';

/** Rows as they are loaded: immutable. */
export interface Rows<Row> {
  /** By id in lower case, in insertion order. */
  readonly byId: ReadonlyMap<string, Row>;
  /** Bytes of all rows. */
  readonly bytes: number;
}

/** @param weigh - The bytes of a row. */
export function rowsOf<Row>(byId: ReadonlyMap<string, Row>, weigh: (row: Row) => number): Rows<Row> {
  let bytes = 0;
  for (const row of byId.values()) bytes += weigh(row);
  return { byId, bytes };
}

/** A table as everybody but the store sees it. */
export type ReadonlyTable<Row> = Pick<Table<Row>, 'size' | 'get' | 'has' | 'values'>;

/**
 * Rows by id in insertion order; ids are looked up without regard to case. The rows that a table was given are shared
 * and never written: writes go to an overlay, so loading other rows is O(1), and so is every write. What the rows take
 * is counted by a meter, except for rows that are loaded.
 */
export class Table<Row> {
  readonly #meter: Meter;
  readonly #weigh: (row: Row) => number;
  #base: ReadonlyMap<string, Row>;
  /** Replaces rows of the base; `undefined` where one is deleted. Made by the first write, as `#added` is. */
  #changed: Map<string, Row | undefined> | undefined;
  /** Rows after those of the base. */
  #added: Map<string, Row> | undefined;
  #size: number;
  #bytes: number;
  /** Stands before the first row that may still be there. */
  #first: Iterator<string> | undefined;

  /** @param weigh - The bytes of a row. */
  constructor(meter: Meter, weigh: (row: Row) => number, { byId, bytes }: Rows<Row>) {
    this.#meter = meter;
    this.#weigh = weigh;
    this.#base = byId;
    this.#size = byId.size;
    this.#bytes = bytes;
  }

  /** Bytes of all rows. */
  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#size;
  }

  get(id: string): Row | undefined {
    return this.#at(id.toLowerCase());
  }

  has(id: string): boolean {
    return this.get(id) !== undefined;
  }

  /** How many bytes `set` would add. */
  growth(id: string, row: Row): number {
    const before = this.get(id);
    return this.#weigh(row) - (before === undefined ? 0 : this.#weigh(before));
  }

  /** The rows in insertion order. */
  values(): Iterable<Row> {
    if (!this.#changed && !this.#added) return this.#base.values();
    return this.#merged();
  }

  /** Adds a row at the end, or replaces one where it stands. */
  set(id: string, row: Row): void {
    const key = id.toLowerCase();
    const isInBase = this.#inBase(key) !== undefined;
    if (!isInBase && !this.#added?.has(key)) this.#size += 1;
    this.#count(this.growth(key, row));
    if (isInBase) this.#change(key, row);
    else (this.#added ??= new Map()).set(key, row);
  }

  /** Returns whether there was such a row. */
  delete(id: string): boolean {
    const key = id.toLowerCase();
    const before = this.#at(key);
    if (before === undefined) return false;
    if (!this.#added?.delete(key)) this.#change(key, undefined);
    this.#size -= 1;
    this.#count(-this.#weigh(before));
    return true;
  }

  /** Deletes the first row of a table that is not empty. Returns its id in lower case. */
  shift(): string {
    // One iterator for all calls: a new one would step over all that was deleted before.
    this.#first ??= this.#keys();
    const { value: key } = this.#first.next() as IteratorYieldResult<string>;
    this.delete(key);
    return key;
  }

  /** Replaces all rows. */
  load({ byId, bytes }: Rows<Row>): void {
    this.#base = byId;
    this.#changed = undefined;
    this.#added = undefined;
    this.#size = byId.size;
    this.#bytes = bytes;
    this.#first = undefined;
  }

  #count(growth: number): void {
    this.#bytes += growth;
    this.#meter.used += growth;
  }

  #change(key: string, row: Row | undefined): void {
    (this.#changed ??= new Map()).set(key, row);
  }

  #at(key: string): Row | undefined {
    return this.#added?.get(key) ?? this.#inBase(key);
  }

  #inBase(key: string): Row | undefined {
    return this.#changed?.has(key) ? this.#changed.get(key) : this.#base.get(key);
  }

  *#merged(): Iterable<Row> {
    for (const [key, row] of this.#base) {
      const present = this.#changed?.has(key) ? this.#changed.get(key) : row;
      if (present !== undefined) yield present;
    }
    yield* this.#added?.values() ?? [];
  }

  *#keys(): Generator<string> {
    for (const key of this.#base.keys()) {
      if (this.#inBase(key) !== undefined) yield key;
    }
    yield* this.#added?.keys() ?? [];
  }
}
