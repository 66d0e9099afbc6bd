import { readOptions, type ConformanceOptions, type Settings } from '../options.ts';
import { Skip } from '../outcome.ts';
import { ServiceClient } from './client.ts';
import { ScratchMockServices, type Leftover } from './scratch.ts';

/**
 * What the cases of a run share, passed to each case. Create one with `createContext` to run cases individually, for
 * instance as tests of a test runner.
 */
export class ConformanceContext extends ServiceClient {
  /** The mock services of this run. @internal */
  readonly scratch: ScratchMockServices;

  /** @internal */
  constructor(settings: Settings) {
    super(settings);
    this.scratch = new ScratchMockServices(this);
  }

  /** Deletes the remaining mock services of the run; returns those that could not be deleted. */
  async cleanUp(): Promise<readonly Leftover[]> {
    return this.scratch.deleteAll();
  }

  /** Skips unless writes are allowed. @internal */
  requireWrites(): void {
    if (!this.settings.allowWrites) throw new Skip('needs permission to write (allowWrites, --allow-writes)');
  }

  /** The workspace whose log may be cleared. Skips when there is none. @internal */
  clearableWorkspace(): string {
    const { allowClear } = this.settings;
    if (allowClear === undefined)
      throw new Skip('needs a workspace whose log may be cleared (allowClear, --allow-clear)');
    return allowClear;
  }
}

/**
 * Creates a context for cases that are run one by one. `runConformance` creates its own. Call `cleanUp` at the end.
 *
 * @throws {TypeError} for invalid options.
 */
export function createContext(options: ConformanceOptions): ConformanceContext {
  return new ConformanceContext(readOptions(options));
}
