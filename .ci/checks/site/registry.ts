/** A registry that has the packed packages alone, for a folder in which `npm install` is typed as it stands. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import type { Packed } from '../../../tools/lib/packed.ts';

export interface Registry {
  readonly url: string;
  readonly close: () => void;
}

/** Serves what npm asks for: a document for each package, and its tarball. */
export async function serveRegistry(packed: readonly Packed[]): Promise<Registry> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1);
    const tarball = packed.find(({ name }) => path === `${name}.tgz`);
    const named = packed.find(({ name }) => path === name);
    if (tarball !== undefined) response.end(readFileSync(tarball.tarball));
    else if (named !== undefined)
      response.end(JSON.stringify(documentOf(named, `http://${request.headers.host}`)));
    else response.writeHead(404).end('{}');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

function documentOf({ name, tarball, folder }: Packed, origin: string): object {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  const integrity = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`;
  const dist = { tarball: `${origin}/${name}.tgz`, integrity };
  return {
    name,
    'dist-tags': { latest: manifest.version },
    versions: { [manifest.version]: { ...manifest, dist } },
  };
}
