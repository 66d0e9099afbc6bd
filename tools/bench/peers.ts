/**
 * This module installs the libraries that the benchmarks compare. The module installs the libraries in the system's
 * temporary folder.
 */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { command } from '../lib/command.ts';
import { at } from '../lib/paths.ts';

const manifest = at('tools/bench/peers.json');

export const peersFolder = join(tmpdir(), 'mock-services-bench-peers');

/** Exact version of each library. */
export const peerVersions = (
  JSON.parse(readFileSync(manifest, 'utf8')) as { readonly dependencies: Readonly<Record<string, string>> }
).dependencies;

/** HTTP libraries for which the tool Hey API generates a client from the OpenAPI document. */
export const generatedClients = ['ky', 'fetch'] as const;

/**
 * Path of the compiled `servers.ts`. The file is compiled in advance, so that the measured start time does not include
 * the compiler.
 */
export const serversFile = join(peersFolder, 'servers.mjs');

/** Returns the path of a file in the folder of the compared libraries. */
export function peerFile(...segments: readonly string[]): string {
  return join(peersFolder, ...segments);
}

/** Imports a file. The caller specifies the type of the module, because the types of the libraries may be missing. */
export async function importFile<Module>(path = ''): Promise<Module> {
  return (await import(pathToFileURL(path).href)) as Module;
}

/** Installs missing libraries and generates the clients. Each client is written to `generated/<library>.mjs`. */
export async function installPeers(): Promise<void> {
  mkdirSync(peersFolder, { recursive: true });
  copyFileSync(manifest, peerFile('package.json'));
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  await run('npm', ['install', '--no-save', '--no-package-lock', ...quiet]);
  await build({ entryPoints: [at('tools/bench/servers.ts')], outfile: serversFile, target: 'es2023' });
  rmSync(peerFile('generated'), { recursive: true, force: true });
  const jobs = generatedClients.map((library) => ({
    input: at('docs/openapi.json'),
    output: { path: `generated/${library}`, postProcess: [] },
    plugins: [`@hey-api/client-${library}`, 'zod', { name: '@hey-api/sdk', validator: true }],
  }));
  writeFileSync(peerFile('hey-api.mjs'), `export default ${JSON.stringify(jobs)};\n`);
  await run(process.execPath, ['node_modules/@hey-api/openapi-ts/bin/run.js', '-f', 'hey-api.mjs']);
  for (const library of generatedClients) {
    const contents = `export * from './sdk.gen.ts'; export { client } from './client.gen.ts';`;
    await build({
      stdin: { contents, resolveDir: peerFile('generated', library) },
      outfile: peerFile(`generated/${library}.mjs`),
      bundle: true,
      packages: 'external',
      format: 'esm',
      target: 'es2023',
      logLevel: 'error',
    });
  }
}

async function run(file: string, args: readonly string[]): Promise<void> {
  const { status, output } = await command(file, args, { cwd: peersFolder, seconds: 300 });
  if (status !== 0)
    throw new Error(`The command "${file} ${args.join(' ')}" failed in ${peersFolder}:\n${output}`);
}
