/** The rows of a table at one moment, by key. */
export type Rows<Row> = ReadonlyMap<string, Row>;

/**
 * Rows by id in insertion order. Ids are looked up without regard to case. A table shares the rows that it is
 * given or has given away until its first write, so that saving and restoring cost nothing.
 */
export class Table<Row> {
  #rows: Rows<Row>;
  /** The rows when they are this table's alone. */
  #own: Map<string, Row> | undefined;

  constructor(rows: Rows<Row>) {
    this.#rows = rows;
  }

  get(id: string): Row | undefined {
    return this.#rows.get(id.toLowerCase());
  }

  has(id: string): boolean {
    return this.#rows.has(id.toLowerCase());
  }

  /** The rows in insertion order. */
  values(): Iterable<Row> {
    return this.#rows.values();
  }

  /** Adds a row at the end, or replaces one where it stands. */
  set(id: string, row: Row): void {
    this.#writable().set(id.toLowerCase(), row);
  }

  delete(id: string): void {
    this.#writable().delete(id.toLowerCase());
  }

  /** The rows as they are now; later writes do not show in them. */
  save(): Rows<Row> {
    this.#own = undefined;
    return this.#rows;
  }

  /** Puts saved rows in place of the present ones. */
  load(rows: Rows<Row>): void {
    this.#own = undefined;
    this.#rows = rows;
  }

  #writable(): Map<string, Row> {
    this.#own ??= new Map(this.#rows);
    this.#rows = this.#own;
    return this.#own;
  }
}
