import { type ClientOptions, createClient, type RequestOptions } from '@mock-services/sdk';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { anInput, mockServiceId } from '../support/fixtures.ts';

/** What a user reads when a call fails: whole sentences, since each says what, where and what to do. */

const baseUrl = 'https://mocks.example.com/api';
const listUrl = `${baseUrl}/configuration/workspaces`;
const deaf = () => new Promise<Response>(() => undefined);

/** The error of a call that lists workspaces. */
async function failureOf(options: Partial<ClientOptions>, ofCall?: RequestOptions): Promise<Error> {
  const client = createClient({ baseUrl, maxRetries: 0, ...options });
  return client.workspaces.list(ofCall).then(
    () => expect.unreachable('the call should have failed'),
    (error: unknown) => error as Error,
  );
}
const messageOf = async (options: Partial<ClientOptions>, ofCall?: RequestOptions) =>
  (await failureOf(options, ofCall)).message.replace(/^listWorkspaces: /, '');
const responding = (status: number, body: string | null = '', headers: HeadersInit = {}) => ({
  fetch: () => Promise.resolve(new Response(body, { status, headers })),
});
const rejecting = (thrown: unknown): Pick<ClientOptions, 'fetch'> => ({
  fetch: () => {
    // Whatever is thrown, a promise can reject with it.
    const reason = thrown as Error;
    return Promise.reject(reason);
  },
});

test('a message begins with the operation', async () => {
  expect((await failureOf(responding(404))).message).toMatch(/^listWorkspaces: the service responded/);
});

describe('no response', () => {
  const cut = 'The connection was cut.';
  test.each([
    ['ECONNREFUSED', 'Nothing listens there: is the service running, and is baseUrl right?'],
    ['ENOTFOUND', 'The host name is unknown: is baseUrl right?'],
    ['EAI_AGAIN', 'The host name could not be looked up: is there a network?'],
    ['UND_ERR_CONNECT_TIMEOUT', 'The host did not accept a connection in time: is baseUrl right?'],
    ['ECONNRESET', cut],
    ['UND_ERR_SOCKET', cut],
    ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'The body is shorter than the response said.'],
    ['Z_DATA_ERROR', 'The compressed body is broken.'],
    ['Z_BUF_ERROR', 'The compressed body is broken.'],
    ['EPROTO', 'See `error.cause`.'],
  ])('%s says: %s', async (code, hint) => {
    const cause = Object.assign(new Error('x'), { code });
    expect(await messageOf(rejecting(new TypeError('fetch failed', { cause })))).toBe(
      `no response from mocks.example.com (${code}). ${hint}`,
    );
  });

  test('that is not HTTP says so', async () => {
    const parser = Object.assign(new Error('x'), { name: 'HTTPParserError' });
    expect(await messageOf(rejecting(parser))).toBe(
      'no response from mocks.example.com (HTTPParserError). What arrived is not HTTP.',
    );
  });

  test.each<[string, unknown, string]>([
    ['the last message of the causes', new Error('outer', { cause: new TypeError('inner') }), 'inner'],
    ['a name that says more', new DOMException('x', 'NotAllowedError'), 'NotAllowedError'],
    ['a code in lower case is none', Object.assign(new Error('why'), { code: 'enoent' }), 'why'],
    ['a code with more around it is none', Object.assign(new Error('why'), { code: 'E: x' }), 'why'],
    ['nothing at all', undefined, 'unknown reason'],
  ])('gives as the reason: %s', async (_, thrown, reason) => {
    expect(await messageOf(rejecting(thrown))).toBe(
      `no response from mocks.example.com (${reason}). See \`error.cause\`.`,
    );
  });

  describe('in a page', () => {
    const page = 'http://localhost:5173';
    afterEach(() => vi.unstubAllGlobals());

    test('from another origin names that of the page, CORS and how the fake server allows it', async () => {
      vi.stubGlobal('location', { origin: page });
      expect(await messageOf(rejecting(new TypeError('Failed to fetch')))).toBe(
        `no response from mocks.example.com (Failed to fetch). Is the service running, and does it allow pages of ${page} (CORS; fake server: --cors-origin)?`,
      );
    });

    test('from its own origin, or where the code says more, does not', async () => {
      vi.stubGlobal('location', { origin: new URL(baseUrl).origin });
      expect(await messageOf(rejecting(new TypeError('Failed to fetch')))).not.toContain('CORS');
      vi.stubGlobal('location', { origin: page });
      const cause = Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
      expect(await messageOf(rejecting(new TypeError('fetch failed', { cause })))).not.toContain('CORS');
    });
  });

  test('to its end says which response broke off', async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) });
    const fetch = () => Promise.resolve(new Response(body, { status: 203 }));
    expect(await messageOf({ fetch })).toBe(
      'the response 203 of mocks.example.com broke off (gone). See `error.cause`.',
    );
  });

  test('within maxResponseBytes says which option that is', async () => {
    expect(await messageOf({ ...responding(200, '{"data":[]}'), maxResponseBytes: 10 })).toBe(
      'the response 200 is longer than maxResponseBytes of 10: raise it, or stream the log (activity.open).',
    );
  });
});

describe('a function of the caller that fails', () => {
  const failing = () => Promise.reject(new Error('sealed'));

  test.each(['token', 'headers'])('%s', async (option) => {
    expect(await messageOf({ [option]: failing, fetch: deaf })).toBe(
      `the function given as \`${option}\` failed, so nothing was sent. See \`error.cause\`.`,
    );
  });

  test('after a first request', async () => {
    let asked = 0;
    const token = () => (++asked === 1 ? 'first' : failing());
    expect(await messageOf({ token, ...responding(401) })).toBe(
      'the function given as `token` failed, so no further request was sent. See `error.cause`.',
    );
  });
});

