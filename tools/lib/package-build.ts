/**
 * What both packages build: ES modules and, beside them, CommonJS for jest and older TypeScript. Node loads the ES modules
 * from either (`module-sync`), so that it has one copy of each class.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writePages } from './shipped-pages.ts';

interface Package {
  /** Sources by the name of what is built: `<entry>/index`. */
  readonly entry: Readonly<Record<string, string>>;
  readonly external: readonly (string | RegExp)[];
  /** Dependencies that are ES modules only, which CommonJS has to include. */
  readonly esmOnly: readonly string[];
  readonly dtsBanner?: string;
}

/** The configurations of tsup for a package, the current folder. */
export function librariesOf({ entry, external, esmOnly, dtsBanner }: Package): object[] {
  // Once for all builds, which run in parallel.
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

/** Folders for tools that do not read `exports`: TypeScript's `node10`, and Parcel by default. */
function writeEntryFolders(names: readonly string[]): void {
  for (const name of names.filter((one) => one.endsWith('/index'))) {
    const folder = dirname(name);
    const file = (extension: string): string => `../dist/${folder}/index.${extension}`;
    const manifest = { main: file('cjs'), module: file('js'), types: file('d.cts') };
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  }
}
