import type { Point } from './points.ts';

/** First and last time of sorted points; `undefined` without points. */
export function extentOf(points: readonly Point[]): readonly [first: number, last: number] | undefined {
  const first = points[0];
  const last = points.at(-1);
  return first === undefined || last === undefined ? undefined : [first.at, last.at];
}
