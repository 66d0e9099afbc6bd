import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../../../../tools/lib/servers.ts';
import { problemAt, serviceOf, socketServer, start } from '../support/program.ts';

const list = '/configuration/workspaces';
const command = 'npx @mock-services/explorer';

/** Starts a service that sends raw bytes as its response, or closes the connection. */
const serviceWith = (response?: string | Buffer) =>
  socketServer((socket) => {
    socket.once('data', () => (response === undefined ? socket.destroy() : socket.end(response)));
  });

/** Returns the problem that the page receives for a service. */
const problemFor = async (service: string) => problemAt(await start({ service }));

const problem = (title: string, detail: unknown) => ({ type: 'about:blank', status: 502, title, detail });

describe('explanations of failed requests', () => {
  test('the page receives an explanation if the service is not running', async () => {
    const service = `http://127.0.0.1:${await freePort()}/api`;
    expect(await problemFor(service)).toEqual(
      problem(
        'The service is not running',
        `No program listens at ${service}. Start the service, or restart the explorer with the correct address:\n${command} <service-url>`,
      ),
    );
  });

  test('the page receives an explanation if the host name of the service does not exist', async () => {
    expect(await problemFor('http://mocks.invalid')).toEqual(
      problem(
        'The host name of the service was not found',
        expect.stringMatching(/^mocks\.invalid has no DNS entry\. Check the address/),
      ),
    );
  });

  test('the page receives advice to try https if the service closes the connection', async () => {
    const service = await serviceWith();
    expect(await problemFor(service)).toEqual(
      problem(
        'The service closed the connection',
        `${service} closed the connection before the response was complete. See the log of the service for the cause. If the service uses https, restart the explorer:\n${command} "${service.replace('http', 'https')}"`,
      ),
    );
  });

  test('the page receives an explanation if connecting to the service takes too long', async () => {
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
      detail: expect.stringContaining('within 5 seconds. Check the address and port') as string,
    });
  });

  test('the page receives an explanation if the response of the service is not HTTP', async () => {
    const service = await serviceWith('SSH-2.0-OpenSSH\r\n');
    const detail: unknown = expect.stringContaining(`The response from ${service} is not HTTP.`);
    expect(await problemFor(service)).toEqual(problem('This is not an HTTP service', detail));
  });

  test('the page receives an explanation if the service uses http instead of https', async () => {
    const plain = await serviceOf((_, outgoing) => outgoing.end('{}'));
    expect(await problemFor(plain.replace('http', 'https'))).toEqual(
      problem(
        'The service does not use https on this port',
        `If the service uses http, restart the explorer:\n${command} "${plain}"`,
      ),
    );
  });

  test('the page receives an explanation if the service rejects the TLS handshake', async () => {
    // These bytes are the TLS 1.2 alert `handshake_failure`.
    const service = await serviceWith(Buffer.from([21, 3, 3, 0, 2, 2, 40]));
    const detail: unknown = expect.stringContaining(
      'may require another version of TLS, or a client certificate',
    );
    expect(await problemFor(service.replace('http', 'https'))).toEqual(
      problem('The encrypted connection failed', detail),
    );
  });

  test('the page receives an explanation if the service URL leads to a web page', async () => {
    const service = await serviceOf((_, outgoing) =>
      outgoing.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<html>'),
    );
    expect(await problemFor(service)).toEqual(
      problem(
        'The service URL is a web page',
        `${service} responded with HTML instead of JSON. The service URL is probably wrong. It is the part before /configuration/workspaces in the URLs of the service, for example ${service}/api. Start the explorer with the correct URL.`,
      ),
    );
  });

  test.each([
    [
      `https://mocks.test/v2${list}?token=secret`,
      'The service has another address',
      `${command} "https://mocks.test/v2"`,
    ],
    [
      'https://login.test/sign-in?token=secret',
      'The service redirects to another page',
      'https://login.test/sign-in,',
    ],
    ['https://me:secret@login.test/', 'The service redirects to another page', 'https://login.test/,'],
    ['http://[', 'The service redirects to another page', 'with a redirect, which'],
    ['data:,secret', 'The service redirects to another page', 'with a redirect, which'],
    ['https://login.test/secret-token', 'The service redirects to another page', 'with a redirect, which'],
    ['//other.test/x', 'The service redirects to another page', 'http://other.test/x,'],
  ])('the page receives an explanation if the service redirects to %s', async (location, title, detail) => {
    const service = await serviceWith(
      `HTTP/1.1 302 Found\r\nLocation: ${location}\r\ncontent-length: 0\r\n\r\n`,
    );
    const headers = { authorization: 'Bearer secret-token' };
    const received = await problemAt(await start({ service, headers }));
    expect(received).toEqual(problem(title, expect.stringContaining(detail)));
    expect(JSON.stringify(received)).not.toContain('secret');
  });

  test('the explanation of a redirect never contains a URL with shell syntax', async () => {
    let location = '';
    const service = await socketServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () =>
        socket.end(`HTTP/1.1 302 Found\r\nLocation: ${location}\r\ncontent-length: 0\r\n\r\n`),
      );
    });
    const running = await start({ service });
    const host = fc
      .array(fc.constantFrom('$(id)', '`id`', '&', ';', "'", '!', '*', '{a,b}', '=', 'a', '.'), {
        maxLength: 4,
      })
      .map((parts) => parts.join(''));
    const path = fc
      .array(fc.constantFrom('$(id)', ';', '&', "'", '%PATH%', '!', '*', '~', 'a', '/'), { maxLength: 4 })
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(host, path, async (name, folder) => {
        location = `https://${name}x.test/${folder}${list}`;
        const { title, detail } = await problemAt(running);
        expect(title).toMatch(/redirects|has another address/);
        expect(detail.replaceAll(service, '')).not.toMatch(/[$`&;'!*{}%]|\(id/);
        const commands = detail.split('\nnpx ').slice(1);
        const isHarmless = (text: string) => /^@mock-services\/explorer "https:[\w:/.~-]+"$/.test(text);
        expect(commands.every(isHarmless)).toBe(true);
      }),
    );
  });
});

test('the suggested command omits a service URL that contains shell syntax', async () => {
  const { detail } = await problemFor(`http://127.0.0.1:${await freePort()}/$(id)`);
  expect(detail).toContain(`${command} <service-url>`);
  const service = await serviceOf((_, outgoing) => outgoing.writeHead(401).end());
  const response = await fetch(`${(await start({ service: `${service}/a&b` })).url}api${list}`);
  expect(response.headers.get('x-mock-services-next-step')).toContain(`${command} <service-url>`);
});

test('if a redirect stays within the base URL, the program forwards the redirect to the page', async () => {
  const service = await serviceOf((incoming, outgoing) => {
    if (incoming.url === '/base/new?a=1') outgoing.end('{"data":[]}');
    else outgoing.writeHead(307, { location: '/base/new?a=1' }).end();
  });
  const { url } = await start({ service: `${service}/base` });
  const response = await fetch(`${url}api${list}`, { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([307, '/api/new?a=1']);
  expect(await (await fetch(`${url}api${list}`)).json()).toEqual({ data: [] });
});

test('the explorer program explains a redirect to a URL that has the same origin but is outside the base URL', async () => {
  const service = await serviceOf((_, outgoing) => outgoing.writeHead(302, { location: '/base-2/x' }).end());
  expect((await problemAt(await start({ service: `${service}/base` }))).title).toMatch(/redirects/);
});

describe('advice in a header of a forwarded response', () => {
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

  test('the explorer program adds advice to a response if the service requires credentials', async () => {
    expect(await stepAfter(401)).toBe(
      `The service requires credentials. Enter a token in this page, or restart the explorer with --header or with a token: MOCK_SERVICES_TOKEN=... ${command} "<service>"`,
    );
    expect(await stepAfter(403)).toMatch(
      /^The service may require credentials. Enter a token in this page, or restart the explorer/,
    );
  });

  test('the explorer program adds advice to a response if the service rejects the credentials', async () => {
    expect(await stepAfter(401, given)).toMatch(/^The service rejected the credentials that the explorer/);
    expect(await stepAfter(403, given)).toMatch(
      /^The credentials that the explorer was started with do not have permission/,
    );
  });

  test('the explorer program adds advice to a 404 response that contains a web page', async () => {
    expect(await stepAfter(404, {}, 'text/html')).toMatch(/^The service URL is probably wrong/);
    expect(await stepAfter(404)).toBeUndefined();
    expect(await stepAfter(500, {}, 'text/html')).toBeUndefined();
  });
});

test('the explorer program forwards a web page in the response to a DELETE request', async () => {
  const service = await serviceOf((_, outgoing) =>
    outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<p>gone'),
  );
  const response = await fetch(`${(await start({ service })).url}api/x`, { method: 'DELETE' });
  expect(await response.text()).toBe('<p>gone');
});
