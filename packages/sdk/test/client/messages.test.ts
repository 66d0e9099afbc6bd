/**
 * The message of every failure, in `messages.txt`. After a change, run `npx vitest run -u` with this file, and review
 * the difference by eye.
 */
import { type Client, type ClientOptions, createClient, type RequestOptions } from '@mock-services/sdk';
import ky from 'ky';
import { afterEach, expect, test, vi } from 'vitest';
import { failureOf } from '../support/failures.ts';
import {
  brokenResponse,
  denoFailure,
  emptyList,
  fetching,
  hang,
  networkFailure,
  redirect,
  status,
  type FetchAnswer,
} from '../support/fetches.ts';
import { aMockService, anInput, mockServiceId, withUpstream } from '../support/fixtures.ts';
import { settle, useVirtualTime } from '../support/virtual-time.ts';

type Options = Partial<ClientOptions>;
const baseUrl = 'https://mocks.example.com/api';
const busy = status(503, { 'retry-after': '0' });
const failing = () => Promise.reject(new Error('mine'));
const read = Response.json({ data: aMockService() });

/** Creates a client whose `fetch` gives the answers in order. */
const client = (options: Options, ...answers: FetchAnswer[]) =>
  createClient({ baseUrl, maxRetries: 0, ...fetching(...answers), ...options });
/** Lists the workspaces. */
const list =
  (answer: FetchAnswer, options: Options = {}, ofCall?: RequestOptions) =>
  () =>
    client(options, answer).workspaces.list(ofCall);
const call =
  (run: (client: Client) => PromiseLike<unknown>, ...answers: FetchAnswer[]) =>
  () =>
    run(client({}, ...answers));
const creating = (options: unknown) => async () => {
  await Promise.resolve();
  return createClient(options as ClientOptions);
};
const hooked = (hooks: object) => ({ ky: ky.create({ hooks }) });
const lost = (code: string, syscall?: string) => list(networkFailure(code, syscall));
const deno = (reason: string) => list(denoFailure(`error sending request for url (canary): ${reason}`));
const lookup = 'failed to lookup address information';
const hidden = () => Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' });
const fakeUrl = 'https://mock-services.test';
const streamingText = (controller: ReadableStreamDefaultController) => {
  controller.enqueue('{"canary":1}');
  controller.close();
};
const asMessage = (change: unknown) =>
  call(({ mockServices }) => mockServices.modify(mockServiceId, change as never), read);

