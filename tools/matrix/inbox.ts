/**
 * The inbox is a local server for a running cell of the test matrix. The inbox provides the URL of the fake server,
 * serves a page and receives the results.
 */
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Check } from './scenario/world.ts';

/**
 * Opens an inbox on a free port. The promise `checks` resolves after the scenario has sent its results.
 *
 * @param fake - URL of the fake server.
 * @param pages - Folder with the files of a page.
 */
export async function openInbox(fake: string, pages: string) {
  let resolve!: (checks: readonly Check[]) => void;
  const checks = new Promise<readonly Check[]>((settle) => (resolve = settle));
  const respond = async (path: string, request: IncomingMessage): Promise<string | Buffer> => {
    if (path === '/fake') return fake;
    if (path !== '/checks') return readFile(join(pages, normalize(path)));
    resolve(JSON.parse(await text(request)) as Check[]);
    return '';
  };
  const server = createServer((request, response) => {
    const [url = '/'] = (request.url ?? '/').split('?', 1);
    const path = url === '/' ? '/index.html' : url;
    const type = types[extname(path)] ?? 'text/plain';
    const headers = { 'content-type': type, 'access-control-allow-origin': '*' };
    respond(path, request).then(
      (body) => response.writeHead(200, headers).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  // The address of a server that listens on a port is an `AddressInfo`.
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, checks, close };
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
};
