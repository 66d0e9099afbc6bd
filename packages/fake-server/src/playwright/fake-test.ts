import {
  test,
  type BrowserContext,
  type Fixtures,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type TestInfo,
  type TestType,
} from '@playwright/test';
import type { Client } from '@mock-services/sdk';
import { toHar } from '@mock-services/sdk/activity';
import type { FakeServer } from '../core/fake.ts';
import { optionError } from '../core/errors.ts';
import { lineOf } from '../core/journal/entry.ts';
import {
  createTestClient,
  createTestFake,
  type FakeTestOptions as SharedOptions,
} from '../runners/fake-test.ts';
import { createRoutes, type Routes } from './routes.ts';

export interface FakeTestOptions<ScenarioName extends string = string> extends SharedOptions<ScenarioName> {
  /**
   * Base URL that the page calls. A path such as `'/api'` is resolved against Playwright's option `baseURL`.
   * @default 'https://mock-services.test'
   */
  readonly baseUrl?: string | undefined;
  /**
   * Whether an API request below `baseUrl` that no endpoint serves reaches the network (`'bypass'`), or is aborted and
   * fails the test (`'error'`). The page sends API requests with `fetch`, `XMLHttpRequest`, `EventSource` or
   * `sendBeacon`.
   * @default 'bypass'
   */
  readonly onUnhandled?: 'bypass' | 'error' | undefined;
}

export interface PlaywrightFake<ScenarioName extends string = string> extends FakeServer<ScenarioName> {
  /**
   * Answers the API requests of another context, such as a context from `browser.newContext()`. The test's own
   * `context` needs no call.
   */
  readonly route: (context: BrowserContext) => Promise<void>;
}

/** The fixtures of a test. Playwright creates a fixture only if the test uses it. */
export interface FakeFixtures<ScenarioName extends string = string> {
  /** To replace the options of some tests, use `test.use({ fakeOptions: { … } })`. */
  readonly fakeOptions: FakeTestOptions<ScenarioName>;
  readonly fake: PlaywrightFake<ScenarioName>;
  /** A client for `fake` that needs neither a page nor a network, for example to change data like another user. */
  readonly client: Client;
}

type TestArgs = PlaywrightTestArgs & PlaywrightTestOptions;
type WorkerArgs = PlaywrightWorkerArgs & PlaywrightWorkerOptions;

/**
 * Creates a Playwright `test` function that gives each test its own fake server, which answers the API requests of the
 * test's pages. Documents, scripts, styles and images still come from the application. If a page calls `startFake`,
 * this call starts no further fake server.
 *
 * With `assertClean`, a test also fails if a request to an endpoint path, below any base URL, was answered by another
 * server or a service worker.
 *
 * After a failed test, the report contains the received requests as text and as HAR. To extend a `test` function of
 * your own, pass it as the second argument.
 *
 * @throws {FakeServerError} (`invalid-option`) when a test starts, if an option is invalid.
 * @example
 * ```ts
 * import { expect, fakeTest } from '@mock-services/fake-server/playwright';
 *
 * const test = fakeTest({ baseUrl: '/api', assertClean: true });
 *
 * test('a refusal is shown', async ({ page, fake }) => {
 *   fake.mockServices.add({ title: 'Orders' });
 *   fake.faults.add({ operation: 'deleteMockService', status: 403 });
 *   await page.goto('/');
 *   await page.getByRole('button', { name: 'Delete' }).click();
 *   await expect(page.getByText('not allowed')).toBeVisible();
 *   expect(fake).toHaveReceived('deleteMockService', {}, { times: 1 });
 * });
 * ```
 */
export function fakeTest<ScenarioName extends string = string>(
  options?: FakeTestOptions<ScenarioName>,
): TestType<TestArgs & FakeFixtures<ScenarioName>, WorkerArgs>;
export function fakeTest<T extends TestArgs, W extends WorkerArgs, ScenarioName extends string = string>(
  options: FakeTestOptions<ScenarioName> | undefined,
  base: TestType<T, W>,
): TestType<T & FakeFixtures<ScenarioName>, W>;
export function fakeTest(
  options: FakeTestOptions = {},
  base: TestType<TestArgs, WorkerArgs> = test,
): TestType<TestArgs & FakeFixtures, WorkerArgs> {
  return base.extend<FakeFixtures>(fixturesOf(options));
}

