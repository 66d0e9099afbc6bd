import { build } from 'esbuild';
import { root } from '../../../../tools/lib/paths.ts';

/**
 * Bundles the code of a page with the sources of the packages.
 * @param folder - Relative imports in the code start here. By default, the root of the repository.
 * @param format - `iife` for a classic script.
 */
export async function bundleOf(
  code: string,
  { folder = root, format = 'esm' }: { readonly folder?: string; readonly format?: 'esm' | 'iife' } = {},
): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: folder, loader: 'ts' },
    bundle: true,
    format,
    write: false,
    tsconfig: 'tsconfig.json',
    absWorkingDir: root,
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}
