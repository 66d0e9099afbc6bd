/** Runs the program in this process, with a page of two files and a service that the test defines. */
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { connect, createServer as createSocketServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveExplorer, type ExplorerOptions, type RunningExplorer } from '@mock-services/explorer';
import { onTestFinished } from 'vitest';

export const html = '<!doctype html><html><head><title>Page</title></head></html>';

/** Creates a folder that is removed at the end of the current test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'explorer-program-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Creates a folder that contains a page. */
export async function pageFolder(): Promise<string> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), html);
  await writeFile(join(folder, 'assets', 'main-1a2b.js'), 'export {};');
  return folder;
}

/** Serves the explorer until the end of the current test. */
export async function start(options: ExplorerOptions = {}): Promise<RunningExplorer> {
  const running = await serveExplorer({ port: 0, page: await pageFolder(), ...options });
  onTestFinished(() => running.close());
  return running;
}

/** Starts an HTTP service until the end of the current test. Returns its base URL. */
export async function serviceOf(listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listenOn(createServer(listener))}`;
}

/** Accepts TCP connections until the end of the current test. */
export async function socketServer(onConnection: (socket: Socket) => void): Promise<string> {
  const server = createSocketServer((socket) => {
    onTestFinished(() => void socket.destroy());
    onConnection(socket);
  });
  return `http://127.0.0.1:${await listenOn(server)}`;
}

export const okResponse = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}';

/** Starts a service that records the received bytes, and responds when the bytes match a pattern. */
export async function rawService(pattern = /\r\n\r\n$/, response = okResponse) {
  let received = '';
  const service = await socketServer((socket) => {
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
      if (pattern.test(received)) socket.end(response);
    });
  });
  return { service, received: () => received };
}

/** Listens on a free port until the end of the current test. */
export async function listenOn(server: Server | ReturnType<typeof createSocketServer>): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.close();
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

/** Opens a connection and sends lines that end with CRLF. */
export async function openWith({ port }: { readonly port: number }, ...lines: string[]): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.write([...lines, ''].join('\r\n'));
  return socket;
}

/** Reads from a connection until the received text matches a pattern. */
export async function until(socket: Socket, pattern: RegExp): Promise<string> {
  let text = '';
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    if (pattern.test(text)) return text;
  }
  throw new Error(`The connection ended after ${JSON.stringify(text)}.`);
}

/** Sends a request without a body, and reads the whole response. */
export async function exchange(running: { readonly port: number }, ...head: string[]): Promise<string> {
  const socket = await openWith(running, ...head, 'connection: close', '');
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Reads the body of a request as text. */
export async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Response that the program sends instead of the service. */
export interface Problem {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly command?: string;
}

/** Returns the program's own response to a request. Throws if the response came from the service. */
export async function problemAt(
  running: RunningExplorer,
  path = '/configuration/workspaces',
): Promise<Problem> {
  const response = await fetch(`${running.url}api${path}`);
  if (response.headers.get('x-mock-services-explorer') !== '1') throw new Error('The service responded.');
  return (await response.json()) as Problem;
}
