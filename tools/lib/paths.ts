import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

export function at(...segments: readonly string[]): string {
  return join(root, ...segments);
}

export function checker(name: string): string {
  return at('node_modules/.bin', name);
}
