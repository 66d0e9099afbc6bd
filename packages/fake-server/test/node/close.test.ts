import { once } from 'node:events';
import { createFakeServer } from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';
import { expect, onTestFinished, test, vi } from 'vitest';
import { mockService } from '../support/samples.ts';
import { open, rest, start } from './raw-client.ts';

const list = '/configuration/mock-services';
const bytes = 20_000_000;

/** A fake server whose list exceeds the buffers of a connection. */
const longList = () =>
  createFakeServer({ seed: { mockServices: [mockService(1, { title: 'x'.repeat(bytes) })] } });

/** A client that has read the start of the list and then pauses. */
async function startedReader(running: { port: number }) {
  const socket = await open(running, `GET ${list} HTTP/1.1`);
  socket.on('error', () => {});
  await once(socket, 'readable');
  return socket;
}

test('closing lets clients read pending responses to their end', async () => {
  const running = await start(longList());
  const reader = await startedReader(running);
  const closed = running.close({ grace: 10_000 });
  await expect(fetch(running.url + list)).rejects.toThrow('fetch failed');
  const response = await rest(reader);
  await closed;
  expect(response.length).toBeGreaterThan(bytes);
  expect(response).toMatch(/\}\]\}$/);
});

test('closing waits for every pending response, and no longer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const fake = createFakeServer();
  fake.faults
    .add({ operation: 'listMockServices', delay: 1000, times: 1 })
    .add({ operation: 'listMockServices', delay: 2000 });
  const running = await start(fake);
  const sockets = [await open(running, `GET ${list} HTTP/1.1`), await open(running, `GET ${list} HTTP/1.1`)];
  await expect.poll(() => vi.getTimerCount()).toBe(2);
  const unfinished = await open(running, `POST ${list} HTTP/1.1`, 'content-length: 10');
  unfinished.on('error', () => {});
  const closed = running.close({ grace: 3_600_000 });
  for (const socket of sockets) {
    vi.advanceTimersByTime(1000);
    expect(await rest(socket)).toMatch(/\]\}$/);
  }
  await closed;
  expect(vi.getTimerCount()).toBe(0);
});

test('closing waits for nothing where no response is pending', async () => {
  const running = await start();
  await (await fetch(running.url + list)).text();
  const unfinished = await open(running, `POST ${list} HTTP/1.1`, 'content-length: 10');
  await running.close({ grace: 3_600_000 });
  expect(await rest(unfinished).catch(() => '')).toBe('');
});

test('closing waits for a client that does not read only as long as `grace` says', async () => {
  const running = await start(longList());
  const reader = await startedReader(running);
  await running.close({ grace: 50 });
  expect((await rest(reader).catch(() => '')).length).toBeLessThan(bytes);
});

test('leaving the scope of a server frees its port', async () => {
  let url = '';
  {
    await using running = await serve(createFakeServer());
    ({ url } = running);
    expect((await fetch(url + list)).status).toBe(200);
  }
  await expect(fetch(url + list)).rejects.toThrow('fetch failed');
});
