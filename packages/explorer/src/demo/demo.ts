/** The fake server in place of a service. The session storage of the tab keeps its world. */
import {
  createFakeServer,
  createHandler,
  type FakeServer,
  type FakeServerOptions,
} from '@mock-services/fake-server/core';
import { demoSeed } from '@mock-services/fake-server/demo';
import type { Fetch } from '@mock-services/sdk';
import { figures } from '../text/visible-text.tsx';
import { reportLoss, takeLoss } from './notice.tsx';

/** A fake server in place of the service. */
export interface Demo {
  readonly baseUrl: string;
  /** The clock of the fake server, in milliseconds since 1970. */
  readonly now: () => number;
  /** The `fetch` that calls the fake server; `undefined` for the page's own `fetch`. */
  readonly fetch: Fetch | undefined;
  /** The `fetch` that calls the admin endpoints. */
  readonly adminFetch: Fetch;
}

/** Starts a fake server that the page calls as a function. */
export function startDemo(): Promise<Demo> {
  const fake = createFakeServer(demoOptions());
  return Promise.resolve(demoOf(fake, fake.fetch));
}

/** The demo for a fake server, whose world this tab keeps. */
export function demoOf(fake: FakeServer, fetch: Fetch | undefined): Demo {
  keepDemo(fake);
  const adminFetch = createHandler(fake, { admin: true });
  return { baseUrl: fake.baseUrl, now: () => fake.clock.now(), fetch, adminFetch };
}

/** Options of the fake server: sample data as of now, to which a reset returns. The journal is short, to save memory. */
export function demoOptions(): FakeServerOptions {
  return {
    seed: demoSeed({ now: Date.now() }),
    clock: Date.now,
    maxActivityEntries: 100_000,
    journal: { maxEntries: 500, maxBytes: 1024 * 1024 },
  };
}

type Snapshot = ReturnType<FakeServer['snapshot']>;

/** The value in the session storage. */
interface Kept {
  readonly snapshot: Snapshot;
  /** How far the user has advanced the clock of the fake server, in milliseconds. */
  readonly advanced: number;
}

const key = 'explorer:world';

/** The smallest share of the logs that is worth keeping. */
const leastShare = 1 / 1024;

/** Restores the world that this tab kept, and keeps it when the user leaves the page. */
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
    // The sample workspaces of this page load: those in the snapshot may have expired since then.
    const data = { ...snapshot.data, workspaces: fake.workspaces.list() };
    fake.restore({ ...snapshot, clock: new Date(Date.now() + advanced).toISOString(), data });
  } catch {
    sessionStorage.removeItem(key);
    reportLoss('The data that this tab kept cannot be read, so the demo starts again.');
  }
}

/**
 * Keeps the world. Browsers keep about 5 MB for a tab. If the world is larger, the journal is left out, and then the oldest
 * exchanges of each log.
 */
function save(fake: FakeServer): void {
  // Removes the report of an earlier save, if the user came back to this page without loading it again.
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
      reportLoss(`Of ${figures(total)} exchanges, the newest ${figures(countOf(part))} survived the reload.`);
    return;
  }
  sessionStorage.removeItem(key);
  reportLoss('It held more than this tab can keep, so the demo starts again.');
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
