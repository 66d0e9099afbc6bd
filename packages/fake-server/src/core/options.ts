import type { ClockSource } from './time/time-source.ts';
import type { Duration } from './time/duration.ts';
import type { JournalOptions } from './journal/journal.ts';
import type { BehaviourOptions } from './variation/behaviour-options.ts';
import type { Profile } from './variation/profile.ts';
import type { Seed } from './seed/seed.ts';
import type { WorldStorage } from './storage/world-storage.ts';

/** Options of `createFakeServer`. */
export interface FakeServerOptions extends BehaviourOptions {
  /**
   * Absolute http(s) URL of the endpoints. If it has a path, the path of every request must start with it.
   * Default `https://mock-services.test`.
   */
  readonly baseUrl?: string | undefined;
  /** The initial data, to which `reset()` returns. Default: none. `demoSeed()` of `…/demo` has sample data. */
  readonly seed?: Seed | undefined;
  /** Integer that determines the identifiers of created mock services. Default 1. */
  readonly randomSeed?: number | undefined;
  /**
   * Start of the clock: ISO 8601 timestamp in UTC, Unix time in milliseconds, or a `Date`. Such a clock only advances by 1 ms
   * per write. Or a function that returns Unix time in milliseconds, such as `Date.now`, which the clock follows.
   * Default 2026-01-01T00:00:00.000Z.
   */
  readonly clock?: ClockSource | undefined;
  /**
   * Maximum number of entries of an activity log. Recording another entry removes the oldest entry. A log of the seed may be
   * longer until then. `Infinity` for no limit. Default 10,000 (open point `size-limits`).
   */
  readonly maxActivityEntries?: number | undefined;
  /**
   * Maximum size of the data in bytes: two for each character of the JSON of mock services, workspaces and their
   * configurations, and activity entries. If a request would exceed it, the response is a 507; a fixture throws a
   * `FixtureError`. Nothing changes then. `Infinity` for no limit. Default 536,870,912 (512 MiB; open point `size-limits`).
   */
  readonly maxWorldBytes?: number | undefined;
  /**
   * Maximum size in bytes of a request body that comes through `fetch` or `handlers`; a longer one gets a 413. `serve`
   * has an option of its own. `Infinity` for no limit. Default 10,485,760 (10 MiB).
   */
  readonly maxBodyBytes?: number | undefined;
  /** Delay of every response: milliseconds, or a string such as `'50ms'`; at most 2^31 - 1 ms. Default 0. */
  readonly latency?: Duration | undefined;
  /**
   * Stores the world, so that it outlives the process. The seed is only used if the storage is empty. If changes cannot be
   * stored, the response to a request is a 507, a fixture throws a `StorageError`, and nothing changes.
   * Default none: the world is only in memory.
   */
  readonly storage?: WorldStorage | undefined;
  /**
   * Behavior of a real service, as the conformance suite observed it: the parsed JSON of the file that
   * `npx @mock-services/conformance <url> --profile profile.json` saved. Sets the behavior options that reproduce the
   * observations. An option that is given explicitly wins over the profile. `profileOptions` lists the observations that
   * no option reproduces. Default none.
   */
  readonly profile?: Profile | undefined;
  /** Size of `fake.journal`, or `false` for no journal. */
  readonly journal?: JournalOptions | false | undefined;
  /**
   * Called with a message about a probable mistake: an option that does not exist or, with MSW, a request for the interface
   * that has another base URL. Default `console.warn`.
   */
  readonly onWarning?: ((message: string) => void) | undefined;
}
