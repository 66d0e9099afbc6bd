import type { FakeServer } from '../fake-server.ts';

type Listener = (armed: boolean) => void;

/** Whether a fault after which some runtimes repeat a request is armed in any of several worlds. */
export class RepeatedAnywhere {
  readonly #listeners = new Set<Listener>();
  /** What ends the watch of each world; none is watched for nobody. */
  readonly #unwatch = new Map<FakeServer, () => void>();
  readonly #armed = new Set<FakeServer>();

  /** @param fakes - All worlds that there are. Later ones are added. */
  watch(listener: Listener, fakes: Iterable<FakeServer>): () => void {
    if (this.#listeners.size === 0) for (const fake of fakes) this.#watchOne(fake);
    this.#listeners.add(listener);
    listener(this.#armed.size > 0);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) for (const fake of this.#unwatch.keys()) this.remove(fake);
    };
  }

  add(fake: FakeServer): void {
    if (this.#listeners.size > 0) this.#watchOne(fake);
  }

  remove(fake: FakeServer): void {
    this.#unwatch.get(fake)?.();
    this.#unwatch.delete(fake);
    this.#set(fake, false);
  }

  #watchOne(fake: FakeServer): void {
    this.#unwatch.set(
      fake,
      fake.faults.onRepeated((armed) => this.#set(fake, armed)),
    );
  }

  #set(fake: FakeServer, armed: boolean): void {
    const before = this.#armed.size > 0;
    if (armed) this.#armed.add(fake);
    else this.#armed.delete(fake);
    const after = this.#armed.size > 0;
    if (after !== before) for (const listener of this.#listeners) listener(after);
  }
}
