/** How far a run of tests is, for where nothing can be drawn over: a line now and then. */
import type { Reporter, TestModule } from 'vitest/node';

/** Milliseconds between two lines, at least. */
const pause = 10_000;

/** Where the lines go, and what the time is in milliseconds. */
interface Surroundings {
  readonly say: (line: string) => void;
  readonly now: () => number;
}

/** What is read of a file whose tests have run. */
type Ran = Pick<TestModule, 'ok'> & { readonly children: { allTests(state?: 'passed'): Iterable<unknown> } };

/** A reporter of vitest, beside one that prints what failed and the sums. */
export class Progress implements Reporter {
  readonly #surroundings: Surroundings;
  #files = 0;
  #ran = 0;
  #failed = 0;
  #passed = 0;
  #start = 0;
  #said = 0;

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  onTestRunStart(files: readonly unknown[]): void {
    const { now, say } = this.#surroundings;
    this.#files = files.length;
    this.#start = this.#said = now();
    say(`${files.length} files of tests. What fails is printed at once, and how far it is now and then.`);
  }

  onTestModuleEnd(file: Ran): void {
    const { now, say } = this.#surroundings;
    this.#ran += 1;
    this.#passed += Array.from(file.children.allTests('passed')).length;
    if (!file.ok()) this.#failed += 1;
    if (now() - this.#said < pause) return;
    this.#said = now();
    const seconds = Math.round((now() - this.#start) / 1000);
    const failures = this.#failed === 0 ? '' : `, ${this.#failed} of them failed`;
    say(`${seconds} s: ${this.#ran} of ${this.#files} files${failures}, ${this.#passed} tests passed`);
  }
}
