/** The size of a module in a page: bytes after bundling, minifying and gzip. */
import { gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';

/** Bytes of a bundle. */
export interface BundleSize {
  /** Loaded before anything runs: the entry and all that it imports. */
  readonly eager: number;
  /** Loaded on demand: everything behind an `import()`. */
  readonly onDemand: number;
}

/**
 * Bundles a module for browsers as an application would: minified and split, with everything but `external`.
 *
 * @param contents - Source of the module.
 * @param folder - Folder that its imports are resolved from.
 */
export async function bundleSize(
  contents: string,
  folder: string,
  external: readonly string[] = [],
): Promise<BundleSize> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: folder, sourcefile: 'entry.js' },
    absWorkingDir: folder,
    outdir: 'out',
    external: [...external],
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    legalComments: 'none',
    write: false,
    metafile: true,
  });
  const names = Object.keys(metafile.outputs);
  const eager = withImports(
    metafile,
    names.filter((name) => metafile.outputs[name]?.entryPoint === 'entry.js'),
  );
  const size = (chosen: readonly string[]) =>
    outputFiles
      .filter(({ path }) => chosen.some((name) => path.endsWith(name)))
      .reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0);
  return { eager: size([...eager]), onDemand: size(names.filter((name) => !eager.has(name))) };
}

/** Files, and all that they import statically. */
function withImports({ outputs }: Metafile, names: readonly string[]): ReadonlySet<string> {
  const found = new Set(names);
  for (const name of found) {
    for (const { path, kind } of outputs[name]?.imports ?? []) {
      if (kind === 'import-statement') found.add(path);
    }
  }
  return found;
}
