import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface FaultRequest {
  readonly method: string;
  readonly target: string;
  /** The request line and the header lines. */
  readonly head: string;
}

/** Responds to a request, or fails to. The first request has the `count` 1. */
export type Fault = (
  socket: Socket,
  request: FaultRequest,
  count: number,
  origin: string,
) => void | Promise<void>;

/** Its responses can violate HTTP. */
export interface FaultServer extends AsyncDisposable {
  readonly origin: string;
  readonly requests: readonly FaultRequest[];
}

/** Starts a raw TCP server on a free loopback port. `onRequest` is called before the fault. */
export async function startFaultServer(fault: Fault, onRequest?: () => void): Promise<FaultServer> {
  const requests: FaultRequest[] = [];
  const sockets = new Set<Socket>();
  let origin = '';
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // The client may close the connection at any time.
    socket.on('error', () => undefined);
    readRequests(socket, (request) => {
      requests.push(request);
      onRequest?.();
      void Promise.resolve(fault(socket, request, requests.length, origin));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    requests,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/**
 * Reserves a loopback port that refuses connections: no server can use the local port of an open connection. The port
 * is bound explicitly, because `connect` could otherwise choose the same one and connect to itself.
 */
export async function startRefusing(): Promise<FaultServer> {
  const server = await startFaultServer(() => undefined);
  const port = Number(new URL(server.origin).port);
  const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.1' });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return { ...server, origin: `http://127.0.0.1:${socket.localPort}` };
}

/** Calls `onRequest` after the head and the body of a request have arrived. */
function readRequests(socket: Socket, onRequest: (request: FaultRequest) => void): void {
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
    const end = received.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = received.slice(0, end);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    const chunked = /transfer-encoding: chunked/i.test(head);
    const complete = chunked ? received.endsWith('0\r\n\r\n') : received.length >= end + 4 + length;
    if (!complete) return;
    received = '';
    const [method = '', target = ''] = head.split(' ');
    onRequest({ method, target, head });
  });
}

const json = 'content-type: application/json\r\n';

export function respond(socket: Socket, status: number, head: string, body: string | Buffer = ''): void {
  const bytes = Buffer.from(body);
  socket.write(`HTTP/1.1 ${status} X\r\nconnection: close\r\ncontent-length: ${bytes.length}\r\n${head}\r\n`);
  socket.end(bytes);
}

/** Writes the headers of a JSON response of `length` bytes, and the beginning of its body. */
function begin(socket: Socket, length: number, start: string): void {
  socket.write(`HTTP/1.1 200 OK\r\nconnection: close\r\n${json}content-length: ${length}\r\n\r\n${start}`);
}

export const faults = {
  'connection reset before the headers': (socket) => {
    socket.resetAndDestroy();
  },
  'connection reset in the body': async (socket) => {
    begin(socket, 100, '{"data":');
    await sleep(5);
    socket.resetAndDestroy();
  },
  'body shorter than content-length': (socket) => {
    begin(socket, 100, '{"data":');
    socket.end();
  },
  'broken chunking': (socket) => {
    socket.end(`HTTP/1.1 200 OK\r\n${json}transfer-encoding: chunked\r\n\r\n5\r\n{"dat\r\nnot-hex\r\n`);
  },
  'corrupt gzip': (socket) => {
    respond(socket, 200, `${json}content-encoding: gzip\r\n`, 'this is not gzip at all');
  },
  'hang before the headers': () => undefined,
  'hang in the body': (socket) => {
    begin(socket, 100, '{"data":');
  },
} satisfies Record<string, Fault>;
