import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { createFakeServer, type FaultOptions } from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../../../../tools/lib/servers.ts';
import { input, workspace } from '../support/samples.ts';
import { create, everythingOf } from '../support/wire.ts';
import { open, rest, serverAt, start } from './raw-client.ts';

const path = '/configuration/workspaces';
const single = '/configuration/mock-service';

describe('serve', () => {
  test('listens on a free loopback port, below the path of the base URL', async () => {
    const fake = createFakeServer({ baseUrl: 'https://a.test/api/' });
    const running = await start(fake);
    expect(running.url).toBe(`http://127.0.0.1:${running.port}/api`);
    expect((await fetch(running.url + path)).status).toBe(200);
    expect((await fetch(new URL(path, running.url))).status).toBe(404);
  });

  test('has a URL without a trailing slash when the base URL has no path', async () => {
    const running = await start();
    expect(running.url).toBe(`http://127.0.0.1:${running.port}`);
  });

  test('has a URL that can be called even when it listens on a wildcard address', async () => {
    const { url } = await start(createFakeServer(), { host: '0.0.0.0', log: () => {} });
    expect((await fetch(url + path)).status).toBe(200);
  });

  test('logs a connection that Node could not accept, and keeps serving', async () => {
    const lines: string[] = [];
    const running = await start(undefined, { log: (line) => void lines.push(line) });
    const server = await serverAt(running);
    server.emit('error', new Error('accept EMFILE'));
    expect(lines).toEqual(['The fake server lost a connection: accept EMFILE']);
    expect((await fetch(running.url + path)).status).toBe(200);
  });

  test('rejects when the port is in use', async () => {
    const { port } = await start();
    await expect(serve(createFakeServer(), { port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
      message: `Port ${port} is in use. Stop what listens there, or choose another (port, --port); 0 takes a free one.`,
      cause: { syscall: 'listen' },
    });
  });

  test('serves one world through several ports', async () => {
    const fake = createFakeServer();
    const [one, two] = [await start(fake), await start(fake)];
    await fetch(one.url + single, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input()),
    });
    const { data } = (await (await fetch(`${two.url}/configuration/mock-services`)).json()) as {
      data: unknown[];
    };
    expect(data).toHaveLength(6);
  });

  test('closes at once, with open connections and unfinished requests, and frees its port', async () => {
    const running = await start(createFakeServer(), { port: await freePort() });
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const [response] = (await once(get(running.url + path, { agent }), 'response')) as [
      NodeJS.ReadableStream,
    ];
    await once(response.resume(), 'end');
    const unfinished = await open(running, `POST ${single} HTTP/1.1`, 'content-length: 10');
    unfinished.on('error', () => {});
    await Promise.all([running.close(), running.close()]);
    await running.close();
    await expect.poll(() => unfinished.destroyed).toBe(true);
    await start(createFakeServer(), { port: running.port });
  });

  test('decodes characters that are split across chunks', async () => {
    const running = await start();
    const body = Buffer.from(JSON.stringify(input({ title: 'Größe 📦' })));
    const socket = await open(
      running,
      `POST ${single} HTTP/1.1`,
      'content-type: application/json',
      `content-length: ${body.length}`,
      'connection: close',
    );
    socket.setNoDelay(true);
    for (const byte of body) {
      socket.write(Buffer.of(byte));
      await new Promise(setImmediate);
    }
    const created = await rest(socket);
    expect(created).toMatch(/^HTTP\/1\.1 201 /);
    const id = /"id":"([^"]+)"/.exec(created)?.[1];
    expect(await (await fetch(`${running.url}${single}/${id}`)).text()).toContain('"title":"Größe 📦"');
  });

  test('reads a chunked body', async () => {
    const running = await start();
    const body = new Blob([JSON.stringify(input())]).stream();
    const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body, duplex: 'half' };
    expect((await fetch(running.url + single, request as RequestInit)).status).toBe(201);
  });

  test('ignores a request whose client disconnects in the middle of the body', async () => {
    const fake = createFakeServer();
    const before = everythingOf(fake);
    const running = await start(fake);
    const socket = await open(
      running,
      `POST ${single} HTTP/1.1`,
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

  test('accepts a whole URL as the path, as clients send it to proxies', async () => {
    const running = await start(undefined, { admin: true });
    for (const at of [path, '/__fake/']) {
      const socket = await open(running, `GET http://elsewhere.test${at} HTTP/1.1`, 'connection: close');
      expect(await rest(socket)).toMatch(/^HTTP\/1\.1 200 /);
    }
  });

  test('keeps a connection for the next request after a response that does not fit into one write', async () => {
    const fake = createFakeServer({ seed: { workspaces: [workspace(1, { name: 'x'.repeat(10_000_000) })] } });
    const running = await start(fake);
    const socket = await open(running, `GET ${path} HTTP/1.1`);
    socket.write(`GET /nowhere HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
    expect(await rest(socket)).toMatch(/xxx"[^]*\]\}HTTP\/1\.1 404 /);
  });

  test('answers HEAD without a body and keeps the connection', async () => {
    const running = await start();
    const socket = await open(running, `HEAD ${path} HTTP/1.1`);
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
    const responses = await rest(socket);
    expect(responses).toMatch(/^HTTP\/1\.1 405 [\s\S]*\r\n\r\nHTTP\/1\.1 200 /);
  });

  test('answers what is not HTTP with 400, and keeps serving', async () => {
    const running = await start();
    const socket = await open(running, 'nonsense');
    expect(await rest(socket)).toMatch(/^HTTP\/1\.1 400 /);
    expect((await fetch(running.url + path)).status).toBe(200);
  });
});

describe('a fault that breaks the connection', () => {
  const withFault = (fault: Omit<FaultOptions, 'operation'>) => {
    const fake = createFakeServer();
    fake.faults.add({ operation: 'listWorkspaces', ...fault });
    return fake;
  };

  test('resets it', async () => {
    const socket = await open(await start(withFault({ reset: true })), `GET ${path} HTTP/1.1`);
    await expect(rest(socket)).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  test('ends it after what it lets through of the body', async () => {
    const socket = await open(await start(withFault({ truncated: 5 })), `GET ${path} HTTP/1.1`);
    expect(await rest(socket)).toMatch(/\r\ncontent-length: \d{3}\r\n[^]*\r\n\r\n\{"dat$/i);
  });

  test('strikes after the responses to the requests before it', async () => {
    const socket = await open(await start(withFault({ truncated: 5 })), 'GET /nowhere HTTP/1.1');
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
    expect(await rest(socket)).toMatch(/^HTTP\/1\.1 404 [^]*\}HTTP\/1\.1 200 [^]*\{"dat$/);
  });

  test.each([{ delay: '1h' } as const, { hang: true }])(
    'ends it without a response when the faults are cleared: %j',
    async (fault) => {
      const fake = withFault(fault);
      const socket = await open(await start(fake), `GET ${path} HTTP/1.1`);
      await expect.poll(() => fake.faults.list()[0]?.used).toBe(1);
      fake.faults.clear();
      expect(await rest(socket)).toBe('');
    },
  );

  test('leaves no timer behind when the client goes away during its delay', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const socket = await open(await start(withFault({ delay: '1h' })), `GET ${path} HTTP/1.1`);
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    socket.destroy();
    await expect.poll(() => vi.getTimerCount()).toBe(0);
  });
});
