import { createClient, type RequestOptions, type WarningEvent } from '@mock-services/sdk';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { mockServiceId } from '../support/fixtures.ts';

/** Options that do not exist, as a caller without types may give them. */

const baseUrl = 'https://mocks.example.com';
const fetch = () => Promise.resolve(Response.json({ data: [] }));
const misspelt = { retries: 3 } as RequestOptions;
const sharedOptions =
  'timeout, totalTimeout, maxRetries, maxRetryAfter, maxResponseBytes, headers, idempotencyKey';
const clientOptions = `${sharedOptions}, baseUrl, token, fetch, onRequest, onResponse, onRetry, onWarning, validation`;
const callOptions = `${sharedOptions}, signal`;

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** A client that keeps its warnings. */
function warned(options: object = {}) {
  const onWarning = vi.fn<(event: WarningEvent) => void>();
  const client = createClient({ baseUrl, fetch, onWarning, ...options });
  return { client, messages: () => onWarning.mock.calls.map(([{ message }]) => message), onWarning };
}

describe('an option that does not exist', () => {
  test('of a client is told once, at its first call', async () => {
    const { client, messages, onWarning } = warned({ tokn: 'canary' });
    for (let calls = 0; calls < 3; calls += 1) await client.workspaces.list();
    expect(messages()).toEqual([
      `createClient has no option "tokn": it has no effect. There are ${clientOptions}.`,
    ]);
    expect(onWarning.mock.calls[0]?.[0]).toMatchObject({
      kind: 'unknown-option',
      operation: 'listWorkspaces',
      method: 'GET',
      url: `${baseUrl}/configuration/workspaces`,
      attempt: 0,
    });
  });

  test('of a call is told once for each operation', async () => {
    const { client, messages } = warned();
    await client.workspaces.list(misspelt);
    await client.workspaces.list(misspelt);
    await client.mockServices.list({ token: 'canary' } as RequestOptions);
    expect(messages()).toEqual([
      `listWorkspaces has no option "retries": it has no effect. There are ${callOptions}.`,
      `listMockServices has no option "token": it has no effect. There are ${callOptions}.`,
    ]);
  });

  test('is told even if the call is not sent', async () => {
    const { client, messages } = warned();
    const options = { ...misspelt, timeout: -1 };
    await expect(client.workspaces.list(options)).rejects.toMatchObject({ name: 'ValidationError' });
    expect(messages()).toHaveLength(1);
  });

  test('goes to the console where nobody listens', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const client = createClient({ baseUrl, fetch });
    await client.workspaces.list(misspelt);
    await client.workspaces.list(misspelt);
    expect(warn.mock.calls).toEqual([
      [expect.stringMatching(/^@mock-services\/sdk: listWorkspaces has no option "retries"/)],
    ]);
  });

  test('that is named like a field of every object is one too', async () => {
    const { client, messages } = warned(JSON.parse('{"constructor":1,"__proto__":2}') as object);
    await client.workspaces.list();
    expect(messages()).toHaveLength(2);
  });
});

test('in production nothing is told', async () => {
  vi.stubEnv('NODE_ENV', 'production');
  const { client, messages } = warned({ tokn: 'canary' });
  await client.workspaces.list(misspelt);
  expect(messages()).toEqual([]);
});

test('every option that exists is told nothing of', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { signal } = new AbortController();
  const limits = {
    timeout: 1000,
    totalTimeout: 1000,
    maxRetries: 0,
    maxRetryAfter: 0,
    maxResponseBytes: 1000,
  };
  const observe = () => undefined;
  const observers = { onRequest: observe, onResponse: observe, onRetry: observe };
  const idempotencyKey = () => ({ 'Idempotency-Key': '1' });
  const others = { baseUrl, fetch, token: 'x', headers: {}, idempotencyKey, validation: 'strict' } as const;
  const client = createClient({ ...limits, ...observers, ...others });
  const options = { ...limits, signal, headers: {}, idempotencyKey: { 'Idempotency-Key': '2' } };
  await client.workspaces.list(options);
  await client.mockServices.delete(mockServiceId, options);
  expect(warn).not.toHaveBeenCalled();
});
