/** Serves the pages. Run `npx vite --config vite.config.ts`. */
import { fileURLToPath } from 'node:url';
import { msw } from 'msw/vite';
import { defineConfig } from 'vite';

/** The service of plain.html. To start it, run `npx @mock-services/fake-server --worlds --admin`. */
const service = process.env['MOCK_SERVICES_URL'] ?? 'http://127.0.0.1:4600';

export default defineConfig({
  root: fileURLToPath(new URL('app', import.meta.url)),
  // Serves the worker script of the installed version of MSW, but does not add it to a build.
  plugins: [{ ...msw({ mode: 'worker-only' }), apply: 'serve' }],
  server: { proxy: { '/api': { target: service, rewrite: (path) => path.replace(/^\/api/, '') } } },
});
