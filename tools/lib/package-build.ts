/**
 * Each package contains ES modules, and CommonJS modules for jest and older TypeScript versions. With the export
 * condition `module-sync`, Node always loads the ES modules, so each class exists only once in a process.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writePages } from './shipped-pages.ts';

interface Package {
  /** Source files by the name of the output file, such as `<entry>/index`. */
  readonly entry: Readonly<Record<string, string>>;
  /**
   * Sources that a page may import alone, by the name of the output file. The output of these sources shares no file
   * with unrelated code, so that a bundler can omit that code.
   */
  readonly parts?: Readonly<Record<string, string>>;
  readonly external: readonly (string | RegExp)[];
  /** Dependencies that exist only as ES modules, so CommonJS builds must bundle them. */
  readonly esmOnly: readonly string[];
  readonly dtsBanner?: string;
}

export function librariesOf({ entry, parts = {}, external, esmOnly, dtsBanner }: Package): object[] {
  // Delete the folder here instead of in each build, because the builds run in parallel.
  rmSync('dist', { recursive: true, force: true });
  writeEntryFolders(Object.keys(entry));
  writePages();
  const common = {
    entry: { ...entry, ...parts },
    target: 'es2023',
    platform: 'neutral',
    external,
    splitting: true,
    removeNodeProtocol: false,
    silent: true,
    dts: { entry, ...(dtsBanner && { banner: dtsBanner }) },
  };
  return [
    { ...common, format: 'esm', sourcemap: true },
    { ...common, format: 'cjs', noExternal: esmOnly },
  ];
}

/** Parcel and TypeScript with `node10` ignore `exports` in `package.json`, and need a folder for each entry point. */
function writeEntryFolders(names: readonly string[]): void {
  for (const name of names.filter((one) => one.endsWith('/index'))) {
    const folder = dirname(name);
    const file = (extension: string): string => `../dist/${folder}/index.${extension}`;
    const manifest = { main: file('cjs'), module: file('js'), types: file('d.cts') };
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  }
}
