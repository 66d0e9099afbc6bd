/** `npm test` runs `projects`. `npm run test:checks` runs `checks`, which require a build. */
import { availableParallelism } from 'node:os';
import { playwright } from '@vitest/browser-playwright';
import { msw } from 'msw/vite';
import type { TestProjectInlineConfiguration, ViteUserConfig } from 'vitest/config';
import { workerScripts } from './packages/fake-server/test/browser/worker-scripts.ts';
import { chromiumPath, launchOptions } from './tools/lib/chromium.ts';

const fake = 'packages/fake-server/test';

/** Without Chromium, tests that need it are skipped locally but fail in CI. */
const hasChromium = chromiumPath !== undefined || process.env['CI'] === 'true';
// vitest loads this file once per project, but the warning must be printed only once.
if (!hasChromium && process.env['WARNED_ABOUT_CHROMIUM'] === undefined) {
  process.env['WARNED_ABOUT_CHROMIUM'] = 'yes';
  console.warn(
    'Chromium was not found, so browser tests are SKIPPED. Install it (apt-get install chromium or npx playwright install chromium), or set CHROME_PATH.',
  );
}

type ProjectTest = NonNullable<TestProjectInlineConfiguration['test']>;

/** Time limits in milliseconds, long enough for a busy machine, but short enough to stop a test that hangs. */
const limits = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } };

const project = (test: ProjectTest, vite: ViteUserConfig = {}): TestProjectInlineConfiguration => ({
  resolve: { tsconfigPaths: true },
  ...vite,
  test: {
    ...limits,
    ...test,
    exclude: [...(hasChromium ? [] : ['**/*.chromium.test.ts']), ...(test.exclude ?? [])],
  },
});

/**
 * The files share one worker process, because loading the modules again for each file would take longer than the tests.
 */
const shared = (test: ProjectTest, vite?: ViteUserConfig) => project({ isolate: false, ...test }, vite);

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

const mswVersion2 = {
  resolve: { tsconfigPaths: true, alias: [{ find: /^msw($|\/)/, replacement: 'msw2$1' }] },
};

const panel = `${fake}/browser/panel.browser.test.ts`;

const startFakeWith = (msw: 'msw' | 'msw2', test: ProjectTest, vite?: ViteUserConfig) =>
  inPage(
    {
      name: `fake: page, ${msw === 'msw' ? 'msw 3' : 'msw 2'}`,
      include: [`${fake}/browser/*.browser.test.ts`],
      ...test,
    },
    {
      ...vite,
      plugins: [workerScripts(msw)],
      optimizeDeps: { include: [msw, `${msw}/browser`, 'react', 'react-dom/client'] },
    },
  );

/** At least three workers, because most tests spend their time waiting. Of four or more processor cores, one stays free. */
export const maxWorkers = Math.max(3, availableParallelism() - 1);

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
      `${fake}/model.test.ts`,
      `${fake}/browser/*.chromium.test.ts`,
      `${fake}/behavior/{fetch,handler,msw3,serve,worlds}.test.ts`,
    ],
    provide: { server: 'serve' },
    maxConcurrency: 200,
  }),
  shared({ name: 'conformance', include: ['packages/conformance/test/*.test.ts'], maxConcurrency: 200 }),
  shared({ name: 'cli', include: ['packages/cli/test/*.test.ts'], maxConcurrency: 200 }),
  shared({ name: 'cli-kit', include: ['packages/cli-kit/test/*.test.ts', 'checks/programs/*.test.ts'] }),
  shared({ name: 'fake: msw 2', include: [`${fake}/behavior/msw2.test.ts`] }, mswVersion2),
  project({ name: 'fake: dom', include: [`${fake}/dom/*.test.ts`] }),
  project({ name: 'fake: dom, msw 2', include: [`${fake}/dom/*.test.ts`] }, mswVersion2),
  shared({
    name: 'fake: createHandler',
    include: [`${fake}/{admin,server}/*.test.ts`],
    // `python.test.ts` needs a port, and the project `fake` runs `handler.test.ts`.
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
  ...startFakeWith('msw', {}),
  // The version of MSW makes no difference to the panel, so `npm run test:long` tries it with version 2.
  ...startFakeWith('msw2', { exclude: [panel] }, mswVersion2),
  project({ name: 'explorer: server', include: ['packages/explorer/test/server/*.test.ts'] }),
  ...(hasChromium
    ? [
        project({
          name: 'explorer: page from its sources',
          include: ['packages/explorer/test/journeys/everyday.test.ts'],
        }),
      ]
    : []),
  project({ name: 'examples', include: ['examples/recipes/{msw,proxy}/*.test.ts'] }),
  project({ name: 'app', include: ['examples/app/test/*.test.tsx'], environment: 'jsdom' }),
];

/** Checks of the build, and tests that take a long time, have longer time limits. */
const check = (test: ProjectTest) => project({ testTimeout: 240_000, hookTimeout: 240_000, ...test });

const environment = (test: ProjectTest) =>
  check({
    include: ['checks/environments/*.test.ts'],
    globalSetup: ['checks/packages/setup.ts'],
    maxConcurrency: 2,
    testTimeout: 600_000,
    ...test,
  });

export const checks: TestProjectInlineConfiguration[] = [
  check({ name: 'sources', include: ['checks/sources/*.test.ts'] }),
  check({ name: 'openapi', include: ['checks/openapi/*.test.ts'] }),
  check({
    name: 'packages',
    include: ['checks/{packages,pages}/*.test.ts'],
    globalSetup: ['checks/packages/setup.ts'],
  }),
  check({
    name: 'docs',
    include: ['checks/site/*.test.ts'],
    globalSetup: ['checks/packages/setup.ts'],
  }),
  environment({ name: 'environments', provide: { isGate: true } }),
  environment({ name: 'environments: nightly', provide: { isGate: false } }),
  check({
    name: 'fake: workerd',
    include: [`${fake}/{behavior/workerd,workers/*}.test.ts`],
  }),
  check({ name: 'fake: Playwright', include: [`${fake}/playwright/*.test.ts`] }),
  ...startFakeWith('msw2', { name: 'fake: panel, msw 2: long', include: [panel] }, mswVersion2),
  check({ name: 'fake: long', include: [`${fake}/long/*.test.ts`] }),
  // All test files share one Chromium browser.
  check({
    name: 'explorer: page',
    include: ['packages/explorer/test/journeys/*.test.ts'],
    // `npm test` runs these journeys with the sources of the page.
    exclude: ['**/everyday.test.ts'],
    globalSetup: ['packages/explorer/test/support/setup.ts'],
    isolate: false,
  }),
];
