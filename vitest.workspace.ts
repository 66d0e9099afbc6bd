/**
 * The tests of the sources, which need no build, are `projects(false)`. `npm test` runs a part of them, `projects(true)`,
 * which takes less than a minute. `npm run test:checks` runs `checks`, which need a build.
 */
import { availableParallelism } from 'node:os';
import { playwright } from '@vitest/browser-playwright';
import { msw } from 'msw/vite';
import type { TestProjectInlineConfiguration, ViteUserConfig } from 'vitest/config';
import { DefaultReporter } from 'vitest/node';
import { workerScripts } from './packages/fake-server/test/browser/worker-scripts.ts';
import { chromiumPath, launchOptions } from './tools/lib/chromium.ts';

const sdk = 'packages/sdk/test';
const fake = 'packages/fake-server/test';

/** Without Chromium, tests that need it are skipped locally but fail in CI. */
const hasChromium = chromiumPath !== undefined || process.env['CI'] === 'true';

/** Prints the failures and the totals, but no line for each file. */
class QuietReporter extends DefaultReporter {
  protected override printTestModule(): void {}
}

/** Options of a whole run. */
export const common = {
  // On two cores, two workers are fastest: with three, `test:all` took 370 s instead of 280 s. Of more cores, one stays free.
  maxWorkers: Math.max(2, availableParallelism() - 1),
  reporters: [new QuietReporter()],
  // What a test prints is shown only if the test fails.
  silent: 'passed-only' as const,
};

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
    { include: [`${fake}/browser/*.browser.test.ts`], ...test },
    {
      ...vite,
      plugins: [workerScripts(msw)],
      optimizeDeps: { include: [msw, `${msw}/browser`, 'react', 'react-dom/client'] },
    },
  );

/** Runs the SDK on older platforms, which few changes affect, so `npm run test:long` runs it. */
const floors = `${sdk}/platform/floors.test.ts`;

/** Tests that `npm test` leaves to `npm run test:all`: they start many processes, take long, or users rarely meet them. */
const slow = [
  '**/*.chromium.test.ts',
  `${sdk}/{activity/to-curl,client/process,platform/*}.test.ts`,
  `${sdk}/contract/{many-issues,validators}.test.ts`,
  `${fake}/admin/*.test.ts`,
  `${fake}/core/{copies,defaults,faults-by-chance,grease,invalid-fixtures,old-engines,timers,world-bytes}.test.ts`,
  `${fake}/node/{hosts,kept-connections,limits,recipes}.test.ts`,
  `${fake}/node/program/*.test.ts`,
  `${fake}/{server/remote,storage/world-file,vitest/api-error-report,worlds/eviction}.test.ts`,
];

/** All tests that run in Node, or a part of them: of each program, its everyday path. */
const inNode = (isQuick: boolean): ProjectTest => {
  const file = isQuick ? 'everyday' : '*';
  return {
    name: 'node',
    include: [
      `${sdk}/**/*.test.ts`,
      `${fake}/{admin,core,msw,node,server,storage,vitest,worlds}/**/*.test.ts`,
      `${fake}/model.test.ts`,
      `${fake}/browser/*.chromium.test.ts`,
      `${fake}/behavior/{fetch,handler,msw3,serve,worlds}.test.ts`,
      `packages/{cli,cli-kit,conformance}/test/${file}.test.ts`,
      `packages/explorer/test/server/${file}.test.ts`,
      `checks/programs/${file}.test.ts`,
      ...(isQuick ? [] : ['checks/sources/!(app).test.ts', 'examples/recipes/{msw,proxy}/*.test.ts']),
      ...(isQuick || !hasChromium ? [] : ['packages/explorer/test/journeys/everyday.test.ts']),
    ],
    provide: { server: 'serve' },
    maxConcurrency: 200,
    exclude: isQuick ? slow : [floors],
    ...(isQuick && { env: { TEST_SHARE: '0.1' } }),
  };
};

export function projects(isQuick: boolean): TestProjectInlineConfiguration[] {
  const app = 'examples/app/test/*.test.tsx';
  if (isQuick) return [shared(inNode(true)), shared({ name: 'dom', include: [app], environment: 'jsdom' })];
  // vitest loads this file once per project, but the warning must be printed only once.
  if (!hasChromium && process.env['WARNED_ABOUT_CHROMIUM'] === undefined) {
    process.env['WARNED_ABOUT_CHROMIUM'] = 'yes';
    console.warn(
      'Chromium was not found, so browser tests are SKIPPED. Install it (apt-get install chromium or npx playwright install chromium), or set CHROME_PATH.',
    );
  }
  return [
    shared(inNode(false)),
    shared({
      name: 'createHandler',
      include: [`${fake}/{admin,server}/*.test.ts`],
      // `python.test.ts` needs a port, and the project `node` runs `handler.test.ts`.
      exclude: ['**/python.test.ts', '**/handler.test.ts'],
      provide: { server: 'createHandler' },
    }),
    project({ name: 'dom', include: [app, `${fake}/dom/*.test.ts`], environment: 'jsdom' }),
    project({ name: 'msw 2', include: [`${fake}/{behavior/msw2,dom/*}.test.ts`] }, mswVersion2),
    ...startFakeWith('msw', { name: 'page' }),
    // The version of MSW makes no difference to the panel, so `npm run test:long` tries it with version 2.
    ...startFakeWith('msw2', { name: 'page, msw 2', exclude: [panel] }, mswVersion2),
    ...inPage(
      { name: 'service worker', include: [`${fake}/behavior/worker.browser.test.ts`] },
      { plugins: [msw({ mode: 'worker-only' })] },
    ),
  ];
}

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
  check({
    name: 'adapters',
    include: [`${fake}/{behavior/workerd,playwright/*,workers/*}.test.ts`, 'checks/sources/app.test.ts'],
  }),
  check({
    name: 'packages',
    include: ['checks/{openapi,packages,pages}/*.test.ts'],
    globalSetup: ['checks/packages/setup.ts'],
  }),
  check({
    name: 'docs',
    include: ['checks/site/*.test.ts'],
    globalSetup: ['checks/packages/setup.ts'],
  }),
  environment({ name: 'environments', provide: { isGate: true } }),
  environment({ name: 'environments: nightly', provide: { isGate: false } }),
  ...startFakeWith('msw2', { name: 'panel, msw 2: long', include: [panel] }, mswVersion2),
  check({ name: 'fake: long', include: [`${fake}/long/*.test.ts`] }),
  check({ name: 'sdk: long', include: [floors] }),
  // All test files share one Chromium browser.
  check({
    name: 'explorer',
    include: ['packages/explorer/test/journeys/*.test.ts'],
    // `npm run test:all` runs these journeys with the sources of the page.
    exclude: ['**/everyday.test.ts'],
    globalSetup: ['packages/explorer/test/support/setup.ts'],
    isolate: false,
  }),
];
