import type { ActivityEntry } from '@mock-services/sdk/contract';
import { demoExchanges, scenarioCount, type DemoExchange } from './demo-exchanges.ts';
import type { IdGenerator } from '../random.ts';
import { toTimestamp } from '../time/instant.ts';

/** Records the sample exchanges one after the other, from the first again after the last. */
export class DemoRecorder {
  readonly #ids: IdGenerator;
  readonly #scenarios: readonly string[];
  readonly #exchanges = inTurn(demoExchanges);

  constructor(ids: IdGenerator) {
    this.#ids = ids;
    this.#scenarios = Array.from({ length: scenarioCount }, () => ids.uuid());
  }

  /** A log of `count` entries, spread unevenly over the time between two instants in milliseconds. */
  log(count: number, from: number, until: number): ActivityEntry[] {
    const pace = (until - from) / count;
    return Array.from({ length: count }, (_, i) =>
      this.#entry(from + (i + this.#ids.below(1000) / 1000) * pace),
    );
  }

  #entry(time: number): ActivityEntry {
    const { scenario, request, response } = structuredClone(this.#exchanges.next().value);
    const responseTimeMs = response.responseTimeMs + this.#ids.below(20);
    return {
      id: this.#ids.uuid(),
      request,
      response: { ...response, responseTimeMs },
      metadata: { scenarioId: this.#scenarios[scenario] ?? '' },
      timestamp: toTimestamp(time),
    };
  }
}

function* inTurn(exchanges: readonly DemoExchange[]): Generator<DemoExchange, never> {
  for (;;) yield* exchanges;
}
