import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { apiPath, credentialsPath, ownMark } from './marks.ts';
import { type PageFiles, readPage, sendFile } from './page-files.ts';
import { forward } from './proxy/forward.ts';
import { type Problem, reject, sendProblem } from './proxy/problems.ts';
import { parseService, type Service, withEnteredToken } from './proxy/service.ts';

/** Options for `serveExplorer`. */
export interface ExplorerOptions {
  /**
   * Base URL of the service (http or https). A user name and password in the URL are sent in the `Authorization` header.
   * Without a service, the page shows sample data.
   *
   * @default undefined
   */
  readonly service?: string | undefined;
  /**
   * Headers to send with each request to the service, such as `{ authorization: 'Bearer …' }`. The headers replace the page's
   * headers of the same name, and are never sent to the page.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * TCP port on which to serve the page, or 0 to choose any free port.
   *
   * @default the first free port from 4610 to 4629
   */
  readonly port?: number | undefined;
  /**
   * Path of the folder that contains the built page.
   *
   * @default the page in this package
   */
  readonly page?: string | undefined;
}

/** A running explorer. */
export interface RunningExplorer {
  /** Address of the page. */
  readonly url: string;
  /** TCP port on which the explorer serves the page. */
  readonly port: number;
  /** Base URL of the service without credentials, or `undefined` if the page shows sample data. */
  readonly service: string | undefined;
  /** Closes all connections and frees the port. Repeated calls return the same promise. */
  readonly close: () => Promise<void>;
}

/**
 * Serves the explorer on 127.0.0.1. Forwards requests below `/api` to the service, so the service needs no CORS.
 *
 * @returns A promise that resolves when the explorer is ready to receive requests.
 * @throws {TypeError} if the service URL or a header is invalid.
 * @throws {Error} named `PageMissing` if the page is not built.
 * @throws {Error} with a Node error code if the explorer cannot listen, such as `EADDRINUSE` if the port is in use.
 * @example
 * ```ts
 * const explorer = await serveExplorer({ service: 'https://mocks.example.com/api' });
 * console.log(explorer.url);
 * await explorer.close();
 * ```
 */
export async function serveExplorer(options: ExplorerOptions = {}): Promise<RunningExplorer> {
  const { service: baseUrl, headers = {}, port, page = builtPage } = options;
  const service = baseUrl === undefined ? undefined : parseService(baseUrl, headers);
  const files = await readPage(page, service?.name);
  const server = createServer(limits, createListener(files, service));
  await (port === undefined ? listenOnFirstFree(server) : listen(server, port));
  // `address()` would return a string only for a pipe.
  const address = server.address() as AddressInfo;
  let closed: Promise<void> | undefined;
  return {
    url: `http://127.0.0.1:${address.port}/`,
    port: address.port,
    service: service?.name,
    close: () => (closed ??= close(server)),
  };
}

/** The relative URL is the same from `server` and from `dist`. */
const builtPage = fileURLToPath(new URL('../dist/page/', import.meta.url));

const limits = { headersTimeout: 10_000, requestTimeout: 60_000, maxHeaderSize: 16 * 1024 };

/** A restarted explorer usually gets its old port, so the page keeps its stored settings. */
const defaultPorts = Array.from({ length: 20 }, (_, index) => 4610 + index);

