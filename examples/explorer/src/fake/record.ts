import type { FakeServer } from '@mock-services/fake-server/core';
import { exchangeAt } from './traffic.ts';

/** How much is recorded before the page gets a turn. */
const slice = 400;

interface Recording {
  readonly workspace: string;
  readonly count: number;
  /** Milliseconds before now over which the exchanges are spread. */
  readonly over: number;
  readonly chance: () => number;
  readonly onProgress: (done: number) => void;
}

/** Records many exchanges, without freezing the page meanwhile. */
export async function recordMany(
  fake: FakeServer,
  { workspace, count, over, chance, onProgress }: Recording,
): Promise<void> {
  const until = fake.clock.now();
  for (let done = 0; done < count;) {
    const end = Math.min(count, done + slice);
    for (; done < end; done += 1) {
      // Busiest in the middle, as days are.
      const share = (done + chance()) / count;
      const time = until - over * (1 - share - 0.1 * Math.sin(2 * Math.PI * share));
      fake.activity.record(workspace, exchangeAt(time, chance));
    }
    onProgress(done);
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
  }
}
