import { accessSync, constants, statSync, type BigIntStats } from 'node:fs';
import { dirname } from 'node:path';
import { FakeServerError } from '../core/errors.ts';

export function statOf(path: string): BigIntStats | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false });
}

/** Returns the reason and the remedy if a file cannot be opened for writing, or `undefined` otherwise. */
export function obstacleTo(path: string): string | undefined {
  const folder = dirname(path);
  const { R_OK, W_OK, X_OK } = constants;
  // SQLite creates two more files in the same folder.
  const ofFolder = refusal(folder, R_OK | W_OK | X_OK);
  if (ofFolder === 'ENOENT')
    return `the folder ${folder} does not exist. Create the folder, or choose another path.`;
  if (ofFolder !== undefined) return denial(`the folder ${folder}`, ofFolder);
  const ofFile = refusal(path, R_OK | W_OK);
  return ofFile === undefined || ofFile === 'ENOENT' ? undefined : denial(`the file ${path}`, ofFile);
}

function denial(name: string, code: string): string {
  return `this process has no permission to write to ${name} (${code}). Change the permissions, or choose another path.`;
}

function refusal(path: string, mode: number): string | undefined {
  try {
    accessSync(path, mode);
    return undefined;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : '';
  }
}

/**
 * Returns a function that throws if the file was deleted, moved or replaced since the first call. Otherwise, SQLite
 * would report success although it writes to a file that nobody can open again.
 */
export function watchFile(path: string): () => void {
  let known: BigIntStats | undefined;
  return () => {
    const now = statOf(path);
    if (known && !(now?.ino === known.ino && now.dev === known.dev))
      throw new FakeServerError(
        'storage-unavailable',
        `${path} was deleted, moved or replaced while it was open. Put the file back, or open the storage again.`,
      );
    known = now;
  };
}
