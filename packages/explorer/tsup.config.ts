/** The program, with what it imports; the page beside it is built by Vite. */
import { globSync, rmSync } from 'node:fs';

for (const path of globSync('dist/*.{js,d.ts}')) rmSync(path);

export default {
  entry: { bin: 'program/bin.ts', index: 'program/index.ts' },
  format: 'esm',
  target: 'es2023',
  platform: 'node',
  splitting: true,
  noExternal: [/./],
  removeNodeProtocol: false,
  dts: { entry: { index: 'program/index.ts' } },
  banner: { js: '/*! Includes commander (Copyright TJ Holowaychuk), under the MIT licence. */' },
};
