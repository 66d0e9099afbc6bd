/**
 * Tests hostile requests and broken fake servers. The server must respond to each request or break its connection,
 * and then serve the next client.
 */
import { createFakeServer, type WireRequest, type WireResponse } from '@mock-services/fake-server/core';
import { serve, type ServeOptions } from '@mock-services/fake-server/node';
import { assert, asyncProperty, constantFrom, oneof, record, string } from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { open, openWith, rest, start } from './raw-client.ts';
import { runs } from '../../../../tools/lib/near.ts';

const path = '/configuration/workspaces';

/** Serves the `handle` function, and collects the lines that the server logs. */
async function startWith(handle: (request: WireRequest) => WireResponse, options?: ServeOptions) {
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const fake = { baseUrl: 'http://fake.test', handle };
  const running = await serve(fake, { log, ...options, admin: false });
  onTestFinished(() => running.close({ grace: 0 }));
  return { ...running, lines };
}

const fine: WireResponse = { status: 200, headers: {}, body: 'fine' };

/** Creates a `handle` function that responds to requests for `/odd` with the given response. */
const oddly = (odd: () => WireResponse) => (request: WireRequest) =>
  request.path.startsWith('/odd') ? odd() : fine;

const fault = (rest: object) => ({
  delayMs: 0,
  ending: undefined,
  released: new AbortController().signal,
  ...rest,
});

describe('a response that HTTP does not allow', () => {
  const odd: [string, Partial<WireResponse>][] = [
    ['a control character', { headers: { 'x-odd': 'a\u0001b' } }],
    ['a character beyond latin1', { headers: { 'x-odd': '☃' } }],
    ['a name with a space', { headers: { 'x odd': 'a' } }],
    ['a control character in a long response', { headers: { 'x-odd': '\u0001' }, body: 'x'.repeat(20_000) }],
    ['a control character after a delay', { headers: { 'x-odd': '\u0001' }, fault: fault({ delayMs: 1 }) }],
    ['a control character, truncated', { headers: { 'x-odd': '\u0001' }, fault: fault({ ending: 2 }) }],
    ['a control character without a body', { status: 204, headers: { 'x-odd': '\u0001' } }],
    ['the status 1000', { status: 1000 }],
  ];

  test.each(odd)(
    'an invalid response is replaced by a 500, and the error is logged: %s',
    async (_, response) => {
      const running = await startWith(oddly(() => ({ ...fine, ...response })));
      const received = await fetch(`${running.url}/odd?token=hunter2`);
      expect([received.status, await received.text()]).toEqual([500, '']);
      expect(running.lines).toEqual([
        expect.stringMatching(/^The fake server could not respond to GET \/odd: \w+: /),
      ]);
      expect(await (await fetch(`${running.url}/fine`)).text()).toBe('fine');
    },
  );

  test('no combination of response status, headers and body stops the server', async () => {
    let odd: () => WireResponse = () => fine;
    const running = await startWith(
      oddly(() => odd()),
      { idleTimeout: 20 },
    );
    const text = string({ unit: 'binary', maxLength: 4 });
    const name = oneof(
      text,
      constantFrom(
        'connection',
        'transfer-encoding',
        'trailer',
        'content-length',
        'upgrade',
        'date',
        'keep-alive',
        'x-odd',
      ),
    );
    const value = oneof(text, constantFrom('chunked', 'close', 'keep-alive', 'gzip, chunked', '5', 'x'));
    const status = constantFrom(200, 201, 204, 205, 299, 304, 404, 500, 599);
    await assert(
      asyncProperty(record({ status, name, value, body: text }), async ({ status, name, value, body }) => {
        odd = () => ({ status, headers: { [name]: value }, body });
        const socket = await open(running, 'GET /odd HTTP/1.1', 'connection: close');
        expect(await rest(socket)).toMatch(/^HTTP\/1\.1 \d{3} /);
        expect(await (await fetch(`${running.url}/fine`)).text()).toBe('fine');
      }),
      runs(15),
    );
  });
});

