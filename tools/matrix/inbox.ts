/** What a cell talks to: it names the fake on a port, serves a page, and takes the results. */
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Check } from './scenario/check.ts';

/** An open inbox. */
export interface Inbox {
  readonly url: string;
  /** What was reported. */
  readonly checks: Promise<readonly Check[]>;
  readonly close: () => void;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
};

/**
 * @param fakeUrl - URL of the fake on a port.
 * @param pages - Folder with the files of a page.
 */
export async function openInbox(fakeUrl: string, pages: string): Promise<Inbox> {
  let resolve!: (checks: readonly Check[]) => void;
  const checks = new Promise<readonly Check[]>((settle) => (resolve = settle));
  const respond = async ({ method, url = '/' }: IncomingMessage, body: string): Promise<Reply> => {
    const [path = '/'] = url.split('?', 1);
    if (path === '/fake') return { body: fakeUrl };
    // The scenario sends this type.
    if (method === 'POST' && path === '/checks') resolve(JSON.parse(body) as Check[]);
    if (method === 'POST') return { body: '' };
    return fileAt(pages, path === '/' ? '/index.html' : path);
  };
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const reply = await respond(request, await text(request)).catch(() => notFound);
    const { body, status = 200, type = 'text/plain' } = reply;
    response.writeHead(status, { 'content-type': type, 'access-control-allow-origin': '*' }).end(body);
  };
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  // An AddressInfo: the server listens on a port.
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, checks, close };
}

interface Reply {
  readonly body: string | Buffer;
  readonly status?: number;
  readonly type?: string;
}

const notFound: Reply = { body: '', status: 404 };

async function fileAt(folder: string, path: string): Promise<Reply> {
  const body = await readFile(join(folder, normalize(path)));
  return { body, type: types[extname(path)] ?? 'application/octet-stream' };
}
