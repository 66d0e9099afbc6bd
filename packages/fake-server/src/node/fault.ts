/** Acts out on a connection what goes wrong with a response. */
import type { ServerResponse } from 'node:http';
import type { WireFault, WireResponse } from '../core/index.ts';

/**
 * Waits as long as the fault says, unless the client goes away, and then lets the connection end as it says.
 *
 * @param send - Sends the whole response.
 */
export function actOut(
  outgoing: ServerResponse,
  response: WireResponse,
  { delayMs, ending, released }: WireFault,
  send: () => void,
): void {
  const act = (): void => {
    if (ending === undefined) send();
    else if (ending === 'reset') outgoing.socket?.resetAndDestroy();
    else if (ending !== 'hang') breakOff(outgoing, response, ending);
  };
  const timer = delayMs > 0 ? setTimeout(act, delayMs) : undefined;
  const giveUp = (): void => void outgoing.destroy();
  released.addEventListener('abort', giveUp);
  outgoing.once('close', () => {
    clearTimeout(timer);
    released.removeEventListener('abort', giveUp);
  });
  if (timer === undefined) act();
}

/** Announces a whole body, sends the beginning of it and closes the connection. */
function breakOff(
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
