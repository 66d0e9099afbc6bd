import type { Change, Row, RowKind } from './change.ts';
import type { WorldsStorage } from './world-storage.ts';

export interface SqlDatabase {
  readonly run: (statement: string, ...values: readonly string[]) => void;
  readonly query: (
    statement: string,
    ...values: readonly string[]
  ) => Iterable<Readonly<Record<string, unknown>>>;
  /** If `act` throws, the transaction is rolled back. */
  readonly atomically: (act: () => void) => void;
}

/** The column `position` is the order of insertion. A replaced row keeps its position. */
const table = `CREATE TABLE IF NOT EXISTS rows (
  position INTEGER PRIMARY KEY,
  world TEXT NOT NULL,
  kind TEXT NOT NULL,
  parent TEXT NOT NULL,
  id TEXT NOT NULL,
  value TEXT NOT NULL,
  UNIQUE (world, kind, parent, id)
)`;

const put = `INSERT INTO rows (world, kind, parent, id, value) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (world, kind, parent, id) DO UPDATE SET value = excluded.value`;

export function createTable(database: SqlDatabase): void {
  database.run(table);
}

/** @param database - Must contain the table. */
export function sqlStorage(database: SqlDatabase): WorldsStorage {
  const { query, atomically } = database;
  return {
    world: (name) => ({
      load: () =>
        Array.from(
          query('SELECT kind, parent, id, value FROM rows WHERE world = ? ORDER BY position', name),
          toRow,
        ),
      save: (changes) =>
        atomically(() => {
          for (const change of changes) apply(database.run, name, change);
        }),
    }),
    names: () => Array.from(query('SELECT DISTINCT world FROM rows'), ({ world }) => String(world)),
    delete: (name) =>
      Array.from(query('DELETE FROM rows WHERE world = ? RETURNING position', name)).length > 0,
  };
}

function toRow({ kind, parent, id, value }: Readonly<Record<string, unknown>>): Row {
  // The cast is safe, because only `save` writes to the table.
  return { kind: kind as RowKind, parent: String(parent), id: String(id), value: String(value) };
}

function apply(run: SqlDatabase['run'], world: string, change: Change): void {
  if (change.act === 'put') {
    run(put, world, change.kind, change.parent, change.id, change.value);
    return;
  }
  const { kind, parent } = change;
  const keys = {
    world,
    kind,
    ...(parent !== undefined && { parent }),
    ...(change.act === 'remove' && { id: change.id }),
  };
  const where = Object.keys(keys).map((key) => `${key} = ?`);
  run(`DELETE FROM rows WHERE ${where.join(' AND ')}`, ...Object.values(keys));
}
