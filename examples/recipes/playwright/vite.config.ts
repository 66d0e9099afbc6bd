/** Serves the pages: `npx vite --config vite.config.ts`. */
import { fileURLToPath } from 'node:url';
import { msw } from 'msw/vite';
import { defineConfig } from 'vite';

/** For the plain page: `npx @mock-services/fake-server --worlds --admin`. */
const service = process.env['MOCK_SERVICES_URL'] ?? 'http://127.0.0.1:4600';

export default defineConfig({
  root: fileURLToPath(new URL('app', import.meta.url)),
  // Serves the worker script of the installed MSW, so that it is never missing or outdated.
  plugins: [msw({ mode: 'worker-only' })],
  server: { proxy: { '/api': { target: service, rewrite: (path) => path.replace(/^\/api/, '') } } },
});
