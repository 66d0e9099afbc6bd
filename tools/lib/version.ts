import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { root } from './paths.ts';

/**
 * Returns the version of the package in a folder. The path of the folder may be relative to the repository root.
 * Removes the leading `v` that some Node builds have in their version.
 */
export function versionAt(folder: string): string {
  const text = readFileSync(resolve(root, folder, 'package.json'), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  return version.replace(/^v/, '');
}
