import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { BodyEncoder } from '../core/http/body-encoder.ts';
import { problemResponse } from '../core/http/problem.ts';
import type { WireResponse } from '../core/index.ts';
import { breakOff } from './inject-fault.ts';

/** What sending needs besides the response. */
export interface SendSettings {
  readonly encoder: BodyEncoder;
  /** Milliseconds after which a client that reads nothing of its response is disconnected; 0 for never. */
  readonly idleTimeout: number;
  /** Called with what Node refused to send. */
  readonly report: (error: unknown) => void;
}

/** A client that sends nothing for so many milliseconds has probably finished. */
const quiet = 200;

/** Longer bodies, in characters, may not fit into one write. */
const short = 16 * 1024;

/** Sends a response, or as much of it as its fault lets through. Never throws. */
export function sendResponse(outgoing: ServerResponse, response: WireResponse, settings: SendSettings): void {
  try {
    if (response.fault?.ending === undefined) sendWhole(outgoing, response, settings);
    else breakOff(outgoing, response, response.fault.ending);
  } catch (error) {
    if (outgoing.headersSent) outgoing.destroy();
    else sendFailure(outgoing, response.status);
    settings.report(error);
  }
}

function sendWhole(
  outgoing: ServerResponse,
  { status, headers, body }: WireResponse,
  { encoder, idleTimeout }: SendSettings,
): void {
  if (body.length <= short) {
    const length = Buffer.byteLength(body);
    writeHead(outgoing, status, headers, length);
    // Text is sent in one piece with the head; latin1 spares the encoding of plain ASCII.
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
  // Not ended before: a closing server treats a connection as idle as soon as its response has ended.
  outgoing.once('drain', () => outgoing.end());
  limitIdle(outgoing, idleTimeout);
}

/** Disconnects a client that reads nothing of what is left of a response. */
function limitIdle(outgoing: ServerResponse, idleTimeout: number): void {
  if (outgoing.socket?.writableLength === 0) return;
  outgoing.setTimeout(idleTimeout, () => outgoing.destroy());
  // The time of the next response, or Node's of a connection without one, begins anew.
  outgoing.prependOnceListener('finish', () => void outgoing.socket?.setTimeout(0));
}

const unsendable = problemResponse(500, 'The response has a status or headers that HTTP does not allow.');

/** Sends a 500 in place of a response whose head Node refused. */
function sendFailure(outgoing: ServerResponse, refusedStatus: number): void {
  const { status, headers, body } = unsendable;
  // Node has settled by the refused status and headers how the body is sent.
  const sentBody = refusedStatus < 200 || refusedStatus === 204 || refusedStatus === 304 ? '' : body;
  outgoing.chunkedEncoding = false;
  outgoing.shouldKeepAlive = false;
  outgoing.writeHead(status, STATUS_CODES[status], { ...headers, 'content-length': sentBody.length });
  outgoing.end(sentBody);
}

/**
 * Sends a response before the request has been read, and closes the connection. Closing at once would reset it,
 * because of the unread bytes, and the client might never see the response.
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
