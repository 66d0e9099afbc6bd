import type { FakeServer } from '../fake-server.ts';
import { WatchedSet } from '../watched-set.ts';

/** Whether a fault after which some runtimes repeat a request is armed in any of several worlds. */
export class RepeatedAnywhere {
  readonly #armed = new WatchedSet<FakeServer>();
  /** What ends the watch of each world; none is watched for nobody. */
  readonly #unwatch = new Map<FakeServer, () => void>();

  /** @param fakes - All worlds that there are. Later ones are added. */
  watch(listener: (armed: boolean) => void, fakes: Iterable<FakeServer>): () => void {
    if (!this.#armed.isWatched) for (const fake of fakes) this.#watchOne(fake);
    const end = this.#armed.watch(listener);
    return () => {
      end();
      if (!this.#armed.isWatched) for (const fake of this.#unwatch.keys()) this.remove(fake);
    };
  }

  add(fake: FakeServer): void {
    if (this.#armed.isWatched) this.#watchOne(fake);
  }

  remove(fake: FakeServer): void {
    this.#unwatch.get(fake)?.();
    this.#unwatch.delete(fake);
    this.#armed.set(fake, false);
  }

  #watchOne(fake: FakeServer): void {
    this.#unwatch.set(
      fake,
      fake.faults.onRepeated((armed) => this.#armed.set(fake, armed)),
    );
  }
}
