/** Where things are in the repository. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** An absolute path, from one relative to the top of the repository. */
export function at(...segments: readonly string[]): string {
  return join(root, ...segments);
}

/** The program of a package among the gate's own checkers. */
export function checker(name: string): string {
  return at('.ci/checkers/node_modules/.bin', name);
}