const failures: Readonly<Record<string, () => PromiseLike<unknown>>> = {
  'status 400': list(status(400)),
  'status 400 with a body': list(status(400, {}, '{"canary":1}')),
  'status 400 of a TLS port': list(status(400, {}, 'The plain HTTP request was sent to HTTPS port'), {
    baseUrl: 'http://mocks.example.com',
  }),
  'status 401 without a token': list(status(401)),
  'status 401 with a token': list(status(401), { token: 'canary' }),
  'status 401 with an authorization header': list(status(401), {
    headers: { Authorization: 'Basic canary' },
  }),
  'status 401 with an API key': list(status(401), { headers: { 'X-Team': 'blue', 'X-API-Key': 'canary' } }),
  'status 403 with an API key': list(status(403), { headers: { 'x-api-key': 'canary' } }),
  'status 403 without a token': list(status(403)),
  'status 403 with a token': list(status(403), { token: 'canary' }),
  'status 404 of a list': list(status(404)),
  'status 404 for an id': call(({ mockServices }) => mockServices.get(mockServiceId), status(404)),
  'status 405': list(status(405)),
  'status 422 with a problem': call(
    ({ mockServices }) => mockServices.create(anInput()),
    status(422, {}, '{"title":"Unprocessable Content","detail":"/title must be a string."}'),
  ),
  'status 401 that repeats the token': list(status(401, {}, 'The token canary has expired.'), {
    token: 'canary',
  }),
  'status 502 with HTML': list(status(502, {}, '<p>canary</p>')),
  'status 429 with Retry-After': list(status(429, { 'retry-after': '1.5' })),
  'status 503 after retries': list(busy, { maxRetries: 2 }),
  'redirect to another origin': list(redirect('https://other.example.com/x?canary')),
  'redirect of a POST': call(({ mockServices }) => mockServices.create(anInput()), redirect('/x')),
  'redirect loop': list(redirect('/again')),
  'redirect that the browser hides': list(hidden),
  'connection refused': lost('ECONNREFUSED', 'connect'),
  'connection reset': lost('ECONNRESET'),
  'connection reset, plain HTTP': list(networkFailure('ECONNRESET'), { baseUrl: 'http://mocks.example.com' }),
  'connection not accepted in time': lost('UND_ERR_CONNECT_TIMEOUT'),
  'unknown host': lost('ENOTFOUND', 'getaddrinfo'),
  'name server unavailable': lost('EAI_AGAIN', 'getaddrinfo'),
  'TLS to a plain port': lost('ERR_SSL_WRONG_VERSION_NUMBER'),
  'self-signed certificate': lost('DEPTH_ZERO_SELF_SIGNED_CERT'),
  'certificate for another host': lost('ERR_TLS_CERT_ALTNAME_INVALID'),
  'expired certificate': lost('CERT_HAS_EXPIRED'),
  'corrupt gzip': lost('Z_DATA_ERROR'),
  'body shorter than content-length': lost('UND_ERR_RES_CONTENT_LENGTH_MISMATCH'),
  'a code without advice': lost('EPROTO'),
  'Bun, response that is not HTTP': lost('Malformed_HTTP_Response'),
  'Deno, connection refused': deno(
    'client error (Connect): tcp connect error: Connection refused (os error 111)',
  ),
  'Deno, unknown host': deno(`client error (Connect): dns error: ${lookup}: Name or service not known`),
  'Deno, self-signed certificate': deno('client error (Connect): invalid peer certificate: UnknownIssuer'),
  'no code': list(new TypeError('outer canary', { cause: new Error('inner canary') })),
  'a plain error': list(new Error('token canary')),
  'body of strings': list(() => new Response(new ReadableStream({ start: streamingText }))),
  'request that no MSW handler matches': list(
    new TypeError('fetch failed', {
      cause: Object.assign(new Error('[MSW] Cannot bypass a request …'), { name: 'InternalError' }),
    }),
  ),
  'body breaks off': list(() => brokenResponse(203)),
  'default URL of the fake, without its fetch': () => {
    vi.stubGlobal('fetch', () => Promise.reject(networkFailure('ENOTFOUND', 'getaddrinfo')));
    return createClient({ baseUrl: fakeUrl, maxRetries: 0 }).workspaces.list();
  },
  'reset fault of the fake, with its fetch': list(networkFailure('ECONNRESET'), { baseUrl: fakeUrl }),
  'cross-origin request of a page': () => {
    vi.stubGlobal('location', { origin: 'http://localhost:5173' });
    return list(new TypeError('Failed to fetch'))();
  },
  'request of a file': () => {
    vi.stubGlobal('location', { origin: 'file://' });
    return list(new TypeError('Failed to fetch'))();
  },
  'same-origin request of a page': () => {
    vi.stubGlobal('location', { origin: 'https://mocks.example.com' });
    return list(new TypeError('Failed to fetch'))();
  },
  'timeout before the headers': list(hang, { timeout: 5 }),
  'timeout in the body': list(() => new Response(new ReadableStream()), { timeout: 5 }),
  'timeout in a hook': list(emptyList, { timeout: 5, ...hooked({ beforeRequest: [hang] }) }),
  'totalTimeout before the headers': list(hang, { totalTimeout: 500 }),
  'totalTimeout in the token function': list(hang, {
    totalTimeout: 5,
    token: () => new Promise(() => undefined),
  }),
  abort: list(hang, {}, { signal: AbortSignal.abort() }),
  'token function throws': list(hang, { token: failing }),
  'token function throws after a 401': list(status(401), {
    token: ({ rejected }) => (rejected === undefined ? 'x' : failing()),
  }),
  'headers function throws': list(hang, { headers: failing }),
  'headers function returns invalid headers': list(hang, { headers: () => ({ 'x y': 'canary' }) }),
  'token function returns a line break': list(hang, { token: () => 'canary\ncanary' }),
  'token function returns a number': list(hang, { token: (() => 7) as never }),
  'token function returns Bearer': list(hang, { token: () => 'Bearer canary' }),
  'hook throws before the request': list(hang, hooked({ beforeRequest: [failing] })),
  'hook throws after the response': list(emptyList, hooked({ afterResponse: [failing] })),
  'hook calls ky.retry()': list(emptyList, hooked({ afterResponse: [() => ky.retry()] })),
  'hook returns a response that was read': list(
    emptyList,
    hooked({
      afterResponse: [({ response }: { response: Response }) => response.text().then(() => response)],
    }),
  ),
  'fetch returns no response': list((() => ({ data: [] })) as never),
  'ParseError, empty': list(status(200)),
  'ParseError, HTML': list(status(200, {}, ' <!DOCTYPE html>canary')),
  'ParseError, text': list(status(200, {}, 'canary {')),
  'ParseError, malformed': list(status(200, {}, '{"canary":')),
  'ParseError, too long': list(emptyList, { maxResponseBytes: 10 }),
  'ValidationError, response': list(status(200, {}, '{"data":[{"id":"canary"},7]}')),
  'ValidationError, id': call(({ mockServices }) => mockServices.get('canary')),
  'ValidationError, input': call(({ mockServices }) => mockServices.create({ title: 7 } as never)),
  'ValidationError, update(id, { data })': call(({ mockServices }) =>
    mockServices.update(mockServiceId, { data: anInput() } as never),
  ),
  'ValidationError, update with some fields': call(({ mockServices }) =>
    mockServices.update(mockServiceId, { title: 'New' } as never),
  ),
  'ValidationError, modify that returns some fields': asMessage(() => ({ title: 'New' })),
  'ValidationError, upstream without a scheme': call(({ mockServices }) =>
    mockServices.create(withUpstream('localhost:3000')),
  ),
  'ValidationError, cycle': call(({ mockServices }) => {
    const input = { ...anInput(), self: {} };
    input.self = input;
    return mockServices.create(input);
  }),
  'ValidationError, large integer': asMessage(() => ({ ...anInput(), quota: 2 ** 53 })),
  'modify without a function': asMessage({ title: 'New' }),
  'modify that returns nothing': asMessage(() => undefined),
  'options of a call': list(emptyList, {}, 7 as never),
  'option of a call': list(emptyList, {}, { timeout: -1 }),
  'timeout of 0': list(emptyList, {}, { timeout: 0 }),
  'signal that is a controller': list(emptyList, {}, { signal: new AbortController() as never }),
  'header of a call': list(emptyList, {}, { headers: { 'x-key': 'can\nary' } }),
  'no argument': creating(undefined),
  'no options': creating({}),
  'misspelled baseUrl': creating({ baseURL: baseUrl }),
  'relative baseUrl': creating({ baseUrl: '/api' }),
  'baseUrl that is a host': creating({ baseUrl: 'mocks.example.com/api' }),
  'baseUrl that is a host and a port': creating({ baseUrl: '127.0.0.1:4700' }),
  'baseUrl that looks like a scheme': creating({ baseUrl: 'localhost:4600' }),
  'baseUrl that is a path without a slash': creating({ baseUrl: 'api/v1.2' }),
  'baseUrl with a password': creating({ baseUrl: 'https://:canary@mocks.example.com' }),
  'baseUrl with a query': creating({ baseUrl: `${baseUrl}?key=canary` }),
  'option of a client': creating({ baseUrl, maxRetries: 1.5 }),
  'validation mode': creating({ baseUrl, validation: 'loose' }),
  'headers that are a string': creating({ baseUrl, headers: 'canary' }),
  'header that is a number': creating({ baseUrl, headers: { 'x-key': 7 } }),
  'empty token': creating({ baseUrl, token: '' }),
  'token that begins with Bearer': creating({ baseUrl, token: 'Bearer canary' }),
  'ky that is a function': creating({ baseUrl, ky: () => undefined }),
  'fetch that is an object': creating({ baseUrl, fetch: {} }),
  'observer that is an object': creating({ baseUrl, onRetry: {} }),
};

