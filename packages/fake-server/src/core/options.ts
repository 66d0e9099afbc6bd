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
  /** Whole number from which the identifiers of created mock services follow. Default 1. */
  readonly randomSeed?: number | undefined;
  /**
   * Where the clock starts: ISO 8601 UTC text, milliseconds since 1970, or a `Date`; it stands still except for 1 ms
   * per write. Or a function that returns milliseconds, such as `Date.now`, which the clock follows.
   * Default 2026-01-01T00:00:00.000Z.
   */
  readonly clock?: ClockSource | undefined;
  /**
   * The maximum number of entries of an activity log: recording one more drops the oldest. A log of the seed may be
   * longer until then. `Infinity` for no limit. Default 10,000 (open point `size-limits`).
   */
  readonly maxActivityEntries?: number | undefined;
  /**
   * The maximum size of the data in bytes: two for each character of the JSON of mock services and their summaries,
   * workspaces and their configurations, and activity entries. A request that would exceed it gets a 507, a fixture
   * throws a `FixtureError`, and nothing changes; what is removed gives its bytes back. Entries count before the oldest
   * are dropped for them. `Infinity` for no limit. Default 536,870,912 (512 MiB; open point `size-limits`).
   */
  readonly maxWorldBytes?: number | undefined;
  /**
   * Maximum size in bytes of a request body that comes through `fetch` or `handlers`; a longer one gets a 413. `serve`
   * has an option of its own. `Infinity` for no limit. Default 10,485,760 (10 MiB).
   */
  readonly maxBodyBytes?: number | undefined;
  /** Delays every response: milliseconds, or text such as `'50ms'`; at most 2^31 - 1 ms. Default 0. */
  readonly latency?: Duration | undefined;
  /**
   * Where the world is kept, so that it outlives the process. What is kept there counts, and the seed only if there is
   * nothing yet. A request whose changes cannot be stored gets a 507, a fixture throws a `StorageError`, and nothing changes.
   * Default none: the world lives in memory.
   */
  readonly storage?: WorldStorage | undefined;
  /**
   * Behavior of a real service, as the conformance suite observed it: the parsed JSON of the file that
   * `npx @mock-services/conformance <url> --profile profile.json` saved. Sets the behavior options that reproduce the
   * observations. An option that is given explicitly wins over the profile. `profileOptions` lists the observations that
   * no option reproduces. Default none.
   */
  readonly profile?: Profile | undefined;
  /** How much `fake.journal` keeps, or `false` for a journal that keeps nothing. */
  readonly journal?: JournalOptions | false | undefined;
  /**
   * Called with what is probably a mistake, but prevents nothing: an option that does not exist, or, with MSW, a request for
   * the interface that went to another base URL. Default `console.warn`.
   */
  readonly onWarning?: ((message: string) => void) | undefined;
}
