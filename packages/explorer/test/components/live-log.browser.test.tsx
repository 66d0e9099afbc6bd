import { QueryClientProvider } from '@tanstack/react-query';
import { createFakeServer } from '@mock-services/fake-server/core';
import { createClient, type Fetch } from '@mock-services/sdk';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readLog, useLiveLog } from '../../src/activity/live/use-live-log.ts';
import { ClearLog } from '../../src/activity/live-view.tsx';
import { createCache } from '../../src/data/queries.ts';
import { ConnectionProvider } from '../../src/service/connection.ts';
import { followHealth } from '../../src/service/health.ts';
import { show } from '../support/show.tsx';

function Paths({ workspace }: { readonly workspace: string }) {
  const { data = [] } = useLiveLog(workspace);
  return <p>{data.map(({ request }) => request.path).join(' ')}</p>;
}

/**
 * Shows the paths in a live log. `whileReading` runs after each response of the service, before the page receives the
 * response.
 */
async function follow(whileReading: (reads: number) => Promise<void> | void = () => {}) {
  const fake = createFakeServer();
  const { id } = fake.workspaces.add({ name: 'Live' });
  let reads = 0;
  const fetch: Fetch = async (url, init) => {
    const response = await fake.fetch(url, init);
    if (init.method === 'GET') {
      reads += 1;
      await whileReading(reads);
    }
    return response;
  };
  const record = (path: string, timestamp?: string) =>
    fake.activity.record(id, { request: { path }, ...(timestamp !== undefined && { timestamp }) });
  record('/old');
  const cache = createCache();
  const connection = {
    client: createClient({ baseUrl: fake.baseUrl, fetch }),
    address: '',
    world: undefined,
    isDemo: false,
    fake: undefined,
    detectFake: () => Promise.resolve(),
    health: followHealth(),
    now: Date.now,
  };
  const { element } = await show(
    <ConnectionProvider value={connection}>
      <QueryClientProvider client={cache}>
        <Paths workspace={id} />
        <ClearLog workspace={id} onCleared={() => {}} disabled={false} />
      </QueryClientProvider>
    </ConnectionProvider>,
  );
  const shown = () => element.querySelector('p')?.textContent;
  const click = (name: string) =>
    [...element.querySelectorAll('button')].findLast(({ textContent }) => textContent === name)?.click();
  return { fake, id, cache, record, shown, click };
}

test('the live log appends new entries in the order of their timestamps, without duplicates', async () => {
  const { record, shown } = await follow();
  await expect.poll(shown).toBe('/old');
  record('/late', '2026-03-02T10:00:02.000Z');
  record('/early', '2026-03-02T10:00:01.000Z');
  await expect.poll(shown).toBe('/old /early /late');
});

test('the live log keeps entries that the service has deleted', async () => {
  const { fake, id, record, shown } = await follow();
  await expect.poll(shown).toBe('/old');
  fake.activity.clear(id);
  record('/new');
  await expect.poll(shown).toBe('/old /new');
});

test('after a failure, the page reads the live log again', async () => {
  const { fake, record, shown } = await follow();
  await expect.poll(shown).toBe('/old');
  fake.faults.add({ operation: 'listActivity', status: 400, times: 1 });
  await expect.poll(() => fake.faults.list()[0]?.used).toBe(1);
  record('/new');
  await expect.poll(shown).toBe('/old /new');
});

/** Advances the page's clock by ten minutes in each read for which `isSlow` returns true. */
function slowReads(isSlow: (reads: number) => boolean) {
  const now = performance.now.bind(performance);
  let ahead = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead);
  onTestFinished(() => void vi.restoreAllMocks());
  return (reads: number) => void (ahead += isSlow(reads) ? 600_000 : 0);
}

test('a single slow read does not delay the next read of the live log', async () => {
  const { record, shown } = await follow(slowReads((reads) => reads === 1));
  await expect.poll(shown).toBe('/old');
  record('/new');
  await expect.poll(shown).toBe('/old /new');
});

test('after slow reads, the page waits nine times the duration of a read before the next read', async () => {
  let count = 0;
  const slow = slowReads(() => true);
  const { shown } = await follow((reads) => slow((count = reads)));
  await expect.poll(shown).toBe('/old');
  await expect.poll(() => count).toBe(2);
  await new Promise((resolve) => setTimeout(resolve, 2500));
  expect(count).toBe(2);
});

test('the live log does not show entries that were read before the log was cleared', async () => {
  let isReading = false;
  let goOn = () => {};
  const { shown, click, cache } = await follow(async (reads) => {
    if (reads !== 2) return;
    isReading = true;
    await new Promise<void>((resolve) => (goOn = resolve));
  });
  await expect.poll(shown).toBe('/old');
  await expect.poll(() => isReading).toBe(true);
  click('Clear log');
  await expect.poll(() => document.querySelector('dialog')).not.toBeNull();
  click('Clear log');
  await expect.poll(shown).toBe('');
  goOn();
  await expect.poll(() => cache.isFetching()).toBe(0);
  expect(shown()).toBe('');
});

test('the live log shows only current entries after a reset', async () => {
  const { fake, id, cache, record, shown } = await follow();
  await expect.poll(shown).toBe('/old');
  fake.activity.clear(id);
  record('/anew');
  await cache.resetQueries();
  await expect.poll(shown).toBe('/anew');
});

/** Counts the events that the page handles while the work is running. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  const { port1, port2 } = new MessageChannel();
  let turns = 0;
  port1.addEventListener('message', () => {
    turns += 1;
    port2.postMessage(undefined);
  });
  port1.start();
  port2.postMessage(undefined);
  await work();
  port1.close();
  return turns;
}

test('the page can handle events while it reads a long log', async () => {
  const count = 20_000;
  const fake = createFakeServer({ maxActivityEntries: count });
  const { id } = fake.workspaces.add({ name: 'Long' });
  for (let index = 0; index < count; index += 1) fake.activity.record(id, { request: { path: `/${index}` } });
  const client = createClient({ baseUrl: fake.baseUrl, fetch: fake.fetch });
  let read: readonly { readonly id: string }[] = [];
  const turns = await turnsDuring(async () => (read = await readLog(client, id, undefined)));
  expect(read.map((entry) => entry.id)).toEqual(fake.activity.list(id).map((entry) => entry.id));
  expect(turns).toBeGreaterThanOrEqual(10);
});
