/** The versions of Node and TypeScript that the packages are tested with. */
import { existsSync } from 'node:fs';
import { at } from '../../../tools/lib/paths.ts';
import { versionAt } from '../../../tools/lib/version.ts';

/** A program of one version. */
export interface Versioned {
  readonly version: string;
  readonly path: string;
}

const oldestNode = at('node_modules/node-22/bin/node');

/** The current Node, and the oldest supported one if there is a build for this machine. */
export const nodes: readonly Versioned[] = [
  { version: process.versions.node, path: process.execPath },
  ...(existsSync(oldestNode) ? [{ version: versionAt('node_modules/node-22'), path: oldestNode }] : []),
];

/** The compilers that have to accept the published types. */
export const compilers: readonly Versioned[] = [
  'node_modules/typescript-5.9',
  'node_modules/typescript',
  'node_modules/typescript-7',
].map((folder) => ({ version: versionAt(folder), path: at(folder, 'bin/tsc') }));
