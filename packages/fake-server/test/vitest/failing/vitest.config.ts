import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: { dir: import.meta.dirname, include: ['**/tests.ts'], reporters: ['default'] },
});
