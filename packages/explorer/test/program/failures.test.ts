import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../../../../tools/lib/servers.ts';
import { problemAt, serviceOf, socketServer, start } from '../support/program.ts';

const list = '/configuration/workspaces';
const command = 'npx @mock-services/explorer';

/** The problem that the page receives for a service that responds with the given bytes. */
async function problemFor(response: string) {
  const service = await socketServer((socket) => {
    socket.once('data', () => socket.end(response));
  });
  return { service, problem: await problemAt(await start({ service })) };
}

describe('the page receives an explanation when', () => {
  test('the service is not running', async () => {
    const service = `http://127.0.0.1:${await freePort()}/api`;
    expect(await problemAt(await start({ service }))).toEqual({
      type: 'about:blank',
      status: 502,
      title: 'The service is not running',
      detail: `Nothing listens at ${service}. Start the service, or start the explorer with the right address:\n${command} <service-url>`,
    });
  });

  test('the name of the service is not known', async () => {
    expect(await problemAt(await start({ service: 'http://mocks.invalid' }))).toMatchObject({
      status: 502,
      title: 'The name of the service is not known',
      detail: expect.stringMatching(/^mocks\.invalid was not found\. Check the address/) as string,
    });
  });

  test('the service closes the connection, perhaps because it expects https', async () => {
    const service = await socketServer((socket) => {
      socket.once('data', () => socket.destroy());
    });
    expect(await problemAt(await start({ service }))).toMatchObject({
      status: 502,
      title: 'The service closed the connection',
      detail: `${service} ended the connection without a response. Its own log may say why. If it expects https, start the explorer again:\n${command} ${service.replace('http', 'https')}`,
    });
  });

  test('the connection takes too long', async () => {
    let accepted = 0;
    const service = await socketServer(() => {
      accepted += 1;
    });
    // The program waits for the TLS handshake, which never begins.
    const running = await start({ service: service.replace('http', 'https') });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const problem = problemAt(running);
    await vi.waitUntil(() => accepted > 0);
    await vi.advanceTimersByTimeAsync(5000);
    expect(await problem).toMatchObject({
      status: 504,
      title: 'The service cannot be reached',
      detail: expect.stringContaining('within 5 seconds. Check the address and its port') as string,
    });
  });

  test('the service does not speak HTTP', async () => {
    const { service, problem } = await problemFor('SSH-2.0-OpenSSH\r\n');
    expect(problem).toMatchObject({ status: 502, title: 'This is not an HTTP service' });
    expect(problem.detail).toContain(`What ${service} sends is not HTTP.`);
  });

  test('the service does not speak https', async () => {
    const plain = await serviceOf((_, outgoing) => outgoing.end('{}'));
    const problem = await problemAt(await start({ service: plain.replace('http', 'https') }));
    expect(problem).toMatchObject({ status: 502, title: 'The service does not speak https here' });
    expect(problem.detail).toBe(`If it speaks http, start the explorer again:\n${command} ${plain}`);
  });

  test('the service refuses the TLS handshake', async () => {
    const service = await socketServer((socket) => {
      // An alert of TLS 1.2: handshake failure.
      socket.once('data', () => socket.end(Buffer.from([21, 3, 3, 0, 2, 2, 40])));
    });
    expect(await problemAt(await start({ service: service.replace('http', 'https') }))).toMatchObject({
      status: 502,
      title: 'The encrypted connection failed',
      detail: expect.stringContaining('may want a certificate of the client') as string,
    });
  });

  test('the base URL leads to a web page', async () => {
    const { service, problem } = await problemFor(
      'HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\ncontent-length: 6\r\n\r\n<html>',
    );
    expect(problem).toEqual({
      type: 'about:blank',
      status: 502,
      title: 'The address leads to a web page',
      detail: `${service} answers with HTML instead of JSON. The address is probably not that of the interface: it is what stands before /configuration in the address of each request, perhaps ${service}/api. Start the explorer with that.`,
    });
  });

  test.each([
    [
      `https://mocks.test/v2${list}?token=secret`,
      'The service has another address',
      `${command} https://mocks.test/v2`,
    ],
    [
      'https://login.test/sign-in?token=secret',
      'The service redirects to another page',
      'https://login.test/sign-in,',
    ],
    ['https://me:secret@login.test/', 'The service redirects to another page', 'https://login.test/,'],
    ['http://[', 'The service redirects to another page', 'with a redirect, which'],
    ['data:,secret', 'The service redirects to another page', 'with a redirect, which'],
    ['//other.test/x', 'The service redirects to another page', 'http://other.test/x,'],
  ])('the service redirects to %s', async (location, title, detail) => {
    const { problem } = await problemFor(
      `HTTP/1.1 302 Found\r\nLocation: ${location}\r\ncontent-length: 0\r\n\r\n`,
    );
    expect(problem).toMatchObject({ status: 502, title, detail: expect.stringContaining(detail) as string });
    expect(JSON.stringify(problem)).not.toContain('secret');
  });
});

