export default {
  entry: { index: 'src/index.ts', 'core/index': 'src/core/index.ts', 'node/index': 'src/node/index.ts' },
  format: 'esm',
  target: 'es2023',
  platform: 'neutral',
  external: [/^node:/, /^@mock-services\/sdk/, 'msw'],
  dts: true,
  clean: true,
  splitting: true,
  sourcemap: true,
};
