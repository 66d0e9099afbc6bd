import type { ActivityEntry } from '../../contract/resources.ts';
import { decodedLength } from '../base64.ts';
import { type Latency, latencyOf } from './latency.ts';

/** Figures of some exchanges. */
export interface ActivityFigures {
  /** How many there are. */
  count: number;
  /** How many failed: a status from 400, or none (0). */
  errors: number;
  /** Share of those that failed, from 0 to 1; 0 where there are none. */
  errorRate: number;
  latency: Latency;
  /** Bytes of all request bodies, as they were recorded. */
  requestBytes: number;
  /** Bytes of all response bodies, as they were recorded. */
  responseBytes: number;
}

export function isError({ response }: ActivityEntry): boolean {
  return response.statusCode >= 400 || response.statusCode < 100;
}

/** Takes exchanges one by one, and gives their figures. */
export class Tally {
  readonly #times: number[] = [];
  #errors = 0;
  #requestBytes = 0;
  #responseBytes = 0;

  add(entry: ActivityEntry): void {
    const { request, response } = entry;
    this.#times.push(response.responseTimeMs);
    if (isError(entry)) this.#errors += 1;
    this.#requestBytes += decodedLength(request.bodyBase64Encoded);
    this.#responseBytes += decodedLength(response.bodyBase64Encoded);
  }

  figures(): ActivityFigures {
    const count = this.#times.length;
    return {
      count,
      errors: this.#errors,
      errorRate: count === 0 ? 0 : this.#errors / count,
      latency: latencyOf(this.#times),
      requestBytes: this.#requestBytes,
      responseBytes: this.#responseBytes,
    };
  }
}
