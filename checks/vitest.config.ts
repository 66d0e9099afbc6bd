/** `npm run test:checks` uses this configuration. The checks need a build (`npm run build`). */
import { defineConfig } from 'vitest/config';
import { checks, common } from '../vitest.workspace.ts';

export default defineConfig({ test: { ...common, projects: checks } });