function fixturesOf(options: FakeTestOptions): Fixtures<FakeFixtures, {}, TestArgs, WorkerArgs> {
  return {
    fakeOptions: [options, { option: true }],
    fake: async ({ fakeOptions, baseURL }, use, testInfo) => {
      const baseUrl = absolute(fakeOptions.baseUrl, baseURL);
      const fake = createTestFake({ ...fakeOptions, baseUrl }, ['onUnhandled']);
      checkChoice(fakeOptions);
      const pageOrigin = baseURL === undefined ? undefined : new URL(baseURL).origin;
      const { maxBodyBytes, onUnhandled } = fakeOptions;
      const routes = createRoutes(fake, { maxBodyBytes, onUnhandled, pageOrigin });
      await use(Object.assign(fake, { route: routes.route }));
      routes.end();
      try {
        check(fake, fakeOptions, routes, testInfo);
      } catch (error) {
        await attachJournal(fake, routes, testInfo);
        throw error;
      }
      if (testInfo.status !== testInfo.expectedStatus) await attachJournal(fake, routes, testInfo);
    },
    // The fixture `context` is part of each test that opens a page, so no page reaches the network by mistake.
    context: async ({ context, fake }, use) => {
      await fake.route(context);
      await use(context);
    },
    client: async ({ fake, fakeOptions }, use) => {
      await use(createTestClient(fake, fakeOptions));
    },
  };
}

function absolute(baseUrl: string | undefined, baseURL: string | undefined): string | undefined {
  if (typeof baseUrl !== 'string' || !baseUrl.startsWith('/')) return baseUrl;
  if (baseURL !== undefined) return new URL(baseUrl, baseURL).href;
  throw optionError(
    'baseUrl',
    'an absolute URL, or a path if Playwright’s option `baseURL` is set (use: { baseURL } in playwright.config.ts)',
    baseUrl,
  );
}

function checkChoice({ onUnhandled = 'bypass' }: FakeTestOptions): void {
  if (!['bypass', 'error'].includes(onUnhandled))
    throw optionError('onUnhandled', "'bypass' or 'error'", onUnhandled);
}

function check(
  fake: FakeServer,
  { assertClean = false, onUnhandled }: FakeTestOptions,
  { unhandled, brokenLinks, strays }: Routes,
  { status }: TestInfo,
): void {
  if (onUnhandled === 'error' && unhandled.length > 0)
    throw new Error(
      `No endpoint serves these requests below ${fake.baseUrl}. Correct them, or answer them with page.route():\n${unhandled.join('\n')}`,
    );
  if (brokenLinks.size > 0)
    throw new Error(
      `fakeTest could not apply the scenario that the URL of a page names. ${[...brokenLinks].join(' ')}`,
    );
  // If the test failed, do not report other problems, because the test's own error is more helpful.
  if (!assertClean || status !== 'passed') return;
  const others = strays();
  if (others.length > 0)
    throw new Error(
      `The fake server of the test, at ${fake.baseUrl}, did not answer these requests. Pass the base URL of the page's client to fakeTest, and let no worker of the page answer (startFake registers none in a test):\n${others.join('\n')}`,
    );
  fake.journal.assertClean();
}

async function attachJournal(
  { journal, baseUrl }: FakeServer,
  { unhandled, strays }: Routes,
  testInfo: TestInfo,
): Promise<void> {
  const entries = journal.entries();
  const name = 'requests to the fake server';
  const lines =
    entries.length === 0 ? [`The fake server at ${baseUrl} received no request.`] : entries.map(lineOf);
  const sections = [
    lines,
    unhandled.length === 0 ? [] : ['No endpoint serves these requests:', ...unhandled],
    strays().length === 0 ? [] : ['The fake server did not answer these requests:', ...strays()],
  ];
  await testInfo.attach(name, { body: sections.flat().join('\n'), contentType: 'text/plain' });
  if (entries.length === 0) return;
  const har = JSON.stringify(toHar(entries));
  await testInfo.attach(`${name}.har`, { body: har, contentType: 'application/json' });
}
