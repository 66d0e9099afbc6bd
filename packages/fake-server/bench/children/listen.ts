import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Listens on a free port and prints the URL. */
export function listen(listener: RequestListener): void {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1', () => {
    // A server that listens on a port has an AddressInfo.
    const { port } = server.address() as AddressInfo;
    process.stdout.write(`http://127.0.0.1:${port}\n`);
  });
}
