/** The fake server in place of a service, whose world is kept in the session storage of the tab. */
import { type FakeServer, type FakeServerOptions } from '@mock-services/fake-server/core';
import { demoSeed } from '@mock-services/fake-server/demo';
import type { Fetch } from '@mock-services/sdk';
import { figures } from '../text/visible-text.tsx';
import { reportLoss, takeLoss } from './notice.tsx';

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
  return { seed: demoSeed({ now: begun }), clock: Date.now, maxActivityEntries: 100_000, journal: false };
}

type Snapshot = ReturnType<FakeServer['snapshot']>;

const world = 'explorer:world';

/** Below this share of the logs there is no use in keeping less of them. */
const leastShare = 1 / 1024;

/** Restores the world that this tab left, and keeps it when the page is left. */
export function keepDemo(fake: FakeServer): void {
  restore(fake);
  addEventListener('pagehide', () => save(fake));
}

function restore(fake: FakeServer): void {
  const kept = sessionStorage.getItem(world);
  if (kept === null) return;
  try {
    // `restore` validates it.
    fake.restore(JSON.parse(kept) as Snapshot);
  } catch {
    sessionStorage.removeItem(world);
    reportLoss('What this tab kept of the demo cannot be read, so it began anew.');
  }
}

/** Browsers keep about 5 MB for a tab: of logs that exceed this, the newest exchanges. */
function save(fake: FakeServer): void {
  // That of an earlier time, if the browser kept the page while another one was shown.
  takeLoss();
  const whole = fake.snapshot();
  const total = countOf(whole);
  for (let share = 1; share >= leastShare; share /= 2) {
    const part = share === 1 ? whole : newestOf(whole, share);
    if (!store(JSON.stringify(part))) continue;
    if (share < 1)
      reportLoss(`Of ${figures(total)} exchanges, the newest ${figures(countOf(part))} survived the reload.`);
    return;
  }
  sessionStorage.removeItem(world);
  reportLoss('It held more than this tab can keep, so it began anew.');
}

function store(text: string): boolean {
  try {
    sessionStorage.setItem(world, text);
    return true;
  } catch {
    return false;
  }
}

function countOf({ data }: Snapshot): number {
  return Object.values(data.activity).reduce((sum, log) => sum + log.length, 0);
}

function newestOf(snapshot: Snapshot, share: number): Snapshot {
  const logs = Object.entries(snapshot.data.activity).map(
    ([workspace, log]) => [workspace, log.slice(Math.ceil(log.length * (1 - share)))] as const,
  );
  return { ...snapshot, data: { ...snapshot.data, activity: Object.fromEntries(logs) } };
}
