import { placeOf } from '../../contract/place.ts';

/** The first place at which a value lacks what was expected; `undefined` where it contains all of it. */
export function firstDifference(
  expected: unknown,
  actual: unknown,
  path: readonly PropertyKey[] = [],
): string | undefined {
  if (typeof expected !== 'object' || expected === null) {
    return expected === actual ? undefined : placeOf(path).path;
  }
  const sameKind =
    typeof actual === 'object' && actual !== null && Array.isArray(expected) === Array.isArray(actual);
  if (!sameKind || (Array.isArray(expected) && expected.length !== (actual as unknown[]).length)) {
    return placeOf(path).path;
  }
  for (const [key, value] of Object.entries(expected) as [string, unknown][]) {
    // A field that is undefined is one that is not given, as everywhere in a matcher.
    if (value === undefined) continue;
    const step = [...path, Array.isArray(expected) ? Number(key) : key];
    if (!Object.hasOwn(actual, key)) return placeOf(step).path;
    const difference = firstDifference(value, Reflect.get(actual, key), step);
    if (difference !== undefined) return difference;
  }
  return undefined;
}
