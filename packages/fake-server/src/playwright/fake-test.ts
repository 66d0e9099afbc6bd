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
import { createClient, type Client } from '@mock-services/sdk';
import { toHar } from '@mock-services/sdk/activity';
import { createFakeServer, type FakeServer } from '../core/index.ts';
import { optionError } from '../core/errors.ts';
import { lineOf } from '../core/rows/exchange.ts';
import { serverOptions, type FakeTestOptions as SharedOptions } from '../runners/fake-test-options.ts';
import { createRoutes } from './routes.ts';

export interface FakeTestOptions<ScenarioName extends string = string> extends SharedOptions<ScenarioName> {
  /**
   * Base URL that the page calls. A path such as `'/api'` is resolved against Playwright's option `baseURL`.
   * @default 'https://mock-services.test'
   */
  readonly baseUrl?: string | undefined;
  /**
   * What happens to an API request below `baseUrl` that no endpoint serves: it reaches the network (`'bypass'`), or it is
   * aborted and fails the test (`'error'`). An API request is one that the page sends with `fetch`, `XMLHttpRequest`,
   * `EventSource` or `sendBeacon`.
   * @default 'bypass'
   */
  readonly onUnhandled?: 'bypass' | 'error' | undefined;
}

export interface PlaywrightFake<ScenarioName extends string = string> extends FakeServer<ScenarioName> {
  /**
   * Answers the API requests of another context, such as one of `browser.newContext()`. The test's own `context` needs
   * no call.
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
 * test's pages. Documents, scripts, styles and images still come from the application.
 *
 * After a failed test, the report contains the received requests as text and as HAR. The second argument is a `test`
 * function of your own, which is extended in place of Playwright's.
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
      const fake = createFakeServer<string>({
        ...serverOptions(fakeOptions, ['onUnhandled']),
        baseUrl: absolute(fakeOptions.baseUrl, baseURL),
      });
      if (fakeOptions.scenario !== undefined) fake.scenario(fakeOptions.scenario);
      checkChoice(fakeOptions);
      const pageOrigin = baseURL === undefined ? undefined : new URL(baseURL).origin;
      const { maxBodyBytes, onUnhandled } = fakeOptions;
      const { route, unhandled, end } = createRoutes(fake, { maxBodyBytes, onUnhandled, pageOrigin });
      await use(Object.assign(fake, { route }));
      end();
      try {
        check(fake, fakeOptions, unhandled, testInfo);
      } catch (error) {
        await attachJournal(fake, unhandled, testInfo);
        throw error;
      }
      if (testInfo.status !== testInfo.expectedStatus) await attachJournal(fake, unhandled, testInfo);
    },
    // Part of each test that opens a page, so that no page reaches the network by mistake.
    context: async ({ context, fake }, use) => {
      await fake.route(context);
      await use(context);
    },
    client: async ({ fake, fakeOptions }, use) => {
      await use(createClient({ ...fakeOptions.client, baseUrl: fake.baseUrl, fetch: fake.fetch }));
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
  unhandled: readonly string[],
  { status }: TestInfo,
): void {
  if (onUnhandled === 'error' && unhandled.length > 0)
    throw new Error(
      `No endpoint serves these requests below ${fake.baseUrl}. Correct them, or answer them with page.route():\n${unhandled.join('\n')}`,
    );
  // If the test failed, its own error says more.
  if (assertClean && status === 'passed') fake.journal.assertClean();
}

async function attachJournal(
  { journal, baseUrl }: FakeServer,
  unhandled: readonly string[],
  testInfo: TestInfo,
): Promise<void> {
  const entries = journal.entries();
  const name = 'requests to the fake server';
  const lines =
    entries.length === 0 ? [`The fake server at ${baseUrl} received no request.`] : entries.map(lineOf);
  const others = unhandled.length === 0 ? [] : ['No endpoint serves these requests:', ...unhandled];
  await testInfo.attach(name, { body: [...lines, ...others].join('\n'), contentType: 'text/plain' });
  if (entries.length === 0) return;
  const har = JSON.stringify(toHar(entries));
  await testInfo.attach(`${name}.har`, { body: har, contentType: 'application/json' });
}
