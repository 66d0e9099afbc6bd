/** Peers to compare with are installed in `.tmp/bench`. Each server runs in its own process. */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { command } from '../lib/command.ts';
import type { Figures } from '../lib/figures.ts';
import { at } from '../lib/paths.ts';
import { freePort, listening, start } from '../lib/servers.ts';

export interface Measured {
  readonly guards: readonly Guard[];
  readonly figures: Partial<Figures>;
}

export interface Guard {
  readonly what: string;
  readonly is: number;
  readonly least: number;
}

const folder = at('.tmp/bench');

export const peerFile = (name: string): string => join(folder, name);

/** The caller passes the module's type, because a peer package may have no type declarations. */
export async function importPeer<Module>(path: string): Promise<Module> {
  return (await import(pathToFileURL(peerFile(`node_modules/${path}`)).href)) as Module;
}

export async function installPeers(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  copyFileSync(at('tools/bench/peers.json'), peerFile('package.json'));
  const args = 'install --no-package-lock --ignore-scripts --no-audit --no-fund --prefer-offline'.split(' ');
  const { status, output } = await command('npm', args, { cwd: folder, seconds: 180 });
  if (status !== 0) throw new Error(`Installing the peers in ${folder} failed:\n${output}`);
}

export interface RunningServer extends AsyncDisposable {
  readonly url: string;
  readonly processorSeconds: () => number;
}

/** Starts a Node process that serves `data`. */
export async function startServer(
  data: object,
  argsOf: (file: string, port: string) => readonly string[],
): Promise<RunningServer> {
  const port = await freePort();
  const file = peerFile(`data-${port}.json`);
  writeFileSync(file, JSON.stringify(data));
  const { pid, stop } = start(process.execPath, argsOf(file, String(port)));
  const url = `http://127.0.0.1:${port}`;
  await listening(url);
  return {
    url,
    processorSeconds: () => processorSecondsOf(pid),
    [Symbol.asyncDispose]: async () => {
      await stop();
      rmSync(file);
    },
  };
}

/** Linux counts processor time in hundredths of a second. */
function processorSecondsOf(pid = 0): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/.*\) /, '').split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

const constant = `
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
const [file, port] = process.argv.slice(1);
const data = JSON.parse(readFileSync(file, 'utf8'));
const bodies = new Map(Object.entries(data).map(([path, body]) => [path, Buffer.from(JSON.stringify(body))]));
createServer((request, response) => {
  const body = bodies.get(request.url) ?? Buffer.of();
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  request.resume().on('end', () => response.writeHead(200, headers).end(body));
}).listen(Number(port), '127.0.0.1');
`;

export async function startConstantServer(bodies: Readonly<Record<string, unknown>>): Promise<RunningServer> {
  return startServer(bodies, (file, port) => ['--input-type=module', '--eval', constant, file, port]);
}
