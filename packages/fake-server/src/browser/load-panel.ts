import type { AnyFake } from '../panel/panel.ts';
import type { PanelOptions } from '../panel/show-panel.ts';

/**
 * Loads the panel, and adds a button to a corner of this page that opens it: a panel for a fake server with its scenarios,
 * faults, requests and clock. `startFake({ panel: true })` shows it, too. A page has one panel: a second call replaces
 * it, and leaves it open if it was open. Resolves to a function that removes the panel.
 * @param fake - A fake server in this page, or one that `connectFake` controls.
 * @throws {FakeServerError} (`invalid-option`) if the corner is unknown.
 * @example
 * ```ts
 * import { showPanel } from '@mock-services/fake-server/browser';
 * import { connectFake } from '@mock-services/fake-server/core';
 *
 * const removePanel = await showPanel(connectFake('http://127.0.0.1:4600'), { corner: 'bottom-left' });
 * ```
 */
export async function showPanel(fake: AnyFake, options: PanelOptions = {}): Promise<() => void> {
  const panel = await import('../panel/show-panel.ts');
  return panel.showPanel(fake, options);
}
