import { QueryClientProvider } from '@tanstack/react-query';
import { createFakeServer } from '@mock-services/fake-server/core';
import { createClient } from '@mock-services/sdk';
import { expect, onTestFinished, test, vi } from 'vitest';
import { useLiveLog } from '../../src/activity/live/use-live-log.ts';
import { ClearLog } from '../../src/activity/live-view.tsx';
import { createCache } from '../../src/data/queries.ts';
import { ConnectionProvider } from '../../src/service/connection.ts';
import { followHealth } from '../../src/service/health.ts';
import { mount } from '../support/mount.tsx';

function Paths({ workspace }: { readonly workspace: string }) {
  const { data = [] } = useLiveLog(workspace);
  return <p>{data.map(({ request }) => request.path).join(' ')}</p>;
}

/** Shows the paths of a live log. `whileReading` runs after each response of the service, before the page gets it. */
async function follow(whileReading: (reads: number) => Promise<void> | void = () => {}) {
  const fake = createFakeServer();
  const { id } = fake.workspaces.add({ name: 'Live' });
  let reads = 0;
  const fetch = async (request: Request) => {
    const response = await fake.fetch(request);
    if (request.method === 'GET') {
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
    fake: undefined,
    health: followHealth(),
    now: Date.now,
  };
  const { element } = await mount(
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

test('new entries come after those that are shown, sorted by time, and each once', async () => {
  const { record, shown } = await follow();
  await expect.poll(shown).toBe('/old');
  record('/late', '2026-03-02T10:00:02.000Z');
  record('/early', '2026-03-02T10:00:01.000Z');
  await expect.poll(shown, { timeout: 5000 }).toBe('/old /early /late');
});

test('what the service has deleted stays', async () => {
  const { fake, id, record, shown } = await follow();
  await expect.poll(shown).toBe('/old');
  fake.activity.clear(id);
  record('/new');
  await expect.poll(shown, { timeout: 5000 }).toBe('/old /new');
});

test('after a failure the log is read again', async () => {
  const { fake, record, shown } = await follow();
  await expect.poll(shown).toBe('/old');
  fake.faults.add({ operation: 'listActivity', status: 400, times: 1 });
  await expect.poll(() => fake.faults.list()[0]?.used, { timeout: 5000 }).toBe(1);
  record('/new');
  await expect.poll(shown, { timeout: 10_000 }).toBe('/old /new');
});

/** From now on the clock of the page goes, in each read that `isSlow`, ahead by ten minutes. */
function slowReads(isSlow: (reads: number) => boolean) {
  const now = performance.now.bind(performance);
  let ahead = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead);
  onTestFinished(() => void vi.restoreAllMocks());
  return (reads: number) => void (ahead += isSlow(reads) ? 600_000 : 0);
}

test('one slow read does not delay the next', async () => {
  const { record, shown } = await follow(slowReads((reads) => reads === 1));
  await expect.poll(shown).toBe('/old');
  record('/new');
  await expect.poll(shown).toBe('/old /new');
});

test('reads that are all slow take at most a tenth of the time', async () => {
  let count = 0;
  const slow = slowReads(() => true);
  const { shown } = await follow((reads) => slow((count = reads)));
  await expect.poll(shown).toBe('/old');
  await expect.poll(() => count).toBe(2);
  await new Promise((resolve) => setTimeout(resolve, 2500));
  expect(count).toBe(2);
});

test('what was read before the log was cleared is not shown', async () => {
  let isReading = false;
  let goOn = () => {};
  const { shown, click, cache } = await follow(async (reads) => {
    if (reads !== 2) return;
    isReading = true;
    await new Promise<void>((resolve) => (goOn = resolve));
  });
  await expect.poll(shown).toBe('/old');
  await expect.poll(() => isReading, { timeout: 5000 }).toBe(true);
  click('Clear log');
  await expect.poll(() => document.querySelector('dialog')).not.toBeNull();
  click('Clear log');
  await expect.poll(shown).toBe('');
  goOn();
  await expect.poll(() => cache.isFetching()).toBe(0);
  expect(shown()).toBe('');
});

test('after a reset only what is there then is shown', async () => {
  const { fake, id, cache, record, shown } = await follow();
  await expect.poll(shown).toBe('/old');
  fake.activity.clear(id);
  record('/anew');
  await cache.resetQueries();
  await expect.poll(shown).toBe('/anew');
});
