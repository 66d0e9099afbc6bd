/** Installs the libraries to compare with in the system's temporary folder. */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { command } from '../lib/command.ts';
import { at } from '../lib/paths.ts';

const manifest = at('tools/bench/peers.json');

/** Folder for the libraries. */
export const peersFolder = join(tmpdir(), 'mock-services-bench-peers');

/** Exact version of each library. */
export const peerVersions = (
  JSON.parse(readFileSync(manifest, 'utf8')) as { readonly dependencies: Readonly<Record<string, string>> }
).dependencies;

/** HTTP libraries for which Hey API generates a client from the OpenAPI document. */
export const generatedClients = ['ky', 'fetch'] as const;

/** The compiled form of `servers.ts`. Compiling it in advance keeps TypeScript out of the measured start time. */
export const serversFile = join(peersFolder, 'servers.mjs');

/** Returns the path of a file in the folder of the libraries. */
export function peerFile(...segments: readonly string[]): string {
  return join(peersFolder, ...segments);
}

/** Imports a file. The caller specifies the type of the module, because the libraries' types may not be installed. */
export async function importFile<Module>(path = ''): Promise<Module> {
  return (await import(pathToFileURL(path).href)) as Module;
}

/** Installs missing libraries and generates the clients into `generated/<library>.mjs`. */
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
  if (status !== 0) throw new Error(`${file} ${args.join(' ')} failed in ${peersFolder}:\n${output}`);
}
