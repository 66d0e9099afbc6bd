import { createFakeServer } from '@mock-services/fake-server/core';
import { serve, type ServeOptions } from '@mock-services/fake-server/node';
import { describe, expect, test } from 'vitest';
import { mockServicePath } from '../support/paths.ts';
import { input } from '../support/samples.ts';
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

test('a long response does not block the next response on its connection', async () => {
  const mockServices = [{ title: 'x'.repeat(1_000_000) }];
  const running = await start(createFakeServer({ seed: { mockServices } }));
  const socket = await open(running, 'GET /configuration/mock-services HTTP/1.1');
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
  expect(await rest(socket)).toMatch(/\{"data":\[\]\}$/);
});

describe('a slow or broken client', () => {
  test('a request with headers longer than `maxHeaderBytes` gets 431', async () => {
    const lines = [`GET ${path} HTTP/1.1`, `x-long: ${'x'.repeat(2000)}`];
    const running = await start(undefined, { maxHeaderBytes: 2000 });
    expect(await rest(await open(running, ...lines))).toMatch(/^HTTP\/1\.1 431 /);
  });

  test('a client gets 408 if its headers do not arrive within `requestTimeout`', async () => {
    const running = await start(undefined, { requestTimeout: 1000 });
    const socket = await openWith(running, `GET ${path} HTTP/1.1`, 'x-and: ');
    expect(await rest(socket)).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('a client is disconnected if its connection is idle for `idleTimeout`', async () => {
    const running = await start(undefined, { idleTimeout: 100 });
    const socket = await open(running, `GET ${path} HTTP/1.1`);
    const response = await rest(socket);
    expect(response).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\nconnection: keep-alive\r\n/i);
  });
});

/** Maximum length of a JavaScript string in V8. */
const longestString = 536_870_888;

test.each<[option: string, value: unknown, expected?: string]>([
  ['port', '8080', 'an integer from 0 to 65535'],
  ['port', 65_536, 'an integer from 0 to 65535'],
  ['maxBodyBytes', longestString + 1, `an integer from 0 to ${longestString}`],
  ['maxHeaderBytes', Number.NaN],
  ['requestTimeout', 1.5, 'an integer from 0 to 2147483647'],
])('the `%s` option rejects the value %j', async (option, value, expected = 'an integer of at least 0') => {
  const error = serve(createFakeServer(), { [option]: value });
  await expect(error).rejects.toMatchObject({ code: 'invalid-option', issues: [{ path: option, expected }] });
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
