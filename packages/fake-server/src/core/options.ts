import type { ClockSource, Duration } from './time/time.ts';
import type { JournalOptions } from './journal/journal.ts';
import type { BehaviorOptions, Profile } from './behavior/options.ts';
import type { Scenarios } from './scenarios.ts';
import type { Seed } from './fixtures/seed.ts';
import type { WorldStorage } from './world/world-storage.ts';

export interface FakeServerOptions<ScenarioName extends string = string> extends BehaviorOptions {
  /**
   * Absolute http or https URL. If the URL has a path, every request path must start with that path.
   * @default 'https://mock-services.test'
   */
  readonly baseUrl?: string | undefined;
  /**
   * Initial data, which `reset()` restores. For sample data, use `demoSeed()`.
   * @default no data
   */
  readonly seed?: Seed | undefined;
  /**
   * Named states that `fake.scenario(name)` applies. To define scenarios in a file, use `defineScenarios`.
   * @default no scenarios
   */
  readonly scenarios?: Scenarios<ScenarioName> | undefined;
  /**
   * Integer that determines the generated identifiers.
   * @default 1
   */
  readonly randomSeed?: number | undefined;
  /**
   * Start of the clock: an ISO 8601 timestamp in UTC, Unix time in milliseconds, or a `Date`. The clock advances by
   * 1 ms per write. To follow another clock, pass a function such as `Date.now`.
   * @default '2026-01-01T00:00:00.000Z'
   */
  readonly clock?: ClockSource | undefined;
  /**
   * Maximum number of entries in an activity log (open point `size-limits`), or `Infinity`. When a log exceeds the
   * limit, the oldest entries are removed. A log in the seed may exceed the limit until the next entry is recorded.
   * @default 10_000
   */
  readonly maxActivityEntries?: number | undefined;
  /**
   * Maximum size of the data in bytes (open point `size-limits`), or `Infinity`. The data is what a seed can contain, as
   * JSON with two bytes per character. If a change would exceed the limit, the data stays unchanged: a request gets a
   * 507, and a fixture function throws a `FakeServerError`.
   * @default 536_870_912 (512 MiB)
   */
  readonly maxWorldBytes?: number | undefined;
  /**
   * Maximum size of a request body in bytes for `fetch` and `handlers`, or `Infinity`. A longer body gets a 413.
   * `serve` and `createHandler` have their own `maxBodyBytes` option.
   * @default 10_485_760 (10 MiB)
   */
  readonly maxBodyBytes?: number | undefined;
  /**
   * Delay of every response, in milliseconds or as a string such as `'50ms'`, up to 2^31 - 1 ms.
   * @default 0
   */
  readonly latency?: Duration | undefined;
  /**
   * Storage that keeps the data after the process ends. The seed is used only if the storage is empty. If a change
   * cannot be stored, the data stays unchanged: a request gets a 507, and a fixture function throws a
   * `FakeServerError`.
   * @default memory
   */
  readonly storage?: WorldStorage | undefined;
  /**
   * Observed behavior of a real service: the parsed JSON of a profile, which the conformance suite saves with
   * `--profile profile.json`. The profile sets the behavior options that reproduce the observations. Explicit options
   * take precedence. `profileOptions` lists the observations that no option reproduces.
   * @default no profile
   */
  readonly profile?: Profile | undefined;
  /**
   * Limits of `fake.journal`, or `false` to record no requests.
   * @default { maxEntries: 1000, maxBytes: 8_388_608 }
   */
  readonly journal?: JournalOptions | false | undefined;
  /**
   * Called with a warning about a probable mistake, such as an unknown option or, with MSW, a request to a different
   * base URL.
   * @default `console.warn`
   */
  readonly onWarning?: ((message: string) => void) | undefined;
}
