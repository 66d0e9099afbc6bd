/** The initial world of the fake server. */
import { demoWorld, type FakeServer, type FakeServerOptions } from '@mock-services/fake-server/core';
import type { Fetch } from '@mock-services/sdk';

/** A fake server in place of the service. */
export interface Demo {
  readonly fake: FakeServer;
  /** The fetch that reaches it; `undefined` for the page's own. */
  readonly fetch: Fetch | undefined;
}

const key = 'explorer:begun';

/**
 * Options of the fake: the sample world as of the time when this tab was opened, which a reset goes back to after a reload
 * too. Nothing reads the journal, which would take most of what a tab can keep.
 */
export function demoOptions(): FakeServerOptions {
  const kept = Number(sessionStorage.getItem(key) ?? Number.NaN);
  const begun = Number.isFinite(kept) ? kept : Date.now();
  sessionStorage.setItem(key, String(begun));
  return { seed: demoWorld({ now: begun }), clock: Date.now, maxActivityEntries: 100_000, journal: false };
}
