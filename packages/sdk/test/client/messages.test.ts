/** These tests check the wording of every error message of the client. */
import { type Client, type ClientOptions, createClient, type RequestOptions } from '@mock-services/sdk';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { failureOf } from '../support/failures.ts';
import { brokenResponse, rejecting, responding, silent } from '../support/fetches.ts';
import { anInput, mockServiceId, workspaceId } from '../support/fixtures.ts';

const baseUrl = 'https://mocks.example.com/api';
const listUrl = `${baseUrl}/configuration/workspaces`;
const status = (code: number, body = '', headers: HeadersInit = {}) =>
  responding(body, { status: code, headers });

/** Returns the error of a call that lists workspaces. */
const errorOf = (options: Partial<ClientOptions>, ofCall?: RequestOptions) =>
  failureOf(createClient({ baseUrl, maxRetries: 0, ...options }).workspaces.list(ofCall));

/** Returns the error message of a call that lists workspaces. The operation at the start of the message is removed. */
const messageOf = async (options: Partial<ClientOptions>, ofCall?: RequestOptions) =>
  (await errorOf(options, ofCall)).message.replace(/^listWorkspaces: /, '');

afterEach(() => {
  vi.unstubAllGlobals();
});

test('an error message begins with the name of the operation', async () => {
  expect((await errorOf(status(404))).message).toMatch(/^listWorkspaces: the service responded/);
});

describe('messages of error responses', () => {
  test.each([
    [400, 'The service could not read the request.'],
    [401, 'The service requires credentials. Set `token` or `headers`.'],
    [403, 'The service requires credentials. Set `token` or `headers`.'],
    [404, 'Nothing exists at this URL. Check baseUrl.'],
    [405, 'The path does not allow this method. Check that baseUrl points to the service.'],
    [408, 'The service timed out waiting for the request.'],
    [409, 'The service reports a conflict.'],
    [413, 'The request is too large.'],
    [415, 'The service does not accept JSON at this URL.'],
    [422, 'The service rejected a field.'],
    [429, 'Too many requests.'],
    [500, 'The service failed.'],
    [503, 'The service failed.'],
  ])('the error message for the status %i has the hint "%s"', async (code, hint) => {
    expect(await messageOf(status(code))).toBe(
      `the service responded with ${code} (GET ${listUrl}). ${hint}`,
    );
  });

  test('the error message for an uncommon status such as 418 has no hint', async () => {
    expect(await messageOf(status(418))).toBe(`the service responded with 418 (GET ${listUrl}).`);
  });

  test.each(['{"detail":"canary"}', 'canary', '""'])(
    'the error message for the response body %s refers to error.body',
    async (body) => {
      const message = await messageOf(status(422, body));
      expect(message).toMatch(/ The service rejected a field\. See `error\.body` for details\.$/);
      expect(message).not.toContain('canary');
    },
  );

  test.each<[string, (client: Client) => Promise<unknown>]>([
    ['a mock service', ({ mockServices }) => mockServices.get(mockServiceId)],
    ['a deletion', ({ mockServices }) => mockServices.delete(mockServiceId)],
    ['a log', ({ activity }) => activity.list(workspaceId)],
  ])('the error message for a 404 to a request for %s says that the id may be unknown', async (_, call) => {
    const { message } = await failureOf(call(createClient({ baseUrl, ...status(404) })));
    expect(message).toMatch(/ No resource has this id, or baseUrl does not point to the service\.$/);
  });

  test.each<[string, Partial<ClientOptions>]>([
    ['a token', { token: 'canary' }],
    ['a token from a function', { token: () => 'canary' }],
    ['a header', { headers: { Authorization: 'Basic canary' } }],
  ])('the error message for a 401 or 403 says that %s was rejected', async (_, credentials) => {
    const [message401, message403] = [
      await messageOf({ ...status(401), ...credentials }),
      await messageOf({ ...status(403), ...credentials }),
    ];
    expect(message401).toMatch(
      / The service rejected the token\. Check that it is correct and has not expired\.$/,
    );
    expect(message403).toMatch(/ The token does not permit this request\.$/);
    expect(message401).not.toContain('canary');
  });

  test('the ApiError message contains the number of requests and the requested waiting time', async () => {
    const options = { ...status(503, '', { 'retry-after': '0.0012' }), maxRetries: 1 };
    expect(await messageOf(options)).toBe(
      `the service responded with 503 after 2 requests (GET ${listUrl}). The service failed. It asked to wait 1 s before the next request.`,
    );
    expect(await messageOf(status(429, '', { 'retry-after': '1.5' }))).toMatch(
      /It asked to wait 2 s before the next request\.$/,
    );
    expect(await messageOf(status(429, '', { 'retry-after': '0' }))).toMatch(/Too many requests\.$/);
  });
});

