/** Builds the page once for all journeys of a project. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';

const configFile = fileURLToPath(new URL('../../vite.config.ts', import.meta.url));

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the built page, if the tests use a build. */
    page: string | undefined;
  }
}

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const outDir = await mkdtemp(join(tmpdir(), 'explorer-page-'));
  const { env } = process;
  const before = env['NODE_ENV'];
  // Vitest sets a value that causes a development build.
  env['NODE_ENV'] = 'production';
  await build({ configFile, logLevel: 'error', build: { outDir, emptyOutDir: true } });
  env['NODE_ENV'] = before;
  provide('page', outDir);
  return () => rm(outDir, { recursive: true, force: true });
}
