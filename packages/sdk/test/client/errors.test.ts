import { inspect } from 'node:util';
import * as sdk from '@mock-services/sdk';
import { createClient } from '@mock-services/sdk';
import ky from 'ky';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../support/failures.ts';
import { brokenResponse, type FetchOption, rejecting, responding, silent } from '../support/fetches.ts';
import { anInput, mockServiceId } from '../support/fixtures.ts';
import { answerWith, cutShort, startWireServer } from '../support/wire-server.ts';

const baseUrl = 'https://mocks.example.com';

describe('ApiError', () => {
  test('an ApiError has the operation, URL, status, headers and parsed response body', async () => {
    const problem = { title: 'No such mock service' };
    await using server = await startWireServer(answerWith(404, problem, { 'x-trace': 'abc' }));
    const { mockServices } = createClient({ baseUrl: server.url, ky: ky.extend({ searchParams: 'key=s' }) });
    const error = await failureOf(mockServices.get(mockServiceId));
    expect(error).toBeInstanceOf(sdk.ApiError);
    expect(error).toMatchObject({
      name: 'ApiError',
      operation: 'getMockService',
      method: 'GET',
      url: `${server.url}/configuration/mock-service/${mockServiceId}`,
      attempts: 1,
      status: 404,
      body: problem,
    });
    expect((error as sdk.ApiError).headers.get('x-trace')).toBe('abc');
  });

  test.each([
    ['nope', 'nope'],
    ['', undefined],
  ])('an ApiError for the response body %j has the body %j', async (text, body) => {
    const call = createClient({ baseUrl, ...responding(text, { status: 400 }) }).mockServices.list();
    expect(await failureOf(call)).toHaveProperty('body', body);
  });
});

describe('NetworkError', () => {
  test('if the service is not running, the cause of the NetworkError is the error from fetch', async () => {
    const server = await startWireServer(answerWith(200));
    await server[Symbol.asyncDispose]();
    const error = await failureOf(createClient({ baseUrl: server.url, maxRetries: 0 }).workspaces.list());
    expect(error).toBeInstanceOf(sdk.NetworkError);
    expect(error).toMatchObject({ attempts: 1, cause: expect.any(TypeError) as Error });
  });

  test('a NetworkError for a truncated body has the status of the response', async () => {
    await using server = await startWireServer(cutShort());
    const error = await failureOf(createClient({ baseUrl: server.url, maxRetries: 0 }).workspaces.list());
    expect(error).toBeInstanceOf(sdk.NetworkError);
    expect(error).toMatchObject({ status: 200, url: `${server.url}/configuration/workspaces` });
  });
});

test.each(['<!doctype html><p>canary</p>', '', '{"data":[{"id":"canary'])(
  'a ParseError for the body %j has the status and does not show the body',
  async (body) => {
    const error = await failureOf(createClient({ baseUrl, ...responding(body) }).workspaces.list());
    expect(error).toBeInstanceOf(sdk.ParseError);
    expect(error).toMatchObject({ status: 200, url: `${baseUrl}/configuration/workspaces`, attempts: 1 });
    expect(error.message + String(error.cause)).not.toContain('canary');
  },
);

