import { resolve } from 'node:path';
import type * as Sqlite from 'node:sqlite';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { FakeServerError, isStorageError } from '../core/errors.ts';
import type { WorldsStorage, WorldStorage } from '../core/index.ts';
import { createTable, sqlStorage, type SqlDatabase } from '../core/world/sql-storage.ts';
import { obstacleTo, statOf, watchFile } from './data-file.ts';

/** A file that stores worlds. `using file = openWorldFile(path)` closes the file at the end of the scope. */
export interface WorldFile extends WorldsStorage, Disposable {
  /** Closes the file, so that other processes can open it. Repeated calls have no effect. */
  readonly close: () => void;
}

/** Identifies SQLite files of this package. The bytes are "mock" in ASCII. */
const applicationId = 0x6d_6f_63_6b;
const tableVersion = 1;

/** On POSIX systems, do not open a file twice, because closing one descriptor releases the locks of the other. */
const openFiles = new Set<string | undefined>();

/**
 * Opens an SQLite file that stores worlds, and creates the file if necessary. Other processes cannot open the file
 * until it is closed. Stored data survives even if the process is killed. With the path `:memory:`, the data exists
 * only until the process ends. Requires `node:sqlite`, which is part of Node since version 22.13.
 *
 * Only one fake server at a time can change a world of the file: the latest one that loaded the world. A change through
 * an earlier fake server throws an error (`storage-unsaved`).
 * @throws {FakeServerError} (`storage-…`) if the file cannot be opened, is in use, is damaged, or was created by
 *   another program or another version. The file stays unchanged.
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
  if (path === ':memory:') return open(path, () => {});
  // The working directory may change, and SQLite would interpret a path that begins with `file:` as a URL.
  const absolute = resolve(path);
  return open(absolute, watchFile(absolute));
}

/** @param checkFiles - Throws if a write would not reach the file. */
function open(path: string, checkFiles: () => void): WorldFile {
  const sqlite = loadSqlite(path);
  let database: DatabaseSync | undefined;
  try {
    const id = idOf(path);
    if (id !== undefined && openFiles.has(id)) {
      throw new FakeServerError(
        'storage-in-use',
        `${path} is already open in this process. Close it, or choose another file.`,
      );
    }
    const isNew = isMissingOrEmpty(path) || isUnfinished(sqlite, path);
    database = new sqlite.DatabaseSync(path, { timeout: 0 });
    prepare(database, isNew);
    checkFiles();
  } catch (error) {
    database?.close();
    throw failure(error, path);
  }
  const opened = database;
  const id = idOf(path);
  openFiles.add(id);
  const close = (): void => {
    if (!opened.isOpen) return;
    opened.close();
    openFiles.delete(id);
  };
  return { ...claimable(sqlStorage(sqlDatabase(opened)), checkFiles), close, [Symbol.dispose]: close };
}

/** Lets only the latest fake server that loaded a world use it, because two would overwrite each other's rows. */
function claimable(worlds: WorldsStorage, checkFiles: () => void): WorldsStorage {
  /** Maps each world to the storage whose `load` was called last. */
  const owners = new Map<string, WorldStorage>();
  const claimed = (name: string): WorldStorage => {
    const world = worlds.world(name);
    let wasLoaded = false;
    const own: WorldStorage = {
      load: () => {
        wasLoaded = true;
        owners.set(name, own);
        return world.load();
      },
      save: (changes) => {
        if (wasLoaded && owners.get(name) !== own) throw owners.has(name) ? replaced(name) : deleted(name);
        checkFiles();
        world.save(changes);
      },
    };
    return own;
  };
  return {
    names: worlds.names,
    world: claimed,
    delete: (name) => {
      checkFiles();
      const existed = worlds.delete(name);
      // Revoke the world's owner, because its next changes would be stored without the deleted rows.
      owners.delete(name);
      return existed;
    },
  };
}

function replaced(name: string): FakeServerError {
  return new FakeServerError(
    'storage-in-use',
    `Another fake server in this process has loaded the world ${name} since. Use that one, or choose another world.`,
  );
}

function deleted(name: string): FakeServerError {
  return new FakeServerError(
    'storage-unavailable',
    `The world ${name} was deleted from the file. Create a new fake server to use it again.`,
  );
}

function idOf(path: string): string | undefined {
  const stats = statOf(path);
  return stats && `${stats.dev}:${stats.ino}`;
}

function loadSqlite(path: string): typeof Sqlite {
  // Older Node releases do not have `node:sqlite`, so a static import would fail.
  const sqlite = process.getBuiltinModule('node:sqlite') as typeof Sqlite | undefined;
  if (sqlite) return sqlite;
  throw new FakeServerError(
    'storage-unavailable',
    `${path} requires node:sqlite, which Node 22.13 or newer has. This is Node ${process.version}.`,
  );
}

