/**
 * This module runs the scenario with bundlers. Each bundler bundles a page that uses the packages, and Chromium runs
 * the scenario in the bundled page.
 */
import { existsSync } from 'node:fs';
import { glob, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { at } from '../lib/paths.ts';
import { versionAt } from '../lib/version.ts';
import { addWorkerScript, documentOf, pageMain, pageMainWithoutMsw, visitChromium } from './browsers.ts';
import type { Cell, Files } from './cell.ts';
import { nextCells } from './next.ts';

/** The main module of a page that uses only the client. The docs show the size of the bundled page. */
const clientMain = `
import { createClient } from '@mock-services/sdk';
globalThis.client = createClient({ baseUrl: location.origin });
`;

/**
 * Returns a `run` function for a bundler. The command bundles `main.mjs` or `index.html` into `dist`. The command runs
 * once for the client and once for the whole page.
 *
 * @param config - Configuration files.
 * @param main - Main module of the page.
 */
function bundler(command: string, config: Files = {}, main = pageMain): Cell['run'] {
  return async (place) => {
    const { folder, inbox, write, execute, reported } = place;
    const dist = join(folder, 'dist');
    /** Bundles a main module. Returns the total size of all scripts after gzip compression. */
    const bundle = async (main: string): Promise<string> => {
      await rm(dist, { recursive: true, force: true });
      await mkdir(dist);
      await write({ 'main.mjs': main });
      await execute(command);
      let size = 0;
      for await (const name of glob('**/*.{js,mjs}', { cwd: dist })) {
        size += gzipSync(await readFile(join(dist, name)), { level: 9 }).length;
      }
      return `${(size / 1000).toFixed(1)} KB`;
    };
    await write({ 'index.html': documentOf('./main.mjs'), ...config });
    const note = `client ${await bundle(clientMain)}, page ${await bundle(main)}`;
    if (!existsSync(join(dist, 'index.html'))) await write({ 'dist/index.html': documentOf('./main.js') });
    await addWorkerScript(place, 'dist');
    await visitChromium(`${inbox}/`, () => reported());
    return { note };
  };
}

/** Returns a build script for webpack or Rspack. These two bundlers have the same API. */
const webpackScript = (importBuild: string): Files => ({
  'build.mjs': `
import ${importBuild};
const output = { path: import.meta.dirname + '/dist', filename: 'main.js' };
build({ mode: 'production', context: import.meta.dirname, entry: './main.mjs', output }, (error, stats) => {
  if (error) throw error;
  if (stats.hasErrors()) throw new Error(stats.toString('errors-only'));
});
`,
});

const parcel = 'parcel build index.html --dist-dir=dist --public-url=./ --no-source-maps --no-cache';
const packageExports = { '@parcel/resolver-default': { packageExports: true } };

/** The Metro configuration of React Native, adapted for a web page. */
const metroConfig: Files = {
  'package.json': '{ "private": true }\n',
  'babel.config.js': `module.exports = { presets: ['@react-native/babel-preset'] };\n`,
  'metro.config.js': `
const { resolve } = require('node:path');
module.exports = {
  projectRoot: __dirname,
  watchFolders: [resolve(__dirname, '../..')],
  resolver: { sourceExts: ['js', 'mjs', 'cjs', 'json'] },
  transformer: { babelTransformerPath: require.resolve('@react-native/metro-babel-transformer') },
};
`,
};

const runVite = bundler('vite build');

export const bundlers: readonly Cell[] = [
  {
    name: 'esbuild',
    title: 'esbuild',
    version: () => versionAt('node_modules/esbuild'),
    quick: true,
    run: bundler(
      `${at('node_modules/.bin/esbuild')} main.mjs --bundle --splitting --minify --format=esm --outdir=dist`,
    ),
  },
  { name: 'vite-8', title: 'Vite 8', packages: { vite: '8.3.8' }, quick: true, run: runVite },
  { name: 'vite-7', title: 'Vite 7', packages: { vite: 'npm:vite@7.3.8' }, run: runVite },
  {
    name: 'webpack',
    title: 'webpack',
    packages: { webpack: '5.112.2' },
    run: bundler('node build.mjs', webpackScript(`build from 'webpack'`)),
  },
  {
    name: 'rspack',
    title: 'Rspack',
    packages: { '@rspack/core': '2.2.9' },
    run: bundler('node build.mjs', webpackScript(`{ rspack as build } from '@rspack/core'`)),
  },
  {
    name: 'rolldown',
    title: 'rolldown',
    packages: { rolldown: '1.2.19' },
    run: bundler('rolldown main.mjs --dir=dist --format=esm --platform=browser --minify'),
  },
  {
    name: 'parcel',
    title: 'Parcel, with its defaults',
    packages: { parcel: '2.16.4' },
    // Parcel ignores the `exports` field of `package.json` by default. MSW 3 has no entry points outside `exports`, so
    // the page runs without MSW.
    run: bundler(parcel, { 'package.json': '{ "private": true, "type": "module" }\n' }, pageMainWithoutMsw),
  },
  {
    name: 'parcel-exports',
    title: 'Parcel, with `packageExports`',
    packages: { parcel: '2.16.4' },
    run: bundler(parcel, {
      'package.json': JSON.stringify({ private: true, type: 'module', ...packageExports }),
      // Parcel reads its settings from the nearest folder that contains a lockfile.
      'package-lock.json': '{}\n',
    }),
  },
  {
    name: 'metro',
    title: 'Metro, with the preset of React Native',
    packages: {
      metro: '0.87.1',
      '@babel/core': '7.29.13',
      '@react-native/babel-preset': '0.86.3',
      '@react-native/metro-babel-transformer': '0.86.3',
    },
    // MSW needs a service worker, and React Native does not support service workers.
    run: bundler(
      'metro build main.mjs --out=dist/main.js --platform=web --minify=true --reset-cache',
      metroConfig,
      pageMainWithoutMsw,
    ),
  },
  ...nextCells,
];
