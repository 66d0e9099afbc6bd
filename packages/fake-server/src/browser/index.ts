/**
 * `@mock-services/fake-server/browser`: a fake server in a page, behind MSW's service worker. It responds to what
 * the page fetches.
 *
 * @module @mock-services/fake-server/browser
 * @packageDocumentation
 */
export type { StartFakeOptions, WorkerOptions } from './options.ts';
export { startFake, type StartedFake } from './start-fake.ts';
export { isWorkerError, WorkerError, type WorkerProblem } from './worker-error.ts';
