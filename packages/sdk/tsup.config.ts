import { librariesOf } from '../../tools/lib/package-build.ts';

export default librariesOf({
  entry: {
    index: 'src/index.ts',
    'contract/index': 'src/contract/index.ts',
    'activity/index': 'src/activity/index.ts',
    'query/index': 'src/query/index.ts',
    'seed/index': 'src/seed/index.ts',
  },
  // The second name makes `activity/index` a list of exports, from which a page can import an error alone.
  parts: { 'activity/whole': 'src/activity/index.ts' },
  external: [],
  esmOnly: ['ky'],
  // `createTemporary` returns an AsyncDisposable, which the `lib` setting of a consumer may not include.
  dtsBanner: '/// <reference lib="esnext.disposable" />',
});
