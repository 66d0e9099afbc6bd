import { describe, expect, test } from 'vitest';
import { exchange, serviceOf, start } from '../support/program.ts';

const path = '/api/configuration/workspaces';

/** An explorer, and how many requests its service has got. */
async function guarded() {
  let calls = 0;
  const service = await serviceOf((_, outgoing) => {
    calls += 1;
    outgoing.end('{}');
  });
  const running = await start({ service, headers: { authorization: 'Bearer secret' } });
  return { running, calls: () => calls };
}

describe('the Host header', () => {
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
  ])('of another host, %j, is rejected for the page and the service', async (host) => {
    const { running, calls } = await guarded();
    for (const target of ['/', path]) {
      expect(await exchange(running, `GET ${target} HTTP/1.1`, `host: ${host}`)).toMatch(/^HTTP\/1\.1 421 /);
    }
    expect(calls()).toBe(0);
  });

  test.each(['localhost', '127.0.0.1:80', '[::1]:8080', 'LOCALHOST:4610'])(
    'of this machine, %s, is accepted with any port',
    async (host) => {
      const { running } = await guarded();
      expect(await exchange(running, `GET ${path} HTTP/1.1`, `host: ${host}`)).toMatch(/^HTTP\/1\.1 200 /);
      expect(await exchange(running, 'GET / HTTP/1.1', `host: ${host}`)).toMatch(/^HTTP\/1\.1 200 /);
    },
  );
});

describe('a request for the service', () => {
  test.each([
    'origin: https://evil.test',
    'origin: null',
    'origin: http://localhost:1',
    'origin: https://localhost:4610',
    'sec-fetch-site: cross-site',
    'sec-fetch-site: same-site',
  ])('from another page, with %s, is rejected before the service gets it', async (header) => {
    const { running, calls } = await guarded();
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const response = await exchange(running, `${method} ${path} HTTP/1.1`, 'host: localhost:4610', header);
      expect(response).toMatch(/^HTTP\/1\.1 403 (?![\s\S]*access-control)/);
    }
    expect(calls()).toBe(0);
  });

  test.each(['origin: http://localhost:4610', 'sec-fetch-site: same-origin', 'sec-fetch-site: none', 'x: y'])(
    'from the page itself or a program, with %s, is passed on',
    async (header) => {
      const { running, calls } = await guarded();
      const response = await exchange(running, `GET ${path} HTTP/1.1`, 'host: localhost:4610', header);
      expect(response).toMatch(/^HTTP\/1\.1 200 /);
      expect(calls()).toBe(1);
    },
  );

  test.each(['OPTIONS', 'TRACE', 'PROPFIND'])('with the method %s is not passed on', async (method) => {
    const { running, calls } = await guarded();
    expect(await exchange(running, `${method} ${path} HTTP/1.1`, 'host: localhost')).toMatch(
      /^HTTP\/1\.1 405 /,
    );
    expect(calls()).toBe(0);
  });

  test('named as a whole URL, as to a proxy, leads nowhere', async () => {
    const { running, calls } = await guarded();
    const head = `GET http://evil.test${path} HTTP/1.1`;
    expect(await exchange(running, head, 'host: localhost')).toMatch(/^HTTP\/1\.1 404 /);
    expect(calls()).toBe(0);
  });
});
