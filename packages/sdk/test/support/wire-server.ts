import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface WireRequest {
  readonly method: string;
  /** Path and query of the request line. */
  readonly target: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Stores the received requests. */
export interface WireServer extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly WireRequest[];
}

/** The first request has the `count` 1. */
export type Answer = (request: WireRequest, response: ServerResponse, count: number) => void;

export async function startWireServer(answer: Answer): Promise<WireServer> {
  const requests: WireRequest[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const request = {
        method: incoming.method ?? '',
        target: incoming.url ?? '',
        headers: incoming.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      };
      requests.push(request);
      answer(request, response, requests.length);
    });
  });
  // On a busy machine, a client may reuse a connection just when the server closes it because it was idle.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

/** If `body` is `undefined`, the response has no body. */
export function answerWith(status: number, body?: unknown, headers: Record<string, string> = {}): Answer {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  };
}

/** Uses the answers in order, and repeats the last one. */
export function inTurn(...answers: readonly Answer[]): Answer {
  return (request, response, count) => {
    (answers[count - 1] ?? answers.at(-1))?.(request, response, count);
  };
}

/** Allows an immediate retry. */
export const unavailable: Answer = answerWith(503, undefined, { 'retry-after': '0' });
