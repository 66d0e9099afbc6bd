import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FakeServer } from '../core/index.ts';
import { createListener } from './listener.ts';

/** Options of `serve`. */
export interface ServeOptions {
  /** TCP port; 0, the default, takes a free one. */
  readonly port?: number | undefined;
  /** Address to listen on. Default 127.0.0.1, which no other machine reaches. */
  readonly host?: string | undefined;
}

/** A fake server on a port. */
export interface RunningServer {
  /** Base URL for clients, with the path of the fake's `baseUrl` and without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Ends every connection, idle or not, and frees the port. May be called again. */
  readonly close: () => Promise<void>;
}

/**
 * Serves a fake server on a port over HTTP/1.1.
 *
 * @example
 * const running = await serve(fake);
 * const client = createClient({ baseUrl: running.url });
 * await running.close();
 *
 * Rejects with Node's own error when it cannot listen, such as `EADDRINUSE` for a port in use.
 */
export async function serve(
  fake: Pick<FakeServer, 'baseUrl' | 'handle'>,
  { port = 0, host = '127.0.0.1' }: ServeOptions = {},
): Promise<RunningServer> {
  const server = createServer(createListener(fake.handle));
  await listen(server, port, host);
  // A server that listens on a port, not on a pipe, has an AddressInfo.
  const address = server.address() as AddressInfo;
  let closed: Promise<void> | undefined;
  return {
    url: `http://${hostInUrl(address)}:${address.port}${new URL(fake.baseUrl).pathname.replace(/\/$/, '')}`,
    port: address.port,
    close: () => (closed ??= close(server)),
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    server.closeAllConnections();
  });
}

/** The address as a URL has it. One cannot connect to a wildcard address everywhere, but to the loopback one. */
function hostInUrl({ address, family }: AddressInfo): string {
  const reachable = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address] ?? address;
  return family === 'IPv6' ? `[${reachable}]` : reachable;
}
