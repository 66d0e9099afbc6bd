/** A span of time, both ends included. */
export interface TimeRange {
  /** Start as an ISO 8601 UTC timestamp. */
  readonly since: string;
  /** End as an ISO 8601 UTC timestamp. */
  readonly until: string;
}

/** About the maximum of a Date, in milliseconds. */
const latest = 8e15;

/** The span between two times, in milliseconds since 1970, in either order. */
export function rangeBetween(one: number, other: number): TimeRange {
  const at = (time: number) => new Date(Math.min(Math.max(Math.round(time), -latest), latest)).toISOString();
  return { since: at(Math.min(one, other)), until: at(Math.max(one, other)) };
}