useVirtualTime();
afterEach(() => {
  vi.unstubAllGlobals();
});

test('every failure message says what is wrong, what was expected and what to do', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const messages: string[] = [];
  for (const [failure, fail] of Object.entries(failures)) {
    const error = await settle(failureOf(Promise.resolve(fail())));
    messages.push(`${failure}\n    ${error.name}: ${error.message.replaceAll('\n', '\n    ')}\n`);
    vi.unstubAllGlobals();
  }
  const text = messages.join('\n');
  expect(text).not.toMatch(/can.?ary(?!@|\.)/s);
  await expect(text).toMatchFileSnapshot('messages.txt');
});

test('every warning message says what happened', async () => {
  const messages: string[] = [];
  const onWarning = ({ kind, message }: { kind: string; message: string }) =>
    messages.push(`${kind}: ${message}`);
  const options = { onWarning, onRequest: failing as never, validation: 'warn', retry: 0, foo: 1 } as Options;
  const warned = client(options, networkFailure(), status(404), Response.json({ data: [{}] }));
  await settle(warned.mockServices.delete(mockServiceId, { maxRetries: 1 }));
  await warned.workspaces.list({ retryUnsave: true } as RequestOptions);
  expect(messages.join('\n')).toMatchInlineSnapshot(`
    "unknown-option: Unknown option \`retry\`. Did you mean \`maxRetries\`?
    unknown-option: Unknown option \`foo\`. Expected one of: timeout, totalTimeout, maxRetries, maxRetryAfter, maxResponseBytes, validation, baseUrl, ky, fetch, headers, token, onRequest, onResponse, onRetry, onWarning.
    observer-failed: The observer \`onRequest\` failed.
    delete-repeated: A retry received a 404, probably because an earlier attempt deleted the resource.
    unknown-option: Unknown option \`retryUnsave\`. Did you mean \`retryUnsafe\`?
    validation: listWorkspaces: the response differs from the interface:
      data[0].id: expected string, received nothing
      data[0].name: expected string, received nothing
      data[0].createdAt: expected string, received nothing
      data[0].expiresAt: expected string, received nothing"
  `);
});
