/** Charts of recorded exchanges over time. */
export { ExchangeCharts } from './exchange-charts.tsx';
export type { TimeRange } from './time-range.ts';