describe('messages of redirects that are not followed', () => {
  const leads = 'It leads from https://mocks.example.com to';
  const blocked = (to: string) =>
    `${leads} ${to}, which is another origin. If it is the service, set baseUrl to it.`;
  const credentials = 'It leads to a URL with a user name or password, which the client does not follow.';

  test.each([
    ['https://other.example.com/x', blocked('https://other.example.com')],
    ['mailto:x@example.com', blocked('mailto:')],
    ['data:text/plain,x', blocked('data:')],
    ['https://user@mocks.example.com/x', credentials],
    ['https://:password@mocks.example.com/x', credentials],
    ['/again', 'The client stopped after 20 requests that look like a loop.'],
  ])('the error message for a redirect to %s explains why it was not followed', async (location, reason) => {
    expect(await messageOf(status(302, '', { location }))).toBe(
      `the service responded with 302, a redirect. ${reason}`,
    );
  });

  test('the error message for a redirected POST says that only GET requests are redirected', async () => {
    const { mockServices } = createClient({ baseUrl, ...status(302, '', { location: '/elsewhere' }) });
    expect((await failureOf(mockServices.create(anInput()))).message).toBe(
      'createMockService: the service responded with 302, a redirect. ' +
        'The client follows redirects of GET requests only. Set baseUrl to the target of the redirect.',
    );
  });

  test('the error message for a hidden redirect says that the browser hides the target', async () => {
    const hidden = Object.defineProperties(Response.error(), { type: { value: 'opaqueredirect' } });
    expect(await messageOf({ fetch: () => Promise.resolve(hidden) })).toBe(
      `the service responded with a hidden status, a redirect. ${leads} a URL that the browser hides. Set baseUrl to that URL.`,
    );
  });
});

