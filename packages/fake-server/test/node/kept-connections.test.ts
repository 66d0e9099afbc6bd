/**
 * Tests the protection against runtimes that resend a request after the end of its connection. Some runtimes resend
 * even a POST.
 */
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { Socket } from 'node:net';
import { createFakeServer, createWorlds, type FaultOptions } from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { mockServicePath } from '../support/paths.ts';
import { input, mockService } from '../support/samples.ts';
import { otherClient, type OtherClient } from './other-client.ts';
import { serverAt, start } from './raw-client.ts';

const path = '/configuration/workspaces';
const get = [`GET ${path} HTTP/1.1`, 'host: localhost', ''];

/** Starts a client in another thread whose keep-alive connection was used for one request. */
async function keptAlive(running: { readonly port: number }): Promise<OtherClient> {
  const client = otherClient(running);
  client.send(get);
  expect(await client.next()).toMatch(/connection: keep-alive/i);
  return client;
}

/** Sends a request on a new connection. Returns the head of the response. */
async function headOnNew(running: { readonly port: number }): Promise<string> {
  const client = otherClient(running);
  client.send(get);
  return client.next();
}

const headers = { 'content-type': 'application/json' };
const body = JSON.stringify(input());

async function statusOf(response: Response): Promise<number> {
  await response.text();
  return response.status;
}

const repeated: [string, Partial<FaultOptions>][] = [
  ['reset', { reset: true }],
  ['hang', { hang: true }],
  ['status 408', { status: 408 }],
];
const operation = 'createMockService';

interface ConnectedClient extends OtherClient {
  /** The connection as the server sees it. */
  readonly socket: Socket;
}

/** Starts a client in another thread that has connected but has sent no request. */
async function connected(running: { readonly url: string; readonly port: number }): Promise<ConnectedClient> {
  const server = await serverAt(running);
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const client = otherClient(running);
  const [socket] = await accepted;
  return { ...client, socket };
}

describe('a connection that has carried no request', () => {
  test('adding a fault closes it if it has been idle for 1 s', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const fake = createFakeServer();
    const idle = await connected(await start(fake));
    vi.advanceTimersByTime(1000);
    fake.faults.add({ operation, status: 408 });
    expect(await idle.next()).toBe('closed');
  });

  test('while a fault may apply, it is closed after 1 s, but can be used before', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const fake = createFakeServer();
    const running = await start(fake);
    const early = await connected(running);
    fake.faults.add({ operation, status: 408 });
    const [late, slow, idle] = [await connected(running), await connected(running), await connected(running)];
    slow.send(get.slice(0, 1));
    while (slow.socket.bytesRead === 0) await new Promise(setImmediate);
    vi.advanceTimersByTime(999);
    for (const client of [early, late]) {
      client.send(get);
      expect(await client.next()).toMatch(/^HTTP\/1\.1 200 [^]*connection: close/i);
    }
    vi.advanceTimersByTime(1);
    expect(await idle.next()).toBe('closed');
    slow.send(get.slice(1));
    expect(await slow.next()).toMatch(/^HTTP\/1\.1 200 /);
  });
});

test('a client that aborts a hanging request resets no request of another connection', async () => {
  const fake = createFakeServer();
  fake.faults.add({ operation: 'getMockService', hang: true });
  const client = otherClient(await start(fake));
  for (let tries = 1; tries <= 60; tries += 1) {
    client.abortAndSend([`GET ${mockServicePath}/${mockService(1).id} HTTP/1.1`, 'host: localhost', '']);
    await expect.poll(() => fake.journal.find({ operation: 'getMockService' })).toHaveLength(tries);
    client.abortAndSend(get);
    expect([tries, await client.next()]).toEqual([tries, expect.stringMatching(/^HTTP\/1\.1 200 /)]);
    expect(await client.next()).toBe('closed');
  }
});

test.each(repeated)(
  'a fault after which clients could resend requests disables keep-alive: %s',
  async (_, fault) => {
    const fake = createFakeServer();
    const running = await start(fake);
    const idle = await keptAlive(running);
    fake.faults.add({ operation, ...fault });
    expect(await idle.next()).toBe('closed');
    expect(await headOnNew(running)).toMatch(/connection: close/i);
  },
);

