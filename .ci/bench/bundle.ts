/** What a page loads of a module: bytes after bundling, minifying and gzip. */
import { gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';

/** Bytes of a bundle. */
export interface BundleSize {
  /** What is loaded before anything runs: the entry and all that it imports. */
  readonly eager: number;
  /** What is loaded when it is needed: everything behind an `import()`. */
  readonly onDemand: number;
}

/**
 * Bundles a module for browsers as an application would: minified, split, nothing left out but `external`.
 *
 * @param contents - Text of the module.
 * @param folder - Where its imports are looked up.
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
  const eager = eagerOutputs(metafile);
  const bytes = { eager: 0, onDemand: 0 };
  for (const { path, contents } of outputFiles) {
    const isEager = [...eager].some((name) => path.endsWith(name));
    bytes[isEager ? 'eager' : 'onDemand'] += gzipSync(contents, { level: 9 }).length;
  }
  return bytes;
}

/** The entry's file, and those that it imports by statements. */
function eagerOutputs({ outputs }: Metafile): ReadonlySet<string> {
  const found = new Set(Object.keys(outputs).filter((name) => outputs[name]?.entryPoint === 'entry.js'));
  for (const name of found) {
    for (const { path, kind } of outputs[name]?.imports ?? []) {
      if (kind === 'import-statement') found.add(path);
    }
  }
  return found;
}