describe('messages of a NetworkError', () => {
  const cut = 'The connection closed before the response was complete.';
  const refused =
    'Nothing is listening there. Check that the service is running and that baseUrl is correct.';

  test.each([
    ['ECONNREFUSED', refused],
    ['ENOTFOUND', 'The host name is unknown. Check baseUrl.'],
    ['EAI_AGAIN', 'The host name could not be resolved. Check the network connection.'],
    ['UND_ERR_CONNECT_TIMEOUT', 'The host did not accept a connection in time. Check baseUrl.'],
    ['ECONNRESET', cut],
    ['UND_ERR_SOCKET', cut],
    ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'The body is shorter than its content-length.'],
    ['Z_DATA_ERROR', 'The compressed body is corrupt.'],
    ['Z_BUF_ERROR', 'The compressed body is corrupt.'],
    [
      'ERR_SSL_WRONG_VERSION_NUMBER',
      'The server at this port does not use TLS. Change `https:` to `http:` in `baseUrl`.',
    ],
    ['EPROTO', 'See `error.cause`.'],
  ])('the NetworkError message for the code %s has the hint "%s"', async (code, hint) => {
    const cause = Object.assign(new Error('x'), { code });
    expect(await messageOf(rejecting(new TypeError('fetch failed', { cause })))).toBe(
      `no response from mocks.example.com (${code}). ${hint}`,
    );
  });

  test("if a call to the fake server's default address fails, the NetworkError message explains how to connect", async () => {
    const cause = Object.assign(new Error('x'), { code: 'ENOTFOUND' });
    const baseUrl = 'https://mock-services.test';
    expect(await messageOf({ ...rejecting(new TypeError('fetch failed', { cause })), baseUrl })).toBe(
      'no response from mock-services.test (ENOTFOUND). `mock-services.test` is the default address of the fake server. Pass `fetch: fake.fetch` to `createClient`.',
    );
  });

  test('if there are several errors, the NetworkError message shows the code of the first', async () => {
    const first = Object.assign(new Error('a'), { code: 'ECONNREFUSED' });
    const cause = new AggregateError([first, new Error('b')]);
    expect(await messageOf(rejecting(new TypeError('fetch failed', { cause })))).toBe(
      `no response from mocks.example.com (ECONNREFUSED). ${refused}`,
    );
  });

  test('the NetworkError message says that a response is not valid HTTP', async () => {
    const parser = Object.assign(new Error('x'), { name: 'HTTPParserError' });
    expect(await messageOf(rejecting(parser))).toBe(
      'no response from mocks.example.com (HTTPParserError). The response is not valid HTTP.',
    );
  });

  test.each<[string, unknown, string]>([
    ['the message of the last cause', new Error('outer', { cause: new TypeError('inner') }), 'inner'],
    ['a name other than Error', new DOMException('x', 'NotAllowedError'), 'NotAllowedError'],
    [
      'a name that is also a property name',
      Object.assign(new Error('x'), { name: 'constructor' }),
      'constructor',
    ],
    ['the message, not a code in lower case', Object.assign(new Error('why'), { code: 'enoent' }), 'why'],
    ['the message, not a code with more text', Object.assign(new Error('why'), { code: 'E: x' }), 'why'],
    ['"unknown reason" if undefined was thrown', undefined, 'unknown reason'],
  ])('the NetworkError message has a reason: %s', async (_, thrown, reason) => {
    expect(await messageOf(rejecting(thrown))).toBe(
      `no response from mocks.example.com (${reason}). See \`error.cause\`.`,
    );
  });

  test('the NetworkError message says that fetch returned a network error', async () => {
    expect(await messageOf({ fetch: () => Promise.resolve(Response.error()) })).toBe(
      'no response from mocks.example.com (network error). See `error.cause`.',
    );
  });

  test('in a page from another origin, the NetworkError message mentions CORS', async () => {
    const page = 'http://localhost:5173';
    const failed = rejecting(new TypeError('Failed to fetch'));
    vi.stubGlobal('location', { origin: page });
    expect(await messageOf(failed)).toBe(
      `no response from mocks.example.com (Failed to fetch). Check that the service is running and allows requests from ${page} (CORS). For the fake server, set --cors-origin.`,
    );
    const coded = rejecting(Object.assign(new TypeError('Failed to fetch'), { code: 'ECONNREFUSED' }));
    expect(await messageOf(coded)).not.toContain('CORS');
    vi.stubGlobal('location', { origin: new URL(baseUrl).origin });
    expect(await messageOf(failed)).not.toContain('CORS');
  });

  test('the NetworkError message contains the status of an incomplete response', async () => {
    expect(await messageOf({ fetch: () => Promise.resolve(brokenResponse(203)) })).toBe(
      'the 203 response from mocks.example.com could not be read completely (gone). See `error.cause`.',
    );
  });

  test('the NetworkError message names the maxResponseBytes limit that a response exceeds', async () => {
    expect(await messageOf({ ...responding('{"data":[]}'), maxResponseBytes: 10 })).toBe(
      'the body of the 200 response is longer than maxResponseBytes (10). Raise the limit, or read the log with activity.stream.',
    );
  });

  test.each(['token', 'headers'])(
    'the NetworkError message names the `%s` function if that function failed',
    async (option) => {
      const failing = () => Promise.reject(new Error('sealed'));
      expect(await messageOf({ [option]: failing, ...silent })).toBe(
        `the \`${option}\` function failed, so nothing was sent. See \`error.cause\`.`,
      );
    },
  );

  test('if the `token` or `headers` function throws, the NetworkError message says how many requests had already been sent', async () => {
    const token = vi.fn(() => Promise.reject(new Error('sealed'))).mockResolvedValueOnce('first' as never);
    expect(await messageOf({ token, ...status(401) })).toBe(
      'the `token` function failed, so nothing more was sent after 1 request. See `error.cause`.',
    );
  });
});