describe('the type guards', () => {
  const guards = {
    ApiError: sdk.isApiError,
    NetworkError: sdk.isNetworkError,
    TimeoutError: sdk.isTimeoutError,
    AbortError: sdk.isAbortError,
    ParseError: sdk.isParseError,
    ValidationError: sdk.isValidationError,
  };

  test.each<[keyof typeof guards, Partial<sdk.ClientOptions>, sdk.RequestOptions]>([
    ['ApiError', responding('', { status: 404 }), {}],
    ['NetworkError', rejecting(new TypeError('fetch failed')), {}],
    ['TimeoutError', {}, { totalTimeout: 0 }],
    ['AbortError', {}, { signal: AbortSignal.abort() }],
    ['ParseError', responding('x'), {}],
    ['ValidationError', responding('{}'), {}],
  ])('only the matching type guard recognizes a %s', async (name, options, ofCall) => {
    const client = createClient({ baseUrl, maxRetries: 0, ...options });
    const error = await failureOf(client.workspaces.list(ofCall));
    const recognized = Object.entries(guards).filter(([, guard]) => guard(error));
    expect(recognized.map(([kind]) => kind)).toEqual([name]);
    expect(sdk.isMockServicesError(error)).toBe(true);
  });

  test.each([new Error('x'), null, undefined, 'ApiError', { name: 'ApiError' }])(
    'the type guards reject %o',
    (other) => {
      const all = [sdk.isMockServicesError, ...Object.values(guards)];
      expect(all.map((guard) => guard(other))).not.toContain(true);
    },
  );

  test('the type guards recognize an error from another copy of the package', async () => {
    // The query string creates a second instance of every module.
    const again = '../../src/client/errors.ts?copy';
    const copy = (await import(/* @vite-ignore */ again)) as typeof sdk;
    const facts = {
      operation: 'listWorkspaces',
      method: 'GET',
      url: '',
      attempts: 1,
      mayHaveBeenApplied: false,
    } as const;
    const foreign = new copy.ApiError('x', facts, { status: 500, headers: new Headers(), body: undefined });
    expect(foreign).not.toBeInstanceOf(sdk.ApiError);
    expect(sdk.isApiError(foreign)).toBe(true);
    expect(sdk.isMockServicesError(foreign)).toBe(true);
  });
});

describe('the stack of an error', () => {
  /**
   * Creates a client whose `fetch` responds in a later turn of the event loop, in the same way as the platform's
   * `fetch`.
   */
  const later = ({ fetch }: FetchOption) =>
    createClient({
      baseUrl,
      fetch: async (request) => {
        await new Promise((resolve) => setTimeout(resolve, 1));
        return fetch(request);
      },
    });
  const get = (client: sdk.Client, options: object) => client.mockServices.get(mockServiceId, options);

  test.each<[string, sdk.Client, object?]>([
    ['ApiError', later(responding('', { status: 404 }))],
    ['NetworkError', later(rejecting(new TypeError('fetch failed')))],
    ['TimeoutError', later(silent), { timeout: 5 }],
    ['AbortError', later(silent), { signal: AbortSignal.timeout(5) }],
    ['ParseError', later(responding('<html>'))],
    ['ValidationError', later(responding('{}'))],
  ])(
    'the stack of a %s contains the caller with await, withResponse() and modify',
    async (name, client, more) => {
      const options = { maxRetries: 0, ...more };
      const calls = [
        async function theCaller() {
          await get(client, options);
        },
        async function theCaller() {
          await client.mockServices.get(mockServiceId, options).withResponse();
        },
        async function theCaller() {
          await client.mockServices.modify(mockServiceId, (current) => current, options);
        },
      ];
      for (const call of calls) {
        const error = await failureOf(call());
        expect(error).toMatchObject({ name });
        expect(error.stack).toMatch(/theCaller .*errors\.test\.ts/);
      }
    },
  );

  test('if a request is not sent, the stack trace of the error contains the caller', async () => {
    async function theCaller() {
      await later(responding()).mockServices.create(anInput({ title: 7 as never }));
    }
    const error = await failureOf(theCaller());
    expect(error).toMatchObject({ name: 'ValidationError', attempts: 0 });
    expect(error.stack).toMatch(/theCaller .*errors\.test\.ts/);
  });

  test('after retries, the stack trace of an error still contains the caller', async () => {
    const busy = later(responding('', { status: 503, headers: { 'retry-after': '0' } }));
    async function theCaller() {
      await busy.workspaces.list({ maxRetries: 2 });
    }
    const error = await failureOf(theCaller());
    expect(error).toMatchObject({ name: 'ApiError', attempts: 3 });
    expect(error.stack).toMatch(/theCaller .*errors\.test\.ts/);
  });
});

