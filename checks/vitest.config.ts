/** `npm run test:checks` uses this configuration. The checks need a build (`npm run build`). */
import { defineConfig } from 'vitest/config';
import { checks, checkWorkers, common } from '../vitest.workspace.ts';

export default defineConfig({ test: { ...common, maxWorkers: checkWorkers, projects: checks } });
