import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const everything = ['index', 'activity/index', 'contract/index', 'seed/index'];

/** Bundles some entry points and returns the text of each bundle. */
async function bundle(entries: readonly string[], options: { target: string[] }) {
  const { outputFiles } = await build({
    ...options,
    entryPoints: entries.map((entry) => fileURLToPath(new URL(`../../src/${entry}.ts`, import.meta.url))),
    // All supported platforms support Unicode property escapes. Without this setting, esbuild would rewrite the
    // escapes, because the matching characters depend on the Unicode version.
    supported: { 'regexp-unicode-property-escapes': true },
    bundle: true,
    write: false,
    format: 'esm',
    outdir: 'dist',
  });
  return outputFiles.map(({ text }) => text);
}

test('the sources use no syntax that the oldest supported browsers lack', async () => {
  const texts = await bundle(everything, { target: ['esnext'] });
  // The bundler esbuild rewrites syntax that the targets do not support. The rewritten syntax includes regular
  // expressions.
  expect(await bundle(everything, { target: ['chrome100', 'firefox100', 'safari15.4'] })).toEqual(texts);
  // Node cannot run without `isWellFormed` and `toWellFormed`. The tests in `floors.test.ts` therefore cannot remove
  // these methods.
  expect(texts.join('')).not.toMatch(/\.(is|to)WellFormed\b/);
});
