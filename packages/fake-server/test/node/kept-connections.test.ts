/**
 * Tests the protection against runtimes that resend a request after the end of its connection. Some runtimes resend
 * even a POST.
 */
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { Socket } from 'node:net';
import { createFakeServer, createWorlds, type FaultOptions } from '@mock-services/fake-server/core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { mockServicePath } from '../support/paths.ts';
import { input } from '../support/samples.ts';
import { otherClient, type OtherClient } from './other-client.ts';
import { serverAt, start } from './raw-client.ts';

const path = '/configuration/workspaces';
const get = [`GET ${path} HTTP/1.1`, 'host: localhost', ''];
const operation = 'createMockService';

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

test.each<[string, Partial<FaultOptions>]>([
  ['reset', { reset: true }],
  ['hang', { hang: true }],
  ['status 408', { status: 408 }],
])('a fault after which clients could resend requests disables keep-alive: %s', async (_, fault) => {
  const fake = createFakeServer();
  const running = await start(fake);
  const idle = await keptAlive(running);
  const added = fake.faults.add({ operation, ...fault });
  expect(await idle.next()).toBe('closed');
  expect(await headOnNew(running)).toMatch(/connection: close/i);
  added.remove();
  expect(await headOnNew(running)).toMatch(/connection: keep-alive/i);
});

test('a fault of one world disables keep-alive until the world is deleted', async () => {
  const worlds = createWorlds({ create: () => createFakeServer() });
  const running = await start(worlds);
  worlds.get('a').faults.add({ operation, reset: true });
  // This request uses the world `default`.
  expect(await headOnNew(running)).toMatch(/connection: close/i);
  worlds.delete('a');
  expect(await headOnNew(running)).toMatch(/connection: keep-alive/i);
});

test('keep-alive stays enabled if no client resends requests after the fault', async () => {
  const fake = createFakeServer();
  const client = await keptAlive(await start(fake));
  fake.faults.add({ operation, status: 503 });
  client.send(get);
  expect(await client.next()).toMatch(/connection: keep-alive/i);
});

test('while a fault may apply, an unused connection is closed after 1 s, but can be used before', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const fake = createFakeServer();
  const running = await start(fake);
  const server = await serverAt(running);
  /** Waits until the server has accepted the connection of a client that has sent no request. */
  const connected = async (): Promise<OtherClient> => {
    const accepted = once(server, 'connection') as Promise<[Socket]>;
    const client = otherClient(running);
    await accepted;
    return client;
  };
  const early = await connected();
  fake.faults.add({ operation, status: 408 });
  const [late, idle] = [await connected(), await connected()];
  vi.advanceTimersByTime(999);
  for (const client of [early, late]) {
    client.send(get);
    expect(await client.next()).toMatch(/^HTTP\/1\.1 200 [^]*connection: close/i);
  }
  vi.advanceTimersByTime(1);
  expect(await idle.next()).toBe('closed');
});

test('a client in the same process gets each fault that is added before its call', async () => {
  const fake = createFakeServer();
  const { url } = await start(fake);
  // Unlike `fetch`, this client sends its next request even if the connection was closed in the meantime.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const headers = { 'content-type': 'application/json' };
  const post = () =>
    new Promise((resolve) => {
      const outgoing = request(url + mockServicePath, { method: 'POST', headers, agent }, (incoming) => {
        incoming.resume().on('end', () => resolve(incoming.statusCode));
      });
      outgoing.on('error', () => resolve('broken')).end(JSON.stringify(input()));
    });
  for (let round = 0; round < 3; round += 1) {
    expect(await post()).toBe(201);
    // Wait until the connection is idle.
    await new Promise((resolve) => setTimeout(resolve, 5));
    fake.faults.add({ operation, reset: true, times: 1 });
    expect(await post()).toBe('broken');
  }
  expect(fake.journal.find({ operation })).toHaveLength(6);
});
