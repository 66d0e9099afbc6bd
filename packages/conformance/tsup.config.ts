import { librariesOf } from '../../tools/lib/package-build.ts';

const libraries = librariesOf({
  entry: { index: 'src/index.ts' },
  external: [/^@mock-services\/sdk/],
  esmOnly: ['ky'],
});

/** The program is bundled with its imports, because it does not share classes with other code. */
const program = {
  entry: { bin: 'src/bin.ts' },
  format: 'esm',
  target: 'es2023',
  platform: 'node',
  noExternal: [/./],
  removeNodeProtocol: false,
  silent: true,
  banner: {
    js: '/*! Includes, under the MIT license: zod (Copyright Colin McDonnell), ky (Copyright Sindre Sorhus). */',
  },
};

export default [...libraries, program];
