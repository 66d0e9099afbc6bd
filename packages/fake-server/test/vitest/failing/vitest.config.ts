import { defineConfig } from 'vitest/config';
import { sources as alias } from '../../../../../tools/lib/sources.ts';

// vitest reads the default export.
// oxlint-disable-next-line import/no-default-export
export default defineConfig({
  resolve: { alias },
  test: { dir: import.meta.dirname, include: ['**/tests.ts'], reporters: ['default'] },
});
