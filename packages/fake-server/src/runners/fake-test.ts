import { createClient, type Client, type ClientOptions } from '@mock-services/sdk';
import type { FakeServer } from '../core/fake.ts';
import { createFakeServer } from '../core/fake-server.ts';
import type { FakeServerOptions } from '../core/options.ts';
import { optionNames } from '../core/unknown-options.ts';
import { describeUnknown, didYouMean, warn } from '../core/words.ts';

export interface FakeTestOptions<
  ScenarioName extends string = string,
> extends FakeServerOptions<ScenarioName> {
  /**
   * The scenario with which each test begins.
   * @default none: the seed
   */
  readonly scenario?: NoInfer<ScenarioName> | undefined;
  /**
   * Whether to call `fake.journal.assertClean()` after each test that passed. Such a test fails if a request broke the
   * contract, or if a fault was applied too rarely.
   * @default false
   */
  readonly assertClean?: boolean | undefined;
  /** Options for the client. The fake server sets `baseUrl` and `fetch`. */
  readonly client?: Omit<ClientOptions, 'baseUrl' | 'fetch'> | undefined;
}

/**
 * Creates the fake server of a test, in the scenario with which the test begins. Warns of unknown options and omits them,
 * because `createFakeServer` does not know all options of `fakeTest`.
 *
 * @param others - Options that only one test runner has.
 */
export function createTestFake<ScenarioName extends string>(
  options: FakeTestOptions<ScenarioName>,
  others: readonly string[] = [],
): FakeServer<ScenarioName> {
  const names = optionNames();
  const known = ['assertClean', 'client', 'scenario', ...others, ...names];
  const adviceOn = (name: string): string =>
    didYouMean(name, known) ||
    ` If it is an option of the client, pass client: { ${name}: … }. Valid options: ${known.join(', ')}.`;
  for (const message of describeUnknown('fakeTest', options, known, adviceOn)) warn(options, message);
  const own = Object.entries(options).filter(([name]) => names.includes(name));
  const fake = createFakeServer<ScenarioName>(Object.fromEntries(own));
  if (options.scenario !== undefined) fake.scenario(options.scenario);
  return fake;
}

export function createTestClient({ baseUrl, fetch }: FakeServer, { client }: FakeTestOptions): Client {
  return createClient({ ...client, baseUrl, fetch });
}
