import type { ClockSource } from './time/clock.ts';
import type { Duration } from './time/duration.ts';
import type { JournalOptions } from './journal/recorder.ts';
import type { BehaviourOptions } from './variation/behaviour-options.ts';
import type { Seed } from './seed/seed.ts';

/** Options of `createFakeServer`. */
export interface FakeServerOptions extends BehaviourOptions {
  /**
   * Absolute http(s) URL under which the endpoints are found. It may have a path, which every request's path
   * then has to begin with. Default `https://mock-services.test`.
   */
  readonly baseUrl?: string | undefined;
  /** What the world begins with. Default `demoWorld()` at the clock's start; `emptyWorld()` for nothing. */
  readonly seed?: Seed | undefined;
  /** Whole number that the identifiers of created mock services follow from. Default 1. */
  readonly randomSeed?: number | undefined;
  /**
   * Where the clock starts: ISO 8601 UTC text, milliseconds since 1970, or a `Date`; it stands still there,
   * but for 1 ms per write. Or a function that returns milliseconds, such as `Date.now`, which it then follows.
   * Default 2026-01-01T00:00:00.000Z.
   */
  readonly clock?: ClockSource | undefined;
  /**
   * How many entries an activity log has at most; when one more is recorded, the oldest goes. A log of the seed
   * may be longer until then. `Infinity` for no bound. Default 10,000 (open point `size-limits`).
   */
  readonly maxActivityEntries?: number | undefined;
  /** How long every answer takes: milliseconds, or text such as `'50ms'`; at most 2^31 - 1 ms. Default 0. */
  readonly latency?: Duration | undefined;
  /** How much `fake.journal` keeps, or `false` for a journal that keeps nothing. */
  readonly journal?: JournalOptions | false | undefined;
}
