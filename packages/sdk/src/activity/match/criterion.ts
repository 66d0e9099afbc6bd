import type { ActivityEntry } from '../../contract/resources.ts';

/** One field of a matcher, ready to be tried on entries. */
export interface Criterion {
  /** The field as it is called in an explanation. */
  readonly field: string;
  /** How far an entry is from what was meant when this field differs. */
  readonly weight: number;
  matches(entry: ActivityEntry): boolean;
  /** Words what was expected and what is there instead, without bodies or credentials. */
  difference(entry: ActivityEntry): string;
}
