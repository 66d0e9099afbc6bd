/** `npm test`, `npx vitest` and editors: every project of vitest.workspace.ts. */
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { projects } from './vitest.workspace.ts';

// At least two workers: vitest leaves one core free, and most tests wait rather than compute.
export default defineConfig({ test: { projects, maxWorkers: Math.max(2, availableParallelism() - 1) } });
