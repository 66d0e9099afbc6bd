/** Acts out a fault on the connection. */
import type { ServerResponse } from 'node:http';
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
  if (ending === 'reset') outgoing.socket?.resetAndDestroy();
  else if (ending !== 'hang') truncate(outgoing, response, ending);
}

/** Announces the whole body, sends the start of it and closes the connection. */
function truncate(
  outgoing: ServerResponse,
  { status, headers, body }: WireResponse,
  sentBytes: number,
): void {
  const bytes = Buffer.from(body);
  outgoing.writeHead(status, { ...headers, 'content-length': bytes.length || 1 });
  outgoing.flushHeaders();
  outgoing.write(bytes.subarray(0, sentBytes));
  outgoing.socket?.destroySoon();
}
