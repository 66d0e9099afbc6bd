import type { FakeServer } from '@mock-services/fake-server/core';
import { turn } from '../window/turn.ts';
import { exchangeAt } from './traffic.ts';

/** Number of exchanges to record before yielding to the page. */
const slice = 400;

interface Recording {
  readonly workspace: string;
  readonly count: number;
  /** Period before now that the exchanges are spread over, in milliseconds. */
  readonly over: number;
  readonly random: () => number;
  readonly onProgress?: (done: number) => void;
}

/** Records many exchanges without freezing the page. */
export async function recordMany(
  fake: FakeServer,
  { workspace, count, over, random, onProgress }: Recording,
): Promise<void> {
  const until = fake.clock.now();
  for (let done = 0; done < count;) {
    const end = Math.min(count, done + slice);
    for (; done < end; done += 1) {
      // Busiest in the middle, like a day.
      const share = (done + random()) / count;
      const time = until - over * (1 - share - 0.1 * Math.sin(2 * Math.PI * share));
      fake.activity.record(workspace, exchangeAt(time, random));
    }
    onProgress?.(done);
    await turn();
  }
}
