/** Bundlers: each bundles a page that uses the packages, and the page runs the scenario in Chromium. */
import { existsSync } from 'node:fs';
import { glob, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { at } from '../../lib/paths.ts';
import { versionAt } from '../../lib/version.ts';
import type { Cell, Context } from '../cell.ts';
import { addWorkerScript, bareMain, documentOf, openChromium, pageMain, visit } from './pages.ts';
import type { Command } from './program.ts';

const kind = 'Bundlers';
const node = process.execPath;

/** A page that only uses the client, for its size. */
const clientMain = `
import { createClient } from '@mock-services/sdk';
globalThis.client = createClient({ baseUrl: location.origin });
`;

/** Bundles `main.mjs` or `index.html` into `dist` with a command, once for each of two pages. */
function bundler(config: Readonly<Record<string, string>>, command: Command, main = pageMain): Cell['run'] {
  const bundle = async (context: Context, main: string): Promise<number> => {
    await context.write({ 'main.mjs': main });
    await mkdir(join(context.folder, 'dist'));
    await context.execute(...command(context));
    return sizeOf(join(context.folder, 'dist'));
  };
  return async (context) => {
    const dist = join(context.folder, 'dist');
    await context.write({
      'page.mjs': context.scenario.page,
      'scenario.mjs': context.scenario.esm,
      'index.html': documentOf('./main.mjs'),
      ...config,
    });
    const client = await bundle(context, clientMain);
    await rm(dist, { recursive: true });
    const page = await bundle(context, main);
    if (!existsSync(join(dist, 'index.html'))) {
      await context.write({ 'dist/index.html': documentOf('./main.js') });
    }
    await addWorkerScript(context, 'dist');
    await visit(openChromium, context);
    return { note: `client ${kilobytes(client)}, page ${kilobytes(page)}` };
  };
}

/** Bytes of all scripts in a folder after gzip. */
async function sizeOf(folder: string): Promise<number> {
  let size = 0;
  for await (const name of glob('**/*.{js,mjs}', { cwd: folder })) {
    size += gzipSync(await readFile(join(folder, name)), { level: 9 }).length;
  }
  return size;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`;
}

/** webpack, and what has its programming interface. */
const webpackLike = (from: string): Readonly<Record<string, string>> => ({
  'build.mjs': `
import { ${from === 'webpack' ? 'default as build' : 'rspack as build'} } from '${from}';
const output = { path: import.meta.dirname + '/dist', filename: 'main.js' };
build({ mode: 'production', context: import.meta.dirname, entry: './main.mjs', output }, (error, stats) => {
  if (error) throw error;
  if (stats.hasErrors()) throw new Error(stats.toString('errors-only'));
});
`,
});

const buildScript: Command = () => [node, 'build.mjs'];

const manifest = (settings: object): string => JSON.stringify({ private: true, type: 'module', ...settings });

const parcel: Command = ({ tool }) => [
  node,
  tool('parcel/lib/bin.js'),
  'build',
  'index.html',
  '--dist-dir=dist',
  '--public-url=./',
  '--no-source-maps',
  '--no-cache',
];

/** As React Native has it, in a page. */
const metroConfig: Readonly<Record<string, string>> = {
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

export const bundlers: readonly Cell[] = [
  {
    name: 'esbuild',
    kind,
    title: 'esbuild',
    version: () => versionAt('node_modules/esbuild'),
    quick: true,
    run: bundler({}, () => [
      at('node_modules/esbuild/bin/esbuild'),
      'main.mjs',
      '--bundle',
      '--splitting',
      '--minify',
      '--format=esm',
      '--outdir=dist',
    ]),
  },
  {
    name: 'vite-8',
    kind,
    title: 'Vite 8',
    tools: 'bundlers',
    version: 'vite',
    run: bundler({}, ({ tool }) => [node, tool('vite/bin/vite.js'), 'build']),
  },
  {
    name: 'vite-7',
    kind,
    title: 'Vite 7',
    tools: 'bundlers',
    version: 'vite-7',
    run: bundler({}, ({ tool }) => [node, tool('vite-7/bin/vite.js'), 'build']),
  },
  {
    name: 'webpack',
    kind,
    title: 'webpack',
    tools: 'bundlers',
    version: 'webpack',
    run: bundler(webpackLike('webpack'), buildScript),
  },
  {
    name: 'rspack',
    kind,
    title: 'Rspack',
    tools: 'bundlers',
    version: '@rspack/core',
    run: bundler(webpackLike('@rspack/core'), buildScript),
  },
  {
    name: 'rolldown',
    kind,
    title: 'rolldown',
    tools: 'bundlers',
    version: 'rolldown',
    run: bundler({}, ({ tool }) => [
      node,
      tool('rolldown/bin/cli.mjs'),
      'main.mjs',
      '--dir=dist',
      '--format=esm',
      '--platform=browser',
      '--minify',
    ]),
  },
  {
    name: 'parcel',
    kind,
    title: 'Parcel, with its defaults',
    tools: 'parcel',
    version: 'parcel',
    // It does not read `exports`, and MSW 3 has nothing else.
    run: bundler({ 'package.json': manifest({}) }, parcel, bareMain),
  },
  {
    name: 'parcel-exports',
    kind,
    title: 'Parcel, with `packageExports`',
    tools: 'parcel',
    version: 'parcel',
    run: bundler(
      {
        'package.json': manifest({ '@parcel/resolver-default': { packageExports: true } }),
        // Marks the root of a project, where Parcel looks for settings.
        'package-lock.json': '{}\n',
      },
      parcel,
    ),
  },
  {
    name: 'metro',
    kind,
    title: 'Metro, with the preset of React Native',
    tools: 'metro',
    version: 'metro',
    // Without MSW: React Native has no service workers.
    run: bundler(
      metroConfig,
      ({ tool }) => [
        node,
        tool('metro/src/cli.js'),
        'build',
        'main.mjs',
        '--out=dist/main.js',
        '--platform=web',
        '--minify=true',
        '--reset-cache',
      ],
      bareMain,
    ),
  },
];
