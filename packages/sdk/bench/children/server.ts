/**
 * A server of constants, in a process of its own. The first segment of the path tells how many entries a log has:
 * `/10000/…`; with `/stream/1000000/…` they are written as they are read, and take no memory. Prints its URL.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { entriesText, logText } from '../entries.ts';

const service = Buffer.from(
  JSON.stringify({
    data: {
      id: '1f0e2d3c-4b5a-4678-9abc-def012345678',
      type: 'REST',
      title: 'Orders',
      config: {
        cors: { allowedOrigins: ['shop.example.com'], allowedMethods: ['GET', 'POST'], allowedHeaders: [] },
        defaultResponseHeaders: { 'x-mocked': true },
        upstreams: [{ name: 'orders', url: 'https://orders.example.com' }],
      },
      createdAt: '2026-03-01T10:00:00.000Z',
      updatedAt: '2026-03-01T10:00:00.000Z',
    },
  }),
);

const slice = 500;
const logs = new Map<number, Buffer>();
let repeated: Buffer | undefined;

const server = createServer((request, response) => {
  const streamed = /^\/stream\/(\d+)\//.exec(request.url ?? '');
  const held = /^\/(\d+)\//.exec(request.url ?? '');
  if (streamed !== null) stream(Number(streamed[1]), response);
  else send(held === null ? service : log(Number(held[1])), response);
});

function send(body: Buffer, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
}

function log(count: number): Buffer {
  const body = logs.get(count) ?? Buffer.from(logText(count));
  logs.set(count, body);
  return body;
}

function stream(count: number, response: ServerResponse): void {
  repeated ??= Buffer.from(entriesText(slice));
  response.writeHead(200, { 'content-type': 'application/json' });
  // A reader that goes away is none of this server's business.
  pipeline(Readable.from(pieces(count, repeated)), response, () => undefined);
}

/** The same five hundred entries over and over. */
function* pieces(count: number, repeated: Buffer): Generator<Buffer | string> {
  yield '{"data":[\n';
  for (let sent = 0; sent < count; sent += slice) {
    if (sent > 0) yield ',\n';
    yield repeated;
  }
  yield '\n]}';
}

// A client that parses for seconds must not find its connection closed.
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
