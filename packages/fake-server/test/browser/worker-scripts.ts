/** Serves worker scripts to test pages: the correct script, several wrong scripts, and the worker of an application. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vitest/config';

const require = createRequire(import.meta.url);

/** Takes over the page at once, as the worker of a PWA plugin may do. */
const otherWorker = `
  addEventListener('install', () => skipWaiting());
  addEventListener('activate', (event) => event.waitUntil(clients.claim()));
  addEventListener('fetch', () => {});
`;

/** @param msw - The package whose script is served at `/mockServiceWorker.js`. */
export function workerScripts(msw: 'msw' | 'msw2'): Plugin {
  const script = (name: string) => readFileSync(require.resolve(`${name}/mockServiceWorker.js`), 'utf8');
  const files: Readonly<Record<string, readonly [type: string, content: string]>> = {
    '/mockServiceWorker.js': ['text/javascript', script(msw)],
    '/other/mockServiceWorker.js': ['text/javascript', script(msw === 'msw' ? 'msw2' : 'msw')],
    '/elsewhere/mockServiceWorker.js': ['text/javascript', script(msw)],
    '/plain/mockServiceWorker.js': ['text/plain', script(msw)],
    '/page/mockServiceWorker.js': ['text/html', '<!doctype html><title>Not found</title>'],
    '/other/worker.js': ['text/javascript', otherWorker],
  };
  return {
    name: 'worker-scripts',
    configureServer: ({ middlewares }) => {
      middlewares.use((request, response, next) => {
        const path = (request.url ?? '').replace(/\?.*$/, '');
        const [type, content] = files[path] ?? [];
        if (type === undefined && path.endsWith('/mockServiceWorker.js')) response.writeHead(404).end();
        else if (type === undefined) next();
        else response.writeHead(200, { 'content-type': type, 'service-worker-allowed': '/' }).end(content);
      });
    },
  };
}
