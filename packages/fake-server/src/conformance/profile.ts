/** What a run observed of the open points: data that a stand-in can be made to behave like. */
import type { Observations } from './observations.ts';

/** Whatever JSON can hold. */
export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/**
 * A service's answers to the open points, as one run observed them. Plain JSON data, to be kept in a file.
 *
 * Entries are by the id of the open point (`openPoints` of `@mock-services/sdk/contract`). One that is missing was
 * not observed: it needed a permission, or there was nothing to look at. An observation is what was seen, no more:
 * a service that was seen to answer 404 may answer otherwise tomorrow. Identifiers, titles and bodies are not in it.
 */
export interface ObservedProfile {
  /** Version of this format. A profile of another version has to be refused. */
  readonly version: 1;
  readonly observed: Observations;
}

/** A profile with the observations given. */
export function profileOf(observed: Observations): ObservedProfile {
  return { version: 1, observed };
}
