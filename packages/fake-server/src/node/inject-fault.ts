/** Acts out a fault on the connection. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { WireFault, WireResponse } from '../core/index.ts';

/** Calls `act` after the fault's delay, unless the client disconnects or the faults are removed before. */
export function afterDelay(
  outgoing: ServerResponse,
  { delayMs, released }: WireFault,
  act: () => void,
): void {
  const timer = delayMs > 0 ? setTimeout(act, delayMs) : undefined;
  const release = (): void => void outgoing.destroy();
  released.addEventListener('abort', release);
  outgoing.once('close', () => {
    clearTimeout(timer);
    released.removeEventListener('abort', release);
  });
  if (timer === undefined) act();
}

/** Ends the connection as the fault says, or leaves it open for ever. */
export function breakOff(
  outgoing: ServerResponse,
  response: WireResponse,
  ending: NonNullable<WireFault['ending']>,
): void {
  if (ending === 'hang') return;
  if (ending !== 'reset') startBody(outgoing, response, ending);
  const end = (socket: Socket): void =>
    void (ending === 'reset' ? socket.resetAndDestroy() : socket.destroySoon());
  if (outgoing.socket) end(outgoing.socket);
  // The responses to earlier requests of the connection are sent first.
  else outgoing.once('socket', (socket) => setImmediate(end, socket));
}

/** Announces the whole body and sends the start of it. */
function startBody(
  outgoing: ServerResponse,
  { status, headers, body }: WireResponse,
  sentBytes: number,
): void {
  const bytes = Buffer.from(body);
  outgoing.writeHead(status, { ...headers, 'content-length': bytes.length || 1 });
  outgoing.flushHeaders();
  outgoing.write(bytes.subarray(0, sentBytes));
}
