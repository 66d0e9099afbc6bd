/** Builds the page once for all page tests, and serves the built page and the development page. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, createServer, preview } from 'vite';
import type { TestProject } from 'vitest/node';

const configFile = fileURLToPath(new URL('../../vite.config.ts', import.meta.url));

/** URLs of the page during the tests. */
export interface Places {
  /** URL of the built page, with its content security policy. */
  readonly built: string;
  /** URL of the development page, with MSW's worker. */
  readonly dev: string;
  /** Folder of the built page. */
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

/** Runs a function with `NODE_ENV` set to `production`, because Vitest sets a value that causes a development build. */
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
