/** A temporary folder where every contender is installed as an application has it. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { installPeers, peerFile } from '../../../tools/bench/peers.ts';
import { at } from '../../../tools/lib/paths.ts';
import { generateClients } from './generate.ts';

/** A client to be measured. */
export interface Contender {
  readonly name: string;
  /** The module that uses it. */
  readonly file: string;
}

export interface Workshop {
  readonly folder: string;
  readonly contenders: readonly Contender[];
  /** The module of that name. */
  file(name: string): string;
}

/** What every figure is about. */
export const ours = '@mock-services/sdk';

const names: Readonly<Record<string, string>> = {
  'bare-fetch': 'bare fetch',
  ky: 'bare ky',
  'mock-services-sdk': ours,
  'openapi-fetch': 'openapi-fetch',
  axios: 'axios',
  'hey-api-zod-mini': 'hey-api fetch + zod/mini',
  'hey-api-zod': 'hey-api fetch + zod',
  'orval-zod': 'orval fetch + zod',
};

const withoutPeers = ['bare-fetch', 'ky', 'mock-services-sdk'];

/** Opens such a folder, which is gone when the process ends; with all contenders where peers take part. */
export async function openWorkshop(peers: boolean): Promise<Workshop> {
  const folder = mkdtempSync(join(tmpdir(), 'mock-services-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  cpSync(at('packages/sdk/bench/contenders'), folder, { recursive: true });
  install(folder);
  if (peers) {
    await installPeers();
    for (const name of ['openapi-fetch', 'axios']) link(peerFile(name), folder, name);
    await generateClients(folder);
  }
  const file = (name: string) => join(folder, `${name}.mjs`);
  const chosen = peers ? Object.keys(names) : withoutPeers;
  return {
    folder,
    file,
    contenders: chosen.map((name) => ({ name: names[name] ?? name, file: file(name) })),
  };
}

/** The SDK as it is published, and what it depends on. */
function install(folder: string): void {
  const sdk = join(folder, 'node_modules', ours);
  if (!existsSync(at('packages/sdk/dist'))) throw new Error('the SDK is not built: npm run build:js');
  cpSync(at('packages/sdk/dist'), join(sdk, 'dist'), { recursive: true });
  cpSync(at('packages/sdk/package.json'), join(sdk, 'package.json'));
  for (const name of ['ky', 'zod']) link(at('node_modules', name), folder, name);
}

function link(target: string, folder: string, name: string): void {
  const path = join(folder, 'node_modules', name);
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path, 'junction');
}
