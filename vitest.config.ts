/** `npx vitest`, editors and `npm run test:all` run all tests of the sources. `npm test` sets the mode `quick`. */
import { defineConfig } from 'vitest/config';
import { common, maxWorkers, projects } from './vitest.workspace.ts';

export default defineConfig(({ mode }) => {
  const isQuick = mode === 'quick';
  return { test: { ...common, maxWorkers: maxWorkers(isQuick), projects: projects(isQuick) } };
});
