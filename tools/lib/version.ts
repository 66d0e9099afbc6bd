import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { root } from './paths.ts';

/**
 * Returns the version of the package in a folder, whose path may be relative to the repository root. Some builds of
 * Node have a version with a leading `v`, which is removed.
 */
export function versionAt(folder: string): string {
  const text = readFileSync(resolve(root, folder, 'package.json'), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  return version.replace(/^v/, '');
}
