/** Charts of recorded exchanges over time. */
export { LatencyScatter } from './latency-scatter.tsx';
export { ExchangeCharts } from './exchange-charts.tsx';
export { pointsOf } from './points.ts';
export { RequestsOverTime } from './requests-over-time.tsx';
export type { TimeRange } from './time-range.ts';
