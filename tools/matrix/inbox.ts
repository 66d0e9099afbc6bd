/** The server that a running cell calls: it names the fake server, serves a page and receives the results. */
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Check } from './scenario/world.ts';

/** An open inbox. */
export interface Inbox {
  readonly url: string;
  /** Resolves once the scenario has sent its results. */
  readonly checks: Promise<readonly Check[]>;
  readonly close: () => void;
}

interface Reply {
  readonly body: string | Buffer;
  readonly type?: string;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
};

/**
 * Opens an inbox on a free port.
 *
 * @param fake - URL of the fake server on a port.
 * @param pages - Folder with the files of a page.
 */
export async function openInbox(fake: string, pages: string): Promise<Inbox> {
  let resolve!: (checks: readonly Check[]) => void;
  const checks = new Promise<readonly Check[]>((settle) => (resolve = settle));
  const respond = async (request: IncomingMessage): Promise<Reply> => {
    const [path = '/'] = (request.url ?? '/').split('?', 1);
    if (path === '/fake') return { body: fake };
    if (path === '/checks') {
      resolve(JSON.parse(await text(request)) as Check[]);
      return { body: '' };
    }
    const file = join(pages, normalize(path === '/' ? '/index.html' : path));
    return { body: await readFile(file), type: types[extname(file)] ?? 'application/octet-stream' };
  };
  const server = createServer((request, response) => {
    const cors = { 'access-control-allow-origin': '*' };
    respond(request).then(
      ({ body, type = 'text/plain' }) => response.writeHead(200, { 'content-type': type, ...cors }).end(body),
      () => response.writeHead(404, cors).end(),
    );
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  // A server that listens on a port has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, checks, close };
}
