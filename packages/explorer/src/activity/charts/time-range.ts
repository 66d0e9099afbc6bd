/** Time range that includes both ends. */
export interface TimeRange {
  /** Start as an ISO 8601 UTC timestamp. */
  readonly since: string;
  /** End as an ISO 8601 UTC timestamp. */
  readonly until: string;
}

/**
 * Latest time that a range may contain, as a Unix time in milliseconds. The latest time is close to the maximum of a `Date`.
 */
const latest = 8e15;

/** Creates the range between two Unix times in milliseconds, in either order. */
export function rangeBetween(one: number, other: number): TimeRange {
  const at = (time: number) => new Date(Math.min(Math.max(Math.round(time), -latest), latest)).toISOString();
  return { since: at(Math.min(one, other)), until: at(Math.max(one, other)) };
}
