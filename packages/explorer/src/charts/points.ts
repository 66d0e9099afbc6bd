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
  return entries
    .map(({ timestamp, response }) => ({
      at: Date.parse(timestamp),
      ms: response.responseTimeMs,
      kind: statusKindOf(response.statusCode),
    }))
    .filter(({ at }) => !Number.isNaN(at))
    .sort((one, other) => one.at - other.at);
}
