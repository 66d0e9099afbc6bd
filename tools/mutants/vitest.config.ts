/** The tests that mutants have to fail: those of `MUTANTS_TESTS`, without a browser and without the recipes, which are not copied. */
import { defineConfig } from 'vitest/config';
import { root } from '../lib/paths.ts';
import { sources } from '../lib/sources.ts';

export default defineConfig({
  root,
  resolve: { alias: sources },
  test: {
    include: process.env['MUTANTS_TESTS']?.split(' ') ?? [],
    provide: { server: process.env['MUTANTS_SERVER'] === 'createHandler' ? 'createHandler' : 'serve' },
    setupFiles: ['tools/mutants/load-on-demand.ts'],
    exclude: ['**/*.chromium.test.ts', '**/*.browser.test.ts', '**/{recipes,python}.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
