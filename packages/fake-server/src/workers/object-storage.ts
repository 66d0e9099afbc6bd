import { createTable, sqlStorage } from '../core/storage/sql-storage.ts';
import type { WorldsStorage } from '../core/storage/world-storage.ts';
import type { Change } from '../core/world/change.ts';

/** The storage of a Durable Object whose class has SQLite. */
export interface ObjectStorage {
  readonly sql: {
    exec: (statement: string, ...values: string[]) => Iterable<Record<string, unknown>>;
  };
  transactionSync: <Result>(act: () => Result) => Result;
  deleteAll: () => Promise<void>;
}

/** Bytes that a row may have in a Durable Object. */
const maxRowBytes = 2_000_000;

/** The one world of a Durable Object, in its SQLite storage. */
export function objectStorage(storage: ObjectStorage): WorldsStorage {
  const database = {
    run: (statement: string, ...values: readonly string[]) => void storage.sql.exec(statement, ...values),
    query: (statement: string, ...values: readonly string[]) => storage.sql.exec(statement, ...values),
    atomically: (act: () => void) => storage.transactionSync(act),
  };
  // Nothing is in an object until a world is, and after it was deleted.
  const worlds = (): WorldsStorage => {
    createTable(database);
    return sqlStorage(database);
  };
  return {
    names: () => worlds().names(),
    world: (name) => {
      const kept = worlds().world(name);
      return {
        ...kept,
        save: (changes) => {
          changes.forEach(checkSize);
          kept.save(changes);
        },
      };
    },
    delete: (name) => {
      const isThere = worlds().names().includes(name);
      // Takes effect at once; the platform holds the response back until it is stored.
      void storage.deleteAll();
      return isThere;
    },
  };
}

/** @throws {RangeError} when a row is too large. */
function checkSize(change: Change): void {
  // A character takes at most three bytes.
  if (change.act !== 'put' || change.value.length * 3 < maxRowBytes) return;
  const bytes = new TextEncoder().encode(change.value + change.id + change.parent).length;
  if (bytes < maxRowBytes) return;
  throw new RangeError(
    `a row of ${bytes} bytes (${change.kind}), and a Durable Object stores at most ${maxRowBytes} in one. Send less at once.`,
  );
}
