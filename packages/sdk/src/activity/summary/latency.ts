/** Response times in milliseconds; all 0 where there are none. */
export interface Latency {
  /** Half of the responses took no longer. */
  p50: number;
  p90: number;
  p99: number;
  max: number;
}

/** Percentiles by nearest rank: each is a time that was measured. */
export function latencyOf(times: readonly number[]): Latency {
  const sorted = new Float64Array(times).sort();
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
  return { p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1) };
}
