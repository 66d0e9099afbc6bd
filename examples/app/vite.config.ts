import react from '@vitejs/plugin-react';
import { msw } from 'msw/vite';
import { defineConfig } from 'vitest/config';

/** With `VITE_SERVICE=http://127.0.0.1:4600`, the page's server forwards `/api` to that service. */
const service = process.env['VITE_SERVICE'];
const rewrite = (path: string): string => path.replace(/^\/api/, '');
const proxy = service === undefined ? {} : { '/api': { target: service, changeOrigin: true, rewrite } };

export default defineConfig({
  // MSW's plugin serves the worker script of the fake server in development, and is not part of a build.
  plugins: [react(), { ...msw({ mode: 'worker-only' }), apply: 'serve' }],
  server: { host: '127.0.0.1', proxy },
  preview: { host: '127.0.0.1', proxy },
  test: { environment: 'jsdom', include: ['test/**'] },
});