describe('messages of a TimeoutError', () => {
  const stalling = { fetch: () => Promise.resolve(new Response(new ReadableStream({}))) };
  const noToken = () => new Promise<string>(() => undefined);

  test.each<[string, string, Partial<ClientOptions>]>([
    ['timeout of 20 ms', 'the response headers', { ...silent, timeout: 20 }],
    ['timeout of 20 ms', 'the response body', { ...stalling, timeout: 20 }],
    ['totalTimeout of 500 ms', 'the response headers', { ...silent, totalTimeout: 500 }],
    ['totalTimeout of 20 ms', 'a token or headers', { token: noToken, totalTimeout: 20 }],
    ['totalTimeout of 0 ms', 'a token or headers', { token: 'x', totalTimeout: 0 }],
    ['totalTimeout of 0 ms', 'the next attempt', { totalTimeout: 0 }],
  ])(
    'the TimeoutError message names the %s and says that the call was waiting for %s',
    async (limit, awaited, options) => {
      const error = await errorOf(options);
      expect(error.message).toBe(
        `listWorkspaces: ${limit} expired while waiting for ${awaited} (GET ${listUrl}).`,
      );
      const message = expect.stringMatching(/^waited \d{1,5} ms$/) as string;
      expect(error.cause).toMatchObject({ name: 'TimeoutError', message });
    },
  );
});

test('the AbortError message says that the signal aborted the call', async () => {
  expect(await messageOf(silent, { signal: AbortSignal.abort() })).toBe(
    'the call was aborted by its signal.',
  );
});

test.each([
  ['', 'an empty body'],
  [' \n', 'an empty body'],
  ['<!DOCTYPE html>', 'an HTML page'],
  [' <html lang="en">', 'an HTML page'],
  ['<?xml version="1.0"?>', 'XML or HTML'],
  ['x <html>', 'text'],
  ['{"data":', 'malformed or truncated JSON'],
  ['[1,', 'malformed or truncated JSON'],
  ['"half', 'malformed or truncated JSON'],
  ['Sign in {', 'text'],
])('the message of a ParseError describes the body %j as %s', async (body, kind) => {
  const error = await errorOf(responding(body));
  expect(error.message).toBe(
    `listWorkspaces: the body of the 200 response is invalid: expected JSON, got ${kind}. Check that baseUrl points to the service (${listUrl}).`,
  );
  expect(error.cause).toMatchObject({ name: 'SyntaxError', message: `expected JSON, got ${kind}` });
});

describe('messages of a ValidationError', () => {
  const notSent = 'nothing was sent, because the request differs from the interface:';
  const circle: Record<string, unknown> = { ...anInput() };
  circle['self'] = circle;

  test.each<[string, (client: Client) => Promise<unknown>, string]>([
    [
      'an invalid field',
      ({ mockServices }) => mockServices.create(anInput({ title: 7 as never })),
      `createMockService: ${notSent}\n  title: expected string, received number`,
    ],
    [
      'an invalid identifier',
      ({ mockServices }) => mockServices.get('x'),
      `getMockService: ${notSent}\n  mockServiceId: expected UUID, received string of another form`,
    ],
    [
      'a body that JSON cannot represent',
      ({ mockServices }) => mockServices.create(circle as never),
      `createMockService: ${notSent}\n  (the whole): expected a value that JSON can represent, received a cycle, a bigint, a getter that throws, or too many levels of nesting`,
    ],
  ])('the ValidationError message lists %s', async (_, call, message) => {
    expect((await failureOf(call(createClient({ baseUrl, ...silent })))).message).toBe(message);
  });

  test('the ValidationError message lists the first ten issues and counts the others', async () => {
    expect(await messageOf(responding('{"data":7}'))).toBe(
      'the response differs from the interface:\n  data: expected array, received number',
    );
    const data = Array.from({ length: 13 }, () => 1);
    const message = await messageOf(responding(JSON.stringify({ data })));
    const listed = data.slice(0, 10).map((_, item) => `\n  data[${item}]: expected object, received number`);
    expect(message).toBe(`the response differs from the interface:${listed.join('')}\n  and 3 more`);
  });
});

