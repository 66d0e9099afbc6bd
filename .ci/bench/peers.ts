/** Other clients and stand-ins that the benches compare with: a package of their own, installed when first needed. */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { installOnDemand } from '../lib/on-demand.ts';
import { at } from '../lib/places.ts';

export const peersFolder = at('.ci/peers');

const require = createRequire(at('.ci/peers/package.json'));

export const installPeers = (): Promise<void> => installOnDemand('.ci/peers');

/** The file that a peer's specifier leads to, as `require` finds it. */
export function peerPath(specifier: string): string {
  return require.resolve(specifier);
}

/** A peer's module. What it exports is named by the caller: its types are not there before it is installed. */
export async function importPeer<Module>(specifier: string): Promise<Module> {
  return (await import(pathToFileURL(peerPath(specifier)).href)) as Module;
}

/** The program of a peer. */
export function peerProgram(name: string): string {
  return at('.ci/peers/node_modules/.bin', name);
}
