/** `npm run test:checks` uses this configuration. The checks need a build (`npm run build`). */
import { defineConfig } from 'vitest/config';
import { checks, common, maxWorkers } from '../vitest.workspace.ts';

export default defineConfig({ test: { ...common, maxWorkers: maxWorkers(false), projects: checks } });