describe('error messages of createClient', () => {
  const delay = 'a number of milliseconds from 0 to 2147483647';
  test.each<[string, unknown, string, string]>([
    ['timeout', 2_147_483_648, `${delay}, or false`, '"2147483648"'],
    ['timeout', -0.1, `${delay}, or false`, '"-0.1"'],
    ['timeout', true, `${delay}, or false`, '"true"'],
    ['timeout', {}, `${delay}, or false`, '"[object Object]"'],
    ['totalTimeout', '5s', `${delay}, or false`, '"5s"'],
    ['totalTimeout', Infinity, `${delay}, or false`, '"Infinity"'],
    ['maxRetries', 1.5, 'a non-negative integer', '"1.5"'],
    ['maxRetries', -1, 'a non-negative integer', '"-1"'],
    ['maxRetryAfter', false, delay, '"false"'],
    ['maxRetryAfter', Number.NaN, delay, '"NaN"'],
    ['maxResponseBytes', -1, 'a non-negative number of bytes, or false', '"-1"'],
    ['maxResponseBytes', Number.NaN, 'a non-negative number of bytes, or false', '"NaN"'],
    ['maxResponseBytes', '1', 'a non-negative number of bytes, or false', '"1"'],
    ['validation', 'loose', '"strict", "warn" or "off"', '"loose"'],
    ['token', 7, 'a function, or a non-empty string that is valid in an HTTP header', 'number'],
    [
      'token',
      { value: 'canary' },
      'a function, or a non-empty string that is valid in an HTTP header',
      'object',
    ],
    ['token', '', 'a function, or a non-empty string that is valid in an HTTP header', 'string'],
    ['ky', {}, 'a ky instance', '"[object Object]"'],
    ['ky', fetch, 'a ky instance', JSON.stringify(String(fetch))],
    ['fetch', 'x', 'a function, such as `fake.fetch`', '"x"'],
    ['onRequest', {}, 'a function', '"[object Object]"'],
    ['onResponse', 7, 'a function', '"7"'],
    ['onRetry', true, 'a function', '"true"'],
    ['onWarning', 'x', 'a function', '"x"'],
  ])(
    'the createClient error names the option %s, its value %j and the valid values',
    (option, value, expected, shown) => {
      expect(() => createClient({ baseUrl, [option]: value })).toThrow(
        new TypeError(`createClient: ${option} must be ${expected}; got ${shown}.`),
      );
    },
  );

  test.each<[unknown, string]>([
    [null, '"null"'],
    [7, '"7"'],
    ['/api', '"/api"'],
    ['mocks.example.com', '"mocks.example.com"'],
    ['ftp://mocks.example.com', '"ftp://mocks.example.com"'],
    ['xhttps://mocks.example.com', '"xhttps://mocks.example.com"'],
    ['httpsx://mocks.example.com', '"httpsx://mocks.example.com"'],
    ['https://user@mocks.example.com', '"…"'],
    ['https://user:canary@mocks.example.com', '"…"'],
    ['https://:password@mocks.example.com', '"…"'],
    ['user:canary@mocks', '"…"'],
    ['https://user:pa/ssword@host:x', '"…"'],
    ['//user:canary@a@b', '"…"'],
    ['/api?key=k#part', '"…"'],
    ['secret\n@x y', '"…"'],
  ])('the createClient error shows the invalid baseUrl %j as %s', (given, shown) => {
    expect(() => createClient({ baseUrl: given as string })).toThrow(
      new TypeError(
        `createClient: baseUrl must be an absolute http or https URL without a user name or password; got ${shown}.`,
      ),
    );
  });

  test.each<[object | undefined, string]>([
    [undefined, 'createClient: `baseUrl` is required, such as https://mocks.example.com/api.'],
    // A string has a property for each character.
    [
      'https://mocks.example.com' as unknown as object,
      'createClient: `baseUrl` is required, such as https://mocks.example.com/api.',
    ],
    [{ baseUrl: '' }, 'createClient: `baseUrl` is required, such as https://mocks.example.com/api.'],
    [
      { baseURL: 'https://mocks.example.com' },
      'createClient: unknown option `baseURL`. Did you mean `baseUrl`? `baseUrl` is required, such as https://mocks.example.com/api.',
    ],
    [
      { baseUrl: 'https://mocks.example.com/?key=canary' },
      'createClient: baseUrl must not have a query or a fragment.',
    ],
    [
      { baseUrl: 'https://mocks.example.com/#part' },
      'createClient: baseUrl must not have a query or a fragment.',
    ],
  ])('the createClient error for the options %j says what is wrong with baseUrl', (options, message) => {
    expect(() => createClient(options as { baseUrl: string })).toThrow(new TypeError(message));
  });
});
