import assert from 'node:assert/strict';
import { execSync } from 'node:child_process';
import { promisify } from 'node:util';
import { rspack } from '@rspack/core';
import webpack from 'webpack';

const compile = async (compiler, name) => {
  const output = { path: `${import.meta.dirname}/out`, filename: `${name}.js` };
  const stats = await promisify(compiler)({ mode: 'production', target: 'web', entry: './main.js', output });
  assert.equal(stats.hasErrors(), false, stats.toString());
};

/** Bundle main.js for a page. */
const bundlers = {
  webpack: () => compile(webpack, 'webpack'),
  rspack: () => compile(rspack, 'rspack'),
  rolldown: 'rolldown main.js --platform browser --format iife --file out/rolldown.js',
  esbuild: 'esbuild main.js --bundle --outfile=out/esbuild.js',
  parcel: 'parcel build main.js --no-cache --no-source-maps --dist-dir out/parcel',
  metro: 'metro build main.js --out out/metro.js',
};
for (const [name, bundle] of Object.entries(bundlers)) {
  if (typeof bundle === 'string') execSync(bundle, { stdio: 'inherit' });
  else await bundle();
  const file = name === 'parcel' ? 'out/parcel/main.js' : `out/${name}.js`;
  assert.equal(execSync(`node ${file}`, { encoding: 'utf8' }), 'The scenario passed.\n', name);
}
