/**
 * A fake server in a page, behind MSW's service worker. It responds to what the page fetches; all other requests go to the
 * network. `npx msw init public` writes the worker's script into the folder that is served.
 *
 * @example
 * ```ts
 * import { startFake } from '@mock-services/fake-server/browser';
 *
 * const { fake } = await startFake({ baseUrl: `${location.origin}/api`, clock: Date.now, persist: true });
 * fake.faults.add({ operation: 'listWorkspaces', status: 503, times: 1 });
 * ```
 *
 * @module @mock-services/fake-server/browser
 * @packageDocumentation
 */
export { startFake, type StartedFake, type StartFakeOptions } from './start-fake.ts';
export type { WorkerOptions, WorkerSettings } from './worker.ts';
export { isWorkerError, WorkerError, type WorkerProblem } from '../core/errors.ts';
