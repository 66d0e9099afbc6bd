import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { serviceAt } from './proxy/service.ts';
import { createListener } from './server/listener.ts';
import { readPage } from './server/page-files.ts';

/** Options of `serveExplorer`. */
export interface ExplorerOptions {
  /**
   * Base URL of the service that the page is for; http or https. User name and password in it are sent as `Authorization`.
   *
   * @default none: the page is its own service, with sample data
   */
  readonly service?: string | undefined;
  /**
   * Headers of each request to the service, such as `{ authorization: 'Bearer …' }`, in place of the page's own. The page
   * never receives them.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * TCP port; 0 takes a free one.
   *
   * @default the first free one from 4610 to 4629
   */
  readonly port?: number | undefined;
  /**
   * Folder of the built page.
   *
   * @default the one in this package
   */
  readonly page?: string | undefined;
}

/** An explorer on a port. */
export interface RunningExplorer {
  /** Address of the page. */
  readonly url: string;
  /** Its TCP port. */
  readonly port: number;
  /** Base URL of the service without credentials; `undefined` for the page's own sample data. */
  readonly service: string | undefined;
  /** Closes all connections and frees the port. May be called again. */
  readonly close: () => Promise<void>;
}

/**
 * Serves the explorer on 127.0.0.1, and passes what its page requests below `/api` on to a service, so that the service needs
 * no CORS.
 *
 * @returns Resolves once it listens.
 * @throws {TypeError} for a service URL or headers that cannot be used.
 * @throws {Error} named `PageMissing` where the page is not built.
 * @throws {Error} Node's own when it cannot listen, such as one with code `EADDRINUSE` for a port in use.
 * @example
 * ```ts
 * const explorer = await serveExplorer({ service: 'https://mocks.example.com/api' });
 * console.log(explorer.url);
 * await explorer.close();
 * ```
 */
export async function serveExplorer(options: ExplorerOptions = {}): Promise<RunningExplorer> {
  const { service: baseUrl, headers = {}, port, page = builtPage } = options;
  const service = baseUrl === undefined ? undefined : serviceAt(baseUrl, headers);
  const files = await readPage(page, service?.name);
  const server = createServer(limits, createListener(files, service));
  await (port === undefined ? listenOnFirstFree(server) : listen(server, port));
  // An AddressInfo: the server listens on a port, not on a pipe.
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

/** Milliseconds and bytes that a request may take. */
const limits = { headersTimeout: 10_000, requestTimeout: 60_000, maxHeaderSize: 16 * 1024 };

/** The ports of explorers, so that one started again has the same address, and its page the same storage. */
const ports = { first: 4610, last: 4629 };

async function listenOnFirstFree(server: Server): Promise<void> {
  for (let port = ports.first; ; port += 1) {
    try {
      return await listen(server, port);
    } catch (error) {
      const isBusy = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      if (!isBusy || port === ports.last) throw error;
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
