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

// Once for both parts, which are built side by side.
rmSync('dist', { recursive: true, force: true });

const library = {
  ...common,
  entry,
  platform: 'neutral',
  external: [/^node:/, /^@mock-services\/sdk/, /^msw($|\/)/, 'vitest'],
  dts: { entry },
};

/** With all that it imports, cut down to what it uses: a program has nothing to share, and starts in half the time. */
const program = {
  ...common,
  entry: { 'node/bin': 'src/node/bin.ts' },
  platform: 'node',
  noExternal: [/./],
  sourcemap: false,
  banner: {
    js: '/*! With zod (MIT, Copyright Colin McDonnell), ky and leven (MIT, Copyright Sindre Sorhus). */',
  },
};

export default [library, program];
