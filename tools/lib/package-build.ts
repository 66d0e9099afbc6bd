/**
 * Build settings that the packages share. Each package contains ES modules and CommonJS modules. The test runner jest
 * and older TypeScript versions need the CommonJS modules. Node always loads the ES modules because of the export
 * condition `module-sync`. Each class therefore exists only once in a Node process.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writePages } from './shipped-pages.ts';

interface Package {
  /** Source files. The keys are the names of the output files, such as `<entry>/index`. */
  readonly entry: Readonly<Record<string, string>>;
  readonly external: readonly (string | RegExp)[];
  /** Dependencies that CommonJS builds must bundle, because the dependencies are only available as ES modules. */
  readonly esmOnly: readonly string[];
  readonly dtsBanner?: string;
}

/** Returns the configurations of the build tool tsup for the package in the current folder. */
export function librariesOf({ entry, external, esmOnly, dtsBanner }: Package): object[] {
  // The folder is deleted only once, because the builds run in parallel.
  rmSync('dist', { recursive: true, force: true });
  writeEntryFolders(Object.keys(entry));
  writePages();
  const common = {
    entry,
    target: 'es2023',
    platform: 'neutral',
    external,
    splitting: true,
    removeNodeProtocol: false,
    silent: true,
    dts: { ...(dtsBanner && { banner: dtsBanner }) },
  };
  return [
    { ...common, format: 'esm', sourcemap: true },
    { ...common, format: 'cjs', noExternal: esmOnly },
  ];
}

/**
 * Writes a folder for each entry point, for tools that ignore the `exports` field of `package.json`. TypeScript with
 * the setting `node10` and Parcel with default settings ignore the `exports` field.
 */
function writeEntryFolders(names: readonly string[]): void {
  for (const name of names.filter((one) => one.endsWith('/index'))) {
    const folder = dirname(name);
    const file = (extension: string): string => `../dist/${folder}/index.${extension}`;
    const manifest = { main: file('cjs'), module: file('js'), types: file('d.cts') };
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  }
}
