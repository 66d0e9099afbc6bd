/** Some runtimes send a request again by themselves when its connection ends, also a POST, if they used it before. */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { createFakeServer, type FaultOptions } from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';
import { describe, expect, onTestFinished, test } from 'vitest';
import { input } from '../support/samples.ts';
import { openWith, start } from './raw-client.ts';

const path = '/configuration/workspaces';
const single = '/configuration/mock-service';
const get = [`GET ${path} HTTP/1.1`, 'host: localhost', ''];

/** Sends a request on a connection, and reads the head of the response. */
async function headOf(socket: Socket, lines: readonly string[] = get): Promise<string> {
  socket.write([...lines, ''].join('\r\n'));
  let text = '';
  while (!/\r\n\r\n[^]*[}\]]$/.test(text)) text += String((await once(socket, 'data'))[0]);
  return text.slice(0, text.indexOf('\r\n\r\n'));
}

/** A connection on which a request was responded to, and which is kept alive. */
async function keptAlive(running: { port: number }): Promise<Socket> {
  const socket = await openWith(running);
  expect(await headOf(socket)).toMatch(/connection: keep-alive/i);
  return socket;
}

const post = (url: string) =>
  fetch(url + single, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input()),
  });

const repeated: [string, Partial<FaultOptions>][] = [
  ['reset', { reset: true }],
  ['hang', { hang: true }],
  ['status 408', { status: 408 }],
];
const operation = 'createMockService';

describe.each(repeated)('while a fault is armed that runtimes repeat after: %s', (_, fault) => {
  test('idle connections are closed, and none is kept alive', async () => {
    const fake = createFakeServer();
    const running = await start(fake);
    const idle = await keptAlive(running);
    fake.faults.add({ operation, ...fault });
    await once(idle.resume(), 'end');
    expect(await headOf(await openWith(running))).toMatch(/connection: close/i);
  });

  test('by another request, idle connections are closed before its response', async () => {
    const fake = createFakeServer();
    const running = await start(fake, { admin: true });
    const [idle, admin] = [await keptAlive(running), await openWith(running)];
    const body = JSON.stringify({ operation, ...fault });
    const head = ['POST /__fake/faults HTTP/1.1', 'host: localhost', `content-length: ${body.length}`];
    const ended = once(idle.resume(), 'end').then(() => 'idle connection');
    const responded = headOf(admin, [...head, '', body]).then(() => 'response');
    expect(await Promise.race([ended, responded])).toBe('idle connection');
    expect(await responded).toBe('response');
  });

  test.each<[string, (fake: ReturnType<typeof createFakeServer>) => unknown]>([
    ['is removed', (fake) => fake.faults.remove(operation)],
    ['is cleared', (fake) => fake.faults.clear()],
    ['is reset', (fake) => fake.reset()],
    [
      'has struck as often as planned',
      (fake) => fake.handle({ method: 'POST', path: single, headers: {}, body: '' }),
    ],
  ])('connections are kept alive again once it %s', async (_, end) => {
    const fake = createFakeServer();
    const running = await start(fake);
    fake.faults.add({ operation, ...fault, times: 1 });
    end(fake);
    await keptAlive(running);
  });

  test('also by a snapshot, or before the server started', async () => {
    const armed = createFakeServer();
    armed.faults.add({ operation, ...fault });
    expect(await headOf(await openWith(await start(armed)))).toMatch(/connection: close/i);
    const fake = createFakeServer();
    const running = await start(fake);
    const idle = await keptAlive(running);
    fake.restore(armed.snapshot());
    await once(idle.resume(), 'end');
    expect(await headOf(await openWith(running))).toMatch(/connection: close/i);
  });
});

test.each<[string, Partial<FaultOptions>]>([
  ['truncated', { truncated: true }],
  ['status 503', { status: 503 }],
  ['delay', { delay: 10 }],
  ['other flags', { reset: false, hang: false, status: 500 }],
])('connections are kept alive while a fault is armed that none repeats after: %s', async (_, fault) => {
  const fake = createFakeServer();
  const running = await start(fake);
  const socket = await keptAlive(running);
  fake.faults.add({ operation, ...fault });
  expect(await headOf(socket)).toMatch(/connection: keep-alive/i);
});

test('a fault added just before a call of the same process strikes that call', async () => {
  const fake = createFakeServer();
  const { url } = await start(fake);
  for (let round = 0; round < 20; round += 1) {
    expect((await post(url)).status).toBe(201);
    fake.faults.add({ operation, reset: true, times: 1 });
    await expect(post(url)).rejects.toThrow('fetch failed');
  }
  expect(fake.journal.find({ operation })).toHaveLength(40);
  fake.journal.assertClean();
});

test('a server that is closed no longer watches the faults', async () => {
  const fake = createFakeServer();
  let watching = 0;
  const onRepeated = (listener: (armed: boolean) => void) => {
    watching += 1;
    const end = fake.faults.onRepeated(listener);
    return () => {
      watching -= 1;
      end();
    };
  };
  const running = await serve({ ...fake, faults: { ...fake.faults, onRepeated } });
  expect(watching).toBe(1);
  await running.close();
  expect(watching).toBe(0);
});

test('a fake server without faults can be served', async () => {
  const { baseUrl, handle } = createFakeServer();
  const running = await serve({ baseUrl, handle });
  onTestFinished(() => running.close());
  await keptAlive(running);
});
