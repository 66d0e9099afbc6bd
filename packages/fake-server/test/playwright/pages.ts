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

export async function servePages(): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = createServer(({ method, url = '' }, response) => {
    const type = url.endsWith('.js') ? 'text/javascript' : url.includes('.') ? 'text/plain' : 'text/html';
    response.setHeader('content-type', type);
    if (url === '/worker.js') response.end(worker);
    else if (type === 'text/html') response.end(html);
    else response.end(`network: ${method ?? ''} ${url}`);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}
