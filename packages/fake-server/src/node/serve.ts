import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { parseBaseUrl } from '../core/http/base-url.ts';
import type { RequestHead } from '../core/http/message.ts';
import { problemResponse } from '../core/http/problem.ts';
import { BodyCollector } from '../core/http/web.ts';
import type { Faults, FakeServer, WireResponse, Worlds } from '../core/index.ts';
import { handleOf } from '../core/server/handler.ts';
import { Connections } from './connections.ts';
import { createListener } from './listener.ts';
import { resolveOptions, type ServeOptions } from './options.ts';

/** A fake server on a port. Disposing closes it: `await using running = await serve(fake)`. */
export interface RunningServer extends AsyncDisposable {
  /** Base URL for clients, with the path of the fake's `baseUrl`, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Closes all connections and frees the port. May be called again. */
  readonly close: (options?: CloseOptions) => Promise<void>;
}

/** The parts of a fake server that `serve` uses. Without `faults`, it keeps connections alive while a fault is armed. */
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
 * Serves a fake server on a port over HTTP/1.1. Unless `host` is given, only this machine reaches it. If it rejects, nothing listens.
 *
 * @param fake - The fake to serve, or several by name; several ports may share one.
 * @returns Resolves once it listens.
 * @throws {Error} with Node's `code` when it cannot listen, such as `EADDRINUSE` for a port in use; Node's error is its `cause`.
 * @throws {OptionError} for an option that is negative or not an integer, and an invalid `requiredToken`.
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
  const { port, host, idleTimeout, log, limits, ...settings } = resolveOptions(options);
  const { prefix } = parseBaseUrl(fake.baseUrl);
  const handle = handleOf(fake, options.admin);
  const connections = new Connections(fake.faults, idleTimeout);
  const server = createServer(limits);
  /** Names other than those of this machine that `Host` may have; `undefined` if it may have any. */
  let hostNames: readonly string[] | undefined;
  const rejectHost = ({ headers }: RequestHead) => foreignHostRejection(headers['host'], hostNames);
  const listener = createListener({ handle, rejectHost, ...settings, idleTimeout, log, connections });
  server.on('connection', (socket) => connections.open(socket));
  server.on('request', listener);
  // A Socket, because the server does not use TLS.
  server.on('clientError', (error, socket) => connections.endBroken(error, socket as Socket));
  // A body that is too long is rejected before the client sends it.
  server.on('checkContinue', (incoming, outgoing) => {
    const isTooLong = BodyCollector.isTooLong(incoming.headers['content-length'], settings.maxBodyBytes);
    if (!isTooLong) outgoing.writeContinue();
    listener(incoming, outgoing);
  });
  try {
    await listen(server, port, host);
  } catch (error) {
    connections.end();
    throw error;
  }
  // For example, the process has too many files open to accept a connection.
  server.on('error', (error) => log(`The fake server lost a connection: ${error.message}`));
  // An AddressInfo, because the server listens on a port and not on a pipe.
  const address = server.address() as AddressInfo;
  const url = `http://${hostInUrl(address)}:${address.port}${prefix}`;
  // Clients normalize the name of an IPv6 address.
  if (isLoopback(address.address)) hostNames = [host.toLowerCase(), new URL(url).hostname];
  else log(openLine(address, options));
  let closed: Promise<void> | undefined;
  const closeOnce = ({ grace = 250 }: CloseOptions = {}): Promise<void> => {
    connections.end();
    return (closed ??= close(server, () => connections.settled(grace)));
  };
  return { url, port: address.port, close: closeOnce, [asyncDispose]: () => closeOnce() };
}

/** Not every engine has the symbol, and without it the method would be named `undefined`. */
const symbols: { readonly asyncDispose?: typeof Symbol.asyncDispose } = Symbol;
const asyncDispose: typeof Symbol.asyncDispose =
  symbols.asyncDispose ?? (Symbol.for('Symbol.asyncDispose') as typeof Symbol.asyncDispose);

/** Explains who can reach an address of the network, and how to restrict it. */
function openLine(
  { address, port }: AddressInfo,
  { admin, requiredToken }: Pick<ServeOptions, 'admin' | 'requiredToken'>,
): string {
  const who = requiredToken === undefined ? 'whoever' : 'whoever has the token and';
  const open = admin ? 'read and change all data, also through /__fake/' : 'read and change all data';
  return `Open to other machines: ${who} reaches ${address}, port ${port}, can ${open}, and the Host header is not checked. To restrict it to this machine, leave out the host (--host).`;
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

const loopbackAddress = /^(?:127\.|::1$|::ffff:127\.)/;

/** Whether only this machine reaches an address. */
function isLoopback(address: string): boolean {
  return loopbackAddress.test(address);
}

const loopbackHost = /^(?:(?:[^:/@]+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])\.?(?::\d+)?$/i;

const foreignHost = problemResponse(
  421,
  'This server listens on a loopback address and only responds to requests for localhost, 127.0.0.1, [::1] or the host it was started with.',
);

/**
 * The rejection of a request for another host. A page can make its own name resolve to 127.0.0.1 (DNS rebinding), but
 * its requests still carry that name. A request without the header uses HTTP/1.0, which pages do not.
 */
function foreignHostRejection(
  host: string | undefined,
  names: readonly string[] | undefined,
): WireResponse | undefined {
  if (names === undefined || host === undefined || loopbackHost.test(host)) return undefined;
  return names.includes(host.replace(/:\d+$/, '').toLowerCase()) ? undefined : foreignHost;
}

/** Why the server cannot listen on a port, by the code of Node's error. */
const reasons: Readonly<Record<string, (port: number, host: string) => string>> = {
  EADDRINUSE: (port) =>
    `Port ${port} is in use. Stop what listens there, or choose another (port, --port); 0 takes a free one.`,
  EACCES: (port) => `Listening on port ${port} is not allowed. Choose one above 1023 (port, --port).`,
  EADDRNOTAVAIL: unknownHost,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  EINVAL: unknownHost,
};

function unknownHost(_: number, host: string): string {
  return `${host} is not an address of this machine. Choose another (host, --host).`;
}

/** Node's error with its code and a message that helps, if the reason is known. */
function listenError(error: Error, port: number, host: string): Error {
  if (!isListenError(error)) return error;
  const { code } = error;
  const message = reasons[code]?.(port, host);
  return Object.assign(new Error(message, { cause: error }), { code });
}

/** Whether an error of `serve` has a known reason. */
export function isListenError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'code' in error && Object.hasOwn(reasons, String(error.code));
}
