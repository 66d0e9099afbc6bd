/** Pictures of recorded exchanges over time. */
export { LatencyScatter } from './latency-scatter.tsx';
export { RequestsOverTime } from './requests-over-time.tsx';
export type { TimeRange } from './time-range.ts';
