/** Keeps the demo's world in the session storage of the tab. */
import type { FakeServer } from '@mock-services/fake-server/core';
import { reportLoss, takeLoss } from './loss.ts';

type Snapshot = ReturnType<FakeServer['snapshot']>;

const key = 'explorer:world';

/** Below this share of the logs there is no use in keeping less of them. */
const leastShare = 1 / 1024;

/** Restores the world that this tab left, and keeps it when the page is left. */
export function keepDemo(fake: FakeServer): void {
  restore(fake);
  addEventListener('pagehide', () => save(fake));
}

function restore(fake: FakeServer): void {
  const kept = sessionStorage.getItem(key);
  if (kept === null) return;
  try {
    // `restore` validates it.
    fake.restore(JSON.parse(kept) as Snapshot);
  } catch {
    sessionStorage.removeItem(key);
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
    const count = countOf(part).toLocaleString('en');
    if (share < 1)
      reportLoss(`Of ${total.toLocaleString('en')} exchanges, the newest ${count} survived the reload.`);
    return;
  }
  sessionStorage.removeItem(key);
  reportLoss('It held more than this tab can keep, so it began anew.');
}

function store(text: string): boolean {
  try {
    sessionStorage.setItem(key, text);
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
