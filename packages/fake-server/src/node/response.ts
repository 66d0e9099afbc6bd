/** Writes responses to Node's `http`, and acts out their faults on the connection. */
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { problemResponse } from '../core/http/problem.ts';
import type { BodyEncoder } from '../core/http/web.ts';
import type { WireFault, WireResponse } from '../core/index.ts';

/** Settings of a connection that sending a response needs. */
export interface SendSettings {
  readonly encoder: BodyEncoder;
  /** Milliseconds after which a client that does not read its response is disconnected; 0 for never. */
  readonly idleTimeout: number;
  /** Called with the error if Node rejects the response. */
  readonly report: (error: unknown) => void;
}

/** Milliseconds of silence after which the client of a rejected request has probably finished sending. */
const quiet = 200;

/** Longer bodies, in characters, may not fit into one write. */
const short = 16 * 1024;

/** Sends a response after the delay of its fault, or as much of the response as the fault lets through. Never throws. */
export function sendResponse(outgoing: ServerResponse, response: WireResponse, settings: SendSettings): void {
  const send = (): void => {
    try {
      if (response.fault?.ending === undefined) sendWhole(outgoing, response, settings);
      else breakOff(outgoing, response, response.fault.ending);
    } catch (error) {
      if (outgoing.headersSent) outgoing.destroy();
      else sendFailure(outgoing, response.status);
      settings.report(error);
    }
  };
  if (response.fault) afterDelay(outgoing, response.fault, send);
  else send();
}

/** Calls `act` after the fault's delay, unless the client disconnects or the faults are removed before. */
function afterDelay(outgoing: ServerResponse, { delayMs, released }: WireFault, act: () => void): void {
  const timer = delayMs > 0 ? setTimeout(act, delayMs) : undefined;
  const release = (): void => void outgoing.destroy();
  released.addEventListener('abort', release);
  outgoing.once('close', () => {
    clearTimeout(timer);
    released.removeEventListener('abort', release);
  });
  if (timer === undefined) act();
}

/** Ends the connection as the fault says, or leaves it open until the faults are removed. */
function breakOff(
  outgoing: ServerResponse,
  { status, headers, body }: WireResponse,
  ending: NonNullable<WireFault['ending']>,
): void {
  if (ending === 'hang') return;
  if (ending !== 'reset') {
    const bytes = Buffer.from(body);
    outgoing.writeHead(status, { ...headers, 'content-length': bytes.length || 1 });
    outgoing.flushHeaders();
    outgoing.write(bytes.subarray(0, ending));
  }
  const end = (socket: Socket): void =>
    void (ending === 'reset' ? socket.resetAndDestroy() : socket.destroySoon());
  if (outgoing.socket) end(outgoing.socket);
  // The responses to earlier requests of the connection are sent first.
  else outgoing.once('socket', (socket) => setImmediate(end, socket));
}

function sendWhole(
  outgoing: ServerResponse,
  { status, headers, body }: WireResponse,
  { encoder, idleTimeout }: SendSettings,
): void {
  if (body.length <= short) {
    const length = Buffer.byteLength(body);
    writeHead(outgoing, status, headers, length);
    // A string is sent in one piece with the head. For plain ASCII, latin1 needs no encoding.
    outgoing.end(body, length === body.length ? 'latin1' : 'utf8');
    limitIdle(outgoing, idleTimeout);
    return;
  }
  const bytes = encoder.encode(body);
  writeHead(outgoing, status, headers, bytes.length);
  if (outgoing.write(bytes)) {
    outgoing.end();
    return;
  }
  // Not earlier: a closing server treats a connection as idle as soon as its response has ended.
  outgoing.once('drain', () => outgoing.end());
  limitIdle(outgoing, idleTimeout);
}

/** Disconnects a client that does not read the rest of its response. */
function limitIdle(outgoing: ServerResponse, idleTimeout: number): void {
  if (outgoing.socket?.writableLength === 0) return;
  outgoing.setTimeout(idleTimeout, () => outgoing.destroy());
  // Otherwise this timeout would apply to the next response.
  outgoing.prependOnceListener('finish', () => void outgoing.socket?.setTimeout(0));
}

const unsendable = problemResponse(500, 'The response has a status or headers that HTTP does not allow.');

/** Sends a 500 in place of a response whose head Node rejected. */
function sendFailure(outgoing: ServerResponse, rejectedStatus: number): void {
  const { status, headers, body } = unsendable;
  // The rejected status and headers have already decided how Node sends the body.
  const sentBody = rejectedStatus < 200 || rejectedStatus === 204 || rejectedStatus === 304 ? '' : body;
  outgoing.chunkedEncoding = false;
  outgoing.shouldKeepAlive = false;
  outgoing.writeHead(status, STATUS_CODES[status], { ...headers, 'content-length': sentBody.length });
  outgoing.end(sentBody);
}

/**
 * Sends a response before the request has been read, and closes the connection. Closing at once would reset the connection
 * because of the unread bytes, and the client might not receive the response.
 */
export function sendAndClose(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { status, headers, body }: WireResponse,
): void {
  outgoing.shouldKeepAlive = false;
  writeHead(outgoing, status, headers, Buffer.byteLength(body));
  outgoing.write(body);
  const timer = setTimeout(() => outgoing.end(), quiet);
  incoming.on('data', () => timer.refresh());
  incoming.once('end', () => outgoing.end());
  outgoing.once('close', () => clearTimeout(timer));
}

function writeHead(
  outgoing: ServerResponse,
  status: number,
  headers: WireResponse['headers'],
  length: number,
): void {
  outgoing.writeHead(status, status === 204 ? headers : { ...headers, 'content-length': length });
}
