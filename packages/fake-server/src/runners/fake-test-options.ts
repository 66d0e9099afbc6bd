/** What `fakeTest` has in common in all test runners. */
import type { ClientOptions } from '@mock-services/sdk';
import type { FakeServerOptions } from '../core/index.ts';
import { optionNames } from '../core/unknown-options.ts';
import { warn } from '../core/warn.ts';
import { describeUnknown } from '../core/words.ts';

export interface FakeTestOptions<
  ScenarioName extends string = string,
> extends FakeServerOptions<ScenarioName> {
  /**
   * The scenario with which each test begins.
   * @default none: the seed
   */
  readonly scenario?: NoInfer<ScenarioName> | undefined;
  /**
   * Whether to call `fake.journal.assertClean()` after each test that passed. The test then fails if a request broke
   * the contract, or if a fault was not applied `times` times (without `times`, at least once).
   * @default false
   */
  readonly assertClean?: boolean | undefined;
  /** Options for the client. The fake server sets `baseUrl` and `fetch`. */
  readonly client?: Omit<ClientOptions, 'baseUrl' | 'fetch'> | undefined;
}

const clientOptions: Readonly<Record<Exclude<keyof ClientOptions, 'baseUrl' | 'fetch' | 'onWarning'>, true>> =
  {
    headers: true,
    ky: true,
    maxResponseBytes: true,
    maxRetries: true,
    maxRetryAfter: true,
    onRequest: true,
    onResponse: true,
    onRetry: true,
    timeout: true,
    token: true,
    totalTimeout: true,
    validation: true,
  };

/**
 * Warns of unknown options and omits them, because `createFakeServer` does not know all options of `fakeTest`.
 *
 * @param others - Options that only one test runner has.
 */
export function serverOptions<ScenarioName extends string>(
  options: FakeTestOptions<ScenarioName>,
  others: readonly string[] = [],
): FakeServerOptions<ScenarioName> {
  const names = optionNames();
  const adviceOn = (name: string): string =>
    Object.hasOwn(clientOptions, name) ? ` It is an option of the client: client: { ${name}: … }.` : '';
  const known = ['assertClean', 'client', 'scenario', ...others, ...names];
  const messages = describeUnknown('fakeTest', options, known, adviceOn);
  for (const message of messages) warn(options, message);
  return Object.fromEntries(Object.entries(options).filter(([name]) => names.includes(name)));
}
