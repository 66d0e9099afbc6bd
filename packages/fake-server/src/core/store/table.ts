/** The rows of a table at one moment, by key. */
export type Rows<Row> = ReadonlyMap<string, Row>;

/**
 * Rows by id in insertion order. Ids are looked up without regard to case. Writes are kept apart from the rows that a
 * table was given, so that going back to those, and the first write after that, cost the same whatever their number.
 */
export class Table<Row> {
  /** Shared with whoever gave it, and never written. */
  #base: Rows<Row>;
  /** What stands in place of rows of the base; `undefined` where one is deleted. */
  #changed = new Map<string, Row | undefined>();
  /** Rows after those of the base. */
  #added = new Map<string, Row>();
  #version = 0;

  constructor(rows: Rows<Row>) {
    this.#base = rows;
  }

  /** Another number after each change. */
  get version(): number {
    return this.#version;
  }

  get(id: string): Row | undefined {
    const key = id.toLowerCase();
    return this.#added.get(key) ?? this.#inBase(key);
  }

  has(id: string): boolean {
    return this.get(id) !== undefined;
  }

  /** The rows in insertion order. */
  *values(): Iterable<Row> {
    for (const [key, row] of this.#base) {
      const present = this.#changed.has(key) ? this.#changed.get(key) : row;
      if (present !== undefined) yield present;
    }
    yield* this.#added.values();
  }

  /** Adds a row at the end, or replaces one where it stands. */
  set(id: string, row: Row): void {
    const key = id.toLowerCase();
    const rows = this.#inBase(key) === undefined ? this.#added : this.#changed;
    rows.set(key, row);
    this.#version += 1;
  }

  delete(id: string): void {
    const key = id.toLowerCase();
    this.#added.delete(key);
    if (this.#base.has(key)) this.#changed.set(key, undefined);
    this.#version += 1;
  }

  /** Puts rows in place of the present ones. */
  load(rows: Rows<Row>): void {
    this.#base = rows;
    this.#changed = new Map();
    this.#added = new Map();
    this.#version += 1;
  }

  #inBase(key: string): Row | undefined {
    return this.#changed.has(key) ? this.#changed.get(key) : this.#base.get(key);
  }
}