async function listenOnFirstFree(server: Server): Promise<void> {
  for (const port of defaultPorts) {
    try {
      return await listen(server, port);
    } catch (error) {
      const isBusy = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      if (!isBusy || port === defaultPorts.at(-1)) throw error;
    }
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
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

function createListener(page: PageFiles, service: Service | undefined): RequestListener {
  const respond = service === undefined ? () => false : serviceListener(service);
  return (incoming, outgoing) => {
    if (respond(incoming, outgoing)) return;
    const rejection = foreignHost(incoming);
    if (rejection !== undefined) reject(incoming, outgoing, rejection);
    else if (!sendFile(page, pathOf(incoming), incoming, outgoing)) reject(incoming, outgoing, notFound);
  };
}

/** Handles a request to `/api` or `/credentials`. Returns `false` for any other request. */
export type ServiceListener = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

/**
 * Each forwarded request contains the token that the page last sent to `/credentials`. Requests for other hosts or from
 * other origins are rejected.
 */
export function serviceListener(started: Service): ServiceListener {
  let service = started;
  const setToken = (token: string): boolean => {
    const next = token === '' ? started : withEnteredToken(started, token);
    if (next !== undefined) service = next;
    return next !== undefined;
  };
  return (incoming, outgoing) => {
    const path = pathOf(incoming);
    const isCall = path === apiPath || path.startsWith(`${apiPath}/`);
    if (!isCall && path !== credentialsPath) return false;
    const rejection = foreignHost(incoming) ?? foreignPage(incoming);
    if (rejection !== undefined) reject(incoming, outgoing, rejection);
    else if (isCall) forward(service, (incoming.url ?? '').slice(apiPath.length), incoming, outgoing);
    else void receiveToken(incoming, outgoing, setToken);
    return true;
  };
}

function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '';
}

const notFound: Problem = {
  status: 404,
  title: 'Page not found',
  detail:
    'The explorer serves its page at /. If it was started with a service, it forwards requests below /api.',
};

/** This check prevents DNS rebinding, in which a site makes its own host name resolve to 127.0.0.1. */
function foreignHost({ headers: { host } }: IncomingMessage): Problem | undefined {
  if (host !== undefined && loopbackHost.test(host)) return undefined;
  return {
    status: 421,
    title: 'This request is for another host',
    detail: 'The explorer responds only to requests for localhost, 127.0.0.1 and [::1].',
  };
}

/** Any port is valid, because the user may forward another port to the explorer. */
const loopbackHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

/** Other origins must not use the credentials that the program adds to requests. */
function foreignPage({ headers }: IncomingMessage): Problem | undefined {
  const { host = '', origin, 'sec-fetch-site': site } = headers;
  const isForeign =
    (origin !== undefined && origin !== `http://${host}`) ||
    (site !== undefined && site !== 'same-origin' && site !== 'none');
  if (!isForeign) return undefined;
  return {
    status: 403,
    title: 'Requests from other origins are not allowed',
    detail: 'Only the page that the explorer serves may send requests to the service through the explorer.',
  };
}

/** Services rarely accept headers that are longer than 8 KiB. */
const maxTokenBytes = 8 * 1024;

/**
 * No response contains the token.
 *
 * @param setToken - Stores the token, or removes the stored token if the string is empty. Returns `false` if a header
 * cannot contain the token.
 */
async function receiveToken(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  setToken: (token: string) => boolean,
): Promise<void> {
  const { method, headers } = incoming;
  if (method !== 'POST') {
    reject(incoming, outgoing, { status: 405, title: 'Unsupported method', detail: 'Expected POST.' });
    return;
  }
  // Browsers send JSON across origins only after a CORS preflight request, which the program rejects.
  if (!/^application\/json *(?:;|$)/i.test(headers['content-type'] ?? '')) {
    const detail = 'Expected application/json.';
    reject(incoming, outgoing, { status: 415, title: 'Unsupported content type', detail });
    return;
  }
  // Reject a body of unknown length, because it may exceed the limit. The page always sends the length.
  if (Number(headers['content-length'] ?? Infinity) > maxTokenBytes) {
    const detail = `Expected at most ${maxTokenBytes / 1024} KiB. Copy the token again.`;
    reject(incoming, outgoing, { status: 413, title: 'The token is too long', detail });
    return;
  }
  const { token } = Object(await json(incoming).catch(() => undefined)) as { readonly token?: unknown };
  const fail = (title: string, detail: string): void => sendProblem(outgoing, { status: 400, title, detail });
  if (typeof token !== 'string') fail('The body contains no token', 'Expected {"token": "…"}.');
  else if (!setToken(token))
    fail('The token is invalid', 'It contains characters that HTTP does not allow. Copy it again.');
  else outgoing.writeHead(204, { [ownMark]: '1', 'cache-control': 'no-store' }).end();
}
