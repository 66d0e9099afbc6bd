import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { root } from './paths.ts';

/** The version of the package in a folder, which may be relative to the root of the repository. Without the `v` of some builds of Node. */
export function versionAt(folder: string): string {
  const text = readFileSync(resolve(root, folder, 'package.json'), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  return version.replace(/^v/, '');
}
