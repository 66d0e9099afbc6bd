/** Tests unusual requests and broken fake servers. The server must respond, and then serve the next client. */
import { createFakeServer, type WireResponse } from '@mock-services/fake-server/core';
import { serve, type ServeOptions } from '@mock-services/fake-server/node';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openWith, rest, start } from './raw-client.ts';

const list = '/configuration/mock-services';

test('request headers have lower-case names, and repeated headers are joined', async () => {
  const fake = createFakeServer();
  const socket = await openWith(
    await start(fake),
    `GET ${list}?a=1 HTTP/1.1`,
    'Host: localhost',
    'x-TWO: a',
    'X-Two: b',
    'constructor: c',
    'x-empty:',
    'connection: close',
    '',
  );
  expect(await rest(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  const [entry] = fake.journal.entries();
  expect(entry?.request).toMatchObject({ method: 'GET', path: `${list}?a=1` });
  expect(Object.entries(entry?.request.headers ?? {})).toEqual([
    ['host', 'localhost'],
    ['x-two', 'a, b'],
    ['constructor', 'c'],
    ['x-empty', ''],
    ['connection', 'close'],
  ]);
});

describe('a request that no operation understands', () => {
  test.each([
    ['a malformed path', 'GET /%zz HTTP/1.1', 'connection: close'],
    ['the path *', 'OPTIONS * HTTP/1.1', 'connection: close'],
    ['CONNECT', 'CONNECT localhost:80 HTTP/1.1'],
    ['an upgrade', 'GET /socket HTTP/1.1', 'upgrade: websocket', 'connection: upgrade, close'],
    ['a control character', 'GET / HTTP/1.1', 'x-odd: a\u0001b'],
  ])('gets an error response or is disconnected: %s', async (_, ...lines) => {
    const running = await start();
    const response = await rest(await openWith(running, ...lines, 'host: localhost', ''));
    expect(response).toMatch(/^(HTTP\/1\.1 [45]\d\d |$)/);
    expect((await fetch(running.url + list)).status).toBe(200);
  });
});

describe('a fake server that fails', () => {
  /** Serves a fake server that responds to requests for `/odd` with `odd`, and collects what the server logs. */
  async function startWith(odd: () => WireResponse, options?: ServeOptions) {
    const lines: string[] = [];
    const fine: WireResponse = { status: 200, headers: {}, body: 'fine' };
    const fake = {
      baseUrl: 'http://fake.test',
      handle: ({ path }: { readonly path: string }) => (path.startsWith('/odd') ? odd() : fine),
    };
    const log = (line: string) => void lines.push(line);
    const running = await serve(fake, { log, ...options, admin: false });
    onTestFinished(() => running.close({ grace: 0 }));
    return { ...running, lines };
  }

  test.each<[string, Partial<WireResponse>]>([
    ['a control character', { headers: { 'x-odd': 'a\u0001b' } }],
    ['the status 1000', { status: 1000 }],
  ])('a response that HTTP forbids is replaced by a 500 and logged: %s', async (_, response) => {
    const running = await startWith(() => ({ status: 200, headers: {}, body: '', ...response }));
    const received = await fetch(`${running.url}/odd?token=hunter2`);
    expect([received.status, await received.text()]).toEqual([500, '']);
    expect(running.lines).toEqual([
      expect.stringMatching(/^The fake server could not respond to GET \/odd: \w+: /),
    ]);
    expect(await (await fetch(`${running.url}/fine`)).text()).toBe('fine');
  });

  test('what it throws is logged in one line, and the next request is served', async () => {
    const running = await startWith(
      () => {
        throw new Error('broken\u001B[2J\nin two');
      },
      { corsOrigin: '*' },
    );
    const received = await fetch(`${running.url}/odd`, { method: 'POST', body: 'secret' });
    expect([received.status, received.headers.get('access-control-allow-origin')]).toEqual([500, '*']);
    expect(await received.text()).not.toContain('broken');
    expect(running.lines).toEqual([
      expect.stringMatching(/^The fake server could not respond to POST \/odd: \P{Cc}+$/u),
    ]);
    expect(await (await fetch(`${running.url}/fine`)).text()).toBe('fine');
  });

  test('`log` writes to stderr by default', async () => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => write.mockRestore());
    const running = await startWith(() => ({ status: 1000, headers: {}, body: '' }), { log: undefined });
    expect((await fetch(`${running.url}/odd`)).status).toBe(500);
    expect(write.mock.calls.map(([line]) => line)).toEqual([
      expect.stringMatching(/^The fake server could not respond to GET \/odd: RangeError: [^\n]+\n$/),
    ]);
  });
});
