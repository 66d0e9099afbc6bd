/** The tests that mutants have to fail: those of `MUTANTS_TESTS`, without a browser and without the recipes, which are not copied. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const path = (relative: string) => fileURLToPath(new URL(`../../${relative}`, import.meta.url));

export default defineConfig({
  root: path(''),
  resolve: {
    alias: [
      { find: /^@mock-services\/(sdk|fake-server)$/, replacement: path('packages/$1/src/index.ts') },
      {
        find: /^@mock-services\/(sdk|fake-server)\/(\w+)$/,
        replacement: path('packages/$1/src/$2/index.ts'),
      },
    ],
  },
  test: {
    include: process.env['MUTANTS_TESTS']?.split(' ') ?? [],
    exclude: ['**/*.chromium.test.ts', '**/*.browser.test.ts', '**/{recipes,python}.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
