/** Other clients and fakes that the benches compare with: a package of its own, installed when first needed. */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { installOnDemand } from '../lib/on-demand.ts';
import { at } from '../lib/paths.ts';

const require = createRequire(at('tools/peers/package.json'));

export const installPeers = (): Promise<void> => installOnDemand('tools/peers');

/** A file, or the folder, of a peer: `peerFile('autocannon', 'autocannon.js')`. */
export function peerFile(...segments: readonly string[]): string {
  return at('tools/peers/node_modules', ...segments);
}

/** A peer's module. The caller states its type, since its own types may not be installed. */
export async function importPeer<Module>(specifier: string): Promise<Module> {
  return (await import(pathToFileURL(require.resolve(specifier)).href)) as Module;
}
