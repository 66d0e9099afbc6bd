/** Bundles the program with its dependencies. Vite builds the page. */
import { globSync, rmSync } from 'node:fs';
import { writePages } from '../../tools/lib/shipped-pages.ts';

for (const path of globSync('dist/*.{js,d.ts}')) rmSync(path);
writePages();

const common = {
  format: 'esm',
  target: 'es2023',
  platform: 'node',
  splitting: true,
  noExternal: [/./],
  removeNodeProtocol: false,
  silent: true,
};

/** Build two bundles, because esbuild would put code that only the program needs into a common chunk. */
export default [
  {
    ...common,
    entry: { bin: 'server/bin.ts' },
    banner: {
      js: '/*! Includes, under the MIT license: zod (Copyright Colin McDonnell). */',
    },
  },
  {
    ...common,
    entry: { index: 'server/index.ts' },
    dts: { entry: { index: 'server/index.ts' } },
    banner: { js: '/*! Includes, under the MIT license: zod (Copyright Colin McDonnell). */' },
  },
];
