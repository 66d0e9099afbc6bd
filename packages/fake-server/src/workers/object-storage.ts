import { createTable, sqlStorage } from '../core/world/sql-storage.ts';
import type { WorldsStorage } from '../core/world/world-storage.ts';
import type { Change } from '../core/world/change.ts';

/** The SQLite storage of a Cloudflare Durable Object. */
export interface ObjectStorage {
  readonly sql: {
    exec: (statement: string, ...values: string[]) => Iterable<Record<string, unknown>>;
  };
  transactionSync: <Result>(act: () => Result) => Result;
  deleteAll: () => Promise<void>;
}

/** Rows in the SQLite storage of a Durable Object must be smaller than 2 MB. */
const maxRowBytes = 2_000_000;

export function objectStorage(storage: ObjectStorage): WorldsStorage {
  const database = {
    run: (statement: string, ...values: readonly string[]) => void storage.sql.exec(statement, ...values),
    query: (statement: string, ...values: readonly string[]) => storage.sql.exec(statement, ...values),
    atomically: (act: () => void) => storage.transactionSync(act),
  };
  // A Durable Object has no table if it is new or its storage was deleted.
  const worlds = (): WorldsStorage => {
    createTable(database);
    return sqlStorage(database);
  };
  return {
    names: () => worlds().names(),
    world: (name) => {
      const stored = worlds().world(name);
      return {
        ...stored,
        save: (changes) => {
          changes.forEach(checkSize);
          stored.save(changes);
        },
      };
    },
    delete: (name) => {
      const isThere = worlds().names().includes(name);
      // Do not await the promise, because Cloudflare deletes the data at once, and delays the response until the
      // deletion is stored.
      void storage.deleteAll();
      return isThere;
    },
  };
}

function checkSize(change: Change): void {
  // Each UTF-16 code unit of a string takes at most three bytes in UTF-8.
  if (change.act !== 'put' || change.value.length * 3 < maxRowBytes) return;
  const bytes = new TextEncoder().encode(change.value + change.id + change.parent).length;
  if (bytes < maxRowBytes) return;
  throw new RangeError(
    `A row of the kind ${change.kind} has ${bytes} bytes, but a row of a Durable Object must have fewer than ${maxRowBytes} bytes. Send a smaller body.`,
  );
}
