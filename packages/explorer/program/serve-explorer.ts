import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { isExplorerAt, parseService, type Service } from './proxy/service.ts';
import { createListener } from './server/listener.ts';
import { readPage } from './server/page-files.ts';

/** Options of `serveExplorer`. */
export interface ExplorerOptions {
  /**
   * Base URL of the service, with http or https. A user name and password in the URL are sent as `Authorization`.
   *
   * @default none: the page shows sample data
   */
  readonly service?: string | undefined;
  /**
   * Headers of each request to the service, such as `{ authorization: 'Bearer …' }`. They replace headers of the page. The page
   * never receives them.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * TCP port; 0 chooses a free port.
   *
   * @default the first free port from 4610 to 4629
   */
  readonly port?: number | undefined;
  /**
   * Folder of the built page.
   *
   * @default the page in this package
   */
  readonly page?: string | undefined;
}

/** An explorer on a port. */
export interface RunningExplorer {
  /** Address of the page. */
  readonly url: string;
  /** TCP port of the page. */
  readonly port: number;
  /** Base URL of the service without credentials; `undefined` for sample data. */
  readonly service: string | undefined;
  /** Closes all connections and frees the port. Further calls return the same promise. */
  readonly close: () => Promise<void>;
}

/**
 * Serves the explorer on 127.0.0.1. Passes requests of the page below `/api` on to a service, so that the service needs no CORS.
 *
 * @returns A promise that resolves when the explorer listens.
 * @throws {TypeError} for a service URL or headers that cannot be used, and for a service URL at the explorer's own address.
 * @throws {Error} named `PageMissing` if the page is not built.
 * @throws {Error} with a code of Node if the explorer cannot listen, such as `EADDRINUSE` for a port in use.
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
  if (service !== undefined && port !== undefined && isExplorerAt(port, service))
    throw new TypeError(
      `The service URL ${service.name} is the address of the explorer itself. Expected the URL of the service. Correct the URL, or choose another port for the explorer.`,
    );
  const files = await readPage(page, service?.name);
  const server = createServer(limits, createListener(files, service));
  await (port === undefined ? listenOnFirstFree(server, service) : listen(server, port));
  // The server listens on a port, not on a pipe.
  const address = server.address() as AddressInfo;
  let closed: Promise<void> | undefined;
  return {
    url: `http://127.0.0.1:${address.port}/`,
    port: address.port,
    service: service?.name,
    close: () => (closed ??= close(server)),
  };
}

/** Folder of the built page. It has the same path relative to `program` and to `dist`. */
const builtPage = fileURLToPath(new URL('../dist/page/', import.meta.url));

/** Limits of a request to the explorer, in milliseconds and bytes. */
const limits = { headersTimeout: 10_000, requestTimeout: 60_000, maxHeaderSize: 16 * 1024 };

/** Default ports. An explorer that is started again gets the same port, so its page has the same storage. */
const defaultPorts = Array.from({ length: 20 }, (_, index) => 4610 + index);

/** Listens on the first free port. The port of the service is left to the service, which may not be running. */
async function listenOnFirstFree(server: Server, service: Service | undefined): Promise<void> {
  const ports = defaultPorts.filter((port) => service === undefined || !isExplorerAt(port, service));
  for (const port of ports) {
    try {
      return await listen(server, port);
    } catch (error) {
      const isBusy = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      if (!isBusy || port === ports.at(-1)) throw error;
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
