/** What the file system says about a data file: why it cannot be opened, and whether it is still there. */
import { accessSync, constants, readlinkSync, statSync, type BigIntStats } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { FakeServerError } from '../core/errors.ts';

/** Returns `undefined` if there is no file. */
export function statOf(path: string): BigIntStats | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false });
}

/** Returns the reason why a file cannot be opened for writing, and the remedy, or `undefined` if there is none. */
export function obstacleTo(path: string): string | undefined {
  const target = targetOf(path);
  const folder = dirname(target);
  const { F_OK, R_OK, W_OK, X_OK } = constants;
  if (refusal(folder, F_OK) === 'ENOENT')
    return `the folder ${folder} does not exist. Create the folder, or choose another path.`;
  if (refusal(`${folder}/.`, F_OK) === 'ENOTDIR') return `${folder} is not a folder. Choose another path.`;
  // SQLite creates two more files beside the file.
  const ofFolder = denial(`the folder ${folder}`, refusal(folder, R_OK | W_OK | X_OK));
  if (ofFolder !== undefined) return ofFolder;
  if (refusal(`${target}/.`, F_OK) === undefined) return `${target} is a folder. Choose the path of a file.`;
  return denial(`the file ${target}`, refusal(target, R_OK | W_OK));
}

function denial(name: string, code: string | undefined): string | undefined {
  if (code === 'EROFS') return `${name} is on a read-only file system. Choose another path.`;
  if (code !== 'EACCES' && code !== 'EPERM') return undefined;
  return `this process has no permission to write to ${name} (${code}). Change the permissions, or choose another path.`;
}

/** Follows a symbolic link, because SQLite creates its files beside the target. */
function targetOf(path: string): string {
  try {
    return resolve(dirname(path), readlinkSync(path));
  } catch {
    return path;
  }
}

/** Returns the code of the error, or `undefined` if the process has access. */
function refusal(path: string, mode: number): string | undefined {
  try {
    accessSync(path, mode);
    return undefined;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : '';
  }
}

/**
 * Returns a function that throws if one of the files was deleted, moved, replaced or truncated. Without this check,
 * SQLite would report success although it writes to a file that nobody can open again.
 */
export function watchFiles(paths: readonly string[]): () => void {
  const known = new Map<string, BigIntStats>();
  return () => {
    for (const path of paths) {
      const before = known.get(path);
      const now = statOf(path);
      if (before && !(now && now.ino === before.ino && now.dev === before.dev && now.size >= before.size))
        throw new FakeServerError(
          'storage-unavailable',
          `${path} was deleted, moved or replaced while it was open. Put the file back, or open the storage again.`,
        );
      if (now) known.set(path, now);
    }
  };
}
