import { describe, expect, test } from 'vitest';
import { createFakeServer } from '@mock-services/fake-server/core';
import { input } from '../support/samples.ts';
import { everythingOf } from '../support/wire.ts';
import { open, openWith, rest, start } from './raw-client.ts';

const path = '/configuration/workspaces';
const single = '/configuration/mock-service';
const page = 'http://localhost:5173';

describe('the Host header', () => {
  test.each([
    'evil.test',
    'evil.test:80',
    'localhost.evil.test',
    '127.0.0.1.evil.test',
    'localhost@evil.test',
    'evillocalhost',
    'a.b.localhost.test',
    '128.0.0.1',
    '0.0.0.0',
    '[::2]',
    '192.168.0.1:80',
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
    expect(everythingOf(fake)).toEqual(before);
  });

  test.each([
    'localhost',
    'LOCALHOST:1',
    'localhost.',
    'app.localhost:8080',
    '127.0.0.1:80',
    '127.1.2.3',
    '[::1]:80',
  ])('%s is this machine', async (host) => {
    const lines = [`GET ${path} HTTP/1.1`, `host: ${host}`, 'connection: close', ''];
    expect(await rest(await openWith(await start(), ...lines))).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('may name any host when a host to listen on is given', async () => {
    const running = await start(undefined, { host: '127.0.0.1' });
    const lines = [`GET ${path} HTTP/1.1`, 'host: fake.test', 'connection: close', ''];
    expect(await rest(await openWith(running, ...lines))).toMatch(/^HTTP\/1\.1 200 /);
  });

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

  test('get no CORS headers and no preflight unless they are allowed', async () => {
    const { url } = await start();
    const responses = [await fetch(url + path, { headers: { origin: page } }), await preflight(url, page)];
    expect(responses.map(({ status }) => status)).toEqual([200, 405]);
    for (const { headers } of responses) {
      expect([...headers.keys()].filter((name) => /^access-control|^vary/.test(name))).toEqual([]);
    }
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
      const { headers } = await fetch(url + path, { headers: { origin } });
      expect(headers.has('access-control-allow-origin')).toBe(false);
      expect(headers.get('vary')).toBe('origin');
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
});
