/** Paths in the repository. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Returns an absolute path. The given path is relative to the repository root. */
export function at(...segments: readonly string[]): string {
  return join(root, ...segments);
}

/** Returns the path of an executable that belongs to a development dependency. */
export function checker(name: string): string {
  return at('node_modules/.bin', name);
}
