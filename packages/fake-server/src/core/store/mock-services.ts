import type { MockService, MockServiceInput } from '@mock-services/sdk/contract';
import {
  mockServiceBytes,
  mockServiceOf,
  mockServiceRow,
  type MockServiceRow,
  type ServiceFields,
} from './rows.ts';
import { Table, type ReadonlyTable, type Rows } from './table.ts';
import { asIs, IdTakenError, type Optional, type Validate, type Writer } from './writer.ts';

export class MockServiceStore {
  readonly #writer: Writer;
  readonly #table: Table<MockServiceRow>;

  constructor(writer: Writer, rows: Rows<MockServiceRow>) {
    this.#writer = writer;
    this.#table = new Table(writer.meter, mockServiceBytes, rows);
  }

  get rows(): ReadonlyTable<MockServiceRow> {
    return this.#table;
  }

  /** @throws {IdTakenError} when `fields` has an id that is taken. */
  create(
    input: MockServiceInput,
    fields: Optional<ServiceFields> = {},
    validate: Validate<MockService> = asIs,
  ): MockServiceRow {
    const { ids, clock } = this.#writer;
    return this.#writer.atomically(() => {
      const { id = ids.uuid((taken) => this.#table.has(taken)) } = fields;
      const now = clock.stamp();
      const { createdAt = now, updatedAt = createdAt } = fields;
      const service = validate(mockServiceOf(input, { id, createdAt, updatedAt }));
      if (this.#table.has(service.id)) throw new IdTakenError();
      return this.#put(mockServiceRow(service));
    });
  }

  /** Replaces a mock service where it stands in the list. `undefined` when there is none with this id. */
  replace(
    id: string,
    input: MockServiceInput,
    times: Optional<Omit<ServiceFields, 'id'>> = {},
    validate: Validate<MockService> = asIs,
  ): MockServiceRow | undefined {
    const before = this.#table.get(id);
    if (!before) return undefined;
    return this.#writer.atomically(() => {
      const now = this.#writer.stampUpdate(before.full);
      const { createdAt = before.createdAt, updatedAt = now } = times;
      const service = validate(mockServiceOf(input, { id: before.id, createdAt, updatedAt }));
      return this.#put(mockServiceRow(service));
    });
  }

  /** Returns whether there was one. */
  delete(id: string): boolean {
    if (!this.#table.has(id)) return false;
    this.#writer.clock.stamp();
    this.#writer.write(() => {
      this.#table.delete(id);
      this.#writer.notify?.({ kind: 'mockService', id: id.toLowerCase(), row: undefined });
    });
    return true;
  }

  load(rows: Rows<MockServiceRow>): void {
    this.#table.load(rows);
  }

  #put(row: MockServiceRow): MockServiceRow {
    this.#writer.write(
      () => {
        this.#table.set(row.id, row);
        this.#writer.notify?.({ kind: 'mockService', id: row.id.toLowerCase(), row });
      },
      this.#table.growth(row.id, row),
    );
    return row;
  }
}
