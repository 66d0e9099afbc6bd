/**
 * The command `npm test` and editors use this configuration. The configuration runs the test projects in
 * `vitest.workspace.ts`.
 */
import { defineConfig } from 'vitest/config';
import { maxWorkers, projects } from './vitest.workspace.ts';

export default defineConfig({ test: { projects, maxWorkers } });
