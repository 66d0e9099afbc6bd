import { build } from 'esbuild';
import { root } from '../../../../tools/lib/paths.ts';

/** Bundles the code of a page with the sources of the packages. A classic script has the format `iife`. */
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
