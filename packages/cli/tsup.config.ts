import { rmSync } from 'node:fs';
import { writePages } from '../../tools/lib/shipped-pages.ts';

rmSync('dist', { recursive: true, force: true });
writePages();

/** The program is bundled with its imports, so that `npx` installs one package and the program starts quickly. */
export default {
  entry: { bin: 'src/bin.ts' },
  format: 'esm',
  target: 'es2023',
  platform: 'node',
  noExternal: [/./],
  removeNodeProtocol: false,
  silent: true,
  banner: {
    js: `/*!
 * Includes, under the MIT license: zod (Copyright Colin McDonnell), ky and p-map (Copyright Sindre Sorhus),
 * and jsonc-parser (Copyright Microsoft Corporation).
 */`,
  },
};
