const entry = {
  index: 'src/index.ts',
  'core/index': 'src/core/index.ts',
  'conformance/index': 'src/conformance/index.ts',
  'node/index': 'src/node/index.ts',
};

export default {
  entry: { ...entry, 'node/bin': 'src/node/bin.ts' },
  format: 'esm',
  target: 'es2023',
  platform: 'neutral',
  external: [/^node:/, /^@mock-services\/sdk/, 'msw'],
  dts: { entry },
  clean: true,
  splitting: true,
  sourcemap: true,
};
