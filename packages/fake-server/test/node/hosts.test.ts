import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { createFakeServer } from '@mock-services/fake-server/core';
import { serve, type RunningServer } from '@mock-services/fake-server/node';
import { describe, expect, test } from 'vitest';
import { mockServicePath } from '../support/paths.ts';
import { input } from '../support/samples.ts';
import { everythingOf } from '../support/wire.ts';
import { serveHere } from './program/program.ts';
import { openWith, rest, start } from './raw-client.ts';

const path = '/configuration/workspaces';
const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);

describe('the option `host`', () => {
  test.runIf(hasIpv6)('an IPv6 address may have brackets, as in a URL', async () => {
    for (const host of ['[::1]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]']) {
      const { url } = await start(undefined, { host });
      expect(url).toMatch(/^http:\/\/\[::(?:1|ffff:127\.0\.0\.1)\]:\d+$/);
      expect((await fetch(url + path)).status).toBe(200);
    }
    const program = await serveHere('--port', '0', '--quiet', '--host', '[::1]');
    expect(program.greeting).toEqual([expect.stringMatching(/^http:\/\/\[::1\]:\d+$/)]);
  });

  test.each([null, 5, ['::1'], '', ' ', ' 127.0.0.1', '127.0.0.1\n', 'a\0'])(
    'what cannot be an address or a host name is an invalid option: %j',
    async (host) => {
      const error = serve(createFakeServer(), { host: host as string });
      await expect(error).rejects.toMatchObject({ code: 'invalid-option', issues: [{ path: 'host' }] });
    },
  );

  test.each(['[127.0.0.1]', '[::1'])(
    'brackets around anything else are part of a host name: %s',
    async (host) => {
      await expect(serve(createFakeServer(), { host })).rejects.toThrow(
        `${host} is not an address of this machine. Choose another host (host, --host).`,
      );
    },
  );
});

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
  ])('a request with the foreign Host header "%s" gets 421 and changes no data', async (host) => {
    const fake = createFakeServer();
    const before = everythingOf(fake);
    const body = JSON.stringify(input());
    const socket = await openWith(
      await start(fake),
      `POST ${mockServicePath} HTTP/1.1`,
      `host: ${host}`,
      'connection: close',
      'content-type: application/json',
      `content-length: ${body.length}`,
      '',
      body,
    );
    const response = await rest(socket);
    expect(response).toMatch(/^HTTP\/1\.1 421 [\s\S]*application\/problem\+json[\s\S]*"status":421/);
    expect(response).toContain('only responds to requests for localhost');
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
  ])('a request with the local Host header "%s" is accepted', async (host) => {
    const lines = [`GET ${path} HTTP/1.1`, `host: ${host}`, 'connection: close', ''];
    expect(await rest(await openWith(await start(), ...lines))).toMatch(/^HTTP\/1\.1 200 /);
  });

  test.each(['127.0.0.1', 'localhost', '127.0.0.2', ...(hasIpv6 ? ['::1', '::ffff:127.0.0.1'] : [])])(
    'the Host header is checked if the server listens on %s',
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
      // Clients send the shortest form of an IPv6 address.
      expect((await fetch(url + path)).status).toBe(200);
    },
  );

  test('a server on an address open to other machines warns and accepts any Host header', async () => {
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    const running = await start(undefined, { host: '0.0.0.0', admin: true, log });
    const request = [`GET ${path} HTTP/1.1`, 'host: fake.test', 'connection: close', ''];
    expect(await rest(await openWith(running, ...request))).toMatch(/^HTTP\/1\.1 200 /);
    expect(lines).toEqual([
      `Other machines can reach this server: anyone who can reach 0.0.0.0, port ${running.port}, can read and change all data, also through /__fake/. The server does not check the Host header. To allow only this machine, omit the host (--host).`,
    ]);
    await start(undefined, { host: 'localhost', log });
    expect(lines).toHaveLength(1);
  });

  test.runIf(hasIpv6)(
    'a server on all IPv6 addresses accepts any Host header and has a loopback URL',
    async () => {
      const lines: string[] = [];
      const running = await start(undefined, { host: '::', log: (line) => void lines.push(line) });
      expect(running.url).toBe(`http://[::1]:${running.port}`);
      expect(lines).toEqual([
        expect.stringContaining('Other machines can reach this server: anyone who can reach ::'),
      ]);
    },
  );

  test('the Host header may be missing only in HTTP/1.0', async () => {
    const running = await start();
    expect(await rest(await openWith(running, `GET ${path} HTTP/1.0`, ''))).toMatch(/^HTTP\/1\.1 200 /);
    expect(await rest(await openWith(running, `GET ${path} HTTP/1.1`, 'connection: close', ''))).toMatch(
      /^HTTP\/1\.1 400 /,
    );
  });

  describe('a development server that forwards requests of pages', () => {
    /** Returns the response to a POST that a development server forwards with the `Host` of its page. */
    const forwarded = async (running: RunningServer, host: string, origin: string) => {
      const body = JSON.stringify(input());
      const socket = await openWith(
        running,
        `POST ${mockServicePath} HTTP/1.1`,
        `host: ${host}`,
        `origin: ${origin}`,
        'connection: close',
        'content-type: application/json',
        `content-length: ${body.length}`,
        '',
        body,
      );
      return rest(socket);
    };

    test.each([
      ['192.168.0.7:5173', 'http://192.168.0.7:5173'],
      ['DEV.lan:8443', 'https://dev.lan:8443'],
      ['dev.lan', 'http://dev.lan'],
      ['[fe80::1]:5173', 'http://[fe80::1]:5173'],
    ])(
      'with the host %s, the 421 and the 403 name the origin to allow, which is accepted',
      async (host, origin) => {
        const closed = await start();
        const shown = `such as http://${host}, as \`corsOrigin\` (--cors-origin)`;
        expect(await forwarded(closed, host, origin)).toContain(shown);
        const rejected = await forwarded(closed, `127.0.0.1:${closed.port}`, origin);
        expect(rejected).toMatch(/^HTTP\/1\.1 403 /);
        expect(rejected).toContain(`Pages of ${origin} may not call this server.`);
        const open = await start(undefined, { corsOrigin: origin });
        expect(await forwarded(open, host, origin)).toMatch(/^HTTP\/1\.1 201 /);
        expect(await forwarded(open, `127.0.0.1:${open.port}`, origin)).toMatch(/^HTTP\/1\.1 201 /);
        expect(await forwarded(open, `other.${host}`, origin)).toMatch(/^HTTP\/1\.1 421 /);
        expect(await forwarded(open, `${host}0`, origin)).toMatch(/^HTTP\/1\.1 421 /);
      },
    );
  });

  test('a 421 for a foreign Host header never has CORS headers', async () => {
    const running = await start(undefined, { corsOrigin: '*' });
    const socket = await openWith(
      running,
      `GET ${path} HTTP/1.1`,
      'host: evil.test',
      'connection: close',
      '',
    );
    expect(await rest(socket)).toMatch(/^HTTP\/1\.1 421 (?![\s\S]*access-control)/);
  });
});
