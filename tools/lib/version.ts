import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { root } from './paths.ts';

/** The folder may be relative to the repository root. Some builds of Node have a version with a leading `v`. */
export function versionAt(folder: string): string {
  const text = readFileSync(resolve(root, folder, 'package.json'), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  return version.replace(/^v/, '');
}