describe('errors after a response', () => {
  const odd = (body: string, status = 201) => responding(body, { status, headers: { 'x-request-id': '7' } });
  const create = (options: Partial<sdk.ClientOptions>) =>
    failureOf(createClient({ baseUrl, ...options }).mockServices.create(anInput()));

  test.each<[string, string, string, unknown]>([
    ['is a number', '{"id":42}', 'ValidationError', { id: 42 }],
    ['is not a UUID', '{"id":"svc-42"}', 'ValidationError', { id: 'svc-42' }],
    ['is wrapped in data', '{"data":{"id":"svc-42"}}', 'ValidationError', { data: { id: 'svc-42' } }],
    ['is not in JSON', 'created svc-42', 'ParseError', 'created svc-42'],
  ])(
    'an error has the status, headers and body of a 201 response whose id %s',
    async (_, text, name, body) => {
      const error = await create(odd(text));
      expect(error).toMatchObject({ name, status: 201, body, mayHaveBeenApplied: true });
      expect((error as sdk.ParseError).headers.get('x-request-id')).toBe('7');
    },
  );

  test.each(['ParseError', 'ValidationError'])(
    'logging a %s does not show the headers and body of the response',
    async (name) => {
      const error = await create(odd(name === 'ParseError' ? 'canary' : '{"id":"canary"}'));
      expect(error).toMatchObject({ name });
      for (const getters of [true, false])
        expect(inspect(error, { depth: Infinity, showHidden: true, getters })).not.toMatch(
          /canary|x-request-id/,
        );
      expect(JSON.stringify(error)).not.toMatch(/canary|x-request-id/);
    },
  );

  test('an error has no status, headers or body if the request was not sent', async () => {
    const error = await failureOf(createClient({ baseUrl, ...silent }).mockServices.get('x'));
    expect(error).toMatchObject({
      name: 'ValidationError',
      side: 'request',
      headers: undefined,
      body: undefined,
    });
    expect(error).not.toHaveProperty('status');
  });
});

describe('mayHaveBeenApplied', () => {
  const failing = (code: string) =>
    rejecting(Object.assign(new TypeError('fetch failed'), { cause: { code } }));

  test.each<[boolean, string, Partial<sdk.ClientOptions>, sdk.RequestOptions?]>([
    [true, 'the connection was reset', failing('ECONNRESET')],
    [true, 'the attempt timed out', silent, { timeout: 10 }],
    [true, 'the whole call timed out', silent, { totalTimeout: 500 }],
    [
      true,
      'the body of a successful response was truncated',
      { fetch: () => Promise.resolve(brokenResponse(201)) },
    ],
    [true, 'the service responded with a 500', responding('', { status: 500 })],
    [true, 'a proxy responded with a 504', responding('', { status: 504 })],
    [
      true,
      'the body of a successful response is too long',
      responding('{"id":""}', { status: 201 }),
      { maxResponseBytes: 2 },
    ],
    [
      true,
      'the service redirects to the result',
      responding('', { status: 303, headers: { location: '/x' } }),
    ],
    [
      false,
      'the service redirects the request',
      responding('', { status: 307, headers: { location: '/x' } }),
    ],
    [false, 'the connection was refused', failing('ECONNREFUSED')],
    [false, 'the service responded with a 422', responding('', { status: 422 })],
    [false, 'the service responded with a 503', responding('', { status: 503 })],
    [false, 'the body of a 422 was truncated', { fetch: () => Promise.resolve(brokenResponse(422)) }],
    [false, 'the call was aborted before it was sent', silent, { signal: AbortSignal.abort() }],
    [false, 'the token function failed', { token: () => Promise.reject(new Error('x')) }],
  ])('mayHaveBeenApplied is %s if %s', async (expected, _, options, ofCall) => {
    const { mockServices } = createClient({ baseUrl, ...options });
    const error = await failureOf(mockServices.create(anInput(), ofCall));
    expect(error).toMatchObject({ mayHaveBeenApplied: expected });
  });

  test('mayHaveBeenApplied stays true if a later attempt fails before its request is sent', async () => {
    const refused = rejecting(
      Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } }),
    );
    let attempts = 0;
    const fetch = (request: Request) =>
      (++attempts === 1 ? rejecting(new TypeError('fetch failed')) : refused).fetch(request);
    const call = createClient({ baseUrl, fetch, maxRetries: 1 }).mockServices.delete(mockServiceId);
    await expect(call).rejects.toMatchObject({ attempts: 2, mayHaveBeenApplied: true });
  });

  test('mayHaveBeenApplied is false for a GET request', async () => {
    const call = createClient({ baseUrl, maxRetries: 0, ...failing('ECONNRESET') }).workspaces.list();
    await expect(call).rejects.toMatchObject({ name: 'NetworkError', mayHaveBeenApplied: false });
  });
});