describe('time that runs out names the limit and what was waited for', () => {
  const stalling = { fetch: () => Promise.resolve(new Response(new ReadableStream({}))) };

  test.each<[string, Partial<ClientOptions>, string]>([
    [
      'the headers',
      { fetch: deaf, timeout: 20 },
      'timeout of 20 ms ran out, waiting for the response headers',
    ],
    ['the body', { ...stalling, timeout: 20 }, 'timeout of 20 ms ran out, waiting for the response body'],
    [
      'less than an attempt may take',
      { fetch: deaf, totalTimeout: 20 },
      'totalTimeout of 20 ms ran out, waiting for the response headers',
    ],
    [
      'a token',
      { token: () => new Promise<string>(() => undefined), totalTimeout: 20 },
      'totalTimeout of 20 ms ran out, waiting for a token or headers',
    ],
    [
      'a token, though no time is left',
      { token: 'x', totalTimeout: 0 },
      'totalTimeout of 0 ms ran out, waiting for a token or headers',
    ],
    ['nothing yet', { totalTimeout: 0 }, 'totalTimeout of 0 ms ran out, waiting for the next attempt'],
  ])('%s', async (_, options, message) => {
    const error = await failureOf(options);
    expect(error.message).toBe(`listWorkspaces: ${message} (GET ${listUrl}).`);
    expect(error.cause).toMatchObject({
      name: 'TimeoutError',
      message: expect.stringMatching(/^waited \d{1,5} ms$/) as string,
    });
  });
});

test('an abort says who ended the call', async () => {
  expect(await messageOf({ fetch: deaf }, { signal: AbortSignal.abort() })).toBe(
    'the call was aborted by its signal.',
  );
});

describe('a body that is not JSON says what it looks like', () => {
  test.each([
    ['', 'empty'],
    [' \n', 'empty'],
    ['<!DOCTYPE html>', 'an HTML page'],
    [' <html lang="en">', 'an HTML page'],
    ['<?xml version="1.0"?>', 'XML or HTML'],
    ['x <html>', 'text'],
    ['{"data":', 'JSON that is broken or ends early'],
    ['[1,', 'JSON that is broken or ends early'],
    ['"half', 'JSON that is broken or ends early'],
    ['Sign in {', 'text'],
  ])('%j', async (body, kind) => {
    const error = await failureOf(responding(200, body));
    expect(error.message).toBe(
      `listWorkspaces: the response is not JSON but ${kind}, with status 200. Does baseUrl lead to the service? (${listUrl})`,
    );
    expect(error.cause).toMatchObject({ name: 'SyntaxError', message: `not JSON but ${kind}` });
  });
});

describe('what differs from the interface is listed', () => {
  test('of a request', async () => {
    const client = createClient({ baseUrl, fetch: deaf });
    const wrong = anInput({ title: 7 as unknown as string });
    await expect(client.mockServices.create(wrong)).rejects.toMatchObject({
      message:
        'createMockService: the request was not sent, because it differs from the interface:' +
        '\n  title: expected string, received number',
    });
    await expect(client.mockServices.get('x')).rejects.toMatchObject({
      message:
        'getMockService: the request was not sent, because it differs from the interface:' +
        '\n  mockServiceId: expected UUID, received string of another form',
      issues: [{ path: 'mockServiceId', pointer: '/mockServiceId' }],
    });
    const circle: Record<string, unknown> = { ...anInput() };
    circle['self'] = circle;
    await expect(client.mockServices.create(circle as never)).rejects.toMatchObject({
      message:
        'createMockService: the request was not sent, because it differs from the interface:' +
        '\n  (the whole): expected a JSON value, received a cycle, a bigint, a getter that throws, or too many levels',
      issues: [{ path: '', pointer: '' }],
    });
  });

  test.each([
    [7, 'number'],
    [null, 'null'],
    [undefined, 'nothing'],
  ])('of the input %j as a whole, without the envelope that it is sent in', async (input, received) => {
    const { mockServices } = createClient({ baseUrl, fetch: deaf });
    const issues = [{ path: '', pointer: '', expected: 'object', received }];
    await expect(mockServices.update(mockServiceId, input as never)).rejects.toMatchObject({ issues });
    await expect(mockServices.create(input as never)).rejects.toMatchObject({ issues });
  });

  test('of a response', async () => {
    expect(await messageOf(responding(200, '{"data":7}'))).toBe(
      'the response differs from the interface:\n  data: expected array, received number',
    );
  });

  test.each([
    ['token', { token: '' }, 'a token, not empty, that HTTP can carry', 'string'],
    ['headers', { headers: { 'x y': 'z' } }, 'names and values that HTTP can carry', 'object'],
  ])('of the option %s', async (path, options, expected, received) => {
    expect(await failureOf({ fetch: deaf, ...options })).toMatchObject({
      issues: [{ path, pointer: `/${path}`, expected, received }],
    });
  });
});

test('an error that nothing foresees says so', async () => {
  const options = Object.defineProperty({}, 'timeout', {
    get: () => {
      throw new Error('x');
    },
  });
  expect(await messageOf({ fetch: deaf }, options)).toBe(
    'the call failed in an unexpected way. See `error.cause`.',
  );
});
