/**
 * Vite configuration of the page, for development (`npm run explorer`) and for the build.
 *
 * Imports of the other packages resolve to their sources, so the page works without a build and shows changes to the SDK
 * immediately.
 */
import { fileURLToPath } from 'node:url';
import prefresh from '@prefresh/vite';
import { defineConfig } from 'vite';
import { contentSecurity } from './content-security.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

export default defineConfig({
  root: path('.'),
  // Use relative URLs, so that the built page works in any folder of a static file host.
  base: './',
  plugins: [
    // Update changed components without reloading the page.
    await prefresh(),
    contentSecurity(),
  ],
  // Use the same JSX settings as `tsconfig.json`, because the plugin has other defaults.
  oxc: { jsx: { runtime: 'automatic', importSource: 'react' } },
  build: {
    outDir: 'dist/page',
    license: { fileName: 'licenses.md' },
    // Omit the polyfill, because every browser that supports popovers (which the page needs) supports module preload.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Ignore the "use client" directives in TanStack Query, and omit the timing report.
      checks: { moduleLevelDirective: false, pluginTimings: false },
    },
  },
  resolve: {
    tsconfigPaths: true,
    // Preact is smaller than React. TanStack's packages and our sources import Preact under React's name.
    alias: [
      { find: /^react(-dom)?$/, replacement: 'preact/compat' },
      { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
      { find: /^react\/(jsx(-dev)?-runtime)$/, replacement: 'preact/$1' },
    ],
  },
  server: {
    host: '127.0.0.1',
    fs: { allow: [path('../..')] },
    warmup: { clientFiles: ['src/main.tsx'] },
  },
  // List the dependencies, so that Vite bundles them before the first visit and does not have to reload the page.
  optimizeDeps: {
    include: [
      'ky',
      'zod/mini',
      'zod/v4/core',
      'preact/compat',
      'preact/compat/client',
      'preact/jsx-dev-runtime',
      '@tanstack/react-query',
      '@tanstack/react-virtual',
    ],
  },
});
