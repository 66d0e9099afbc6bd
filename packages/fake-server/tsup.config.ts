import { rmSync } from 'node:fs';

const entry = [
  'src/index.ts',
  'src/core/index.ts',
  'src/conformance/index.ts',
  'src/node/index.ts',
  'src/browser/index.ts',
  'src/vitest/index.ts',
];

const common = {
  format: 'esm',
  target: 'es2023',
  splitting: true,
  sourcemap: true,
};

// Once for both builds, which run in parallel.
rmSync('dist', { recursive: true, force: true });

const library = {
  ...common,
  entry,
  platform: 'neutral',
  external: [/^node:/, /^@mock-services\/sdk/, /^msw($|\/)/, 'vitest'],
  dts: { entry },
};

/** Bundled with its imports, which starts in half the time; a program shares no classes with other code. */
const program = {
  ...common,
  entry: { 'node/bin': 'src/node/bin.ts' },
  platform: 'node',
  noExternal: [/./],
  sourcemap: false,
  banner: {
    js: `/*!
 * Includes, under the MIT licence: zod (Copyright Colin McDonnell), ky and leven (Copyright Sindre Sorhus),
 * commander (Copyright TJ Holowaychuk) and jsonc-parser (Copyright Microsoft Corporation).
 */`,
  },
};

export default [library, program];
