import { createFakeServer } from '@mock-services/fake-server/core';
import { operationIds } from '@mock-services/sdk/contract';
import { describe, expect, test } from 'vitest';
import { mockServicePath } from '../support/paths.ts';
import { errorWith } from '../support/failure.ts';
import { startServer, type Started } from './start-server.ts';

const path = '/configuration/workspaces';
const page = 'http://localhost:5173';

describe('requests from pages', () => {
  const preflight = ({ url, fetch }: Started, origin: string, headers: Record<string, string> = {}) =>
    fetch(url + mockServicePath, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', ...headers },
    });

  /** Headers that browsers send with a request from a page of another origin. */
  const foreign: [string, Record<string, string>][] = [
    ['Origin', { origin: page }],
    ['Origin: null', { origin: 'null' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another port of the same host', { 'sec-fetch-site': 'same-site' }],
  ];
  const simple: [
    string,
    string,
    Omit<RequestInit, 'headers'> & { readonly headers?: Record<string, string> },
  ][] = [
    ['GET', path, {}],
    ['POST', mockServicePath, { method: 'POST', body: '{}', headers: { 'content-type': 'text/plain' } }],
    ['GET', '/__fake/data', {}],
    ['POST', '/__fake/reset', { method: 'POST' }],
  ];

  test.each(foreign)(
    'a page from another origin gets 403 and changes no data if the browser sends %s',
    async (_, headers) => {
      const fake = createFakeServer();
      fake.mockServices.add({ title: 'kept' });
      fake.faults.add({ operation: operationIds, status: 503, times: 1 });
      const { url, fetch } = await startServer({ admin: true }, fake);
      const before = fake.snapshot();
      for (const [, at, init] of simple) {
        const response = await fetch(url + at, { ...init, headers: { ...init.headers, ...headers } });
        expect([at, response.status]).toEqual([at, 403]);
        expect(await response.text()).toContain(rejectionOf(headers['origin']));
        expect([...response.headers.keys()].filter((name) => /^access-control|^vary/.test(name))).toEqual([]);
      }
      expect(fake.snapshot()).toEqual(before);
    },
  );

  test.each([
    ['a program or an old browser', {}],
    ['an address that the user typed', { 'sec-fetch-site': 'none' }],
    [
      'a page from a development server that proxies requests',
      { origin: 'http://localhost:5173', 'sec-fetch-site': 'same-origin' },
    ],
  ])('a request from %s is not treated as a request from a page from another origin', async (_, headers) => {
    const { url, fetch } = await startServer();
    expect((await fetch(url + path, { headers })).status).toBe(200);
  });

  test('a page of the server itself is recognized by the Origin header of its request', async () => {
    const { url, fetch } = await startServer();
    expect((await fetch(url + path, { headers: { origin: url } })).status).toBe(200);
  });

  test('pages from any origin are accepted if `corsOrigin` is `*`', async () => {
    const { url, fetch } = await startServer({ corsOrigin: '*' });
    const { headers } = await fetch(url + path, { headers: { origin: page } });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-expose-headers')).toBe('*');
    const withoutOrigin = { 'sec-fetch-site': 'cross-site' };
    expect((await fetch(url + path, { headers: withoutOrigin })).status).toBe(200);
  });

  test('pages from an origin are accepted if `corsOrigin` lists the origin', async () => {
    const { url, fetch } = await startServer({ corsOrigin: [page, 'https://other.test/'] });
    for (const origin of [page, 'https://other.test']) {
      const { headers } = await fetch(url + path, { headers: { origin } });
      expect(headers.get('access-control-allow-origin')).toBe(origin);
      expect(headers.get('vary')).toBe('origin');
    }
    for (const origin of ['http://localhost:5174', 'null', `${page}.evil.test`]) {
      const { headers, status } = await fetch(url + path, { headers: { origin } });
      expect([status, headers.has('access-control-allow-origin')]).toEqual([403, false]);
    }
    const { headers } = await fetch(url + path);
    expect([headers.get('vary'), headers.has('access-control-allow-origin')]).toEqual(['origin', false]);
  });

  test('a page of a listed origin can send credentials and read all headers', async () => {
    const fake = createFakeServer();
    fake.faults.add({ operation: 'listWorkspaces', status: 503, headers: { 'retry-after': '1' } });
    const { url, fetch } = await startServer({ corsOrigin: [page, 'https://other.test'] }, fake);
    const { headers } = await fetch(url + path, { headers: { origin: page } });
    expect(headers.get('access-control-allow-credentials')).toBe('true');
    expect(headers.get('access-control-expose-headers')).toBe('*, retry-after');
    const asked = await preflight({ fake, url, fetch }, page);
    expect(asked.headers.get('access-control-allow-credentials')).toBe('true');
    const open = await startServer({ corsOrigin: '*' });
    const any = await open.fetch(open.url + path, { headers: { origin: page } });
    expect(any.headers.has('access-control-allow-credentials')).toBe(false);
  });

  test('the CORS preflight response allows every method and every requested header', async () => {
    const started = await startServer({ corsOrigin: page });
    const requested = { 'access-control-request-headers': 'authorization, content-type' };
    const { status, headers } = await preflight(started, page, requested);
    expect(status).toBe(204);
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
    const fromPublicPage = await preflight(started, page, {
      'access-control-request-private-network': 'true',
    });
    expect(fromPublicPage.headers.get('access-control-allow-private-network')).toBe('true');
    expect((await preflight(started, 'https://evil.test')).headers.has('access-control-allow-origin')).toBe(
      false,
    );
  });
});

describe('the option `corsOrigin`', () => {
  const started = (corsOrigin: string) => Promise.resolve().then(() => startServer({ corsOrigin }));

  test.each([
    ['localhost:5173', 'http://localhost:5173'],
    ['http://localhost:5173/app', 'http://localhost:5173'],
    ['https://user:canary@app.example.com?key=canary', 'https://app.example.com'],
    ['', 'http://localhost:5173'],
  ])('rejects `%j` and suggests %s', async (text, likely) => {
    const error = started(text);
    await expect(error).rejects.toThrow(errorWith('invalid-option'));
    await expect(error).rejects.toThrow(
      `The option corsOrigin must be an origin (scheme, host and port), such as ${likely}, or *`,
    );
    await expect(error).rejects.toThrow(expect.not.stringContaining('canary'));
  });

  test('rejects wildcards', async () => {
    await expect(started('https://*.example.com')).rejects.toThrow('must be an origin without wildcards');
  });

  test.each(['http://localhost:5173', 'http://[::1]:5173', 'capacitor://localhost', 'null'])(
    'accepts %s',
    async (origin) => {
      const { url, fetch } = await startServer({ corsOrigin: origin });
      const { status, headers } = await fetch(url + path, { headers: { origin } });
      expect([status, headers.get('access-control-allow-origin')]).toEqual([200, origin]);
    },
  );
});

/** Returns the error message that a rejected page receives. */
function rejectionOf(origin = 'null'): string {
  return origin === 'null'
    ? 'Pages of other origins may not call this server. To allow an origin, start the server with `corsOrigin` (--cors-origin).'
    : `Pages of ${origin} may not call this server. To allow them, start the server with this origin as \`corsOrigin\` (--cors-origin).`;
}
