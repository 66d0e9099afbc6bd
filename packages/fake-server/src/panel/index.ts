/**
 * A panel in one's own page for a fake server in this page or in another process. `startFake({ panel: true })` shows it,
 * too. It chooses scenarios, adds faults, sets the clock, and lists the requests.
 *
 * @example
 * ```ts
 * import { createFakeServer } from '@mock-services/fake-server';
 * import { showPanel } from '@mock-services/fake-server/panel';
 * import { setupWorker } from 'msw/browser';
 *
 * const fake = createFakeServer({ baseUrl: `${location.origin}/api` });
 * await setupWorker(...fake.handlers).start();
 * showPanel(fake);
 * ```
 *
 * @module @mock-services/fake-server/panel
 * @packageDocumentation
 */
export { showPanel, type PanelCorner, type PanelOptions } from './show-panel.ts';
export type { AnyFake } from './panel.ts';
export { FakeServerError, isFakeServerError, type FakeServerErrorCode } from '../core/errors.ts';
