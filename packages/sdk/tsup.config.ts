import { librariesOf } from '../../tools/lib/package-build.ts';

export default librariesOf({
  entry: {
    index: 'src/index.ts',
    'contract/index': 'src/contract/index.ts',
    'activity/index': 'src/activity/index.ts',
  },
  external: [],
  esmOnly: ['ky'],
  // `createTemporary` gives an AsyncDisposable, which a consumer's own `lib` may not have.
  dtsBanner: '/// <reference lib="esnext.disposable" />',
});
