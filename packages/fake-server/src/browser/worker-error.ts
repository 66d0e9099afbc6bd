/**
 * Why a worker cannot answer: its script is `missing`, is `stale`, that is, of another major version of MSW than
 * the page's, its `scope` does not cover the page, or it does not become ready in time.
 */
export type WorkerProblem = 'missing' | 'stale' | 'scope' | 'timeout';

/** The service worker could not be started. The message says what to do about it. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError';
  readonly problem: WorkerProblem;

  constructor(problem: WorkerProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}
