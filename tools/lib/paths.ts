import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Returns the absolute path of a path relative to the repository root. */
export function at(...segments: readonly string[]): string {
  return join(root, ...segments);
}

/** Returns the path of a development dependency's executable. */
export function checker(name: string): string {
  return at('node_modules/.bin', name);
}
