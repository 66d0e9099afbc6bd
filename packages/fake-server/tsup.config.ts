const entry = [
  'src/index.ts',
  'src/core/index.ts',
  'src/conformance/index.ts',
  'src/node/index.ts',
  'src/browser/index.ts',
  'src/vitest/index.ts',
];

export default {
  entry: [...entry, 'src/node/bin.ts'],
  format: 'esm',
  target: 'es2023',
  platform: 'neutral',
  external: [/^node:/, /^@mock-services\/sdk/, /^msw($|\/)/, 'vitest'],
  dts: { entry },
  clean: true,
  splitting: true,
  sourcemap: true,
};
