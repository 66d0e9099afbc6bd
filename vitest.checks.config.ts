/** `npm run test:checks`: the checks of vitest.workspace.ts, which need `npm run build` first. */
import { defineConfig } from 'vitest/config';
import { checks, maxWorkers } from './vitest.workspace.ts';

export default defineConfig({ test: { projects: checks, maxWorkers } });
