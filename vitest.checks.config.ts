/** `npm run test:checks`: runs the checks in vitest.workspace.ts. They need a build (`npm run build`). */
import { defineConfig } from 'vitest/config';
import { checks, maxWorkers } from './vitest.workspace.ts';

export default defineConfig({ test: { projects: checks, maxWorkers } });
