import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { playwright } from '@vitest/browser-playwright';
import { msw } from 'msw/vite';
import { defineConfig } from 'vitest/config';
import { launchOptions } from './tools/lib/launch-options.ts';
import { at } from './tools/lib/paths.ts';
import { Progress } from './tools/lib/progress.ts';
import { sources as alias } from './tools/lib/sources.ts';
import { workerScripts } from './packages/fake-server/test/browser/worker-scripts.ts';

/** Where msw 2 is installed, next to msw 3. */
const msw2 = { find: /^msw($|\/)/, replacement: 'msw2$1' };

const fake = 'packages/fake-server/test';

/** Tests that read files beside the repository, where those are missing. */
const notInClones = existsSync(at('../shared/har')) ? [] : ['**/har-samples.test.ts'];

/**
 * How long a test may take, and an `expect.poll` waits, in milliseconds: what works is not to fail because the machine is
 * busy, and what hangs ends all the same.
 */
const patience = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } };

/** The fake server's behaviours, and the conformance suite, through the face that one file sets up. */
const face = (name: string, file: string, aliases = alias) => ({
  resolve: { alias: aliases },
  test: { name: `fake: ${name}`, include: [`${fake}/{behaviour,conformance/faces}/${file}.test.ts`] },
});

/** Real pages in Chromium; made anew for each project, since vitest adds the project's name to it. */
const browser = () => ({
  enabled: true,
  headless: true,
  screenshotFailures: false,
  instances: [{ browser: 'chromium' as const }],
  provider: playwright({ launchOptions }),
});

/** `startFake` in a page that uses one of the releases of msw. */
const inPages = (name: string, release: 'msw' | 'msw2', aliases: typeof alias) => ({
  resolve: { alias: aliases },
  plugins: [workerScripts(release)],
  optimizeDeps: { include: [release, `${release}/browser`] },
  test: { name: `fake: page, ${name}`, include: [`${fake}/browser/*.browser.test.ts`], browser: browser() },
});

/** What the explorer's components import; known beforehand, so that no test is interrupted by a reload. */
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
  'ky',
  'zod/mini',
];

/** A check of the gate: `npm run test:checks`, but for those that only read the sources. */
const check = (name: string, include: string, globalSetup: string[] = []) => ({
  resolve: { alias },
  test: {
    name,
    include: [include],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    globalSetup,
  },
});

/** Where nothing can be drawn over, such as a pipe: what fails, the sums, and now and then how far it is. */
const plain = ['minimal', new Progress({ say: (line) => console.log(line), now: Date.now })];

// Projects with many files are not isolated: a new worker for each file, which loads all modules anew, takes longer than
// the tests. Whoever stubs a global or mocks a module takes it back.
export default defineConfig({
  test: {
    reporters: process.stdout.isTTY ? ['default'] : plain,
    // A core less, as vitest would have it, leaves one of two, and most tests wait for something else than a core.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'sdk',
          include: ['packages/sdk/test/**/*.test.ts'],
          exclude: ['**/*.chromium.test.ts', ...notInClones],
          maxConcurrency: 12,
          isolate: false,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'sdk: browser (chromium)',
          include: ['packages/sdk/test/{browser,activity}/*.chromium.test.ts'],
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'fake',
          include: [`${fake}/{core,msw,node,vitest,admin,server,worlds,storage}/**/*.test.ts`],
          provide: { server: 'serve' as const },
          maxConcurrency: 200,
          isolate: false,
        },
      },
      {
        resolve: { alias },
        test: { name: 'fake: conformance', include: [`${fake}/conformance/*.test.ts`], isolate: false },
      },
      face('fetch', 'fetch'),
      face('msw 3', 'msw3'),
      face('msw 2', 'msw2', [...alias, msw2]),
      face('serve', 'serve'),
      face('handler', 'handler'),
      face('worlds on a port', 'worlds'),
      {
        resolve: { alias },
        test: {
          name: 'fake: handler, as a server',
          include: [`${fake}/{admin,server}/*.test.ts`],
          // The script needs a port, and the handler's own tests run with the rest.
          exclude: ['**/python.test.ts', '**/handler.test.ts'],
          provide: { server: 'createHandler' as const },
          isolate: false,
        },
      },
      {
        resolve: { alias },
        plugins: [msw({ mode: 'worker-only' })],
        test: {
          name: 'fake: worker',
          include: [`${fake}/{behaviour,conformance/faces}/worker.browser.test.ts`],
          browser: browser(),
        },
      },
      inPages('msw 3', 'msw', alias),
      inPages('msw 2', 'msw2', [...alias, msw2]),
      {
        resolve: { alias },
        test: { name: 'fake: recipes (chromium)', include: [`${fake}/browser/*.chromium.test.ts`] },
      },
      {
        resolve: { alias },
        test: { name: 'explorer: program', include: ['packages/explorer/test/program/*.test.ts'] },
      },
      {
        resolve: { alias },
        optimizeDeps: { include: explorerDependencies },
        test: {
          name: 'explorer: components (chromium)',
          include: ['packages/explorer/test/**/*.browser.test.tsx'],
          // One frame for all files: each test mounts what it shows, and takes it away.
          isolate: false,
          browser: browser(),
        },
      },
      {
        resolve: { alias },
        test: { name: 'examples: consumer-tests', include: ['examples/consumer-tests/test/*.test.ts'] },
      },
      {
        resolve: { alias },
        test: { name: 'fuzz: corpus', include: ['tools/fuzz/corpus.test.ts'] },
      },
      {
        resolve: { alias },
        test: { name: 'matrix', include: ['tools/matrix/test/*.test.ts'] },
      },
      check('sources', '.ci/checks/sources/*.test.ts'),
      check('checks: openapi', '.ci/checks/openapi/*.test.ts'),
      check('checks: packages', '.ci/checks/{packages,pages,publishing}/*.test.ts', [
        '.ci/checks/packages/setup.ts',
      ]),
      check('checks: docs', '.ci/checks/site/*.test.ts', [
        '.ci/checks/packages/setup.ts',
        '.ci/checks/site/setup.ts',
      ]),
      check('checks: fake, long', `${fake}/long/*.test.ts`),
      check(
        'checks: fake, workerd',
        `${fake}/{behaviour/workerd,conformance/faces/workerd,workers/*}.test.ts`,
        [`${fake}/workers/workerd.ts`],
      ),
      {
        resolve: { alias },
        test: {
          name: 'checks: explorer, page (chromium)',
          include: ['packages/explorer/test/page/**/*.test.ts'],
          globalSetup: ['packages/explorer/test/setup.ts'],
          // One Chromium for all files, and the tests of a file side by side: they wait for pages most of the time.
          isolate: false,
          sequence: { concurrent: true },
        },
      },
      check('checks: explorer, long (chromium)', 'packages/explorer/test/long/*.test.ts', [
        'packages/explorer/test/setup.ts',
      ]),
    ].map((project) => ({ ...project, test: { ...patience, ...project.test } })),
  },
});
