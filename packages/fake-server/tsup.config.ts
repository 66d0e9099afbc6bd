import { librariesOf } from '../../tools/lib/package-build.ts';

const libraries = librariesOf({
  entry: {
    index: 'src/index.ts',
    'core/index': 'src/core/index.ts',
    'node/index': 'src/node/index.ts',
    'browser/index': 'src/browser/index.ts',
    // The replacement for `./browser` in environments without a page, such as Node.
    'browser/without-page': 'src/browser/without-page.ts',
    'vitest/index': 'src/vitest/index.ts',
    'playwright/index': 'src/playwright/index.ts',
    'workers/index': 'src/workers/index.ts',
  },
  parts: {
    'core/connect-fake': 'src/remote/connect-fake.ts',
    'core/create-examples': 'src/examples/create-examples.ts',
    'core/demo-seed': 'src/examples/demo-seed.ts',
    'core/to-have-received': 'src/core/journal/to-have-received.ts',
  },
  external: [/^node:/, /^@mock-services\/sdk/, /^msw($|\/)/, 'vitest', '@playwright/test'],
  esmOnly: [],
});

/**
 * The command-line program, bundled with its imports so that it starts in half the time. Bundling is safe, because a
 * program shares no classes with other code.
 */
const program = {
  entry: { 'node/bin': 'src/node/bin.ts' },
  format: 'esm',
  target: 'es2023',
  platform: 'node',
  splitting: true,
  noExternal: [/./],
  removeNodeProtocol: false,
  silent: true,
  banner: {
    js: `/*!
 * Includes, under the MIT license: zod (Copyright Colin McDonnell), ky (Copyright Sindre Sorhus),
 * and jsonc-parser (Copyright Microsoft Corporation).
 */`,
  },
};

export default [...libraries, program];
