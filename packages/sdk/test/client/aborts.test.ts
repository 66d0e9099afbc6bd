import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createClient } from '@mock-services/sdk';
import { describe, expect, test, vi } from 'vitest';
import { answerWith, startWireServer } from '../support/wire-server.ts';

const baseUrl = 'https://mocks.example.com';
const empty = () => Promise.resolve(Response.json({ data: [] }));
const deaf = () => new Promise<Response>(() => undefined);

test("the failure of one call, as the reason to abort another, is that one's cause", async () => {
  const failed = createClient({
    baseUrl,
    maxRetries: 0,
    fetch: () => Promise.resolve(new Response('', { status: 503 })),
  });
  const reason: unknown = await failed.mockServices.list().catch((error: unknown) => error);
  const controller = new AbortController();
  const onRetry = vi.fn();
  const sibling = createClient({ baseUrl, fetch: deaf, onRetry }).workspaces.list({
    signal: controller.signal,
  });
  controller.abort(reason);
  await expect(sibling).rejects.toMatchObject({
    name: 'AbortError',
    operation: 'listWorkspaces',
    cause: reason,
  });
  const early = createClient({ baseUrl, fetch: deaf, onRetry }).workspaces.list({
    signal: controller.signal,
  });
  await expect(early).rejects.toMatchObject({ name: 'AbortError', cause: reason, attempts: 0 });
  expect(onRetry).not.toHaveBeenCalled();
});

test("the error of another client's call is not passed off as one's own", async () => {
  const inner = createClient({
    baseUrl,
    maxRetries: 0,
    fetch: () => Promise.resolve(new Response('', { status: 404 })),
  });
  const fetch = () => inner.mockServices.list().then(() => Response.json({}));
  const call = createClient({ baseUrl, maxRetries: 0, fetch }).workspaces.list();
  await expect(call).rejects.toMatchObject({ name: 'NetworkError', operation: 'listWorkspaces' });
});

test('a fetch that does not listen to its signal does not hold up an abort', async () => {
  const call = createClient({ baseUrl, fetch: deaf }).workspaces.list({ signal: AbortSignal.timeout(10) });
  await expect(call).rejects.toMatchObject({ name: 'AbortError', attempts: 1 });
});

test('nor does it where no time is limited, and what nobody keeps is collected meanwhile', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const controller = new AbortController();
  const client = createClient({ baseUrl, fetch: deaf, timeout: false, totalTimeout: false });
  const call = client.workspaces.list({ signal: controller.signal });
  for (let round = 0; round < 5; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    collect();
  }
  controller.abort();
  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
});

test('a call that was aborted before asks no provider', async () => {
  const token = vi.fn(() => 'x');
  const call = createClient({ baseUrl, token, fetch: empty }).workspaces.list({
    signal: AbortSignal.abort(),
  });
  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  expect(token).not.toHaveBeenCalled();
});

test('a provider that aborts its own call ends it', async () => {
  const controller = new AbortController();
  const token = () => {
    controller.abort('now');
    return new Promise<string>(() => undefined);
  };
  const call = createClient({ baseUrl, token, fetch: empty }).workspaces.list({ signal: controller.signal });
  await expect(call).rejects.toMatchObject({ name: 'AbortError', cause: 'now' });
});

test('no listener stays on a signal that outlives its calls', async () => {
  const { signal } = new AbortController();
  const client = createClient({ baseUrl, fetch: empty });
  for (let calls = 0; calls < 20; calls += 1) await client.workspaces.list({ signal });
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});

test('nor does one of a call that ran out of time while fetch did not listen', async () => {
  const { signal } = new AbortController();
  const call = createClient({ baseUrl, fetch: deaf, timeout: 5 }).workspaces.list({ signal });
  await expect(call).rejects.toMatchObject({ name: 'TimeoutError' });
  await expect.poll(() => getEventListeners(signal, 'abort').length).toBe(0);
});

test('redirects are not followed once the call is over', async () => {
  const controller = new AbortController();
  let requests = 0;
  const fetch = async () => {
    requests += 1;
    if (requests === 2) controller.abort();
    await new Promise((resolve) => setTimeout(resolve, 5));
    return new Response(null, { status: 302, headers: { location: '/again' } });
  };
  const call = createClient({ baseUrl, fetch }).workspaces.list({ signal: controller.signal });
  await expect(call).rejects.toMatchObject({ name: 'AbortError', attempts: 2 });
  await new Promise((resolve) => setTimeout(resolve, 40));
  expect(requests).toBe(2);
});

describe('a question for a token that is never answered', () => {
  test('ends its own call, and not those that come after', async () => {
    let asked = 0;
    const token = () => (++asked === 1 ? new Promise<string>(() => undefined) : 'good');
    await using server = await startWireServer(answerWith(200, { data: [] }));
    const client = createClient({ baseUrl: server.url, token });
    await expect(client.workspaces.list({ totalTimeout: 300 })).rejects.toMatchObject({ phase: 'total' });
    await expect(client.workspaces.list()).resolves.toEqual([]);
    expect(asked).toBe(2);
  });
});

test('an async observer that fails does not end the process', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  try {
    // An async function passes for one that returns nothing.
    const boom = vi.fn<() => unknown>(() => Promise.reject(new Error('boom')));
    await createClient({ baseUrl, fetch: empty, onRequest: boom, onResponse: boom }).workspaces.list();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(unhandled).not.toHaveBeenCalled();
  } finally {
    process.off('unhandledRejection', unhandled);
  }
});
