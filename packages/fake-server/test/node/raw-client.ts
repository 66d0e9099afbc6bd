/** Sends requests as bytes on a socket. The requests may be malformed. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { createFakeServer, type FakeServer, type Worlds } from '@mock-services/fake-server/core';
import { serve, type RunningServer, type ServeOptions } from '@mock-services/fake-server/node';
import { expect, onTestFinished } from 'vitest';

/** Serves a fake server or worlds until the end of the current test. */
export async function start(
  fake: FakeServer | Worlds = createFakeServer(),
  options?: ServeOptions,
): Promise<RunningServer> {
  const running = await serve(fake, options);
  onTestFinished(() => running.close({ grace: 0 }));
  return running;
}

/** Opens a connection and sends lines. */
export async function openWith({ port }: { port: number }, ...lines: string[]): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  if (lines.length > 0) socket.write([...lines, ''].join('\r\n'));
  return socket;
}

/** Opens a connection and sends the head of a request. */
export function open(running: { port: number }, ...lines: string[]): Promise<Socket> {
  return openWith(running, ...lines, 'host: localhost', '');
}

/** Reads until the server closes the connection. */
export async function rest(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Returns Node's HTTP server for a port. Finds the server with a diagnostics channel. */
export async function serverAt({ url, port }: { url: string; port: number }): Promise<Server> {
  let found: Server | undefined;
  const onRequest = (message: unknown): void => {
    const { server, socket } = message as { server: Server; socket: Socket };
    if (socket.localPort === port) found = server;
  };
  subscribe('http.server.request.start', onRequest);
  await (await fetch(url)).text();
  unsubscribe('http.server.request.start', onRequest);
  return found ?? expect.unreachable('the server got no request');
}
