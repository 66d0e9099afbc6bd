import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseBaseUrl, parseUrl } from '../core/http/base-url.ts';
import type { Check } from '../core/door/door.ts';
import { problemResponse } from '../core/http/problem.ts';
import type { FakeServer, WireResponse, Worlds } from '../core/index.ts';
import { serverRules } from '../core/server/handler.ts';
import { Connections } from './connections.ts';
import { createListener } from './listener.ts';
import { resolveOptions, type ServeOptions } from './options.ts';

/** A fake server on a port. `await using running = await serve(fake)` closes the server at the end of the scope. */
export interface RunningServer extends AsyncDisposable {
  /** Base URL for clients, with the path of the fake server's `baseUrl` and without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Closes all connections and releases the port. Repeated calls have no effect. */
  readonly close: (options?: CloseOptions) => Promise<void>;
}

type Served = Pick<FakeServer, 'baseUrl' | 'handle'>;

export interface CloseOptions {
  /**
   * Milliseconds to wait for pending responses. Incomplete requests are dropped at once.
   * @default 250
   */
  readonly grace?: number | undefined;
}

/**
 * Serves a fake server, or the result of `createWorlds`, on a port over HTTP/1.1. You can serve the same fake server
 * on several ports. By default, only this machine can reach the port.
 *
 * GET and HEAD of the base path get a short page (status 200) without a token, so that tools can wait for the server.
 * @throws {Error} if the server cannot listen. The `cause` is Node's error, and the `code` is Node's code,
 *   such as `EADDRINUSE`.
 * @throws {FakeServerError} (`invalid-option`) if an option is invalid.
 */
export async function serve(fake: FakeServer | Worlds, options?: ServeOptions): Promise<RunningServer>;
export async function serve(
  fake: Served,
  options?: ServeOptions & { readonly admin?: false | undefined },
): Promise<RunningServer>;
export async function serve(fake: Served, options: ServeOptions = {}): Promise<RunningServer> {
  const { port, host, origins, maxBodyBytes, idleTimeout, log, limits } = resolveOptions(options);
  const rules = serverRules(fake, options);
  const { prefix } = parseBaseUrl(fake.baseUrl);
  const server = createServer(limits);
  await listen(server, port, host);
  const connections = new Connections(server, fake);
  /** Additional names that the `Host` header may contain. `undefined` allows any name. */
  let hostNames: readonly string[] | undefined;
  const foreignHost: Check = ({ headers }) => foreignHostRejection(headers['host'], hostNames, origins);
  const listener = createListener(
    { ...rules, maxBodyBytes, refusals: [foreignHost, ...rules.refusals] },
    { idleTimeout, log, connections },
  );
  server.on('request', (incoming, outgoing) => listener(incoming, outgoing));
  // Ask for the body only when it is read, so that the listener can reject a request before the client sends its body.
  server.on('checkContinue', (incoming, outgoing) => listener(incoming, outgoing, true));
  // Node emits this error, for example, if the process has too many open files.
  server.on('error', (error) => log(`The fake server could not accept a connection: ${error.message}`));
  // The cast is safe, because the server listens on a port and not on a pipe.
  const address = server.address() as AddressInfo;
  const url = `http://${hostInUrl(address)}:${address.port}${prefix}`;
  // Add the host name of the URL, because clients normalize IPv6 addresses.
  if (isLoopback(address.address)) hostNames = [host.toLowerCase(), new URL(url).hostname];
  else log(openLine(address, options));
  let closed: Promise<void> | undefined;
  const closeOnce = ({ grace = 250 }: CloseOptions = {}): Promise<void> =>
    (closed ??= connections.close(grace));
  return { url, port: address.port, close: closeOnce, [Symbol.asyncDispose]: () => closeOnce() };
}

function openLine(
  { address, port }: AddressInfo,
  { admin, requiredToken }: Pick<ServeOptions, 'admin' | 'requiredToken'>,
): string {
  const who = requiredToken === undefined ? 'anyone who' : 'anyone who has the token and';
  const open = admin ? 'read and change all data, also through /__fake/' : 'read and change all data';
  return `Other machines can reach this server: ${who} can reach ${address}, port ${port}, can ${open}. The server does not check the Host header. To allow only this machine, omit the host (--host).`;
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

/** Replaces a wildcard address with a loopback address, because some systems cannot connect to a wildcard address. */
function hostInUrl({ address, family }: AddressInfo): string {
  const reachable = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address] ?? address;
  return family === 'IPv6' ? `[${reachable}]` : reachable;
}

const loopbackAddress = /^(?:127\.|::1$|::ffff:127\.)/;

function isLoopback(address: string): boolean {
  return loopbackAddress.test(address);
}

const loopbackHost = /^(?:(?:[^:/@]+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])\.?(?::\d+)?$/i;

/**
 * With DNS rebinding, a page resolves its own host name to 127.0.0.1, but the `Host` header still contains that name. A
 * request without a `Host` header uses HTTP/1.0, so it cannot come from a page.
 */
function foreignHostRejection(
  host: string | undefined,
  names: readonly string[] | undefined,
  origins: readonly string[],
): WireResponse | undefined {
  if (names === undefined || host === undefined || loopbackHost.test(host)) return undefined;
  if (names.includes(host.replace(/:\d+$/, '').toLowerCase())) return undefined;
  // Allow the hosts of listed origins, because a development server's proxy may keep the `Host` header of the page's
  // requests.
  return origins.some((origin) => parseUrl(origin)?.host === host.toLowerCase())
    ? undefined
    : foreignHost(host);
}

function foreignHost(host: string): WireResponse {
  const isPlain = /^(?:[\w.-]{1,200}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i.test(host);
  const page = isPlain ? `http://${host}` : 'http://192.168.0.7:5173';
  return problemResponse(
    421,
    `This server listens on a loopback address and only responds to requests for localhost, 127.0.0.1, [::1] or the host that it was started with. Use one of them in the URL, or start the server with another host (--host). If a development server forwarded this request from a page, start the server with the origin of that page, such as ${page}, as \`corsOrigin\` (--cors-origin).`,
  );
}

const reasons: Readonly<Record<string, (port: number, host: string) => string>> = {
  EADDRINUSE: (port) =>
    `Port ${port} is in use. Stop the program that uses the port, or choose another port (port, --port). Port 0 means any free port.`,
  EACCES: (port) =>
    `You do not have permission to listen on port ${port}. Choose a port above 1023 (port, --port).`,
  EADDRNOTAVAIL: unknownHost,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  EINVAL: unknownHost,
};

function unknownHost(_: number, host: string): string {
  return `${host} is not an address of this machine. Choose another host (host, --host).`;
}

function listenError(error: Error, port: number, host: string): Error {
  if (!isListenError(error)) return error;
  const { code } = error;
  const message = reasons[code]?.(port, host);
  return Object.assign(new Error(message, { cause: error }), { code });
}

export function isListenError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'code' in error && Object.hasOwn(reasons, String(error.code));
}