describe('while a fault is active that could make clients resend requests', () => {
  const fault = { reset: true };

  test('a fault added while a response is delayed closes the connection of that response', async () => {
    const fake = createFakeServer();
    fake.faults.add({ operation: 'listWorkspaces', delay: 500, times: 1 });
    const client = otherClient(await start(fake, { idleTimeout: 0 }));
    client.send(get);
    await expect.poll(() => fake.journal.entries().length).toBe(1);
    fake.faults.add({ operation, ...fault });
    expect(await client.next()).toMatch(/^HTTP\/1\.1 200 [^]*connection: close/i);
    expect(await client.next()).toBe('closed');
  });

  test('a fault added by an admin request closes idle connections afterwards', async () => {
    const fake = createFakeServer();
    const running = await start(fake, { admin: true });
    const [idle, admin] = [await keptAlive(running), otherClient(running)];
    const body = JSON.stringify({ operation, ...fault });
    admin.send([
      'POST /__fake/faults.add HTTP/1.1',
      'host: localhost',
      `content-length: ${body.length}`,
      '',
      body,
    ]);
    expect(await admin.next()).toMatch(/^HTTP\/1\.1 200 [^]*connection: close/i);
    expect(await idle.next()).toBe('closed');
  });

  test.each<[string, (fake: ReturnType<typeof createFakeServer>) => unknown]>([
    ['is removed', (fake) => fake.faults.remove(operation)],
    ['is cleared', (fake) => fake.faults.clear()],
    ['is reset', (fake) => fake.reset()],
    ['is seeded away', (fake) => fake.seed({})],
    ['is missing in a restored snapshot', (fake) => fake.restore(createFakeServer().snapshot())],
    [
      'was applied `times` times',
      (fake) => fake.handle({ method: 'POST', path: mockServicePath, headers: {}, body: '' }),
    ],
  ])('keep-alive is enabled again after the fault %s', async (_, end) => {
    const fake = createFakeServer();
    const running = await start(fake);
    fake.faults.add({ operation, ...fault, times: 1 });
    end(fake);
    expect(await headOnNew(running)).toMatch(/connection: keep-alive/i);
  });

  test.each(['deleted', 'evicted'])('keep-alive is enabled again after its world is %s', async (end) => {
    const worlds = createWorlds({ create: () => createFakeServer(), max: 2, idle: 0 });
    const running = await start(worlds);
    worlds.get('a').faults.add({ operation, ...fault });
    // This request uses the world `default`.
    expect(await headOnNew(running)).toMatch(/connection: close/i);
    if (end === 'deleted') worlds.delete('a');
    else worlds.get('b');
    expect(worlds.names()).not.toContain('a');
    expect(await headOnNew(running)).toMatch(/connection: keep-alive/i);
  });

  test('a fault from a snapshot, or added before the start, disables keep-alive', async () => {
    const armed = createFakeServer();
    armed.faults.add({ operation, ...fault });
    expect(await headOnNew(await start(armed))).toMatch(/connection: close/i);
    const fake = createFakeServer();
    const running = await start(fake);
    const idle = await keptAlive(running);
    fake.restore(armed.snapshot());
    expect(await idle.next()).toBe('closed');
    expect(await headOnNew(running)).toMatch(/connection: close/i);
  });
});

test.each<[string, Partial<FaultOptions>]>([
  ['truncated', { truncated: true }],
  ['status 503', { status: 503 }],
  ['delay', { delay: 10 }],
  ['other flags', { reset: false, hang: false, status: 500 }],
])('keep-alive stays enabled if no client resends requests after the fault: %s', async (_, fault) => {
  const fake = createFakeServer();
  const running = await start(fake);
  const client = await keptAlive(running);
  fake.faults.add({ operation, ...fault });
  client.send(get);
  expect(await client.next()).toMatch(/connection: keep-alive/i);
});

/**
 * Functions that send a POST on one connection. They resolve to the status, or to `broken` if the connection breaks.
 */
const clients: [string, (url: string) => () => Promise<unknown>][] = [
  ['fetch', (url) => () => fetch(url, { method: 'POST', headers, body }).then(statusOf, () => 'broken')],
  [
    'node:http',
    (url) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      onTestFinished(() => agent.destroy());
      return () =>
        new Promise((resolve) => {
          const outgoing = request(url, { method: 'POST', headers, agent }, (incoming) => {
            incoming.resume().on('end', () => resolve(incoming.statusCode));
          });
          outgoing.on('error', () => resolve('broken')).end(body);
        });
    },
  ],
];

describe.each(clients)('a client in the same process as the server: %s', (_, clientOf) => {
  test.each<[string, () => Promise<unknown>]>([
    ['at once', async () => {}],
    ['a turn later', () => new Promise(setImmediate)],
    ['a moment later', () => new Promise((resolve) => setTimeout(resolve, 0))],
  ])('a client in the same process receives a fault added before its call: %s', async (_, pause) => {
    const fake = createFakeServer();
    const { url } = await start(fake);
    const post = clientOf(url + mockServicePath);
    for (let round = 0; round < 3; round += 1) {
      expect(await post()).toBe(201);
      // Wait until the connection is idle.
      await new Promise((resolve) => setTimeout(resolve, 5));
      fake.faults.add({ operation, reset: true, times: 1 });
      await pause();
      expect(await post()).toBe('broken');
    }
    expect(fake.journal.find({ operation })).toHaveLength(6);
    fake.journal.assertClean();
  });
});

test('a fake server without the `faults` property can be served', async () => {
  const { baseUrl, handle } = createFakeServer();
  const running = await serve({ baseUrl, handle });
  onTestFinished(() => running.close());
  expect(await headOnNew(running)).toMatch(/connection: keep-alive/i);
});
