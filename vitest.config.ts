/** `npm test`, `npx vitest` and editors: run the test projects in vitest.workspace.ts. */
import { defineConfig } from 'vitest/config';
import { maxWorkers, projects } from './vitest.workspace.ts';

export default defineConfig({ test: { projects, maxWorkers } });
