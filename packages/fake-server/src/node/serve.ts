import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Faults, FakeServer, Worlds } from '../core/index.ts';
import { parseBaseUrl } from '../core/http/base-url.ts';
import { handleOf } from '../core/server/handle.ts';
import { isLoopback } from './host.ts';
import { endBroken } from './client-error.ts';
import { KeptConnections } from './kept-connections.ts';
import { listenError } from './listen-error.ts';
import { createListener } from './listener.ts';
import { resolveOptions, type ServeOptions } from './options.ts';
import { PendingResponses } from './pending-responses.ts';
import { isTooLong } from './request-body.ts';

/** A fake server on a port. Disposing closes it: `await using running = await serve(fake)`. */
export interface RunningServer extends AsyncDisposable {
  /** Base URL for clients, with the path of the fake's `baseUrl`, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Closes all connections and frees the port. May be called again. */
  readonly close: (options?: CloseOptions) => Promise<void>;
}

/** What `serve` needs of a fake server. Without its faults, it keeps connections alive while one is armed. */
type Served = Pick<FakeServer, 'baseUrl' | 'handle'> & { readonly faults?: Pick<Faults, 'onRepeated'> };

/** Options of `close`. */
export interface CloseOptions {
  /**
   * Milliseconds to wait for pending responses. Requests that have not arrived completely are dropped at once.
   *
   * @default 250
   */
  readonly grace?: number | undefined;
}

/**
 * Serves a fake server on a port over HTTP/1.1. Unless a `host` is given, only this machine reaches it.
 *
 * @param fake - The fake to serve, or several by name; several ports may share one.
 * @returns Resolves once it listens.
 * @throws {Error} with Node's `code` when it cannot listen, such as `EADDRINUSE` for a port in use; Node's error is its `cause`.
 * @throws {RangeError} for an option that is negative or not a whole number.
 * @example
 * ```ts
 * import { createFakeServer } from '@mock-services/fake-server/core';
 * import { serve } from '@mock-services/fake-server/node';
 * import { createClient } from '@mock-services/sdk';
 *
 * const running = await serve(createFakeServer());
 * const client = createClient({ baseUrl: running.url });
 * await client.workspaces.list();
 * await running.close();
 * ```
 */
export async function serve(fake: FakeServer | Worlds, options?: ServeOptions): Promise<RunningServer>;
export async function serve(
  fake: Served,
  options?: ServeOptions & { readonly admin?: false | undefined },
): Promise<RunningServer>;
export async function serve(fake: Served, options: ServeOptions = {}): Promise<RunningServer> {
  const { port, host, settings, limits } = resolveOptions(options);
  const handle = await handleOf(fake, options.admin);
  const server = createServer(limits);
  await listen(server, port, host);
  // An AddressInfo: the server listens on a port, not on a pipe.
  const address = server.address() as AddressInfo;
  const local = isLoopback(address.address);
  if (!local) settings.log(openLine(address, options.admin));
  const url = `http://${hostInUrl(address)}:${address.port}${parseBaseUrl(fake.baseUrl).prefix}`;
  const pending = new PendingResponses();
  const kept = new KeptConnections(address.port, fake.faults);
  // Clients normalize the name of an IPv6 address.
  const hostNames = local ? [host.toLowerCase(), new URL(url).hostname] : undefined;
  const listener = createListener(handle, { ...settings, hostNames, pending, kept });
  server.on('connection', (socket) => kept.open(socket));
  server.on('request', listener);
  // A Socket: the server speaks no TLS.
  server.on('clientError', (error, socket) => endBroken(error, socket as Socket, kept));
  // A body that is too long is rejected before the client sends it.
  server.on('checkContinue', (incoming, outgoing) => {
    if (!isTooLong(incoming, settings.maxBodyBytes)) outgoing.writeContinue();
    listener(incoming, outgoing);
  });
  // Such as a connection that is not accepted because the process has too many files open.
  server.on('error', (error) => settings.log(`The fake server lost a connection: ${error.message}`));
  let closed: Promise<void> | undefined;
  const closeOnce = ({ grace = 250 }: CloseOptions = {}): Promise<void> => {
    kept.end();
    return (closed ??= close(server, () => pending.settled(grace)));
  };
  return { url, port: address.port, close: closeOnce, [asyncDispose]: () => closeOnce() };
}

/** Not every engine has the symbol, and without it the method would be named `undefined`. */
const symbols: { readonly asyncDispose?: typeof Symbol.asyncDispose } = Symbol;
const asyncDispose: typeof Symbol.asyncDispose =
  symbols.asyncDispose ?? (Symbol.for('Symbol.asyncDispose') as typeof Symbol.asyncDispose);

/** What is open to whom on an address that other machines reach, and how to restrict it. */
function openLine({ address, port }: AddressInfo, admin: boolean | undefined): string {
  const open = admin ? 'read and change all data, also through /__fake/' : 'read and change all data';
  return `Open to other machines: whoever reaches ${address}, port ${port}, can ${open}, and the Host header is not checked. To restrict it to this machine, leave out the host (--host).`;
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => reject(listenError(error, port, host));
    server.once('error', fail);
    server.listen(port, host, () => {
      server.off('error', fail);
      resolve();
    });
  });
}

function close(server: Server, settled: () => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    void settled().then(() => server.closeAllConnections());
  });
}

/** The address for a URL: of a wildcard address the loopback one, because not every system connects to a wildcard. */
function hostInUrl({ address, family }: AddressInfo): string {
  const reachable = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address] ?? address;
  return family === 'IPv6' ? `[${reachable}]` : reachable;
}
