/** The test projects: `projects` run with `npm test`, `checks` with `npm run test:checks` after a build. */
import { availableParallelism } from 'node:os';
import { playwright } from '@vitest/browser-playwright';
import { msw } from 'msw/vite';
import type { TestProjectInlineConfiguration, ViteUserConfig } from 'vitest/config';
import { workerScripts } from './packages/fake-server/test/browser/worker-scripts.ts';
import { chromiumPath, launchOptions } from './tools/lib/chromium.ts';
import { sources } from './tools/lib/sources.ts';

const fake = 'packages/fake-server/test';

/** Without Chromium, the tests that need it are left out on a developer's machine, and fail in CI. */
const hasChromium = chromiumPath !== undefined || process.env['CI'] === 'true';
// vitest evaluates this file once for each project, and the variable keeps the warning to one line.
if (!hasChromium && process.env['WARNED_ABOUT_CHROMIUM'] === undefined) {
  process.env['WARNED_ABOUT_CHROMIUM'] = 'yes';
  console.warn(
    'Chromium was not found: browser tests are NOT run. Install it (apt-get install chromium, npx playwright install chromium) or set CHROME_PATH.',
  );
}

type ProjectTest = NonNullable<TestProjectInlineConfiguration['test']>;

/** Time limits in milliseconds: long enough for a busy machine, and short enough for a test that hangs. */
const limits = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } };

const project = (test: ProjectTest, vite: ViteUserConfig = {}): TestProjectInlineConfiguration => ({
  resolve: { alias: sources },
  ...vite,
  test: {
    ...limits,
    ...test,
    exclude: [...(hasChromium ? [] : ['**/*.chromium.test.ts']), ...(test.exclude ?? [])],
  },
});

/** A project whose files share a worker process, because loading the modules again takes longer than the tests. */
const shared = (test: ProjectTest, vite?: ViteUserConfig) => project({ isolate: false, ...test }, vite);

/** A project whose tests run in a page in Chromium. */
const inPage = (test: ProjectTest, vite?: ViteUserConfig): TestProjectInlineConfiguration[] =>
  hasChromium
    ? [
        project(
          {
            ...test,
            browser: {
              enabled: true,
              headless: true,
              screenshotFailures: false,
              instances: [{ browser: 'chromium' }],
              provider: playwright({ launchOptions }),
            },
          },
          vite,
        ),
      ]
    : [];

/** `msw` resolved to version 2, which is installed as `msw2`. */
const mswVersion2 = { resolve: { alias: [...sources, { find: /^msw($|\/)/, replacement: 'msw2$1' }] } };

/** Tests of `startFake` in a page, with one version of MSW. */
const startFakeWith = (msw: 'msw' | 'msw2', vite?: ViteUserConfig) =>
  inPage(
    {
      name: `fake: page, ${msw === 'msw' ? 'msw 3' : 'msw 2'}`,
      include: [`${fake}/browser/*.browser.test.ts`],
    },
    { ...vite, plugins: [workerScripts(msw)], optimizeDeps: { include: [msw, `${msw}/browser`] } },
  );

/** Dependencies of the explorer's components, named so that Vite does not reload the page in the middle of a test. */
const explorerDependencies = [
  'react',
  'react/jsx-dev-runtime',
  'react-dom',
  'react-dom/client',
  'preact/test-utils',
  '@tanstack/react-virtual',
  '@tanstack/react-query',
  'uplot',
  'axe-core',
  'fast-check',
  'ky',
  'zod/mini',
];

/** At least two workers: vitest leaves one core free, and most tests wait rather than compute. */
export const maxWorkers = Math.max(2, availableParallelism() - 1);

export const projects: TestProjectInlineConfiguration[] = [
  shared({
    name: 'sdk',
    include: ['packages/sdk/test/**/*.test.ts'],
    maxConcurrency: 12,
  }),
  shared({
    name: 'fake',
    include: [
      `${fake}/{admin,core,msw,node,server,storage,vitest,worlds}/**/*.test.ts`,
      `${fake}/browser/*.chromium.test.ts`,
      `${fake}/behavior/{fetch,handler,msw3,serve,worlds}.test.ts`,
    ],
    provide: { server: 'serve' },
    maxConcurrency: 200,
  }),
  shared({ name: 'conformance', include: ['packages/conformance/test/*.test.ts'], maxConcurrency: 200 }),
  shared({ name: 'fake: msw 2', include: [`${fake}/behavior/msw2.test.ts`] }, mswVersion2),
  shared({
    name: 'fake: createHandler',
    include: [`${fake}/{admin,server}/*.test.ts`],
    // The Python script needs a port, and the tests of the handler itself run in the project `fake`.
    exclude: ['**/python.test.ts', '**/handler.test.ts'],
    provide: { server: 'createHandler' },
  }),
  ...inPage(
    {
      name: 'fake: service worker',
      include: [`${fake}/behavior/worker.browser.test.ts`],
    },
    { plugins: [msw({ mode: 'worker-only' })] },
  ),
  ...startFakeWith('msw'),
  ...startFakeWith('msw2', mswVersion2),
  project({ name: 'explorer: program', include: ['packages/explorer/test/program/*.test.ts'] }),
  ...inPage(
    {
      name: 'explorer: components',
      include: ['packages/explorer/test/components/*.browser.test.tsx'],
      isolate: false,
    },
    { optimizeDeps: { include: explorerDependencies } },
  ),
  project({ name: 'examples', include: ['examples/consumer-tests/test/*.test.ts'] }),
];

/** Checks of what `npm run build` has written, and tests that take long. */
const check = (test: ProjectTest) => project({ testTimeout: 120_000, hookTimeout: 180_000, ...test });

export const checks: TestProjectInlineConfiguration[] = [
  check({ name: 'sources', include: ['.ci/checks/sources/*.test.ts'] }),
  check({ name: 'openapi', include: ['.ci/checks/openapi/*.test.ts'] }),
  check({
    name: 'packages',
    include: ['.ci/checks/{packages,pages}/*.test.ts'],
    globalSetup: ['.ci/checks/packages/setup.ts'],
  }),
  check({
    name: 'docs',
    include: ['.ci/checks/site/*.test.ts'],
    globalSetup: ['.ci/checks/packages/setup.ts'],
  }),
  check({
    name: 'fake: workerd',
    include: [`${fake}/{behavior/workerd,workers/*}.test.ts`],
  }),
  check({ name: 'fake: long', include: [`${fake}/long/*.test.ts`] }),
  // One Chromium for all files, and the tests of a file side by side, because they mostly wait for pages.
  check({
    name: 'explorer: page',
    include: ['packages/explorer/test/page/*.test.ts'],
    globalSetup: ['packages/explorer/test/support/setup.ts'],
    isolate: false,
    sequence: { concurrent: true },
  }),
];
