import type { ActivityEntry } from '../../contract/resources.ts';
import { bodyOf } from '../body.ts';
import type { Criterion } from './criterion.ts';
import { firstDifference } from './json-subset.ts';
import { show } from './show.ts';

/** What the JSON in a body must contain. A body that cannot be read, or is no JSON, does not match. */
export function bodyCriterion(side: 'request' | 'response', expected: unknown): Criterion {
  const differenceIn = (entry: ActivityEntry): string | undefined => {
    let actual: unknown;
    try {
      actual = bodyOf(entry[side], entry).json();
    } catch {
      return 'the recorded body is not JSON, or not readable';
    }
    const place = firstDifference(expected, actual);
    if (place === undefined) return undefined;
    return place === '' ? 'another value' : `another value at ${show(place)}`;
  };
  return {
    field: `${side} body`,
    weight: 2,
    matches: (entry) => differenceIn(entry) === undefined,
    difference: (entry) => differenceIn(entry) ?? '',
  };
}
