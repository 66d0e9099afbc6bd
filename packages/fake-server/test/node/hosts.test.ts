/** Tests the option `host` and the check of the `Host` header, which prevents DNS rebinding. */
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { createFakeServer } from '@mock-services/fake-server/core';
import { serve, type RunningServer } from '@mock-services/fake-server/node';
import { expect, test } from 'vitest';
import { mockServicePath } from '../support/paths.ts';
import { input } from '../support/samples.ts';
import { everythingOf } from '../support/wire.ts';
import { openWith, rest, start } from './raw-client.ts';

const path = '/configuration/workspaces';
const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);

/** Sends a POST that would add a mock service. */
async function post(running: RunningServer, ...headers: string[]): Promise<string> {
  const body = JSON.stringify(input());
  const type = ['content-type: application/json', `content-length: ${body.length}`, 'connection: close'];
  return rest(await openWith(running, `POST ${mockServicePath} HTTP/1.1`, ...headers, ...type, '', body));
}

test.runIf(hasIpv6)('an IPv6 address may have brackets, as in a URL', async () => {
  for (const host of ['::1', '[::1]']) {
    const { url } = await start(undefined, { host });
    expect(url).toMatch(/^http:\/\/\[::1\]:\d+$/);
    expect((await fetch(url + path)).status).toBe(200);
  }
});

test.each([null, '', ' 127.0.0.1'])('the option `host` rejects %j', async (host) => {
  const error = serve(createFakeServer(), { host: host as string });
  await expect(error).rejects.toMatchObject({ code: 'invalid-option', issues: [{ path: 'host' }] });
});

test('an address of another machine is rejected', async () => {
  await expect(serve(createFakeServer(), { host: '203.0.113.1' })).rejects.toThrow(
    '203.0.113.1 is not an address of this machine. Choose another host (host, --host).',
  );
});

test.each(['evil.test', '127.0.0.1.evil.test', '192.168.0.1:80'])(
  'a request with the foreign Host header "%s" gets 421 and changes no data',
  async (host) => {
    const fake = createFakeServer();
    const before = everythingOf(fake);
    const response = await post(await start(fake, { corsOrigin: '*' }), `host: ${host}`);
    expect(response).toMatch(/^HTTP\/1\.1 421 [\s\S]*application\/problem\+json[\s\S]*"status":421/);
    expect(response).toContain('only responds to requests for localhost');
    expect(response).not.toContain('access-control');
    expect(everythingOf(fake)).toEqual(before);
  },
);

test.each(['LOCALHOST:1', 'app.localhost:8080', '127.0.0.1:80', '[::1]:80'])(
  'a request with the local Host header "%s" is accepted',
  async (host) => {
    expect(await post(await start(), `host: ${host}`)).toMatch(/^HTTP\/1\.1 201 /);
  },
);

test.each(['127.0.0.1', 'localhost', ...(hasIpv6 ? ['::1'] : [])])(
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
    expect((await fetch(url + path)).status).toBe(200);
  },
);

test.each(['0.0.0.0', ...(hasIpv6 ? ['::'] : [])])(
  'a server on %s warns, accepts any Host header and has a URL on this machine',
  async (host) => {
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    const running = await start(undefined, { host, admin: true, log });
    expect(running.url).toBe(`http://${host === '::' ? '[::1]' : '127.0.0.1'}:${running.port}`);
    expect(await post(running, 'host: fake.test')).toMatch(/^HTTP\/1\.1 201 /);
    expect(lines).toEqual([
      `Other machines can reach this server: anyone who can reach ${host}, port ${running.port}, can read and change all data, also through /__fake/. The server does not check the Host header. To allow only this machine, omit the host (--host).`,
    ]);
    await start(undefined, { host: 'localhost', log });
    expect(lines).toHaveLength(1);
  },
);

test.each([
  ['192.168.0.7:5173', 'http://192.168.0.7:5173'],
  ['DEV.lan:8443', 'https://dev.lan:8443'],
])(
  'a development server may forward requests with the Host %s of a listed page, and learns how',
  async (host, origin) => {
    const headers = [`host: ${host}`, `origin: ${origin}`];
    expect(await post(await start(), ...headers)).toContain(
      `such as http://${host}, as \`corsOrigin\` (--cors-origin)`,
    );
    const listed = await start(undefined, { corsOrigin: origin });
    expect(await post(listed, ...headers)).toMatch(/^HTTP\/1\.1 201 /);
    expect(await post(listed, `host: other.${host}`)).toMatch(/^HTTP\/1\.1 421 /);
  },
);
