/** `npx vitest`, editors and `npm run test:all` run all tests of the sources. `npm test` sets the mode `quick`. */
import { defineConfig } from 'vitest/config';
import { common, projects } from './vitest.workspace.ts';

export default defineConfig(({ mode }) => ({ test: { ...common, projects: projects(mode === 'quick') } }));