test('a redirect within the base URL is passed on to the page', async () => {
  const service = await serviceOf((incoming, outgoing) => {
    if (incoming.url === '/base/new?a=1') outgoing.end('{"data":[]}');
    else outgoing.writeHead(307, { location: '/base/new?a=1' }).end();
  });
  const { url } = await start({ service: `${service}/base` });
  const response = await fetch(`${url}api${list}`, { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([307, '/api/new?a=1']);
  expect(await (await fetch(`${url}api${list}`)).json()).toEqual({ data: [] });
});

test('a redirect within the origin that leaves the base URL is explained', async () => {
  const service = await serviceOf((_, outgoing) => outgoing.writeHead(302, { location: '/base-2/x' }).end());
  expect((await problemAt(await start({ service: `${service}/base` }))).title).toMatch(/redirects/);
});

describe('a response of the service is passed on with a hint in a header when', () => {
  const stepAfter = async (
    status: number,
    headers?: Readonly<Record<string, string>>,
    type = 'application/json',
  ) => {
    const service = await serviceOf((_, outgoing) =>
      outgoing.writeHead(status, { 'content-type': type }).end('{"why":"…"}'),
    );
    const response = await fetch(`${(await start({ service, headers })).url}api${list}`);
    expect([response.status, await response.json()]).toEqual([status, { why: '…' }]);
    expect(response.headers.has('x-mock-services-explorer')).toBe(false);
    return response.headers.get('x-mock-services-next-step')?.replaceAll(service, '<service>');
  };
  const given = { authorization: 'Bearer secret' };

  test('the service requires credentials', async () => {
    expect(await stepAfter(401)).toBe(
      `The service wants credentials: start the explorer again with a token, MOCK_SERVICES_TOKEN=... ${command} <service>, or with --header.`,
    );
    expect(await stepAfter(403)).toMatch(/^The service may want credentials: start the explorer again/);
  });

  test('the service rejects the credentials', async () => {
    expect(await stepAfter(401, given)).toMatch(/^The service refused the credentials that the explorer/);
    expect(await stepAfter(403, given)).toMatch(/^The service does not allow this with the credentials/);
  });

  test('the service responds with 404 and a web page', async () => {
    expect(await stepAfter(404, {}, 'text/html')).toMatch(
      /^The address is probably not that of the interface/,
    );
    expect(await stepAfter(404)).toBeUndefined();
    expect(await stepAfter(500, {}, 'text/html')).toBeUndefined();
  });
});

test('a web page in response to a DELETE is passed on', async () => {
  const service = await serviceOf((_, outgoing) =>
    outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<p>gone'),
  );
  const response = await fetch(`${(await start({ service })).url}api/x`, { method: 'DELETE' });
  expect(await response.text()).toBe('<p>gone');
});
