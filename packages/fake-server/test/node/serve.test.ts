import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { createFakeServer, demoSeed, type FaultOptions } from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../../../../tools/lib/servers.ts';
import { input, mockService } from '../support/samples.ts';
import { mockServicePath, mockServicesPath } from '../support/paths.ts';
import { create, everythingOf } from '../support/wire.ts';
import { open, rest, start } from './raw-client.ts';

const path = '/configuration/workspaces';

describe('starting a server', () => {
  test('the server listens on a free loopback port, and its URL includes the base path', async () => {
    const fake = createFakeServer({ seed: demoSeed(), baseUrl: 'https://a.test/api/' });
    const running = await start(fake);
    expect(running.url).toBe(`http://127.0.0.1:${running.port}/api`);
    expect((await fetch(running.url + path)).status).toBe(200);
    expect((await fetch(new URL(path, running.url))).status).toBe(404);
  });

  test('an unknown option is logged, with the most similar option', async () => {
    const lines: string[] = [];
    const options = { corsOrigins: '*', log: (line: string) => void lines.push(line) };
    await start(undefined, options);
    expect(lines).toEqual(['serve: unknown option `corsOrigins`. Did you mean corsOrigin?']);
  });

  test('starting the server fails if its port is in use', async () => {
    const { port } = await start();
    await expect(serve(createFakeServer({ seed: demoSeed() }), { port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
      cause: { syscall: 'listen' },
    });
  });

  test('closing the server ends idle connections and releases the port', async () => {
    const running = await start(createFakeServer({ seed: demoSeed() }), { port: await freePort() });
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const [response] = (await once(get(running.url + path, { agent }), 'response')) as [
      NodeJS.ReadableStream,
    ];
    await once(response.resume(), 'end');
    const unfinished = await open(running, `POST ${mockServicePath} HTTP/1.1`, 'content-length: 10');
    unfinished.on('error', () => {});
    await Promise.all([running.close(), running.close()]);
    await running.close();
    await expect.poll(() => unfinished.destroyed).toBe(true);
    await start(createFakeServer({ seed: demoSeed() }), { port: running.port });
  });

  test('a request is ignored if the client disconnects before its body is complete', async () => {
    const fake = createFakeServer({ seed: demoSeed() });
    const before = everythingOf(fake);
    const running = await start(fake);
    const socket = await open(
      running,
      `POST ${mockServicePath} HTTP/1.1`,
      'content-type: application/json',
      'content-length: 1000',
    );
    socket.write(JSON.stringify(input()));
    socket.destroy();
    await once(socket, 'close');
    expect((await fetch(running.url + path)).status).toBe(200);
    expect(everythingOf(fake)).toEqual(before);
    create(fake);
  });
});

describe('a fault that ends the connection', () => {
  const withFault = (fault: Omit<FaultOptions, 'operation'>) => {
    const fake = createFakeServer({ seed: demoSeed() });
    fake.faults.add({ operation: 'listWorkspaces', ...fault });
    return fake;
  };

  test('a `reset` fault resets the connection', async () => {
    const socket = await open(await start(withFault({ reset: true })), `GET ${path} HTTP/1.1`);
    await expect(rest(socket)).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  const text = '{"name":"Büro 🏢"}';
  const textBytes = Buffer.from(text);

  test.each([10, textBytes.length])(
    'a `truncated` fault ends the connection after %i bytes of a body beyond ASCII, or one less than all',
    async (truncated) => {
      const fake = withFault({ truncated, body: text });
      const [head, body] = (await rest(await open(await start(fake), `GET ${path} HTTP/1.1`))).split(
        '\r\n\r\n',
      );
      expect(head).toMatch(new RegExp(`\r\ncontent-length: ${textBytes.length}\r\n`, 'i'));
      const sent = Math.min(truncated, textBytes.length - 1);
      expect(body).toBe(textBytes.subarray(0, sent).toString());
    },
  );

  test('clearing faults ends a delayed connection without a response', async () => {
    const fake = withFault({ delay: '1h' });
    const socket = await open(await start(fake), `GET ${path} HTTP/1.1`);
    await expect.poll(() => fake.faults.list()[0]?.used).toBe(1);
    fake.faults.clear();
    await expect(rest(socket)).rejects.toMatchObject({ code: 'ECONNRESET' });
  });
});

const bytes = 20_000_000;

/** Creates a fake server with a list that is too long for the buffers of a connection. */
const longList = () =>
  createFakeServer({ seed: { mockServices: [mockService(1, { title: 'x'.repeat(bytes) })] } });

/** Connects a client that reads the start of the list and then pauses. */
async function startedReader(running: { port: number }) {
  const socket = await open(running, `GET ${mockServicesPath} HTTP/1.1`);
  socket.on('error', () => {});
  await once(socket, 'readable');
  return socket;
}

/** Connects a client that sends only the head of a request. Waits until the server has received it. */
async function startedRequest(running: { port: number }) {
  const head = [`POST ${mockServicesPath} HTTP/1.1`, 'content-length: 10', 'expect: 100-continue'];
  const socket = await open(running, ...head);
  socket.on('error', () => {});
  await once(socket, 'data');
  return socket;
}

describe('closing a server', () => {
  test('closing a server lets clients finish reading their pending responses', async () => {
    const running = await start(longList());
    const reader = await startedReader(running);
    const closed = running.close({ grace: 10_000 });
    await expect(fetch(running.url + mockServicesPath)).rejects.toThrow('fetch failed');
    const response = await rest(reader);
    await closed;
    expect(response.length).toBeGreaterThan(bytes);
    expect(response).toMatch(/\}\]\}$/);
  });

  test('closing a server waits for pending responses, not for incomplete requests', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const fake = createFakeServer({ seed: demoSeed() });
    fake.faults.add({ operation: 'listMockServices', delay: 2000 });
    fake.faults.add({ operation: 'listMockServices', delay: 1000, times: 1 });
    const running = await start(fake);
    const sockets = [
      await open(running, `GET ${mockServicesPath} HTTP/1.1`),
      await open(running, `GET ${mockServicesPath} HTTP/1.1`),
    ];
    await expect.poll(() => vi.getTimerCount()).toBe(2);
    await startedRequest(running);
    const closed = running.close({ grace: 3_600_000 });
    for (const socket of sockets) {
      vi.advanceTimersByTime(1000);
      expect(await rest(socket)).toMatch(/\]\}$/);
    }
    await closed;
    expect(vi.getTimerCount()).toBe(0);
  });

  test('the default of `grace` is 250 ms', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const fake = createFakeServer();
    fake.faults.add({ operation: 'listMockServices', hang: true });
    const running = await start(fake);
    const socket = await open(running, `GET ${mockServicesPath} HTTP/1.1`);
    await expect.poll(() => fake.journal.entries().length).toBe(1);
    const closed = running.close();
    vi.advanceTimersByTime(249);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(vi.getTimerCount()).toBe(0);
    expect(await rest(socket).catch(() => '')).toBe('');
    await closed;
  });

  test('closing a server waits `grace` ms for a client that does not read its response', async () => {
    const running = await start(longList());
    const reader = await startedReader(running);
    await running.close({ grace: 50 });
    expect((await rest(reader).catch(() => '')).length).toBeLessThan(bytes);
  });

  test('a server declared with `await using` is closed at the end of the scope', async () => {
    let url = '';
    {
      await using running = await serve(createFakeServer({ seed: demoSeed() }));
      ({ url } = running);
      expect((await fetch(url + mockServicesPath)).status).toBe(200);
    }
    await expect(fetch(url + mockServicesPath)).rejects.toThrow('fetch failed');
  });
});
