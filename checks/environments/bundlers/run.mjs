import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import { rspack } from '@rspack/core';
import { build } from 'esbuild';
import Metro from 'metro';
import { build as rolldown } from 'rolldown';
import webpack from 'webpack';

const here = import.meta.dirname;
const entry = `${here}/main.js`;
const output = { path: `${here}/out` };
const settings = (filename) => ({
  mode: 'production',
  target: 'web',
  context: here,
  entry,
  output: { ...output, filename },
});
const compile = async (compiler, options) => {
  const stats = await promisify(compiler)(options);
  assert.equal(stats.hasErrors(), false, stats.toString());
};

const metroConfig = {
  resolver: { sourceExts: ['js', 'cjs', 'mjs', 'json'] },
  transformer: { getTransformOptions: () => ({ transform: { experimentalImportSupport: true } }) },
};

/** Each function bundles main.js for a page into out/<name>.js. */
const bundlers = {
  webpack: (name) => compile(webpack, settings(`${name}.js`)),
  rspack: (name) => compile(rspack, settings(`${name}.js`)),
  rolldown: (name) =>
    rolldown({ input: entry, platform: 'browser', output: { file: `out/${name}.js`, format: 'iife' } }),
  esbuild: (name) => build({ entryPoints: [entry], bundle: true, outfile: `out/${name}.js` }),
  parcel: (name) =>
    execFileSync(
      'parcel',
      ['build', 'main.js', '--no-cache', '--no-source-maps', '--dist-dir', `out/${name}`],
      { stdio: 'inherit' },
    ),
  metro: async (name) =>
    Metro.runBuild(await Metro.loadConfig({ cwd: here }, metroConfig), {
      entry,
      out: `out/${name}.js`,
      minify: false,
    }),
};
for (const [name, bundle] of Object.entries(bundlers)) {
  await bundle(name);
  const file = name === 'parcel' ? 'out/parcel/main.js' : `out/${name}.js`;
  assert.equal(execFileSync('node', [file], { encoding: 'utf8' }), 'The scenario passed.\n', name);
}
