import { typeName, type Issue } from '@mock-services/sdk/contract';
import { issueAt, placeIn, wholeSeed } from '../seed/seed-place.ts';
import { isSeedError, SnapshotError } from '../errors.ts';

/** How one part of a snapshot is read. */
interface Part<Value> {
  /** What belongs there, in a word. */
  readonly expected: string;
  /** Reads it, or throws. */
  readonly read: () => Value;
}

/**
 * Reads the parts of a snapshot, all of them or none.
 *
 * @throws {SnapshotError} that lists all that is wrong.
 */
export function readParts<Values extends object>(
  snapshot: object,
  parts: { readonly [Key in keyof Values]: Part<Values[Key]> },
): Values {
  const issues: Issue[] = [];
  const values: Partial<Values> = {};
  for (const key of Object.keys(parts) as (keyof Values & string)[]) {
    try {
      values[key] = parts[key].read();
    } catch (error) {
      const received = typeName(Reflect.get(snapshot, key));
      const place = placeIn(wholeSeed, key);
      if (isSeedError(error)) issues.push(...error.issues.map((issue) => issueAt(place, issue)));
      else issues.push({ ...place, expected: parts[key].expected, received });
    }
  }
  const count = issues.length === 1 ? '1 problem' : `${issues.length} problems`;
  if (issues.length > 0) throw new SnapshotError(`The snapshot has ${count}:`, issues);
  // All of the keys were read, or the line above has thrown.
  return values as Values;
}

/** A whole number from 0 to `most`. */
export function wholeNumber(value: unknown, most = Number.MAX_SAFE_INTEGER): number {
  if (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most) return Number(value);
  throw new RangeError(`no whole number from 0 to ${most}`);
}
