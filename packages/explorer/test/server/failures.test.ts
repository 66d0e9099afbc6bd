/** Tests of the explanations that the page receives if a request to the service fails. */
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { problemAt, serviceOf, socketServer, start } from '../support/program.ts';

const list = '/configuration/workspaces';
const npx = 'npx @mock-services/explorer';

/** Starts a service that sends raw bytes as its response, or closes the connection. */
const serviceWith = (response?: string | Buffer) =>
  socketServer((socket) => {
    socket.once('data', () => (response === undefined ? socket.destroy() : socket.end(response)));
  });

/** Returns the problem that the page receives for a service. */
const problemFor = async (service: string) => problemAt(await start({ service }));

const containing = (text: string) => expect.stringContaining(text) as string;

describe('explanations of failed requests', () => {
  test('the page learns that the host name of the service does not exist', async () => {
    expect(await problemFor('http://mocks.invalid')).toMatchObject({
      title: 'The host name of the service was not found',
      detail: containing('mocks.invalid has no DNS entry. Check the address'),
    });
  });

  test('the page learns how to use a proxy', async () => {
    vi.stubEnv('HTTP_PROXY', 'http://me:hunter2@proxy.test');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { detail } = await problemFor('http://mocks.invalid');
    expect(detail).toMatch(/^mocks.invalid has no DNS entry. HTTP_PROXY is set, but Node ignores it\. /);
    expect(detail).not.toContain('hunter2');
  });

  test('if the service closes the connection, the page suggests https', async () => {
    const service = await serviceWith();
    expect(await problemFor(service)).toMatchObject({
      title: 'This is not the service',
      detail: containing('closed the connection. The service URL is the part before'),
      command: `${npx} "${service.replace('http', 'https')}"`,
    });
  });

  test('the page learns that the connection was not established in time', async () => {
    let accept = (): void => {};
    const accepted = new Promise<void>((resolve) => (accept = resolve));
    const service = await socketServer(() => accept());
    // The program starts a TLS handshake, but the service never responds to the handshake.
    const running = await start({ service: service.replace('http', 'https') });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const received = problemAt(running);
    await accepted;
    await vi.advanceTimersByTimeAsync(5000);
    expect(await received).toMatchObject({
      status: 504,
      title: 'The service cannot be reached',
      detail: containing('within 5 seconds. Check the address and port'),
    });
  });

  test('the page learns that the response is not HTTP', async () => {
    const service = await serviceWith('SSH-2.0-OpenSSH\r\n');
    expect(await problemFor(service)).toMatchObject({
      title: 'This is not the service',
      detail: containing(`${service} did not respond with HTTP.`),
    });
  });

  test('the page learns that the service uses http instead of https', async () => {
    const plain = await serviceOf((_, outgoing) => outgoing.end('{}'));
    expect(await problemFor(plain.replace('http', 'https'))).toMatchObject({
      title: 'This is not the service',
      detail: containing('does not use https.'),
      command: `${npx} "${plain}"`,
    });
  });

  test('the page learns that the service rejects the TLS handshake', async () => {
    // These bytes are the TLS 1.2 alert `handshake_failure`.
    const service = await serviceWith(Buffer.from([21, 3, 3, 0, 2, 2, 40]));
    expect(await problemFor(service.replace('http', 'https'))).toMatchObject({
      title: 'The encrypted connection failed',
    });
  });

  test.each([200, 404])(
    'the page learns that the service URL leads to a web page with status %s',
    async (status) => {
      const service = await serviceOf((_, outgoing) =>
        outgoing.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end('<html>'),
      );
      expect(await problemFor(service)).toMatchObject({
        status: 502,
        title: 'This is not the service',
        detail: containing(`${service} responded with HTML instead of JSON.`),
      });
    },
  );

  test.each([
    [`https://mocks.test/v2${list}?token=secret`, `${npx} "https://mocks.test/v2"`],
    [`https://mocks.test/$(id)${list}`, `${npx} <service-url>`],
    ['https://login.test/sign-in?token=secret', `${npx} <service-url>`],
    ['https://me:secret@login.test/', `${npx} <service-url>`],
    ['http://[', `${npx} <service-url>`],
    ['data:,secret', `${npx} <service-url>`],
  ])('a redirect leads to %s', async (location, command) => {
    const service = await serviceWith(
      `HTTP/1.1 302 Found\r\nLocation: ${location}\r\ncontent-length: 0\r\n\r\n`,
    );
    const received = await problemFor(service);
    expect(received).toMatchObject({ detail: containing('responded with a redirect'), command });
    expect(JSON.stringify(received)).not.toContain('secret');
  });
});

test('a redirect that stays within the base URL is passed to the page', async () => {
  const service = await serviceOf((incoming, outgoing) => {
    const { origin } = new URL(service);
    if (incoming.url === '/v1/new?a=1') outgoing.end('"moved"');
    else outgoing.writeHead(307, { location: `${origin}/v1/new?a=1` }).end();
  });
  const running = await start({ service: `${service}/v1` });
  expect(await (await fetch(`${running.url}api${list}`)).json()).toBe('moved');
});

test('an error response of the service arrives unchanged, with its body', async () => {
  const service = await serviceOf((_, outgoing) => outgoing.writeHead(401).end('{"why":"…"}'));
  const response = await fetch(`${(await start({ service })).url}api${list}`);
  expect([response.status, await response.json()]).toEqual([401, { why: '…' }]);
  expect(response.headers.has('x-mock-services-explorer')).toBe(false);
});

test('an HTML response to a DELETE request arrives unchanged', async () => {
  const service = await serviceOf((_, outgoing) =>
    outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<p>gone'),
  );
  const response = await fetch(`${(await start({ service })).url}api/x`, { method: 'DELETE' });
  expect(await response.text()).toBe('<p>gone');
});
