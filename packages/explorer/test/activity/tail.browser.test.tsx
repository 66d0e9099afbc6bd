import { createFakeServer } from '@mock-services/fake-server/core';
import { createClient, type ActivityEntry } from '@mock-services/sdk';
import { expect, test, vi } from 'vitest';
import { tail } from '../../src/activity/live/tail.ts';

/** Follows a log of which one entry is not shown yet. */
function follow(whileReading: () => void) {
  const fake = createFakeServer();
  const [workspace] = fake.workspaces.list();
  const id = workspace?.id ?? '';
  let shown: readonly ActivityEntry[] = fake.activity.list(id);
  const added = fake.activity.record(id, { request: { path: '/new' } });
  const fetch = async (request: Request) => {
    const response = await fake.fetch(request);
    whileReading();
    return response;
  };
  const stop = new AbortController();
  const onEntries = vi.fn((entries: readonly ActivityEntry[]) => {
    shown = [...shown, ...entries];
    stop.abort();
  });
  const following = tail(createClient({ baseUrl: fake.baseUrl, fetch }), id, {
    signal: stop.signal,
    known: () => shown,
    onEntries,
    onRead: () => {},
  });
  const replace = () => {
    shown = [];
  };
  return { added, following, onEntries, replace };
}

test('new entries are reported', async () => {
  const { added, following, onEntries } = follow(() => {});
  await expect(following).rejects.toHaveProperty('name', expect.stringContaining('Abort'));
  expect(onEntries.mock.calls).toEqual([[[added]]]);
});

test('what was read before the shown entries were replaced is not reported', async () => {
  const { following, onEntries, replace } = follow(() => replace());
  await expect(following).rejects.toMatchObject({ name: 'ReplacedError' });
  expect(onEntries).not.toHaveBeenCalled();
});
