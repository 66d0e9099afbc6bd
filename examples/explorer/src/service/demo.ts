/** The world that the fake server begins with. */
import { demoWorld, type FakeServer, type FakeServerOptions } from '@mock-services/fake-server/core';
import type { Fetch } from '@mock-services/sdk';

/** A fake server that plays the service. */
export interface Demo {
  readonly fake: FakeServer;
  /** How it is reached; `undefined` for the page's own fetch. */
  readonly fetch: Fetch | undefined;
}

const key = 'explorer:begun';

/**
 * Options of the fake: the sample world, as it was when this tab was opened. A world is kept only as long as it began
 * with the same data, so the time it began at is kept too.
 */
export function demoOptions(): FakeServerOptions {
  const kept = Number(sessionStorage.getItem(key) ?? Number.NaN);
  const begun = Number.isFinite(kept) ? kept : Date.now();
  sessionStorage.setItem(key, String(begun));
  return { seed: demoWorld({ now: begun }), clock: Date.now, maxActivityEntries: 100_000 };
}
