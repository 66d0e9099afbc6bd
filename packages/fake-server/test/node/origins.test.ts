import { once } from 'node:events';
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { createFakeServer } from '@mock-services/fake-server/core';
import { operationIds } from '@mock-services/sdk/contract';
import { describe, expect, test } from 'vitest';
import { input } from '../support/samples.ts';
import { everythingOf } from '../support/wire.ts';
import { open, openWith, rest, start } from './raw-client.ts';

const path = '/configuration/workspaces';
const single = '/configuration/mock-service';
const page = 'http://localhost:5173';
const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);

describe('the Host header', () => {
  test.each([
    'evil.test',
    'evil.test:80',
    'localhost.evil.test',
    '127.0.0.1.evil.test',
    'localhost@evil.test',
    'evillocalhost',
    '128.0.0.1',
    '0.0.0.0',
    '[::2]',
    '192.168.0.1:80',
    '1127.0.0.1',
    '127.0.0',
    '127.0.0.1000',
    '127.0.0.1:80x',
    '[::1]x',
    'localhost..',
    '.localhost',
    'a:b.localhost',
  ])('%s is foreign: 421, and nothing changes', async (host) => {
    const fake = createFakeServer();
    const before = everythingOf(fake);
    const body = JSON.stringify(input());
    const socket = await openWith(
      await start(fake),
      `POST ${single} HTTP/1.1`,
      `host: ${host}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
      '',
      body,
    );
    const response = await rest(socket);
    expect(response).toMatch(/^HTTP\/1\.1 421 [\s\S]*application\/problem\+json[\s\S]*"status":421/);
    expect(response).toContain(
      'This server listens on a loopback address and only responds to requests for localhost, 127.0.0.1, [::1] or the host it was started with.',
    );
    expect(everythingOf(fake)).toEqual(before);
  });

  test.each([
    'localhost',
    'LOCALHOST:1',
    'localhost.',
    'app.localhost:8080',
    '127.0.0.1:80',
    '127.1.2.3',
    '127.100.200.255',
    '[::1]:80',
    '[::1]',
    'a.b.localhost',
  ])('%s is this machine', async (host) => {
    const lines = [`GET ${path} HTTP/1.1`, `host: ${host}`, 'connection: close', ''];
    expect(await rest(await openWith(await start(), ...lines))).toMatch(/^HTTP\/1\.1 200 /);
  });

  test.each(['127.0.0.1', 'localhost', '127.0.0.2', ...(hasIpv6 ? ['::1', '::ffff:127.0.0.1'] : [])])(
    'is checked in the same way when %s is given to listen on',
    async (host) => {
      const { url, port } = await start(undefined, { host });
      const statusFor = async (name: string) => {
        const socket = connect(port, new URL(url).hostname.replaceAll(/[[\]]/g, ''));
        socket.write(`GET ${path} HTTP/1.1\r\nhost: ${name}\r\nconnection: close\r\n\r\n`);
        return (await rest(socket)).slice(9, 12);
      };
      expect(await statusFor('evil.test')).toBe('421');
      expect(await statusFor('localhost')).toBe('200');
      expect(await statusFor(host === '::1' ? `[::1]:${port}` : `${host}:${port}`)).toBe('200');
    },
  );

  test('may name any host on an address that other machines reach, which is logged', async () => {
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    const running = await start(undefined, { host: '0.0.0.0', admin: true, log });
    const request = [`GET ${path} HTTP/1.1`, 'host: fake.test', 'connection: close', ''];
    expect(await rest(await openWith(running, ...request))).toMatch(/^HTTP\/1\.1 200 /);
    expect(lines).toEqual([
      `Open to other machines: whoever reaches 0.0.0.0, port ${running.port}, can read and change all data, also through /__fake/, and the Host header is not checked. To restrict it to this machine, leave out the host (--host).`,
    ]);
    await start(undefined, { host: 'localhost', log });
    expect(lines).toHaveLength(1);
  });

  test.runIf(hasIpv6)(
    'may name any host on all addresses of IPv6, whose URL is that of loopback',
    async () => {
      const lines: string[] = [];
      const running = await start(undefined, { host: '::', log: (line) => void lines.push(line) });
      expect(running.url).toBe(`http://[::1]:${running.port}`);
      expect(lines).toEqual([
        `Open to other machines: whoever reaches ::, port ${running.port}, can read and change all data, and the Host header is not checked. To restrict it to this machine, leave out the host (--host).`,
      ]);
    },
  );

  test('may be missing in HTTP/1.0 only', async () => {
    const running = await start();
    expect(await rest(await openWith(running, `GET ${path} HTTP/1.0`, ''))).toMatch(/^HTTP\/1\.1 200 /);
    expect(await rest(await openWith(running, `GET ${path} HTTP/1.1`, ''))).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('pages of other origins', () => {
  const preflight = (url: string, origin: string, headers: Record<string, string> = {}) =>
    fetch(url + single, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', ...headers },
    });

  /** The headers that browsers send with a request from a page of another origin. */
  const foreign: [string, Record<string, string>][] = [
    ['an Origin', { origin: page }],
    ['the Origin null', { origin: 'null' }],
    ['an Origin, on another site', { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }],
    ['an Origin, on another port', { origin: page, 'sec-fetch-site': 'same-site' }],
    ['another site alone', { 'sec-fetch-site': 'cross-site' }],
    ['the same site alone', { 'sec-fetch-site': 'same-site' }],
  ];
  const simple: [string, string, Sent][] = [
    ['GET', path, {}],
    ['HEAD', path, { method: 'HEAD' }],
    ['POST', single, { method: 'POST', body: '{}', headers: { 'content-type': 'text/plain' } }],
    ['GET', '/nowhere', {}],
    ['GET', '/__fake/state', {}],
    ['POST', '/__fake/reset', { method: 'POST' }],
    ['OPTIONS', single, { method: 'OPTIONS', headers: { 'access-control-request-method': 'POST' } }],
  ];

  test.each(foreign)('are rejected before anything happens: with %s', async (_, headers) => {
    const fake = createFakeServer();
    fake.mockServices.add({ title: 'kept' });
    fake.faults.add({ operation: operationIds, status: 503, times: 1 });
    const { url } = await start(fake, { admin: true });
    const before = fake.snapshot();
    for (const [, at, init] of simple) {
      const response = await sendAs(url + at, { ...init, headers: { ...init.headers, ...headers } });
      expect([at, response.status]).toEqual([at, 403]);
      expect(response.text).toContain(init.method === 'HEAD' ? '' : foreignPage);
      expect(Object.keys(response.headers).filter((name) => /^access-control|^vary/.test(name))).toEqual([]);
    }
    expect(fake.snapshot()).toEqual(before);
  });

  test.each([
    ['none: a program, or an old browser', {}],
    ['a page of this server', { 'sec-fetch-site': 'same-origin' }],
    ['an address that was typed', { 'sec-fetch-site': 'none' }],
    [
      'a page of a development server that passes requests on',
      { origin: 'http://localhost:5173', 'sec-fetch-site': 'same-origin' },
    ],
  ])('are told from %s', async (_, headers) => {
    const { url } = await start();
    expect((await sendAs(url + path, { headers })).status).toBe(200);
  });

  test('who may call depends on the Origin where some may, which caches have to know', async () => {
    const { url } = await start(undefined, { corsOrigin: page });
    const { headers } = await fetch(url + path);
    expect(headers.get('vary')).toBe('origin');
    expect(headers.has('access-control-allow-origin')).toBe(false);
    expect(headers.has('access-control-expose-headers')).toBe(false);
    const allowed = await fetch(url + path, { headers: { origin: page } });
    expect(allowed.headers.get('access-control-expose-headers')).toBe('*');
  });

  test('are told from pages of this server by their Origin', async () => {
    const { url } = await start();
    expect((await sendAs(url + path, { headers: { origin: url } })).status).toBe(200);
  });

  test('may call without a known origin only when all may', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    const listed = await start(undefined, { corsOrigin: page });
    expect((await sendAs(listed.url + path, { headers })).status).toBe(403);
    const open = await start(undefined, { corsOrigin: '*' });
    expect((await sendAs(open.url + path, { headers })).status).toBe(200);
  });

  test('may all call when the origin is *', async () => {
    const { url } = await start(undefined, { corsOrigin: '*' });
    const { headers } = await fetch(url + path, { headers: { origin: page } });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-expose-headers')).toBe('*');
    expect(headers.has('vary')).toBe(false);
  });

  test('may call when they are listed, and others may not', async () => {
    const { url } = await start(undefined, { corsOrigin: [page, 'https://other.test'] });
    for (const origin of [page, 'https://other.test']) {
      const { headers } = await fetch(url + path, { headers: { origin } });
      expect(headers.get('access-control-allow-origin')).toBe(origin);
      expect(headers.get('vary')).toBe('origin');
    }
    for (const origin of ['http://localhost:5174', 'null', `${page}.evil.test`]) {
      const { headers, status } = await fetch(url + path, { headers: { origin } });
      expect([status, headers.has('access-control-allow-origin')]).toEqual([403, false]);
    }
  });

  test('get a preflight that allows every method and every requested header', async () => {
    const { url } = await start(undefined, { corsOrigin: page });
    const requested = { 'access-control-request-headers': 'authorization, content-type' };
    const { status, headers } = await preflight(url, page, requested);
    expect(status).toBe(204);
    expect(headers.has('content-length')).toBe(false);
    expect(headers.get('access-control-allow-origin')).toBe(page);
    expect(headers.get('access-control-allow-methods')?.split(', ').toSorted()).toEqual([
      'DELETE',
      'GET',
      'POST',
      'PUT',
    ]);
    expect(headers.get('access-control-allow-headers')).toBe('authorization, content-type');
    expect(headers.has('access-control-allow-private-network')).toBe(false);
    expect(headers.get('access-control-max-age')).toBe('600');
    expect((await preflight(url, page)).headers.has('access-control-allow-headers')).toBe(false);
    const fromPublicPage = await preflight(url, page, { 'access-control-request-private-network': 'true' });
    expect(fromPublicPage.headers.get('access-control-allow-private-network')).toBe('true');
    expect((await preflight(url, 'https://evil.test')).headers.has('access-control-allow-origin')).toBe(
      false,
    );
  });

  test('can read error responses', async () => {
    const running = await start(undefined, { corsOrigin: '*', maxBodyBytes: 5 });
    const { headers, status } = await fetch(running.url + single, { method: 'POST', body: 'longer' });
    expect(status).toBe(413);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    const unknown = await fetch(`${running.url}/nowhere`);
    expect(unknown.headers.get('access-control-allow-origin')).toBe('*');
  });

  test('cannot call with the Host of another server', async () => {
    const running = await start(undefined, { corsOrigin: '*' });
    const socket = await openWith(running, `GET ${path} HTTP/1.1`, 'host: evil.test', '');
    expect(await rest(socket)).toMatch(/^HTTP\/1\.1 421 (?![\s\S]*access-control)/);
  });
});

test('OPTIONS without a preflight is answered like any other method that an endpoint does not have', async () => {
  const running = await start(undefined, { corsOrigin: '*' });
  const socket = await open(running, `OPTIONS ${path} HTTP/1.1`, 'connection: close');
  expect(await rest(socket)).toMatch(/^HTTP\/1\.1 405 [\s\S]*allow: GET\r\n/);
  const asked = { 'access-control-request-method': 'GET' };
  expect((await sendAs(running.url + path, { headers: asked })).status).toBe(200);
  const closed = await start();
  const { status, headers } = await sendAs(closed.url + path, { method: 'OPTIONS', headers: asked });
  expect([status, 'vary' in headers]).toEqual([405, false]);
});

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const foreignPage =
  'Pages of other origins may not call this server. To allow an origin, start it with corsOrigin (--cors-origin).';

/** Sends a request with any headers, also with those that `fetch` sets itself. */
async function sendAs(
  url: string,
  { method = 'GET', headers, body }: Sent,
): Promise<{
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}> {
  const outgoing = request(url, {
    method,
    headers: { ...(headers as Record<string, string>) },
    agent: false,
  });
  outgoing.end(body);
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { status: incoming.statusCode, headers: incoming.headers, text: await text(incoming) };
}
