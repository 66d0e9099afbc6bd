/** Serves the pages of the specs. Each path counts its requests. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const html =
  '<!doctype html><html lang="en"><title>Page</title><link rel="icon" href="data:,"><h1>Application</h1></html>';

const worker = `
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
  if (event.request.url.includes('/api/')) event.respondWith(fetch(event.request));
});`;

/** @param files - Files in addition to those that every spec needs, by path. */
export async function servePages(
  files: Readonly<Record<string, string>> = {},
): Promise<{ readonly url: string; readonly close: () => void }> {
  const all: typeof files = { '/worker.js': worker, ...files };
  const server = createServer(({ method, url = '' }, response) => {
    const [path = ''] = url.split('?');
    const type = path.endsWith('.js') ? 'text/javascript' : path.includes('.') ? 'text/plain' : 'text/html';
    response.setHeader('content-type', type);
    response.end(all[path] ?? (type === 'text/html' ? html : `network: ${method ?? ''} ${url}`));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}
