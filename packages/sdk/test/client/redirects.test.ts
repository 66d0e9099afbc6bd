import { type ApiError, type ClientOptions, createClient } from '@mock-services/sdk';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { respond, startFaultServer } from '../support/fault-server.ts';
import { anInput } from '../support/fixtures.ts';
import { answerWith, startWireServer } from '../support/wire-server.ts';

const baseUrl = 'https://mocks.example.com';

describe('redirects', () => {
  test('with user name or password are blocked without showing them', async () => {
    await using server = await startFaultServer((socket, _, __, origin) => {
      respond(socket, 302, `location: ${origin.replace('//', '//user:canary@')}/x\r\n`);
    });
    const error: unknown = await createClient({ baseUrl: server.origin })
      .workspaces.list()
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'ApiError', status: 302, attempts: 1 });
    expect((error as Error).message).not.toContain('canary');
    expect(server.requests).toHaveLength(1);
  });

  test('are relative to where the one before led', async () => {
    const seen: string[] = [];
    const fetch = (request: Request) => {
      expect(request.redirect).toBe('manual');
      seen.push(new URL(request.url).pathname);
      const location = ['/a/b/', 'c'][seen.length - 1];
      return Promise.resolve(
        location === undefined
          ? Response.json({ data: [] })
          : new Response(null, { status: 307, headers: { location } }),
      );
    };
    await createClient({ baseUrl, fetch }).workspaces.list();
    expect(seen.slice(1)).toEqual(['/a/b/', '/a/b/c']);
  });

  test('within the origin are followed with the token and the headers of the call', async () => {
    await using server = await startWireServer((_, response, count) => {
      if (count === 1) response.writeHead(302, { location: '/elsewhere' }).end();
      else response.end('{"data":[]}');
    });
    const client = createClient({ baseUrl: server.url, token: 'secret' });
    await client.workspaces.list({ headers: { 'x-own': 'mine' } });
    expect(
      server.requests.map(({ target, headers }) => [target, headers.authorization, headers['x-own']]),
    ).toEqual([
      [expect.any(String), 'Bearer secret', 'mine'],
      ['/elsewhere', 'Bearer secret', 'mine'],
    ]);
  });

  test.each([300, 304, 305, 306])('a %i is none', async (status) => {
    await using server = await startWireServer((_, response) => {
      response.writeHead(status, { location: '/x' }).end();
    });
    await expect(createClient({ baseUrl: server.url }).workspaces.list()).rejects.toMatchObject({
      status,
      attempts: 1,
    });
  });

  test('to no origin at all name the scheme', async () => {
    const fetch = () =>
      Promise.resolve(new Response(null, { status: 302, headers: { location: 'data:text/plain,x' } }));
    await expect(createClient({ baseUrl, fetch }).workspaces.list()).rejects.toThrow('to data:,');
  });

  test('that a browser hides are not repeated', async () => {
    const hidden = Object.defineProperties(Response.error(), { type: { value: 'opaqueredirect' } });
    const fetch = vi.fn(() => Promise.resolve(hidden));
    await expect(createClient({ baseUrl, fetch }).workspaces.list()).rejects.toMatchObject({
      name: 'NetworkError',
      attempts: 1,
    });
  });

  test('that a browser hides end, also when following leads to another', async () => {
    vi.stubGlobal('location', { origin: baseUrl });
    try {
      const hidden = Object.defineProperties(Response.error(), { type: { value: 'opaqueredirect' } });
      const requests: Request[] = [];
      // Fails the test, where an endless loop would hang it.
      const fetch = (request: Request) =>
        requests.push(request) > 100 ? Promise.reject(new Error('endless')) : Promise.resolve(hidden);
      const call = createClient({ baseUrl, fetch, maxRetries: 0 }).workspaces.list();
      await expect(call).rejects.toMatchObject({ name: 'NetworkError', attempts: 20 });
      expect(requests.slice(0, 2)).toMatchObject([
        { redirect: 'manual' },
        { redirect: 'follow', mode: 'same-origin' },
      ]);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  test('that are blocked do not keep the connection', async () => {
    let closed: Promise<unknown> | undefined;
    await using server = await startFaultServer((socket) => {
      closed = new Promise((resolve) => socket.once('close', resolve));
      socket.write('HTTP/1.1 307 X\r\nlocation: http://other.invalid/\r\ncontent-length: 1000\r\n\r\nbody');
    });
    await expect(createClient({ baseUrl: server.origin }).workspaces.list()).rejects.toMatchObject({
      status: 307,
    });
    await closed;
    expect(server.requests).toHaveLength(1);
  });

  test('withResponse has the URL that the response came from', async () => {
    await using server = await startWireServer((request, response, count) => {
      if (request.target === '/moved') answerWith(200, { data: [] })(request, response, count);
      else response.writeHead(302, { location: '/moved#part' }).end();
    });
    const { response } = await createClient({ baseUrl: server.url }).workspaces.list().withResponse();
    expect(response.url).toBe(`${server.url}/moved`);
  });
});

describe('a redirect that is not followed says why', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });
  const to = (location: string) => ({
    fetch: () => Promise.resolve(new Response(null, { status: 302, headers: { location } })),
  });
  const failureOf = (options: Pick<ClientOptions, 'fetch'>) =>
    createClient({ baseUrl, ...options })
      .workspaces.list()
      .then(
        () => expect.unreachable('the call should have failed'),
        (error: unknown) => error as ApiError,
      );

  test.each([
    [
      'https://other.example.com/x',
      `It leads from ${baseUrl} to https://other.example.com, where nothing is sent: set baseUrl if that is the service.`,
    ],
    [
      'mailto:x@example.com',
      `It leads from ${baseUrl} to mailto:, where nothing is sent: set baseUrl if that is the service.`,
    ],
    [
      'https://user@mocks.example.com/x',
      'It leads to a URL with user name or password, where nothing is sent.',
    ],
    [
      'https://:password@mocks.example.com/x',
      'It leads to a URL with user name or password, where nothing is sent.',
    ],
    ['/again', 'It goes on after 20 requests, so it looks like a loop.'],
  ])('%s', async (location, reason) => {
    const error = await failureOf(to(location));
    expect(error.message).toBe(`listWorkspaces: the service responded with 302, a redirect. ${reason}`);
    expect(error).toMatchObject({ name: 'ApiError', status: 302, body: undefined });
    expect(error.headers.get('location')).toBe(location);
  });

  test('of a request that writes', async () => {
    const client = createClient({ baseUrl, ...to('/elsewhere') });
    await expect(client.mockServices.create(anInput())).rejects.toMatchObject({
      message:
        'createMockService: the service responded with 302, a redirect. ' +
        'Only reading follows a redirect: set baseUrl to where it leads.',
    });
  });

  test.each([undefined, 'https://page.example.com'])('that a browser hides from %s', async (origin) => {
    if (origin !== undefined) vi.stubGlobal('location', { origin });
    const hidden = Object.defineProperties(Response.error(), { type: { value: 'opaqueredirect' } });
    expect(await failureOf({ fetch: () => Promise.resolve(hidden) })).toMatchObject({
      message: `listWorkspaces: the service responded with a hidden status, a redirect. It leads from ${baseUrl} to where the browser does not show: set baseUrl to where it leads.`,
    });
  });
});
