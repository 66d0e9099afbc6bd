import { defineConfig } from 'vitest/config';
import { sources as alias } from '../../../../../tools/lib/sources.ts';

export default defineConfig({
  resolve: { alias },
  test: { dir: import.meta.dirname, include: ['**/tests.ts'], reporters: ['default'] },
});
