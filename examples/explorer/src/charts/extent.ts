import type { Point } from './points.ts';

/** First and last time of points that are given by time; `undefined` where there are none. */
export function extentOf(points: readonly Point[]): readonly [first: number, last: number] | undefined {
  const first = points[0];
  const last = points.at(-1);
  return first === undefined || last === undefined ? undefined : [first.at, last.at];
}
