/** Tests of the requests and responses that the program forwards. */
import { once } from 'node:events';
import { request } from 'node:http';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import {
  bodyOf,
  exchange,
  okResponse,
  openWith,
  problemAt,
  rawService,
  serviceOf,
  socketServer,
  start,
  until,
} from '../support/program.ts';

test('the program does not forward headers that the Connection header names', async () => {
  const { service, received } = await rawService();
  const running = await start({ service });
  const socket = await openWith(
    running,
    'GET /api/ HTTP/1.1',
    'Host: localhost',
    'Connection: close, X-Hop',
    'X-Hop: 1',
    '',
  );
  await once(socket.resume(), 'close');
  expect(received()).not.toMatch(/x-hop/i);
});

test('the program forwards bodies in chunks and bodies with a Content-Length', async () => {
  for (const method of ['POST', 'DELETE']) {
    const whole = await rawService(/\r\n\r\n.{5}$/s);
    const first = await start({ service: whole.service });
    const head = [`${method} /api/x HTTP/1.1`, 'host: localhost', 'connection: close'];
    await until(await openWith(first, ...head, 'content-length: 5', '', 'a\0\xff\r'), /200 OK/);
    expect(whole.received()).toMatch(/\r\ncontent-length: 5\r\n/);
    expect(whole.received()).not.toContain('chunked');

    const chunked = await rawService(/\r\n0\r\n\r\n$/);
    const second = await start({ service: chunked.service });
    const lines = [...head, 'transfer-encoding: chunked', '', '3', 'abc', '0', ''];
    await until(await openWith(second, ...lines), /200 OK/);
    expect(chunked.received()).toMatch(
      /\r\ntransfer-encoding: chunked\r\n[\s\S]*\r\n\r\n3\r\nabc\r\n0\r\n\r\n$/,
    );
  }
});

test('the program streams requests and responses', async () => {
  const service = await serviceOf((incoming, outgoing) => {
    incoming.once('data', (chunk: Buffer) => {
      outgoing.writeHead(200, { 'content-type': 'text/plain' });
      outgoing.write(`got ${chunk.toString()}`);
      incoming.once('data', (next: Buffer) => outgoing.end(`, then ${next.toString()}`));
    });
  });
  const socket = await openWith(
    await start({ service }),
    'POST /api/x HTTP/1.1',
    'host: localhost',
    'transfer-encoding: chunked',
    '',
    '3',
    'one',
  );
  expect(await until(socket, /got one/)).not.toContain('two');
  socket.write('3\r\ntwo\r\n0\r\n\r\n');
  expect(await until(socket, /, then two/)).not.toContain('one');
});

test('the program removes response headers that would affect the page', async () => {
  const { service } = await rawService(
    undefined,
    [
      'HTTP/1.1 418 Short And Stout',
      'Content-Type: application/problem+json',
      'X-Custom: one',
      'X-Custom: two',
      'Constructor: one',
      'Set-Cookie: session=1',
      'Access-Control-Allow-Origin: *',
      'Clear-Site-Data: "*"',
      'Strict-Transport-Security: max-age=1',
      'Refresh: 0; url=https://elsewhere.test',
      'Link: </x.js>; rel=preload',
      'WWW-Authenticate: Basic realm="x"',
      'Cache-Control: max-age=3600',
      'Expires: Thu, 01 Jan 2099 00:00:00 GMT',
      'Pragma: public',
      'X-Mock-Services-Explorer: 1',
      'X-Mock-Services-Next-Step: obey',
      'Keep-Alive: timeout=1',
      'Content-Length: 2',
      '',
      '{}',
    ].join('\r\n'),
  );
  const response = await exchange(await start({ service }), 'GET /api/x HTTP/1.1', 'host: localhost');
  const [head = '', body] = response.split('\r\n\r\n');
  expect(head.split('\r\n').filter((line) => !line.startsWith('Date:'))).toEqual([
    'HTTP/1.1 418 Short And Stout',
    'Content-Type: application/problem+json',
    'X-Custom: one',
    'X-Custom: two',
    'Constructor: one',
    'content-length: 2',
    'cache-control: no-store',
    "content-security-policy: default-src 'none'; sandbox; frame-ancestors 'none'",
    'x-content-type-options: nosniff',
    'cross-origin-resource-policy: same-origin',
    'Connection: close',
  ]);
  expect(body).toBe('{}');
});