describe('an exception in the fake server', () => {
  test.each([
    ['an error', new Error('broken')],
    ['an error of several lines', new Error('broken\u001B[2J\nin two')],
    ['undefined', undefined],
    ['an object without prototype', Object.create(null)],
  ])(
    'a fake server that throws `%s` responds with 500 and then serves the next request',
    async (_, thrown: unknown) => {
      const running = await startWith(
        oddly(() => {
          throw thrown;
        }),
        { corsOrigin: '*' },
      );
      const received = await fetch(`${running.url}/odd`, { method: 'POST', body: 'secret' });
      expect([received.status, received.headers.get('access-control-allow-origin')]).toEqual([500, '*']);
      expect(await received.text()).not.toContain('broken');
      expect(running.lines).toHaveLength(1);
      expect(running.lines[0]).toMatch(/^The fake server could not respond to POST \/odd: \P{Cc}+$/u);
      expect(await (await fetch(`${running.url}/fine`)).text()).toBe('fine');
    },
  );
});

test('`log` writes server failures to stderr by default', async () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  const running = await startWith(
    oddly(() => ({ ...fine, status: 1000 })),
    { log: undefined },
  );
  expect((await fetch(`${running.url}/odd`)).status).toBe(500);
  expect(write.mock.calls.map(([line]) => line)).toEqual([
    expect.stringMatching(/^The fake server could not respond to GET \/odd: RangeError: [^\n]+\n$/),
  ]);
});

describe('a hostile request', () => {
  test('a pending request of a disconnected client does not delay closing the server', async () => {
    const fake = createFakeServer();
    fake.faults.add({ operation: 'listWorkspaces', delay: '1h' });
    const running = await start(fake);
    const get = `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;
    const socket = await openWith(running, get);
    while (fake.journal.entries().length < 1) await new Promise(setImmediate);
    socket.destroy();
    await expect(running.close({ grace: 60_000 })).resolves.toBeUndefined();
  });

  test.each([
    ['an unknown version', 'GET / HTTP/9.9', 'host: localhost', ''],
    ['a negative length', 'GET / HTTP/1.1', 'host: localhost', 'content-length: -1', ''],
    ['two lengths', 'GET / HTTP/1.1', 'host: localhost', 'content-length: 1', 'content-length: 2', ''],
    [
      'chunks and a length',
      'GET / HTTP/1.1',
      'host: localhost',
      'transfer-encoding: chunked',
      'content-length: 2',
      '',
    ],
    ['a chunk without a size', 'GET / HTTP/1.1', 'host: localhost', 'transfer-encoding: chunked', '', 'zz'],
    ['a control character', 'GET / HTTP/1.1', 'host: localhost', 'x-odd: a\u0001b', ''],
    ['a long URL', `GET /${'x'.repeat(20_000)} HTTP/1.1`, 'host: localhost', ''],
    ['CONNECT', 'CONNECT localhost:80 HTTP/1.1', 'host: localhost', ''],
    ['an expectation', 'POST / HTTP/1.1', 'host: localhost', 'expect: 200-ok', 'connection: close', ''],
    [
      'an upgrade',
      'GET /socket HTTP/1.1',
      'host: localhost',
      'upgrade: websocket',
      'connection: upgrade, close',
      '',
    ],
    ['a malformed path', 'GET /%zz HTTP/1.1', 'host: localhost', 'connection: close', ''],
    ['a path without a slash', 'GET ?#%zz HTTP/1.1', 'host: localhost', 'connection: close', ''],
    ['the path *', 'OPTIONS * HTTP/1.1', 'host: localhost', 'connection: close', ''],
  ])('a malformed request with %s gets an error response or is disconnected', async (_, ...lines) => {
    const running = await start();
    const response = await rest(await openWith(running, ...lines));
    expect(response).toMatch(/^(HTTP\/1\.1 [45]\d\d |$)/);
    expect((await fetch(running.url + path)).status).toBe(200);
  });
});
