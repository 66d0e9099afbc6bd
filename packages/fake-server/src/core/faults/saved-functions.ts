import { fingerprint } from '../fingerprint.ts';
import type { FaultOptions } from './fault.ts';

type When = NonNullable<FaultOptions['when']>;

/** How many functions are kept beyond those of the latest snapshot. */
const most = 1000;

/** How many of them this process has made. */
let made = 0;

/** Functions of faults in snapshots, by the name that snapshots have for each: JSON has no functions. */
export class SavedFunctions {
  /** Least recently saved first. */
  readonly #functions = new Map<string, When>();
  readonly #names = new WeakMap<When, string>();
  #count = 0;
  /** Part of all names: those of another fake server are not known here. */
  readonly #origin = (made += 1);

  get(name: string): When | undefined {
    return this.#functions.get(name);
  }

  /** Keeps the functions of one snapshot. Returns what says the name of each. */
  save(functions: readonly When[]): (when: When) => string | undefined {
    const limit = new Set(functions).size + most;
    for (const when of functions) this.#keep(when);
    for (const name of this.#functions.keys()) {
      if (this.#functions.size <= limit) break;
      this.#functions.delete(name);
    }
    return (when) => this.#names.get(when);
  }

  #keep(when: When): void {
    const name = this.#names.get(when) ?? this.#nameOf(when);
    this.#names.set(when, name);
    this.#functions.delete(name);
    this.#functions.set(name, when);
  }

  /** Another process counts alike, so what the function says is in its name too. */
  #nameOf(when: When): string {
    return `when ${(this.#count += 1)} of ${this.#origin}, ${fingerprint(String(when))}`;
  }
}