test('the program sends the user name and password in the service URL, but hides them', async () => {
  const service = await serviceOf(({ headers }, outgoing) => outgoing.end(headers.authorization));
  const running = await start({ service: service.replace('//', '//me:p%40ss@') });
  expect(running.service).toBe(service);
  expect(await (await fetch(`${running.url}api/x`)).text()).toBe(`Basic ${btoa('me:p@ss')}`);
});

test.each([{ authorization: 'Bearer s3cret\nx: y' }, { 'x y': 's3cret' }, { Host: 's3cret' }])(
  'the error about the headers %j does not show a value',
  async (headers) => {
    const service = 'https://mocks.test';
    const error: unknown = await start({ service, headers }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toMatch(/^TypeError: The header (authorization|x y|Host) /);
    expect(String(error)).not.toContain('s3cret');
  },
);

test.each([
  ['000 Nothing', 'Invalid status code: 0'],
  ['200 a\x01b', 'Invalid character in statusMessage'],
])('the page gets a 502 if the service sends the status line %j', async (line, reason) => {
  const { service } = await rawService(undefined, okResponse.replace('200 OK', line));
  expect(await problemAt(await start({ service }), '/x')).toMatchObject({
    status: 502,
    title: 'This is not the service',
    detail: expect.stringContaining(reason) as string,
  });
});

test('a request that was forwarded and returns to the program is rejected', async () => {
  let target = '';
  const service = await serviceOf((incoming, outgoing) => {
    const { method, headers, url } = incoming;
    const sent = request(target + url, { method, headers: { ...headers, host: 'localhost' } });
    incoming.pipe(sent);
    sent.once('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 0, response.headers);
      response.pipe(outgoing);
    });
  });
  const running = await start({ service: `${service}/api` });
  target = running.url.replace(/\/$/, '');
  const response = await fetch(`${running.url}api/x`);
  expect([response.status, await response.json()]).toMatchObject([
    508,
    { detail: expect.stringContaining('is the explorer itself') as string },
  ]);
});

test("if the service ends a response early, the page's connection is closed", async () => {
  const service = await socketServer((socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'));
  });
  const response = await fetch(`${(await start({ service })).url}api/x`);
  await expect(response.text()).rejects.toThrow('terminated');
});

test('if the page closes its connection, the request to the service is aborted', async () => {
  const sockets: Socket[] = [];
  const service = await serviceOf((incoming) => void sockets.push(incoming.socket));
  const socket = await openWith(await start({ service }), 'GET /api/x HTTP/1.1', 'host: localhost', '');
  await expect.poll(() => sockets.length).toBe(1);
  socket.destroy();
  await expect.poll(() => sockets[0]?.destroyed).toBe(true);
});

test('a request body that is too large is rejected, with or without Content-Length', async () => {
  const service = await serviceOf(
    (incoming, outgoing) =>
      void bodyOf(incoming).then(
        () => outgoing.end('{}'),
        () => outgoing.destroy(),
      ),
  );
  const { url } = await start({ service });
  const tooMuch = 10 * 1024 * 1024 + 1;
  const declared = await fetch(`${url}api/x`, { method: 'POST', body: 'x'.repeat(tooMuch) });
  expect([declared.status, await declared.json()]).toEqual([
    413,
    expect.objectContaining({ title: 'The request is too large' }),
  ]);
  const body = new Blob(['x'.repeat(tooMuch)]).stream();
  const chunked = await fetch(`${url}api/x`, { method: 'POST', body, duplex: 'half' } as RequestInit);
  expect(chunked.status).toBe(413);
  const largest = await fetch(`${url}api/x`, { method: 'POST', body: 'x'.repeat(tooMuch - 1) });
  expect(largest.status).toBe(200);
});

test('a path that a service might resolve outside the base URL is rejected', async () => {
  const paths: string[] = [];
  const service = await serviceOf((incoming, outgoing) => {
    paths.push(incoming.url ?? '');
    outgoing.end('{}');
  });
  const { port } = await start({ service: `${service}/base` });
  const statusOf = async (path: string): Promise<number | undefined> => {
    const sent = request({ host: '127.0.0.1', port, path: `/api${path}` }).end();
    const [response] = (await once(sent, 'response')) as [{ statusCode?: number; resume: () => void }];
    response.resume();
    return response.statusCode;
  };
  for (const path of [
    '',
    '?x',
    '/..',
    '/%2e%2e/x',
    '/..%2fx',
    '/..\\x',
    '/%',
    '/..;x=y/',
    '/..%00/x',
    '/%252e%252e/x',
    '/a?b#/../c',
  ]) {
    expect([path, await statusOf(path)]).toEqual([path, 400]);
  }
  expect(paths).toEqual([]);
});
