/** Workers tie timers, signals and promises to the request that made them: none may be used in another. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createFakeServer, createHandler, type FakeServer } from '@mock-services/fake-server/core';
import { expect, onTestFinished, test, vi } from 'vitest';

const url = 'https://mock-services.test/configuration/workspaces';

/** The request within which something happens. */
const current = new AsyncLocalStorage<string>();

/** Which requests made a timer, and which removed it. */
function watchOwners(): { readonly made: string[]; readonly removed: string[] } {
  const made: string[] = [];
  const removed: string[] = [];
  const { setTimeout, clearTimeout } = globalThis;
  const owner = () => current.getStore() ?? 'no request';
  vi.stubGlobal('setTimeout', (act: () => void, ms: number) => {
    made.push(`${owner()}: timer`);
    return setTimeout(act, ms);
  });
  vi.stubGlobal('clearTimeout', (timer: NodeJS.Timeout) => {
    removed.push(`${owner()}: timer`);
    clearTimeout(timer);
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return { made, removed };
}

type Send = (fake: FakeServer) => (request: Request) => Promise<Response>;

test.each<[string, Send]>([
  ['fake.fetch', ({ fetch }) => fetch],
  ['createHandler', (fake) => createHandler(fake)],
])('requests to one fake have timers of their own: %s', async (_, sendTo) => {
  const { made, removed } = watchOwners();
  const send = sendTo(createFakeServer({ latency: 1 }));
  for (const name of ['one', 'two', 'three']) {
    const response = await current.run(name, () => send(new Request(url)));
    expect(response.status).toBe(200);
  }
  expect(made).toEqual(['one: timer', 'two: timer', 'three: timer']);
  expect(removed).toEqual(made);
});

test('what another request releases is cleaned up by the request that waited', async () => {
  const { made, removed } = watchOwners();
  const fake = createFakeServer();
  fake.faults.add({ operation: 'listWorkspaces', delay: '1h' });
  const waiting = current.run('waiting', () => createHandler(fake)(new Request(url)));
  while (made.length === 0) await new Promise(setImmediate);
  current.run('releasing', () => fake.faults.clear());
  await waiting;
  expect([made, removed]).toEqual([['waiting: timer'], ['waiting: timer']]);
});

test('a fake makes no controller, which would belong to the request that it is made in', () => {
  const AbortController = vi.fn<() => void>();
  vi.stubGlobal('AbortController', AbortController);
  onTestFinished(() => void vi.unstubAllGlobals());
  const fake = createFakeServer({ latency: 1 });
  createHandler(fake, { admin: true });
  fake.faults.add({ operation: 'listWorkspaces', hang: true });
  fake.handle({ method: 'GET', path: '/configuration/workspaces' });
  fake.reset();
  expect(AbortController).not.toHaveBeenCalled();
});
