/** `npm test` and editors use this configuration. */
import { defineConfig } from 'vitest/config';
import { maxWorkers, projects } from './vitest.workspace.ts';

export default defineConfig({ test: { projects, maxWorkers } });
