import { type ApiError, type Client, createClient } from '@mock-services/sdk';
import { describe, expect, test, vi } from 'vitest';
import { failureOf } from '../support/failures.ts';
import { type Fault, respond, startFaultServer } from '../support/fault-server.ts';
import { aMockService, mockServiceId } from '../support/fixtures.ts';
import { fourOperations } from '../support/operations.ts';
import { answerWith, startWireServer } from '../support/wire-server.ts';

const baseUrl = 'https://mocks.example.com';
const list = ({ workspaces }: Client) => workspaces.list();

/** Creates options with a `fetch` that always resolves to a redirect. */
const redirectingTo = (location: string) => ({
  fetch: () => Promise.resolve(new Response(null, { status: 302, headers: { location } })),
});
/** A redirect in the form in which a browser shows it to a page. The redirect has no status and no location. */
const hidden = Object.defineProperties(Response.error(), { type: { value: 'opaqueredirect' } });

describe('redirects within the origin', () => {
  const moving: Fault = (socket, { target }, _, origin) => {
    if (target === '/moved') respond(socket, 200, '', JSON.stringify({ data: aMockService() }));
    else respond(socket, 307, `location: ${origin}/moved\r\n`);
  };

  test('a GET follows a redirect within the origin with the same token and headers', async () => {
    await using server = await startFaultServer(moving);
    const { mockServices } = createClient({ baseUrl: server.origin, token: 'secret' });
    const call = mockServices.get(mockServiceId, { headers: { 'x-own': 'mine' } });
    await expect(call).resolves.toEqual(aMockService());
    expect(server.requests[1]?.head).toMatch(/Bearer secret/);
    expect(server.requests[1]?.head).toMatch(/x-own: mine/i);
  });

  test.each(fourOperations.filter(({ method }) => method !== 'GET'))(
    'a redirect is not followed by $operation',
    async ({ call }) => {
      await using server = await startFaultServer(moving);
      const writing = call(createClient({ baseUrl: server.origin }));
      await expect(writing).rejects.toMatchObject({ name: 'ApiError', status: 307, attempts: 1 });
      expect(server.requests).toHaveLength(1);
    },
  );

  test('a relative redirect is resolved against the URL of the redirecting response', async () => {
    const seen: string[] = [];
    const fetch = (request: Request) => {
      expect(request.redirect).toBe('manual');
      seen.push(new URL(request.url).pathname);
      const location = ['/a/b/', 'c'][seen.length - 1];
      return location === undefined
        ? Promise.resolve(Response.json({ data: [] }))
        : redirectingTo(location).fetch();
    };
    await list(createClient({ baseUrl, fetch }));
    expect(seen.slice(1)).toEqual(['/a/b/', '/a/b/c']);
  });

  test('withResponse() returns the final URL after a redirect', async () => {
    await using server = await startWireServer((request, response, count) => {
      if (request.target === '/moved') answerWith(200, { data: [] })(request, response, count);
      else response.writeHead(302, { location: '/moved#part' }).end();
    });
    const { response } = await createClient({ baseUrl: server.url }).workspaces.list().withResponse();
    expect(response.url).toBe(`${server.url}/moved`);
  });

  test.each([300, 304, 305, 306])('a redirect with the status %i is not followed', async (status) => {
    await using server = await startWireServer((_, response) => {
      response.writeHead(status, { location: '/x' }).end();
    });
    const call = list(createClient({ baseUrl: server.url }));
    await expect(call).rejects.toMatchObject({ status, attempts: 1 });
  });
});

describe('redirects that are not followed', () => {
  test('a redirect to another origin causes no request to that origin', async () => {
    await using other = await startWireServer(answerWith(200, { data: [] }));
    const fetch = vi.fn(redirectingTo(`${other.url}/configuration/workspaces`).fetch);
    const call = list(createClient({ baseUrl, fetch, token: 'secret' }));
    await expect(call).rejects.toMatchObject({ name: 'ApiError', status: 302, attempts: 1 });
    expect(other.requests).toHaveLength(0);
  });

  test('a redirect that is not followed leaves no connection open', async () => {
    let closed: Promise<unknown> | undefined;
    await using server = await startFaultServer((socket) => {
      closed = new Promise((resolve) => socket.once('close', resolve));
      socket.write('HTTP/1.1 307 X\r\nlocation: http://other.invalid/\r\ncontent-length: 1000\r\n\r\nbody');
    });
    await expect(list(createClient({ baseUrl: server.origin }))).rejects.toMatchObject({ status: 307 });
    await closed;
    expect(server.requests).toHaveLength(1);
  });

  test('a redirect that is not followed causes an ApiError with headers, but without a body', async () => {
    const location = 'https://other.example.com/x';
    const error = await failureOf(list(createClient({ baseUrl, ...redirectingTo(location) })));
    expect(error).toMatchObject({ name: 'ApiError', status: 302, body: undefined });
    expect((error as ApiError).headers.get('location')).toBe(location);
  });
});

describe('redirects that a browser hides', () => {
  test.each([
    ['outside a page', undefined],
    ['in a page of another origin', 'https://page.example.com'],
  ])('a redirect that a browser hides causes a NetworkError without a retry %s', async (_, origin) => {
    if (origin !== undefined) vi.stubGlobal('location', { origin });
    try {
      const fetch = vi.fn(() => Promise.resolve(hidden));
      const call = list(createClient({ baseUrl, fetch }));
      await expect(call).rejects.toMatchObject({ name: 'NetworkError', attempts: 1 });
    } finally {
      vi.unstubAllGlobals();
    }
  });

  test('in a same-origin page, the client follows up to 20 redirects that the browser hides', async () => {
    vi.stubGlobal('location', { origin: baseUrl });
    try {
      const requests: Request[] = [];
      // An endless loop would hang the test, so `fetch` fails after 100 requests.
      const fetch = (request: Request) =>
        requests.push(request) > 100 ? Promise.reject(new Error('endless')) : Promise.resolve(hidden);
      const call = list(createClient({ baseUrl, fetch, maxRetries: 0 }));
      await expect(call).rejects.toMatchObject({ name: 'NetworkError', attempts: 20 });
      expect(requests.slice(0, 2)).toMatchObject([
        { redirect: 'manual' },
        { redirect: 'follow', mode: 'same-origin' },
      ]);
    } finally {
      vi.unstubAllGlobals();
    }
  });
});
