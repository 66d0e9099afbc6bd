/** Acts out a fault on the connection. */
import type { ServerResponse } from 'node:http';
import type { WireFault, WireResponse } from '../core/index.ts';

/**
 * Waits for the fault's delay, unless the client disconnects, and then ends the connection as the fault says.
 *
 * @param send - Sends the whole response.
 */
export function injectFault(
  outgoing: ServerResponse,
  response: WireResponse,
  { delayMs, ending, released }: WireFault,
  send: () => void,
): void {
  const act = (): void => {
    if (ending === undefined) send();
    else if (ending === 'reset') outgoing.socket?.resetAndDestroy();
    else if (ending !== 'hang') truncate(outgoing, response, ending);
  };
  const timer = delayMs > 0 ? setTimeout(act, delayMs) : undefined;
  const release = (): void => void outgoing.destroy();
  released.addEventListener('abort', release);
  outgoing.once('close', () => {
    clearTimeout(timer);
    released.removeEventListener('abort', release);
  });
  if (timer === undefined) act();
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
