/** Paths in the repository. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** The absolute path of one relative to the root of the repository. */
export function at(...segments: readonly string[]): string {
  return join(root, ...segments);
}

/** Path of a program of a development dependency. */
export function checker(name: string): string {
  return at('node_modules/.bin', name);
}
