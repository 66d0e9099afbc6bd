/** A span of time. */
export interface TimeRange {
  /** Its begin, as an ISO 8601 UTC timestamp; included. */
  readonly since: string;
  /** Its end, as an ISO 8601 UTC timestamp; not included. */
  readonly until: string;
}

/** About what a Date can hold, in milliseconds. */
const latest = 8e15;

/** The span between two points in time, in milliseconds since 1970, in whichever order. */
export function rangeBetween(one: number, other: number): TimeRange {
  const at = (time: number) => new Date(Math.min(Math.max(Math.round(time), -latest), latest)).toISOString();
  return { since: at(Math.min(one, other)), until: at(Math.max(one, other)) };
}
