import { once } from 'node:events';
import type { Socket } from 'node:net';
import { createFakeServer } from '@mock-services/fake-server/core';
import { serve, type ServeOptions } from '@mock-services/fake-server/node';
import { describe, expect, onTestFinished, test } from 'vitest';
import { mockServicePath } from '../support/paths.ts';
import { input, mockService } from '../support/samples.ts';
import { everythingOf } from '../support/wire.ts';
import { open, openWith, rest, serverAt, start } from './raw-client.ts';

const path = '/configuration/workspaces';
const post = (...headers: string[]) => [
  `POST ${mockServicePath} HTTP/1.1`,
  'content-type: application/json',
  'connection: close',
  ...headers,
];

describe('a request body that is too long', () => {
  test('a request with an excessive Content-Length gets 413 before its body is sent', async () => {
    const fake = createFakeServer();
    const before = everythingOf(fake);
    const running = await start(fake, { maxBodyBytes: 1000 });
    const response = await rest(await open(running, ...post('content-length: 1001')));
    expect(response).toMatch(/^HTTP\/1\.1 413 /);
    expect(JSON.parse(response.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      type: 'about:blank',
      title: 'Content Too Large',
      status: 413,
      detail: expect.stringContaining('1000 bytes') as string,
    });
    expect(everythingOf(fake)).toEqual(before);
  });

  test('a chunked body gets 413 as soon as its chunks exceed the limit', async () => {
    const fake = createFakeServer();
    const before = everythingOf(fake);
    const running = await start(fake, { maxBodyBytes: 1000 });
    const socket = await open(running, ...post('transfer-encoding: chunked'));
    socket.write(`200\r\n${' '.repeat(512)}\r\n`.repeat(2));
    expect(await rest(socket)).toMatch(/^HTTP\/1\.1 413 /);
    expect(everythingOf(fake)).toEqual(before);
  });

  test('a client with `expect: 100-continue` is asked for the body only if it is read', async () => {
    const running = await start(undefined, { maxBodyBytes: 1000, idleTimeout: 0 });
    const rejected = await open(running, ...post('content-length: 1001', 'expect: 100-continue'));
    expect(await rest(rejected)).toMatch(/^HTTP\/1\.1 413 /);
    const body = JSON.stringify(input());
    const accepted = await open(running, ...post(`content-length: ${body.length}`, 'expect: 100-continue'));
    accepted.write(body);
    expect(await rest(accepted)).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /);
  });
});

test('a request may name the complete URL, as clients that use a proxy do', async () => {
  const running = await start();
  const url = `http://localhost:${running.port}${path}`;
  expect(await rest(await open(running, `GET ${url} HTTP/1.1`, 'connection: close'))).toMatch(/ 200 OK\r\n/);
});

