/** An npm registry on loopback that has the packages as they would be published, and nothing else. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import type { Packed } from '../../../tools/lib/packed.ts';

export interface Registry extends AsyncDisposable {
  readonly url: string;
}

export async function startRegistry(packages: readonly Packed[]): Promise<Registry> {
  const documents = new Map<string, string | Buffer>();
  const server = createServer(({ url = '' }, response) => {
    const document = documents.get(decodeURIComponent(url));
    response.writeHead(document === undefined ? 404 : 200).end(document);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const { name, tarball, folder } of packages) {
    const file = await readFile(tarball);
    const path = `/${name}/-/${basename(tarball)}`;
    const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
    const integrity = `sha512-${createHash('sha512').update(file).digest('base64')}`;
    const published = { ...manifest, dist: { tarball: url + path, integrity } };
    const { version } = manifest;
    const packument = { name, 'dist-tags': { latest: version }, versions: { [version]: published } };
    documents.set(`/${name}`, JSON.stringify(packument));
    documents.set(path, file);
  }
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
