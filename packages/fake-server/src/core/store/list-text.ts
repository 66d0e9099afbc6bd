import { listEnvelope, type Json } from './json.ts';
import type { Table } from './table.ts';

/** The text of a table as a list, which is made when it is asked for and kept until the table changes. */
export class ListText<Row, Value> {
  readonly #table: Table<Row>;
  readonly #textOf: (row: Row) => Json<Value>;
  #version: number | undefined;
  #text = listEnvelope<Value>([]);

  constructor(table: Table<Row>, textOf: (row: Row) => Json<Value>) {
    this.#table = table;
    this.#textOf = textOf;
  }

  get text(): Json<{ data: Value[] }> {
    if (this.#version !== this.#table.version) {
      this.#text = listEnvelope(Array.from(this.#table.values(), this.#textOf));
      this.#version = this.#table.version;
    }
    return this.#text;
  }
}
