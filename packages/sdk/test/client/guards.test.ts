import * as sdk from '@mock-services/sdk';
import { createClient } from '@mock-services/sdk';
import { expect, test } from 'vitest';

const baseUrl = 'https://mocks.example.com';

async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => expect.unreachable('the call should have failed'),
    (error: unknown) => error,
  );
}

const guards = {
  ApiError: sdk.isApiError,
  NetworkError: sdk.isNetworkError,
  TimeoutError: sdk.isTimeoutError,
  AbortError: sdk.isAbortError,
  ParseError: sdk.isParseError,
  ValidationError: sdk.isValidationError,
};

test.each<[keyof typeof guards, Partial<sdk.ClientOptions>, sdk.RequestOptions]>([
  ['ApiError', { fetch: () => Promise.resolve(new Response('', { status: 404 })) }, {}],
  ['NetworkError', { fetch: () => Promise.reject(new TypeError('fetch failed')) }, {}],
  ['TimeoutError', {}, { totalTimeout: 0 }],
  ['AbortError', {}, { signal: AbortSignal.abort() }],
  ['ParseError', { fetch: () => Promise.resolve(new Response('x')) }, {}],
  ['ValidationError', {}, { timeout: -1 }],
])('the guard of a %s recognises it, and no other does', async (name, options, ofCall) => {
  const client = createClient({ baseUrl, maxRetries: 0, ...options });
  const error = await failureOf(client.workspaces.list(ofCall));
  const recognised = Object.entries(guards).filter(([, guard]) => guard(error));
  expect(recognised.map(([kind]) => kind)).toEqual([name]);
  expect(sdk.isMockServicesError(error)).toBe(true);
});

test.each([new Error('x'), null, undefined, 'ApiError', { name: 'ApiError' }])(
  'no guard recognises %o',
  (other) => {
    expect([sdk.isMockServicesError, ...Object.values(guards)].map((guard) => guard(other))).not.toContain(
      true,
    );
  },
);

test('guards recognise an error of another copy of the package', async () => {
  // The query makes a second instance of every module.
  const again = '../../src/client/errors/api-error.ts?copy';
  const copy = (await import(/* @vite-ignore */ again)) as typeof sdk;
  const facts = { operation: 'listWorkspaces', method: 'GET', url: '', attempts: 1 } as const;
  const foreign = new copy.ApiError('x', facts, { status: 500, headers: new Headers(), body: undefined });
  expect(foreign).not.toBeInstanceOf(sdk.ApiError);
  expect(sdk.isApiError(foreign)).toBe(true);
  expect(sdk.isMockServicesError(foreign)).toBe(true);
});
