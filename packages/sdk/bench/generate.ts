/** Clients that other generators make of the OpenAPI document, as a bundler would put them into one file each. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { runScript } from '../../../tools/bench/child.ts';
import { peerFile } from '../../../tools/bench/peers.ts';
import { at } from '../../../tools/lib/paths.ts';

const input = at('docs/openapi.json');

/** Runs the generators in `folder` and writes `generated/`. Peers have to be installed. */
export async function generateClients(folder: string): Promise<void> {
  mkdirSync(join(folder, 'generated'));
  await heyApi(folder);
  await orval(folder);
  const entries = {
    'hey-api-zod': `export * from './hey-api-zod/index.ts'; export { client } from './hey-api-zod/client.gen.ts';`,
    'hey-api-zod-mini': `export * from './hey-api-zod-mini/index.ts'; export { client } from './hey-api-zod-mini/client.gen.ts';`,
    'orval-zod': `export * from './orval/api.ts';`,
  };
  for (const [name, contents] of Object.entries(entries)) {
    await build({
      stdin: { contents, resolveDir: folder },
      outfile: join(folder, `generated/${name}.mjs`),
      bundle: true,
      packages: 'external',
      format: 'esm',
      target: 'es2023',
      logLevel: 'error',
    });
  }
}

async function heyApi(folder: string): Promise<void> {
  const job = (path: string, zod: object) => ({
    input,
    output: { path, postProcess: [] },
    plugins: ['@hey-api/client-fetch', { name: 'zod', ...zod }, { name: '@hey-api/sdk', validator: true }],
  });
  const jobs = [job('hey-api-zod', {}), job('hey-api-zod-mini', { compatibilityVersion: 'mini' })];
  const config = write(folder, 'openapi-ts.config.mjs', jobs);
  const file = peerFile('@hey-api/openapi-ts/bin/run.js');
  await runScript({ file, args: ['-f', config], cwd: folder });
}

async function orval(folder: string): Promise<void> {
  const output = {
    target: 'orval/api.ts',
    schemas: { path: 'orval/model', type: 'zod' },
    client: 'fetch',
    mode: 'single',
    baseUrl: { runtime: 'globalThis.orvalBaseUrl' },
    override: { fetch: { runtimeValidation: true } },
  };
  const config = write(folder, 'orval.config.mjs', { api: { input, output } });
  const file = peerFile('orval/dist/bin/orval.mjs');
  await runScript({ file, args: ['--config', config], cwd: folder });
}

function write(folder: string, name: string, config: unknown): string {
  writeFileSync(join(folder, name), `export default ${JSON.stringify(config)};\n`);
  return join(folder, name);
}
