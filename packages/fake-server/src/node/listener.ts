import type { IncomingMessage, ServerResponse } from 'node:http';
import { BodyCollector } from '../core/door/body.ts';
import { openDoor, type Arrival, type DoorRules, type Outcome } from '../core/door/door.ts';
import { expectedFailure, problemResponse } from '../core/http/problem.ts';
import type { WireResponse } from '../core/index.ts';
import type { Connections } from './connections.ts';

interface ListenerSettings {
  /** Milliseconds after which the server disconnects a client that does not read its response, or 0 for no limit. */
  readonly idleTimeout: number;
  readonly log: (line: string) => void;
  readonly connections: Connections;
}

/** @param waits - Whether the client waits with the request body for the server's consent (`Expect: 100-continue`). */
type Listener = (incoming: IncomingMessage, outgoing: ServerResponse, waits?: boolean) => void;

/** If the fake server throws, the listener logs the error, and responds with a 500 that does not show the error. */
export function createListener(
  rules: DoorRules,
  { idleTimeout, log, connections }: ListenerSettings,
): Listener {
  const failed: DoorRules['failed'] = (error, arrival) => {
    const expected = expectedFailure(error);
    if (expected === undefined) log(failureLine(arrival, error));
    return expected ?? failure;
  };
  const door = openDoor({ ...rules, failed });
  const respond = async (
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    waits: boolean,
  ): Promise<void> => {
    connections.add(outgoing);
    let isAsked = !waits;
    const arrival = arrivalOf(incoming, outgoing, () => {
      if (!isAsked) outgoing.writeContinue();
      isAsked = true;
    });
    const outcome = await door(arrival);
    connections.beforeResponse(outgoing);
    // The client may still send a body that the server did not request, so close the connection.
    if (!isAsked && !incoming.complete) outgoing.shouldKeepAlive = false;
    try {
      if (outcome.cause === undefined) act(outgoing, outcome, idleTimeout);
      else fail(outgoing, outcome.cause, arrival);
    } catch (error) {
      fail(outgoing, error, arrival);
    }
  };
  const fail = (outgoing: ServerResponse, error: unknown, arrival: Arrival): void => {
    log(failureLine(arrival, error));
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(500, 'Internal Server Error', { connection: 'close', 'content-length': 0 }).end();
  };
  return (incoming, outgoing, waits = false) => void respond(incoming, outgoing, waits);
}

function arrivalOf(incoming: IncomingMessage, outgoing: ServerResponse, askForBody: () => void): Arrival {
  const headers = headersOf(incoming);
  return {
    method: incoming.method ?? '',
    path: pathOf(incoming),
    headers,
    origin: `http://${headers['host']}`,
    readBody: (maxBytes) => readBody(incoming, maxBytes, askForBody),
    left: () => {
      const controller = new AbortController();
      outgoing.once('close', () => controller.abort());
      return controller.signal;
    },
  };
}

/**
 * Resolves to `undefined` as soon as the body is too long. Never settles if the client disconnects before the end of
 * the body. Node discards the rest of a body when the response has been sent.
 */
async function readBody(
  incoming: IncomingMessage,
  maxBytes: number,
  askForBody: () => void,
): Promise<string | undefined> {
  const { 'content-length': length, 'transfer-encoding': encoding } = incoming.headers;
  // A request without `content-length` and `transfer-encoding` has no body (RFC 9112 §6.3).
  if (length === undefined && encoding === undefined) return '';
  askForBody();
  const collected = new BodyCollector(maxBytes);
  return new Promise((resolve) => {
    incoming.on('data', (chunk: Buffer) => {
      if (!collected.append(chunk)) resolve(undefined);
    });
    incoming.on('end', () => resolve(collected.text()));
  });
}

/** A shorter body is sent in the same write as the headers. */
const short = 16 * 1024;

/** @throws {TypeError} if HTTP does not allow the status or a header. */
function act(outgoing: ServerResponse, { response, ending }: Outcome, idleTimeout: number): void {
  const { socket } = outgoing.req;
  if (ending === 'complete') sendWhole(outgoing, response, idleTimeout);
  else if (ending === 'reset') socket.resetAndDestroy();
  else {
    const bytes = Buffer.from(response.body);
    writeHead(outgoing, response, bytes.length || 1);
    outgoing.flushHeaders();
    outgoing.write(bytes.subarray(0, ending));
    socket.destroySoon();
  }
}

function sendWhole(outgoing: ServerResponse, response: WireResponse, idleTimeout: number): void {
  const { body } = response;
  if (body.length <= short) {
    const length = Buffer.byteLength(body);
    writeHead(outgoing, response, length);
    // Node sends a string in the same write as the headers. `latin1` avoids encoding plain ASCII.
    outgoing.end(body, length === body.length ? 'latin1' : 'utf8');
    return;
  }
  const bytes = Buffer.from(body);
  writeHead(outgoing, response, bytes.length);
  if (outgoing.write(bytes)) {
    outgoing.end();
    return;
  }
  // End the response only after its body is sent, because a closing server closes the connection of an ended response.
  outgoing.once('drain', () => outgoing.end());
  outgoing.setTimeout(idleTimeout);
}

function writeHead(outgoing: ServerResponse, { status, headers }: WireResponse, length: number): void {
  outgoing.writeHead(status, status === 204 ? headers : { 'content-length': length, ...headers });
}

const failure = problemResponse(
  500,
  'The fake server failed to respond. See its log for the reason (by default stderr).',
);

/** Returns one line without control characters, and without the query string, which may contain credentials. */
function failureLine({ method, path }: Arrival, error: unknown): string {
  const [withoutQuery = ''] = path.split('?', 1);
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : `a thrown ${typeof error}`;
  const line = `The fake server could not respond to ${method} ${withoutQuery}: ${reason}`;
  return line.replaceAll(/\p{Cc}/gu, '\uFFFD');
}

/** Clients that use a proxy send a complete URL instead of a path (RFC 9112 §3.2.2). */
function pathOf({ url = '' }: IncomingMessage): string {
  return url.startsWith('/') ? url : url.replace(/^[a-z][\w+.-]*:\/\/[^/?#]*/i, '');
}

function headersOf({ rawHeaders }: IncomingMessage): Record<string, string> {
  // The object has no prototype, because a header may be named `constructor`.
  const headers: Record<string, string> = Object.create(null) as Record<string, string>;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]?.toLowerCase() ?? '';
    const value = rawHeaders[i + 1] ?? '';
    const before = headers[name];
    headers[name] = before === undefined ? value : `${before}, ${value}`;
  }
  return headers;
}