describe('a slow or broken client', () => {
  test.each([
    ['headers', `GET ${path} HTTP/1.1`, `x-long: ${'x'.repeat(2000)}`],
    ['a URL', `GET ${path}?${'x'.repeat(2000)} HTTP/1.1`],
  ])('a request with %s longer than `maxHeaderBytes` gets 431', async (_, ...lines) => {
    const running = await start(undefined, { maxHeaderBytes: 2000 });
    expect(await rest(await open(running, ...lines))).toMatch(/^HTTP\/1\.1 431 /);
  });

  test('a client gets 408 if its headers do not arrive within `requestTimeout`', async () => {
    const running = await start(undefined, { requestTimeout: 1000 });
    const socket = await openWith(running, `GET ${path} HTTP/1.1`, 'x-and: ');
    expect(await rest(socket)).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('a client gets 408 if its body does not arrive within `requestTimeout`', async () => {
    const running = await start(undefined, { requestTimeout: 1000 });
    const socket = await open(running, ...post('content-length: 10'));
    expect(await rest(socket)).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('a client is disconnected if its connection is idle for `idleTimeout`', async () => {
    const running = await start(undefined, { idleTimeout: 100 });
    const socket = await open(running, `GET ${path} HTTP/1.1`);
    const response = await rest(socket);
    expect(response).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\nconnection: keep-alive\r\n/i);
  });

  test('a client is disconnected if it does not read its response within `idleTimeout`', async () => {
    const running = await start(longList(), { idleTimeout: 100 });
    const accepted = once(await serverAt(running), 'connection') as Promise<[Socket]>;
    const socket = await open(running, `GET /configuration/mock-services HTTP/1.1`);
    socket.pause();
    socket.on('error', () => {});
    const [served] = await accepted;
    await expect.poll(() => served.destroyed).toBe(true);
    expect((await fetch(running.url + path)).status).toBe(200);
    const closed = once(socket, 'close');
    socket.resume();
    await closed;
    expect(socket.bytesRead).toBeLessThan(listBytes);
  });
});

/** Writes a string repeatedly. Resolves to the received text when the server has closed the connection. */
async function drip(socket: Socket, piece: string): Promise<string> {
  const received: Buffer[] = [];
  // The server may reset the connection because it did not read all bytes.
  socket.on('data', (chunk: Buffer) => void received.push(chunk)).on('error', () => {});
  const timer = setInterval(() => void (socket.writable && socket.write(piece)), 20);
  onTestFinished(() => clearInterval(timer));
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(timer);
  return Buffer.concat(received).toString();
}

describe('a client that sends an endless slow request', () => {
  const limits = { requestTimeout: 1500, idleTimeout: 60_000, maxBodyBytes: 10 };

  test.each([413, 401])(
    '`requestTimeout` disconnects a client that still sends its body after a %i',
    async (status) => {
      const token = status === 401 ? { requiredToken: 'hunter2' } : {};
      const running = await start(undefined, { ...limits, ...token });
      const socket = await open(running, `POST ${mockServicePath} HTTP/1.1`, 'content-length: 100000');
      expect(await drip(socket, ' ')).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    },
  );

  test('`idleTimeout` does not disconnect a slow second request within its limits', async () => {
    const running = await start(undefined, { idleTimeout: 1000 });
    const socket = await open(running, `GET ${path} HTTP/1.1`);
    await once(socket, 'data');
    const next = `\r\nGET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`;
    const received = rest(socket);
    for (const piece of next.match(/[^]{1,10}/g) ?? []) {
      socket.write(piece);
      // Together, the pauses are longer than `idleTimeout`. Each pause is much shorter than `idleTimeout`, even on a
      // busy machine.
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    expect(await received).toMatch(/^HTTP\/1\.1 200 /);
  });
});

/** Maximum length of a JavaScript string in V8. */
const longestString = 536_870_888;

test.each<[option: string, value: unknown, expected?: string]>([
  ['port', '8080', 'an integer from 0 to 65535'],
  ['port', -1, 'an integer from 0 to 65535'],
  ['port', 65_536, 'an integer from 0 to 65535'],
  ['maxBodyBytes', longestString + 1, `an integer from 0 to ${longestString}`],
  ['maxHeaderBytes', Number.NaN],
  ['requestTimeout', 1.5, 'an integer from 0 to 2147483647'],
  ['requestTimeout', Number.POSITIVE_INFINITY, 'an integer from 0 to 2147483647'],
  ['idleTimeout', 2 ** 34, 'an integer from 0 to 2147483647'],
])('the `%s` option rejects the value %j', async (option, value, expected = 'an integer of at least 0') => {
  const error = serve(createFakeServer(), { [option]: value });
  await expect(error).rejects.toMatchObject({ code: 'invalid-option', issues: [{ path: option, expected }] });
});

test('the `maxBodyBytes` option may equal the maximum string length', async () => {
  const { url } = await start(undefined, { maxBodyBytes: longestString });
  expect((await fetch(url + path)).status).toBe(200);
});

/** Returns Node's HTTP server, whose properties contain the limits. */
const limitsOf = async (options?: ServeOptions) => serverAt(await start(undefined, options));

describe('the limits that Node enforces', () => {
  test('the time limits and `maxHeaderBytes` have their documented defaults', async () => {
    expect(await limitsOf()).toMatchObject({
      headersTimeout: 10_000,
      requestTimeout: 60_000,
      keepAliveTimeout: 5000,
      maxHeaderSize: 16_384,
    });
  });

  test.each<[ServeOptions, object]>([
    [{ requestTimeout: 4000 }, { headersTimeout: 4000, requestTimeout: 4000 }],
    [{ requestTimeout: 0 }, { headersTimeout: 0, requestTimeout: 0 }],
    [
      { idleTimeout: 0, maxHeaderBytes: 0 },
      { keepAliveTimeout: 0, maxHeaderSize: 0 },
    ],
  ])('the limits of the Node server are set from the options %o', async (options, expected) => {
    expect(await limitsOf(options)).toMatchObject(expected);
  });
});

const listBytes = 12_000_000;

/** Creates a fake server with a list that is too long for the buffers of a connection. */
function longList() {
  return createFakeServer({ seed: { mockServices: [mockService(1, { title: 'x'.repeat(listBytes) })] } });
}
