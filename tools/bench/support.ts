/** Peers to compare with, which are installed in `.tmp/bench`, and servers in processes of their own. */
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { command } from '../lib/command.ts';
import type { Figures } from '../lib/figures.ts';
import { at } from '../lib/paths.ts';
import { freePort, listening, start } from '../lib/servers.ts';

export interface Measured {
  readonly guards: readonly Guard[];
  /** Figures for the pages of the docs. */
  readonly figures: Partial<Figures>;
}

/** A ratio of calls per second that must not be smaller than `least`. */
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

/** Starts a Node process that serves `data`. Arguments of Node are made from the file of the data and a free port. */
export async function startServer(
  data: object,
  argsOf: (file: string, port: string) => readonly string[],
): Promise<AsyncDisposable & { readonly url: string }> {
  const port = await freePort();
  const file = peerFile(`data-${port}.json`);
  writeFileSync(file, JSON.stringify(data));
  const { stop } = start(process.execPath, argsOf(file, String(port)));
  const url = `http://127.0.0.1:${port}`;
  await listening(url);
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      await stop();
      rmSync(file);
    },
  };
}
