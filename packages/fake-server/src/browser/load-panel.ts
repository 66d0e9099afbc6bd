import type { FakeServer } from '../core/fake.ts';
import type { AnyFake } from '../panel/panel.ts';
import { defaultKey, linkedScenario } from '../panel/scenario-link.ts';
import type { PanelOptions } from '../panel/show-panel.ts';

/**
 * Adds a button to a corner of this page. The button opens a panel with the scenarios, faults, requests and clock of a
 * fake server. A second call replaces the panel, and leaves it open if it was open. Resolves to a function that removes
 * the panel.
 *
 * If the URL of the page names one of the scenarios, such as `/?fake=empty`, a fake server in this page begins with
 * that scenario. Await this function before the page sends its first request.
 * @param fake - A fake server in this page, or one that `connectFake` controls.
 * @throws {FakeServerError} (`invalid-option`) if the corner is unknown.
 * @throws {FakeServerError} (`scenario`) if the URL names an unknown scenario, or one that fails.
 * @example
 * ```ts
 * import { showPanel } from '@mock-services/fake-server/browser';
 * import { connectFake } from '@mock-services/fake-server/core';
 *
 * const removePanel = await showPanel(connectFake('http://127.0.0.1:4600'), { corner: 'bottom-left' });
 * ```
 */
export async function showPanel(fake: AnyFake, options: PanelOptions = {}): Promise<() => void> {
  // A fake server in another process does not change, because others may use it.
  if ('handle' in fake) applyLink(fake, options.scenarioKey);
  return loadPanel(fake, options);
}

/** Applies the scenario in the page's URL, unless the fake server began with it, for example before a hot reload. */
function applyLink(fake: FakeServer, key = defaultKey): void {
  const linked = linkedScenario(key);
  const scenarios = fake.scenarios();
  // If no scenarios are defined, the query parameter may belong to the application.
  if (linked === undefined || scenarios.length === 0) return;
  if (!scenarios.some(({ name, applied }) => applied && name === linked)) fake.scenario(linked);
}

export async function loadPanel(fake: AnyFake, options: PanelOptions): Promise<() => void> {
  const panel = await import('../panel/show-panel.ts');
  return panel.showPanel(fake, options);
}
