import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const entryPoints = [fileURLToPath(new URL('../../src/index.ts', import.meta.url))];

async function bundled(minify: boolean): Promise<string> {
  const { outputFiles } = await build({ entryPoints, minify, bundle: true, format: 'esm', write: false });
  return outputFiles.map(({ text }) => text).join('');
}

test('bundlers leave out of production what tells of unknown options', async () => {
  expect(await bundled(true)).not.toContain('has no option');
  expect(await bundled(false)).toContain('has no option');
});
