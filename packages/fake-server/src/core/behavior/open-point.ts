import type { ObservablePoint, Observations, OpenPointId } from '@mock-services/sdk/contract';
import type { FakeServerOptions } from '../options.ts';
import type { Random } from '../random.ts';
import type { DraftOptions } from './draft-options.ts';
import type { DraftResponse } from './draft-response.ts';

export interface Assumption {
  readonly behavior: string;
  readonly option?: keyof FakeServerOptions;
}

type ObservedAt<Id> = Id extends ObservablePoint ? NonNullable<Observations[Id]> : never;

export interface OpenPoint<Id = OpenPointId, Value = unknown> extends Assumption {
  /** All values of the option, with the default first. If the row has `vary`, grease picks one of these values. */
  readonly values?: readonly [Value, ...Value[]];
  /** Checks and copies an option that has no list of values. */
  readonly check?: (given: Value | undefined) => Value | undefined;
  /** Whether grease uses the same value for all responses, so that a resource always looks the same. */
  readonly isFixed?: boolean;
  /** Varies a response in place for a value other than the default. Returns whether the response has changed. */
  readonly vary?: (value: Value, response: DraftResponse, random: Random) => boolean;
  /**
   * Converts each part of a conformance run's observation to an option, or reports the part as unsupported. A part that
   * shows the default may need neither. `read` is missing if the observation depends only on the seed.
   */
  readonly read?: (observed: ObservedAt<Id>, options: DraftOptions) => void;
}

/** Makes the compiler check `values` and `vary` against the option's type. */
export function point<Id extends OpenPointId, Name extends keyof FakeServerOptions>(
  row: OpenPoint<Id, NonNullable<FakeServerOptions[Name]>> & { readonly option?: Name },
): OpenPoint<Id> {
  // The cast is safe, because a row receives only options that were validated.
  return row as OpenPoint<Id>;
}
