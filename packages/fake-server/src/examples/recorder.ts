import type { ActivityEntry } from '@mock-services/sdk/contract';
import { plainCopy } from '../core/json.ts';
import type { Random } from '../core/random.ts';
import { toTimestamp } from '../core/time/time.ts';
import { scenarioCount, type ExampleExchange } from './exchanges.ts';

export class ExampleRecorder {
  readonly #random: Random;
  readonly #newId: () => string;
  readonly #scenarios: readonly string[];

  constructor(random: Random, newId = () => random.uuid()) {
    this.#random = random;
    this.#newId = newId;
    this.#scenarios = Array.from({ length: scenarioCount }, newId);
  }

  /** @param time - Unix time in milliseconds. */
  record(exchange: ExampleExchange, time: number): ActivityEntry {
    const { scenario, request, response } = plainCopy(exchange);
    const random = this.#random;
    const factor = random.below(20) === 0 ? 1 + random.below(90) / 10 : 0.6 + random.below(80) / 100;
    return {
      id: this.#newId(),
      request: { ...request, path: request.path.replace('#', String(1000 + random.below(400))) },
      response: { ...response, responseTimeMs: Math.round(response.responseTimeMs * factor) },
      metadata: { scenarioId: this.#scenarios[scenario] ?? '' },
      timestamp: toTimestamp(time),
    };
  }
}
