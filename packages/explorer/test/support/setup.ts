/** Builds the page once for all tests of the whole page, and serves the built page and the development page. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, createServer, preview } from 'vite';
import type { TestProject } from 'vitest/node';

const configFile = fileURLToPath(new URL('../../vite.config.ts', import.meta.url));

/** Addresses of the page during the tests. */
export interface Places {
  /** The built page, under its policy. */
  readonly built: string;
  /** The development page, with MSW's worker. */
  readonly dev: string;
  /** The folder of the built page. */
  readonly folder: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    explorer: Places;
  }
}

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const temporary = await mkdtemp(join(tmpdir(), 'explorer-'));
  const folder = join(temporary, 'dist');
  const local = { host: '127.0.0.1', port: 0 };
  const common = { configFile, logLevel: 'error' } as const;
  await inProduction(() => build({ ...common, build: { outDir: folder, emptyOutDir: true } }));
  const [built, dev] = await Promise.all([
    preview({ ...common, preview: local, build: { outDir: folder } }),
    createServer({ ...common, cacheDir: join(temporary, 'vite'), server: local }),
  ]);
  await dev.listen();
  provide('explorer', { built: addressOf(built), dev: addressOf(dev), folder });
  return async () => {
    await Promise.all([built.close(), dev.close()]);
    await rm(temporary, { recursive: true, force: true });
  };
}

/** Vitest sets NODE_ENV, which React and Vite would treat as development. */
async function inProduction(work: () => Promise<unknown>): Promise<void> {
  const { env } = process;
  const before = env['NODE_ENV'];
  env['NODE_ENV'] = 'production';
  await work();
  env['NODE_ENV'] = before;
}

function addressOf({ resolvedUrls }: { resolvedUrls: { local: string[] } | null }): string {
  const [address] = resolvedUrls?.local ?? [];
  if (address === undefined) throw new Error('The page is not served.');
  return address;
}
