/** Tests which requests the program accepts, and which files the program serves. */
import { describe, expect, test } from 'vitest';
import { exchange, serviceOf, start } from '../support/program.ts';

const path = '/api/configuration/workspaces';

/** Starts the explorer with a service, and counts the requests that the service receives. */
async function guarded() {
  let calls = 0;
  const service = await serviceOf((_, outgoing) => {
    calls += 1;
    outgoing.end('{}');
  });
  const running = await start({ service, headers: { authorization: 'Bearer secret' } });
  return { running, calls: () => calls };
}

describe('Host headers', () => {
  test.each([
    'evil.test',
    'localhost.evil.test',
    '127.0.0.1.evil.test',
    'app.localhost',
    '127.0.0.2',
    '0.0.0.0',
    'localhost:x',
    'localhost@evil.test',
    '',
  ])('a request with the foreign host %j is rejected', async (host) => {
    const { running, calls } = await guarded();
    for (const target of ['/', path]) {
      expect(await exchange(running, `GET ${target} HTTP/1.1`, `host: ${host}`)).toMatch(/^HTTP\/1\.1 421 /);
    }
    expect(calls()).toBe(0);
  });

  test.each(['localhost', '127.0.0.1:80', '[::1]:8080', 'LOCALHOST:4610'])(
    'a request with the local host %s is accepted',
    async (host) => {
      const { running } = await guarded();
      expect(await exchange(running, `GET ${path} HTTP/1.1`, `host: ${host}`)).toMatch(/^HTTP\/1\.1 200 /);
      expect(await exchange(running, 'GET / HTTP/1.1', `host: ${host}`)).toMatch(/^HTTP\/1\.1 200 /);
    },
  );
});

describe('requests for the service', () => {
  test.each([
    'origin: https://evil.test',
    'origin: null',
    'origin: http://localhost:1',
    'origin: https://localhost:4610',
    'sec-fetch-site: cross-site',
    'sec-fetch-site: same-site',
  ])('a request from elsewhere is not forwarded: “%s”', async (header) => {
    const { running, calls } = await guarded();
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const response = await exchange(running, `${method} ${path} HTTP/1.1`, 'host: localhost:4610', header);
      expect(response).toMatch(/^HTTP\/1\.1 403 (?![\s\S]*access-control)/);
    }
    expect(calls()).toBe(0);
  });

  test.each(['origin: http://localhost:4610', 'sec-fetch-site: same-origin', 'sec-fetch-site: none', 'x: y'])(
    'a request from here is forwarded: “%s”',
    async (header) => {
      const { running, calls } = await guarded();
      const response = await exchange(running, `GET ${path} HTTP/1.1`, 'host: localhost:4610', header);
      expect(response).toMatch(/^HTTP\/1\.1 200 /);
      expect(calls()).toBe(1);
    },
  );

  test.each(['OPTIONS', 'TRACE', 'PROPFIND'])(
    'a request for the service is rejected if its method is %s',
    async (method) => {
      const { running, calls } = await guarded();
      expect(await exchange(running, `${method} ${path} HTTP/1.1`, 'host: localhost')).toMatch(
        /^HTTP\/1\.1 405 /,
      );
      expect(calls()).toBe(0);
    },
  );

  test('a request whose request line contains an absolute URL is rejected', async () => {
    const { running, calls } = await guarded();
    const head = `GET http://evil.test${path} HTTP/1.1`;
    expect(await exchange(running, head, 'host: localhost')).toMatch(/^HTTP\/1\.1 404 /);
    expect(calls()).toBe(0);
  });
});

test('the program serves each file with a content type and security headers', async () => {
  const { url } = await start();
  const file = await fetch(`${url}assets/main-1a2b.js`);
  expect(await file.text()).toBe('export {};');
  expect(Object.fromEntries(file.headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'max-age=31536000, immutable',
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'") as string,
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  expect((await fetch(url)).headers.get('cache-control')).toBe('no-cache');
});

test('the program serves only the files of the page', async () => {
  const { url } = await start();
  for (const path of ['index.html', 'assets', 'assets/', 'package.json', '..%2fpackage.json', 'assets//x']) {
    expect([path, (await fetch(url + path)).status]).toEqual([path, 404]);
  }
  expect((await fetch(url, { method: 'POST' })).status).toBe(404);
  const head = await fetch(url, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test('the program does not forward paths that only resemble /api', async () => {
  const { running, calls } = await guarded();
  expect((await fetch(`${running.url}apis`)).status).toBe(404);
  expect((await fetch(`${running.url}x/api/`)).status).toBe(404);
  expect(calls()).toBe(0);
});
