/**
 * Demo mode: a fake server replaces the service. The page saves the world of the fake server in the tab's session storage.
 */
import {
  createFakeServer,
  createHandler,
  type FakeServer,
  type FakeServerOptions,
} from '@mock-services/fake-server/core';
import { demoSeed } from '@mock-services/fake-server/demo';
import type { Fetch } from '@mock-services/sdk';
import type { SendRequest } from '../fake/control.ts';
import { figures } from '../text/visible-text.tsx';
import { reportLoss, takeLoss } from './notice.tsx';

/** Connection to the fake server that replaces the service. */
export interface Demo {
  readonly baseUrl: string;
  /** Returns the time of the fake server's clock, as a Unix time in milliseconds. */
  readonly now: () => number;
  /** A `fetch` function that calls the fake server, or `undefined` to use the page's own `fetch`. */
  readonly fetch: Fetch | undefined;
  /** A `fetch` function that calls the admin endpoints. */
  readonly adminFetch: SendRequest;
}

/** Starts a fake server in the page. The page calls the fake server as a function, without network requests. */
export function startDemo(): Promise<Demo> {
  const fake = createFakeServer(demoOptions());
  return Promise.resolve(demoOf(fake, fake.fetch));
}

/** Creates the demo, which runs on a fake server and stores the fake server's data in this browser tab. */
export function demoOf(fake: FakeServer, fetch: Fetch | undefined): Demo {
  keepDemo(fake);
  const adminFetch = createHandler(fake, { admin: true });
  return { baseUrl: fake.baseUrl, now: () => fake.clock.now(), fetch, adminFetch };
}

/** Returns options for a fake server with sample data. The journal is short to save memory. */
export function demoOptions(): FakeServerOptions {
  return {
    seed: demoSeed({ now: Date.now() }),
    clock: Date.now,
    maxActivityEntries: 100_000,
    journal: { maxEntries: 500, maxBytes: 1024 * 1024 },
  };
}

type Snapshot = ReturnType<FakeServer['snapshot']>;

/** Value that the page saves in session storage. */
interface Kept {
  readonly snapshot: Snapshot;
  /** Time by which the user has advanced the fake server's clock, in milliseconds. */
  readonly advanced: number;
}

const key = 'explorer:world';

/**
 * Smallest fraction of the logs to save. If even the smallest fraction of the logs does not fit in session storage, no data
 * is saved.
 */
const leastShare = 1 / 1024;

/** Restores the world from session storage, and saves the world when the user leaves the page. */
function keepDemo(fake: FakeServer): void {
  restore(fake);
  addEventListener('pagehide', () => save(fake));
}

function restore(fake: FakeServer): void {
  const text = sessionStorage.getItem(key);
  if (text === null) return;
  try {
    // `restore` validates the snapshot.
    const { snapshot, advanced } = JSON.parse(text) as Kept;
    // Use the new sample workspaces, because the workspaces in the snapshot may have expired.
    const data = { ...snapshot.data, workspaces: fake.workspaces.list() };
    fake.restore({ ...snapshot, clock: new Date(Date.now() + advanced).toISOString(), data });
  } catch {
    sessionStorage.removeItem(key);
    reportLoss('The data that this tab saved cannot be read, so the demo starts with new sample data.');
  }
}

/**
 * Saves the world to session storage, which usually has a limit of about 5 MB. If the world is too large, omits the journal.
 * If the world is too large even without the journal, omits the oldest exchanges of each log.
 */
function save(fake: FakeServer): void {
  // Remove the message of an earlier save. The message remains if the browser restored this page without a reload.
  takeLoss();
  const advanced = fake.clock.now() - Date.now();
  const whole = fake.snapshot();
  if (store({ snapshot: whole, advanced })) return;
  const world = withoutJournal(whole);
  const total = countOf(world);
  for (let share = 1; share >= leastShare; share /= 2) {
    const part = share === 1 ? world : newestOf(world, share);
    if (!store({ snapshot: part, advanced })) continue;
    if (share < 1)
      reportLoss(`The browser kept the newest ${figures(countOf(part))} of ${figures(total)} exchanges.`);
    return;
  }
  sessionStorage.removeItem(key);
  reportLoss('The data was too large for this tab to save, so the demo starts with new sample data.');
}

function store(kept: Kept): boolean {
  try {
    sessionStorage.setItem(key, JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

function countOf({ data }: Snapshot): number {
  return Object.values(data.activity).reduce((sum, log) => sum + log.length, 0);
}

function withoutJournal(snapshot: Snapshot): Snapshot {
  return { ...snapshot, journal: { ...snapshot.journal, entries: [], problems: [] } };
}

function newestOf(snapshot: Snapshot, share: number): Snapshot {
  const logs = Object.entries(snapshot.data.activity).map(
    ([workspace, log]) => [workspace, log.slice(Math.ceil(log.length * (1 - share)))] as const,
  );
  return { ...snapshot, data: { ...snapshot.data, activity: Object.fromEntries(logs) } };
}
