/**
 * The page, in development (`npm run explorer`) and built.
 *
 * The packages are resolved to their sources: a fresh clone needs no build before the page starts, and changes of the SDK
 * show immediately.
 */
import { fileURLToPath } from 'node:url';
import prefresh from '@prefresh/vite';
import { msw } from 'msw/vite';
import { defineConfig } from 'vite';
import { contentSecurity } from './content-security.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const sources = path('../../packages/$1/src');

export default defineConfig({
  root: path('.'),
  // Relative, so that the built page works in any folder of a static file host.
  base: './',
  plugins: [
    // Updates changed components in the running page.
    await prefresh(),
    // Serves the worker script of the installed MSW in development; the built page has no worker.
    { ...msw({ mode: 'worker-only' }), apply: 'serve' },
    contentSecurity(),
  ],
  // As in `tsconfig.json`, against the plugin's default.
  oxc: { jsx: { runtime: 'automatic', importSource: 'react' } },
  build: {
    outDir: 'dist/page',
    license: { fileName: 'licenses.md' },
    // All browsers with popovers preload modules themselves.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // TanStack Query's "use client" has no meaning here, and the build needs no report of its own time.
      checks: { moduleLevelDirective: false, pluginTimings: false },
    },
  },
  resolve: {
    alias: [
      { find: /^@mock-services\/(sdk|fake-server)$/, replacement: `${sources}/index.ts` },
      { find: /^@mock-services\/(sdk|fake-server)\/(\w+)$/, replacement: `${sources}/$2/index.ts` },
    ],
  },
  server: { host: '127.0.0.1', fs: { allow: [path('../..')] } },
  // Listed, so that the first visit is not interrupted by a reload.
  optimizeDeps: {
    include: [
      'msw',
      'msw/browser',
      'ky',
      'zod/mini',
      'react',
      'react/jsx-dev-runtime',
      'react-dom/client',
      '@tanstack/react-query',
      '@tanstack/react-virtual',
      'uplot',
    ],
  },
});
