/**
 * A StrykerJS checker that lets through a random share of the mutants: `MUTANTS_SAMPLE` is `<percent>:<seed>`. The others
 * count as mutants that do not compile, so they are neither run nor part of the score.
 */
import { createHash } from 'node:crypto';

/** What is used of StrykerJS's `Mutant`. */
interface Mutant {
  readonly id: string;
  readonly fileName: string;
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly location: unknown;
}

class SampleChecker {
  readonly #percent: number;
  readonly #seed: string;

  constructor() {
    const [percent = '100', seed = ''] = (process.env['MUTANTS_SAMPLE'] ?? '').split(':');
    this.#percent = Number(percent);
    this.#seed = seed;
  }

  init(): Promise<void> {
    return Promise.resolve();
  }

  /** All at once: a group each would be a message each. */
  group(mutants: readonly Mutant[]): Promise<string[][]> {
    return Promise.resolve([mutants.map(({ id }) => id)]);
  }

  check(mutants: readonly Mutant[]): Promise<Record<string, { status: string; reason?: string }>> {
    const results = mutants.map((mutant) => {
      const isIn = this.#isInSample(mutant);
      return [
        mutant.id,
        isIn ? { status: 'passed' } : { status: 'compileError', reason: 'not in the sample' },
      ] as const;
    });
    return Promise.resolve(Object.fromEntries(results));
  }

  /** By what the mutant is, not by its id: the same seed chooses the same mutants of code that has not changed. */
  #isInSample({ fileName, mutatorName, replacement, location }: Mutant): boolean {
    const text = JSON.stringify([this.#seed, fileName, mutatorName, replacement, location]);
    const number = createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32;
    return number < this.#percent / 100;
  }
}

export const strykerPlugins = [{ kind: 'Checker', name: 'sample', injectableClass: SampleChecker }];
