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
import { onDemandList } from './on-demand-list.ts';

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
    onDemandList(),
  ],
  // As in `tsconfig.json`, against the plugin's default.
  oxc: { jsx: { runtime: 'automatic', importSource: 'react' } },
  build: {
    outDir: 'dist/page',
    // One style sheet, which blocks the first render. Vite does not wait for style sheets that `load-rest.ts` has requested, so a
    // view could be shown without its styles, and move when they arrived.
    cssCodeSplit: false,
    license: { fileName: 'licences.md' },
    // All browsers with popovers preload modules themselves.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // TanStack Query's "use client" has no meaning here, and the build needs no report of its own time.
      checks: { moduleLevelDirective: false, pluginTimings: false },
      // Few scripts compress better than many.
      output: {
        codeSplitting: {
          groups: [
            // Also needed by the worker, which must not load the page.
            {
              name: 'common',
              test: /sdk\/src\/(activity\/(errors|log-splitter)|contract\/(issue|kinds))|exchange\/url/,
            },
            { name: 'index', tags: ['$initial'] },
            // Reads and writes messages, also in a worker: nothing in it needs the page.
            {
              name: 'message',
              test: /sdk\/src\/activity\/(body|bytes|credentials|exchange|matcher|redact|to-curl)|exchange\/(copy\/writ|body\/problem)|filters\/search/,
            },
            { name: 'schemas', test: /node_modules\/zod|contract\/(schemas|check|endpoints)\./ },
            // What more than one view needs.
            { name: 'controls', test: /explorer\/src\/(dialog|select|window)/ },
            { name: 'har', test: /sdk\/src\/activity\/(from|to)-har|file\/har/ },
            { name: 'fake', test: /explorer\/src\/(fake|demo\/in-page)|fake-server/ },
            { name: 'log', test: /explorer\/src\/(activity\/activity-view|table)/ },
          ],
        },
      },
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
