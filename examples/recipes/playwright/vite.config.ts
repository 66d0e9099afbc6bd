/** Serves the page: `npx vite --config vite.config.ts`. */
import { fileURLToPath } from 'node:url';
import { msw } from 'msw/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  root: fileURLToPath(new URL('app', import.meta.url)),
  // Serves the worker script of the installed MSW, so that it is never missing or outdated.
  plugins: [msw({ mode: 'worker-only' })],
});
