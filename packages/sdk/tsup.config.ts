export default {
  entry: {
    index: 'src/index.ts',
    'contract/index': 'src/contract/index.ts',
    'activity/index': 'src/activity/index.ts',
  },
  format: 'esm',
  target: 'es2023',
  platform: 'neutral',
  dts: true,
  clean: true,
  splitting: true,
  sourcemap: true,
};
