import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { parseService } from './proxy/service.ts';
import { createListener } from './listener.ts';
import { readPage } from './page-files.ts';

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

/** Path of the built page. The relative URL is the same from `program` and from `dist`. */
const builtPage = fileURLToPath(new URL('../dist/page/', import.meta.url));

/** Server limits: timeouts in milliseconds, and the header size in bytes. */
const limits = { headersTimeout: 10_000, requestTimeout: 60_000, maxHeaderSize: 16 * 1024 };

/**
 * Default ports, in the order in which they are tried. A restarted explorer usually gets its old port, so the page keeps its
 * stored settings.
 */
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
