import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const everything = ['index', 'activity/index', 'contract/index'];

/** The texts of the bundles of some entries. */
async function bundle(entries: readonly string[], options: { minify?: boolean; target?: string[] }) {
  const { outputFiles } = await build({
    ...options,
    entryPoints: entries.map((entry) => fileURLToPath(new URL(`../../src/${entry}.ts`, import.meta.url))),
    // Platforms have supported it since 2020; only the characters that match grow with Unicode.
    supported: { 'regexp-unicode-property-escapes': true },
    bundle: true,
    write: false,
    format: 'esm',
    outdir: 'dist',
  });
  return outputFiles.map(({ text }) => text);
}

test('the sources use no syntax that is newer than the floor of the platforms', async () => {
  const texts = await bundle(everything, { target: ['esnext'] });
  // esbuild rewrites whatever a target lacks, regular expressions included.
  expect(await bundle(everything, { target: ['chrome100', 'firefox100', 'safari15.4'] })).toEqual(texts);
  // Node cannot run without these methods, so the test of the floor does not remove them.
  expect(texts.join('')).not.toMatch(/\.(is|to)WellFormed\b/);
});

test('a production bundle leaves out the warnings of unknown options', async () => {
  expect((await bundle(['index'], { minify: true })).join('')).not.toContain('unknown option');
  expect((await bundle(['index'], { minify: false })).join('')).toContain('unknown option');
});
