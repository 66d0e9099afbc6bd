import type { ActivityEntry } from '@mock-services/sdk/activity';
import { type StatusKind, statusKindOf } from '../table/status.ts';

/** A recorded exchange as a point. */
export interface Point {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Time until the response, in milliseconds. */
  readonly ms: number;
  readonly kind: StatusKind;
}

/** The points of entries, sorted by time, without entries whose timestamp is invalid. */
export function pointsOf(entries: readonly ActivityEntry[]): Point[] {
  const points: Point[] = [];
  let isSorted = true;
  for (const { timestamp, response } of entries) {
    const at = Date.parse(timestamp);
    if (Number.isNaN(at)) continue;
    isSorted &&= at >= (points.at(-1)?.at ?? -Infinity);
    points.push({ at, ms: response.responseTimeMs, kind: statusKindOf(response.statusCode) });
  }
  return isSorted ? points : points.sort((one, other) => one.at - other.at);
}
