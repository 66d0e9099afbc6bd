import { once } from 'node:events';
import { createFakeServer } from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';
import { expect, test } from 'vitest';
import { mockService } from '../support/samples.ts';
import { open, rest, start } from './raw-client.ts';

const list = '/configuration/mock-services';
const bytes = 20_000_000;

/** A fake server whose list is longer than what fits into the buffers of a connection. */
const longList = () =>
  createFakeServer({ seed: { mockServices: [mockService(1, { title: 'x'.repeat(bytes) })] } });

/** A client that has begun to receive the list, and reads no more of it for now. */
async function startedReader(running: { port: number }) {
  const socket = await open(running, `GET ${list} HTTP/1.1`);
  socket.on('error', () => {});
  await once(socket, 'readable');
  return socket;
}

test('closing lets responses that are due be read to their end', async () => {
  const running = await start(longList());
  const reader = await startedReader(running);
  const closed = running.close({ grace: 10_000 });
  await expect(fetch(running.url + list)).rejects.toThrow('fetch failed');
  const answer = await rest(reader);
  await closed;
  expect(answer.length).toBeGreaterThan(bytes);
  expect(answer).toMatch(/\}\]\}$/);
});

test('closing waits for a client that does not read no longer than it is told to', async () => {
  const running = await start(longList());
  const reader = await startedReader(running);
  await running.close({ grace: 50 });
  expect((await rest(reader).catch(() => '')).length).toBeLessThan(bytes);
});

test('a port is freed at the end of its scope', async () => {
  let url = '';
  {
    await using running = await serve(createFakeServer());
    ({ url } = running);
    expect((await fetch(url + list)).status).toBe(200);
  }
  await expect(fetch(url + list)).rejects.toThrow('fetch failed');
});
