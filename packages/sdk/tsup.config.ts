export default {
  entry: {
    index: 'src/index.ts',
    'contract/index': 'src/contract/index.ts',
    'activity/index': 'src/activity/index.ts',
  },
  format: 'esm',
  target: 'es2023',
  platform: 'neutral',
  // `createTemporary` gives an AsyncDisposable, which a consumer's own `lib` may not have.
  dts: { banner: '/// <reference lib="esnext.disposable" />' },
  clean: true,
  splitting: true,
  sourcemap: true,
};
