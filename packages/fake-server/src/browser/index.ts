/**
 * Runs a fake server in a page with MSW's service worker. The fake server responds to requests below its base URL, and
 * all other requests reach the network. Run `npx msw init public --save` once to write the worker script to the folder
 * `public`. MSW and the panel are loaded on demand.
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
export { showPanel } from './load-panel.ts';
export { startFake, type StartedFake, type StartFakeOptions } from './start-fake.ts';
export type { ServiceWorkerOptions, WorkerSettings } from './worker.ts';
export type { AnyFake } from '../panel/panel.ts';
export type { PanelCorner, PanelOptions } from '../panel/show-panel.ts';
