import { type Client, createClient } from '@mock-services/sdk';
import { describe, expect, test } from 'vitest';
import { anInput, mockServiceId } from '../support/fixtures.ts';

const baseUrl = 'https://mocks.example.com';
const options = { maxRetries: 0 };

/** A client whose `fetch` takes a turn of the event loop, like a real one. */
const responding = (respond: (request: Request) => Response | Promise<Response>) =>
  createClient({
    baseUrl,
    fetch: async (request) => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      return respond(request);
    },
  });
const withStatus = (status: number, body = '') => responding(() => new Response(body, { status }));
const cut = responding(() => Promise.reject(new TypeError('fetch failed')));
const never = responding(() => new Promise(() => undefined));

/** A client, and the error of its calls. */
const failures: readonly [string, Client, object?][] = [
  ['ApiError', withStatus(404)],
  ['NetworkError', cut],
  ['TimeoutError', never, { timeout: 5 }],
  ['AbortError', never, { signal: AbortSignal.timeout(5) }],
  ['ParseError', withStatus(200, '<html>')],
  ['ValidationError', withStatus(200, '{}')],
];

describe.each(failures)('the stack of a %s names the line of the caller', (name, client, more) => {
  const given = { ...options, ...more };

  test('after await', async () => {
    async function theCaller() {
      await client.mockServices.get(mockServiceId, given);
    }
    const error: unknown = await theCaller().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name });
    expect((error as Error).stack).toMatch(/theCaller .*stack\.test\.ts/);
  });

  test('after withResponse()', async () => {
    async function theCaller() {
      await client.mockServices.get(mockServiceId, given).withResponse();
    }
    const error: unknown = await theCaller().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name });
    expect((error as Error).stack).toMatch(/theCaller .*stack\.test\.ts/);
  });

  test('after modify', async () => {
    async function theCaller() {
      await client.mockServices.modify(mockServiceId, (current) => current, given);
    }
    const error: unknown = await theCaller().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name });
    expect((error as Error).stack).toMatch(/theCaller .*stack\.test\.ts/);
  });
});

test('a call that is rejected before it is sent names it too', async () => {
  async function theCaller() {
    await cut.mockServices.create(anInput({ title: 7 as unknown as string }));
  }
  const error: unknown = await theCaller().catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: 'ValidationError', attempts: 0 });
  expect((error as Error).stack).toMatch(/theCaller .*stack\.test\.ts/);
});

test('a failure after a retry names it too', async () => {
  const busy = responding(() => new Response('', { status: 503, headers: { 'retry-after': '0' } }));
  async function theCaller() {
    await busy.workspaces.list({ maxRetries: 2 });
  }
  const error: unknown = await theCaller().catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: 'ApiError', attempts: 3 });
  expect((error as Error).stack).toMatch(/theCaller .*stack\.test\.ts/);
});
