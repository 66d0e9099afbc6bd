/** The versions of Node and TypeScript that the packages are tested with. The matrix has older and newer ones. */
import { at } from '../../../tools/lib/paths.ts';
import { versionAt } from '../../../tools/lib/version.ts';

/** A program of one version. */
export interface Versioned {
  readonly version: string;
  readonly path: string;
}

export const nodes: readonly Versioned[] = [{ version: process.versions.node, path: process.execPath }];

export const compilers: readonly Versioned[] = [
  { version: versionAt('node_modules/typescript'), path: at('node_modules/typescript/bin/tsc') },
];
