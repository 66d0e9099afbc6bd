import type * as z from 'zod/mini';
import type { FakeServerOptions } from '../options.ts';
import type { Random } from '../random.ts';
import type { DraftOptions } from './draft-options.ts';
import type { DraftResponse } from './draft-response.ts';

export interface Assumption {
  readonly behavior: string;
  readonly option?: keyof FakeServerOptions;
}

/** A row of the table: everything that the fake server knows about one open point. */
export interface OpenPoint<Value = unknown, Observed = unknown> extends Assumption {
  /** All values of the option, with the default first. If the row has `vary`, grease picks one of the values. */
  readonly values?: readonly [Value, ...Value[]];
  /** Checks and copies an option that has no list of values. */
  readonly check?: (given: Value | undefined) => Value | undefined;
  /** Whether grease uses one value for all responses, so that a resource always looks the same. */
  readonly isFixed?: boolean;
  /** Varies a response in place for a value other than the default. Returns whether the response has changed. */
  readonly vary?: (value: Value, response: DraftResponse, random: Random) => boolean;
  /**
   * Returns the schema of the conformance suite's observation. Creating all schemas in advance would slow down every
   * import of this package.
   */
  readonly observed?: () => z.ZodMiniType<Observed>;
  /** Adds the options that reproduce an observation. `read` is missing if the observation depends on the seed. */
  readonly read?: (observed: Observed, options: DraftOptions) => void;
}

/** Makes the compiler check `vary` against the option's type, and `read` against the schema. */
export function point<Name extends keyof FakeServerOptions, Observed>(
  row: OpenPoint<NonNullable<FakeServerOptions[Name]>, Observed> & { readonly option?: Name },
): OpenPoint {
  // The cast is safe, because a row receives only checked options and observations that match its schema.
  return row as OpenPoint;
}
