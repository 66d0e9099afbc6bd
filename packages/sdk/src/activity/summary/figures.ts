import type { ActivityEntry } from '../../contract/resources.ts';
import { decodedLength } from '../base64.ts';

/** Response times in milliseconds; all 0 if there are none. */
export interface Latency {
  /** Half of the responses took no longer. */
  p50: number;
  p90: number;
  p99: number;
  max: number;
}

/** Figures of a set of exchanges. */
export interface ActivityFigures {
  /** Number of exchanges. */
  count: number;
  /** Number of failed exchanges: status 400 or higher, or no status (0). */
  errors: number;
  /** Share of failed exchanges, from 0 to 1; 0 if there are none. */
  errorRate: number;
  latency: Latency;
  /** Bytes of all request bodies, as recorded. */
  requestBytes: number;
  /** Bytes of all response bodies, as recorded. */
  responseBytes: number;
}

/** Whether an exchange failed. */
export function isError({ response }: ActivityEntry): boolean {
  return response.statusCode >= 400 || response.statusCode < 100;
}

/**
 * Percentiles of response times, in milliseconds, by nearest rank: each is a measured time. `summarize` computes them for
 * entries; use this for times alone.
 *
 * @example
 * ```ts
 * import { latencyOf } from '@mock-services/sdk/activity';
 *
 * const { p99 } = latencyOf(entries.map(({ response }) => response.responseTimeMs));
 * ```
 */
export function latencyOf(times: readonly number[]): Latency {
  const sorted = new Float64Array(times).sort();
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
  return { p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1) };
}

/** The figures of some exchanges. */
export function figuresOf(entries: readonly ActivityEntry[]): ActivityFigures {
  const count = entries.length;
  const errors = entries.filter(isError).length;
  const bytesOf = (side: 'request' | 'response') =>
    entries.reduce((sum, entry) => sum + decodedLength(entry[side].bodyBase64Encoded), 0);
  return {
    count,
    errors,
    errorRate: count === 0 ? 0 : errors / count,
    latency: latencyOf(entries.map(({ response }) => response.responseTimeMs)),
    requestBytes: bytesOf('request'),
    responseBytes: bytesOf('response'),
  };
}
