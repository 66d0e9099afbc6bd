/** Rows by id in lower case, in insertion order. */
export type Rows<Row> = ReadonlyMap<string, Row>;

/** A table as everybody but the store sees it. */
export type ReadonlyTable<Row> = Pick<Table<Row>, 'size' | 'get' | 'has' | 'values'>;

/**
 * Rows by id in insertion order; ids are looked up without regard to case. The rows that a table was given are shared
 * and never written: writes go to an overlay, so loading other rows is O(1), and so is every write.
 */
export class Table<Row> {
  #base: Rows<Row>;
  /** Replaces rows of the base; `undefined` where one is deleted. */
  #changed = new Map<string, Row | undefined>();
  /** Rows after those of the base. */
  #added = new Map<string, Row>();
  #size: number;
  /** Stands before the first row that may still be there. */
  #first: Iterator<string> | undefined;

  constructor(rows: Rows<Row> = new Map()) {
    this.#base = rows;
    this.#size = rows.size;
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

  /** The rows in insertion order. */
  values(): Iterable<Row> {
    if (this.#changed.size === 0 && this.#added.size === 0) return this.#base.values();
    return this.#merged();
  }

  /** Adds a row at the end, or replaces one where it stands. */
  set(id: string, row: Row): void {
    const key = id.toLowerCase();
    const isInBase = this.#inBase(key) !== undefined;
    if (!isInBase && !this.#added.has(key)) this.#size += 1;
    (isInBase ? this.#changed : this.#added).set(key, row);
  }

  /** Returns whether there was such a row. */
  delete(id: string): boolean {
    const key = id.toLowerCase();
    if (!this.#added.delete(key)) {
      if (this.#inBase(key) === undefined) return false;
      this.#changed.set(key, undefined);
    }
    this.#size -= 1;
    return true;
  }

  /** Deletes the first row. Returns its id in lower case; `undefined` when the table is empty. */
  shift(): string | undefined {
    if (this.#size === 0) return undefined;
    // One iterator for all calls: a new one would step over all that was deleted before.
    this.#first ??= this.#keys();
    const { value: key } = this.#first.next() as IteratorYieldResult<string>;
    this.delete(key);
    return key;
  }

  /** Replaces all rows. */
  load(rows: Rows<Row>): void {
    this.#base = rows;
    this.#changed = new Map();
    this.#added = new Map();
    this.#size = rows.size;
    this.#first = undefined;
  }

  #at(key: string): Row | undefined {
    return this.#added.get(key) ?? this.#inBase(key);
  }

  #inBase(key: string): Row | undefined {
    return this.#changed.has(key) ? this.#changed.get(key) : this.#base.get(key);
  }

  *#merged(): Iterable<Row> {
    for (const [key, row] of this.#base) {
      const present = this.#changed.has(key) ? this.#changed.get(key) : row;
      if (present !== undefined) yield present;
    }
    yield* this.#added.values();
  }

  *#keys(): Generator<string> {
    for (const key of this.#base.keys()) {
      if (this.#inBase(key) !== undefined) yield key;
    }
    yield* this.#added.keys();
  }
}
