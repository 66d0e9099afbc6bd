import { FakeServerError, isFakeServerError } from '../core/index.ts';

/**
 * Why a worker cannot respond: its script is `missing`, or `stale` (of another major version of MSW than the
 * page's), its `scope` does not cover the page, it is not ready in time (`timeout`), or one is `running` already.
 */
export type WorkerProblem = 'missing' | 'stale' | 'scope' | 'timeout' | 'running';

/** The service worker could not be started. The message says how to fix it. */
export class WorkerError extends FakeServerError {
  override readonly name = 'WorkerError';
  readonly problem: WorkerProblem;

  constructor(problem: WorkerProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}

/** Whether a value is a {@link WorkerError}. */
export function isWorkerError(value: unknown): value is WorkerError {
  return isFakeServerError(value) && value.name === 'WorkerError';
}