/** Size of the smallest SQLite file in bytes. SQLite may treat a smaller file as empty and overwrite it. */
const smallest = 512;

function isMissingOrEmpty(path: string): boolean {
  const stats = statOf(path);
  // Accept only regular files, because SQLite would overwrite the beginning of a disk.
  if (stats?.isFile() === false) throw new Error(`${path} is not a file`);
  if (stats === undefined || stats.size === 0n) return true;
  if (stats.size < smallest) throw damaged(path);
  return false;
}

/**
 * Whether a process created the file but ended before creating the table. The file is opened read-only, because
 * otherwise SQLite would copy the content of the `-wal` file into it.
 *
 * @throws {FakeServerError} (`storage-…`) if the file is damaged, or another program or another release created it.
 */
function isUnfinished(sqlite: typeof Sqlite, path: string): boolean {
  const database = new sqlite.DatabaseSync(path, { timeout: 0, readOnly: true });
  try {
    const isEmpty = database.prepare('SELECT 1 FROM sqlite_schema').get() === undefined;
    if (isEmpty && read(database, 'application_id') === 0) return true;
    if (read(database, 'application_id') !== applicationId) {
      throw new FakeServerError(
        'storage-damaged',
        `${path} was created by another program, and was not changed. Choose another file.`,
      );
    }
    if (read(database, 'user_version') !== tableVersion) {
      throw new FakeServerError(
        'storage-version',
        `${path} has version ${String(read(database, 'user_version'))} of the table, but this release reads version ${tableVersion}. Use the release that created the file, or choose another file.`,
      );
    }
    if (read(database, 'quick_check(1)') !== 'ok') throw damaged(path);
    return false;
  } finally {
    database.close();
  }
}

function read(database: DatabaseSync, pragma: string): unknown {
  return Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0];
}

function prepare(database: DatabaseSync, isNew: boolean): void {
  // In the locking mode EXCLUSIVE, SQLite locks the file until the database is closed.
  read(database, 'locking_mode = EXCLUSIVE');
  // Use small pages, because each changed row causes writes to several pages. Use rare checkpoints, because each
  // checkpoint waits for the disk.
  if (isNew) read(database, 'page_size = 1024');
  read(database, 'journal_mode = WAL');
  read(database, 'wal_autocheckpoint = 16000');
  read(database, 'synchronous = NORMAL');
  database.exec('BEGIN IMMEDIATE');
  if (isNew) {
    createTable(sqlDatabase(database));
    database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${tableVersion}`);
  }
  database.exec('COMMIT');
}

const codes = { busy: 5, locked: 6, corrupt: 11, notADatabase: 26 };

function failure(error: unknown, path: string): FakeServerError {
  if (isStorageError(error)) return error;
  const obstacle = path === ':memory:' ? undefined : obstacleTo(path);
  if (obstacle !== undefined) {
    return new FakeServerError('storage-unavailable', `${path} cannot be opened: ${obstacle}`, {
      cause: error,
    });
  }
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined;
  if (code === codes.busy || code === codes.locked) {
    return new FakeServerError(
      'storage-in-use',
      `${path} is in use by another process. Stop that process, or choose another file.`,
      { cause: error },
    );
  }
  if (code === codes.corrupt || code === codes.notADatabase) return damaged(path, error);
  const reason = error instanceof Error ? error.message : String(error);
  return new FakeServerError('storage-unavailable', `${path} cannot be opened: ${reason}.`, { cause: error });
}

function damaged(path: string, cause?: unknown): FakeServerError {
  return new FakeServerError(
    'storage-damaged',
    `${path} is damaged or is not an SQLite database. The file was not changed. Choose another file, or restore the file from a copy.`,
    { cause },
  );
}

function sqlDatabase(database: DatabaseSync): SqlDatabase {
  const statements = new Map<string, StatementSync>();
  const prepared = (text: string): StatementSync => {
    const statement = statements.get(text) ?? database.prepare(text);
    statements.set(text, statement);
    return statement;
  };
  const rollBack = (): void => {
    try {
      prepared('ROLLBACK').run();
    } catch {
      // After some failures, SQLite has already rolled back the transaction.
    }
  };
  return {
    run: (text, ...values) => void prepared(text).run(...values),
    query: (text, ...values) => prepared(text).all(...values) as Record<string, unknown>[],
    atomically: (act) => {
      prepared('BEGIN IMMEDIATE').run();
      try {
        act();
        prepared('COMMIT').run();
      } catch (error) {
        rollBack();
        throw error;
      }
    },
  };
}
