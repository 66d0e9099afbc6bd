/** Sends responses with Node's `http` module, and simulates their faults on the connection. */
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { problemResponse } from '../core/http/problem.ts';
import type { BodyEncoder } from '../core/http/web.ts';
import type { WireFault, WireResponse } from '../core/index.ts';

/** Settings for sending a response. */
export interface SendSettings {
  readonly encoder: BodyEncoder;
  /** Milliseconds after which the server disconnects a client that does not read its response. 0 means never. */
  readonly idleTimeout: number;
  /** Called with the error if Node rejects the response. */
  readonly report: (error: unknown) => void;
}

/** Time without data, in milliseconds, after which the client of a rejected request has probably stopped sending. */
const quiet = 200;

/** Maximum length, in characters, of a body that is sent in the same write as the headers. */
const short = 16 * 1024;

/**
 * Sends a response, and applies the delay and the broken connection that the response's fault specifies. Never throws.
 */
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

/**
 * Calls `act` after the delay of a fault. If the client disconnects or the faults are removed first, `act` is not
 * called.
 */
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

/**
 * Breaks the connection if the fault requires it. For a fault with `hang`, leaves the connection open until the
 * faults are removed.
 */
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
  // Wait until the earlier responses on this connection are sent.
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
    // Node sends a string in the same write as the headers. `latin1` avoids encoding plain ASCII.
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
  // Do not end the response before the data is sent. A closing server treats a connection as idle when its response
  // has ended.
  outgoing.once('drain', () => outgoing.end());
  limitIdle(outgoing, idleTimeout);
}

/** Disconnects a client that stops reading its response. */
function limitIdle(outgoing: ServerResponse, idleTimeout: number): void {
  if (outgoing.socket?.writableLength === 0) return;
  outgoing.setTimeout(idleTimeout, () => outgoing.destroy());
  // Remove the timeout, because it must not apply to the next response on the connection.
  outgoing.prependOnceListener('finish', () => void outgoing.socket?.setTimeout(0));
}

const unsendable = problemResponse(500, 'The response has a status or headers that HTTP does not allow.');

/** Sends a 500 after Node rejected the status or the headers of a response. */
function sendFailure(outgoing: ServerResponse, rejectedStatus: number): void {
  const { status, headers, body } = unsendable;
  // Node has already used the rejected status to decide whether the response has a body.
  const sentBody = rejectedStatus < 200 || rejectedStatus === 204 || rejectedStatus === 304 ? '' : body;
  outgoing.chunkedEncoding = false;
  outgoing.shouldKeepAlive = false;
  outgoing.writeHead(status, STATUS_CODES[status], { ...headers, 'content-length': sentBody.length });
  outgoing.end(sentBody);
}

/**
 * Sends a response before the request has been read completely, and closes the connection after a delay. Closing a
 * connection with unread bytes resets the connection, and the client might not receive the response.
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
  outgoing.writeHead(status, status === 204 ? headers : { 'content-length': length, ...headers });
}
