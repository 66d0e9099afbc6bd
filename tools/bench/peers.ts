/**
 * Installs peers to compare with in the system's temporary folder: ky, zod, autocannon, and a client that Hey API
 * generates from our OpenAPI document.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { command } from '../lib/command.ts';
import { at } from '../lib/paths.ts';

const folder = join(tmpdir(), 'mock-services-bench-peers');

function peerFile(...segments: readonly string[]): string {
  return join(folder, ...segments);
}

/** The caller passes the module's type, because a peer package may have no type declarations. */
export async function importPeer<Module>(...segments: readonly string[]): Promise<Module> {
  return (await import(pathToFileURL(peerFile(...segments)).href)) as Module;
}

export async function installPeers(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  copyFileSync(at('tools/bench/peers.json'), peerFile('package.json'));
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  await run('npm', ['install', '--no-save', '--no-package-lock', ...quiet]);
  rmSync(peerFile('generated'), { recursive: true, force: true });
  const job = {
    input: at('docs/openapi.json'),
    output: { path: 'generated', postProcess: [] },
    plugins: ['@hey-api/client-ky', 'zod', { name: '@hey-api/sdk', validator: true }],
  };
  writeFileSync(peerFile('hey-api.mjs'), `export default ${JSON.stringify(job)};\n`);
  await run(process.execPath, ['node_modules/@hey-api/openapi-ts/bin/run.js', '-f', 'hey-api.mjs']);
  await build({
    stdin: {
      contents: `export * from './sdk.gen.ts'; export { client } from './client.gen.ts';`,
      resolveDir: peerFile('generated'),
    },
    outfile: peerFile('generated.mjs'),
    bundle: true,
    packages: 'external',
    format: 'esm',
    logLevel: 'error',
  });
}

async function run(file: string, args: readonly string[]): Promise<void> {
  const { status, output } = await command(file, args, { cwd: folder, seconds: 300 });
  if (status !== 0)
    throw new Error(`The command "${file} ${args.join(' ')}" failed in ${folder}:\n${output}`);
}

/** The first line of the server's output must be its URL. */
export async function startServer(
  args: readonly string[],
): Promise<{ url: string; stop: () => void } & Disposable> {
  const child: ChildProcess = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const stop = (): void => void child.kill();
  process.once('exit', stop);
  if (child.stdout !== null)
    for await (const url of createInterface(child.stdout)) return { url, stop, [Symbol.dispose]: stop };
  throw new Error(`The server ${args.join(' ')} exited before it printed its URL.`);
}

/** The server has one constant JSON response per path. */
export function constantServer(bodies: Readonly<Record<string, unknown>>): readonly string[] {
  const file = peerFile('constants.json');
  writeFileSync(file, JSON.stringify(bodies));
  return ['--input-type=module', '--eval', constantSource, file];
}

const constantSource = `
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
const data = JSON.parse(readFileSync(process.argv[1], 'utf8'));
const bodies = new Map(Object.entries(data).map(([path, body]) => [path, Buffer.from(JSON.stringify(body))]));
const server = createServer((request, response) => {
  const body = bodies.get(request.url) ?? Buffer.of();
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  request.resume().on('end', () => response.writeHead(request.method === 'POST' ? 201 : 200, headers).end(body));
});
server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port));
`;
