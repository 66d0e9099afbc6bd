import { closeSync, openSync, readSync, statSync } from 'node:fs';
import type * as Sqlite from 'node:sqlite';
import type { DatabaseSync } from 'node:sqlite';
import { StorageError, type WorldsStorage } from '../../core/index.ts';
import { createTable, sqlStorage } from '../../core/storage/sql-storage.ts';
import { sqlDatabase } from './sql-database.ts';

/** Worlds in a file. Disposing closes it. */
export interface WorldFile extends WorldsStorage, Disposable {
  /** Closes the file, for other processes to open. May be called again. */
  readonly close: () => void;
}

/** Says whose file it is: "mock" in ASCII. */
const applicationId = 0x6d_6f_63_6b;
/** Version of the table. */
const tableVersion = 1;

/**
 * Opens an SQLite database in which worlds are kept, and makes it if there is none. Until it is closed, no other process can
 * open it. What is stored survives the process, however that ends. Needs `node:sqlite`, which Node has from 22.13.
 *
 * @param path - `:memory:` for a database that ends with the process.
 * @throws {StorageError} when the file is in use, is damaged, is another program's or another version's, or cannot be opened.
 * It is then as it was.
 * @example
 * ```ts
 * import { createFakeServer } from '@mock-services/fake-server/core';
 * import { openWorldFile, serve } from '@mock-services/fake-server/node';
 *
 * const file = openWorldFile('./world.db');
 * const running = await serve(createFakeServer({ storage: file.world('default') }));
 * ```
 */
export function openWorldFile(path: string): WorldFile {
  const database = open(path);
  try {
    prepare(database, path);
  } catch (error) {
    database.close();
    throw failure(error, path);
  }
  const close = (): void => {
    if (database.isOpen) database.close();
  };
  return { ...sqlStorage(sqlDatabase(database)), close, [Symbol.dispose]: close };
}

/** How each file of SQLite begins. SQLite takes a shorter file for an empty one, and overwrites it. */
const beginning = 'SQLite format 3\0';

function isOtherFile(path: string): boolean {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return false;
  const bytes = Buffer.alloc(beginning.length);
  const descriptor = openSync(path, 'r');
  try {
    const length = readSync(descriptor, bytes);
    return length > 0 && bytes.toString('latin1') !== beginning;
  } finally {
    closeSync(descriptor);
  }
}

function open(path: string): DatabaseSync {
  // Not imported: older releases have no such module.
  const sqlite = process.getBuiltinModule('node:sqlite') as typeof Sqlite | undefined;
  if (!sqlite) {
    throw new StorageError(
      'unavailable',
      `${path} needs node:sqlite, which Node has from 22.13; this is ${process.version}.`,
    );
  }
  try {
    if (isOtherFile(path)) throw damaged(path);
    return new sqlite.DatabaseSync(path, { timeout: 0 });
  } catch (error) {
    throw failure(error, path);
  }
}

/** Checks whose file it is before anything is written. */
function prepare(database: DatabaseSync, path: string): void {
  const read = (pragma: string): unknown =>
    Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0];
  // The lock of this mode is held until the file is closed.
  read('locking_mode = EXCLUSIVE');
  const isNew =
    database.prepare('SELECT 1 FROM sqlite_schema').get() === undefined && read('application_id') === 0;
  if (!isNew && read('application_id') !== applicationId) {
    throw new StorageError(
      'damaged',
      `${path} is no file of worlds: another program made it. Choose another.`,
    );
  }
  if (!isNew && read('user_version') !== tableVersion) {
    throw new StorageError(
      'version',
      `${path} has version ${String(read('user_version'))} of the table; this release reads version ${tableVersion}. Use the release that made it, or another file.`,
    );
  }
  if (!isNew && read('quick_check(1)') !== 'ok') throw damaged(path);
  // Small pages, because each row that changes writes some; and seldom written from the log, which waits for the disk.
  if (isNew) read('page_size = 1024');
  // A transaction is in SQLite's log, and with the system, before it counts.
  read('journal_mode = WAL');
  read('wal_autocheckpoint = 16000');
  read('synchronous = NORMAL');
  database.exec('BEGIN IMMEDIATE');
  if (isNew) {
    createTable(sqlDatabase(database));
    database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${tableVersion}`);
  }
  database.exec('COMMIT');
}

/** SQLite's result codes. */
const codes = { busy: 5, locked: 6, corrupt: 11, notADatabase: 26 };

/** What went wrong with a file, in words. */
function failure(error: unknown, path: string): unknown {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined;
  if (code === codes.busy || code === codes.locked) {
    return new StorageError(
      'in-use',
      `${path} is in use by another process. Stop that one, or choose another file.`,
      { cause: error },
    );
  }
  if (code === codes.corrupt || code === codes.notADatabase) return damaged(path, error);
  if (code === undefined) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new StorageError('unavailable', `${path} cannot be opened: ${reason}.`, { cause: error });
}

function damaged(path: string, cause?: unknown): StorageError {
  return new StorageError(
    'damaged',
    `${path} is damaged, or no SQLite database. It is left as it is: choose another file, or restore it from a copy.`,
    { cause },
  );
}
