import { createClient, type WarningEvent } from '@mock-services/sdk';
import { describe, expect, test, vi } from 'vitest';
import { aMockService, anInput, mockServiceId, workspaceId } from '../support/fixtures.ts';

/** The script that finds which fields differ is loaded when one does. Here the network is gone by then, or hangs. */
const network = vi.hoisted(() => ({ hangs: false }));
vi.mock(import('../../src/client/validation/details.ts'), () => {
  if (network.hangs) return new Promise<never>(() => undefined);
  throw new Error('offline');
});

const baseUrl = 'https://mocks.example.com/?key=canary';
const responding = (body: string, options: object = {}) =>
  createClient({
    baseUrl,
    token: 'canary',
    ...options,
    fetch: () => Promise.resolve(new Response(body, { status: 200 })),
  });
const notAvailable = 'Details are not available';

describe('a ValidationError without its details', () => {
  test.each<[string, () => Promise<unknown>, object]>([
    [
      'a response',
      () => responding('{"data":[{}]}').workspaces.list(),
      { side: 'response', attempts: 1, operation: 'listWorkspaces', method: 'GET' },
    ],
    [
      'an input',
      () => responding('').mockServices.create(anInput({ title: 7 as unknown as string })),
      { side: 'request', attempts: 0, operation: 'createMockService', method: 'POST' },
    ],
  ])('%s', async (_, call, facts) => {
    const error: unknown = await call().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'ValidationError', issues: [], ...facts });
    expect((error as Error).message).toContain(notAvailable);
    expect(JSON.stringify(error)).not.toContain('canary');
  });

  test('an identifier and an option need none', async () => {
    const client = responding('');
    await expect(client.mockServices.get('x')).rejects.toMatchObject({
      issues: [{ path: 'mockServiceId', expected: 'UUID', received: 'string of another form' }],
    });
    await expect(client.workspaces.list({ timeout: -1 })).rejects.toMatchObject({
      issues: [{ path: 'timeout' }],
    });
  });

  test('a log is streamed all the same', async () => {
    const { chunks } = await responding('{"data":[]}').activity.open(workspaceId);
    let bytes = 0;
    for await (const chunk of chunks) bytes += chunk.byteLength;
    expect(bytes).toBe(11);
  });
});

test("validation: 'warn' returns the data, and warns once of each operation", async () => {
  const onWarning = vi.fn<(event: WarningEvent) => void>();
  const client = responding('{"data":[{}]}', { validation: 'warn', onWarning });
  await expect(client.workspaces.list()).resolves.toEqual([{}]);
  await client.workspaces.list();
  await client.mockServices.list();
  expect(onWarning.mock.calls.map(([{ operation }]) => operation)).toEqual([
    'listWorkspaces',
    'listMockServices',
  ]);
  expect(onWarning.mock.calls[0]?.[0].message).toContain(notAvailable);
});

describe('loading that hangs', () => {
  const hanging = (options: object = {}) => {
    vi.resetModules();
    network.hangs = true;
    return responding('{"data":{}}', options).mockServices;
  };

  test.each([
    ['strict', 1],
    ['warn', 1],
  ] as const)('ends with an abort, with validation %s', async (validation, attempts) => {
    const call = hanging({ validation }).get(mockServiceId, { signal: AbortSignal.timeout(200) });
    await expect(call).rejects.toMatchObject({ name: 'AbortError', attempts });
  });

  test('ends with an abort before anything is sent', async () => {
    const input = anInput({ title: 7 as unknown as string });
    const call = hanging().create(input, { signal: AbortSignal.timeout(200) });
    await expect(call).rejects.toMatchObject({ name: 'AbortError', attempts: 0 });
  });

  test.each([
    ['with the time of the call', { totalTimeout: 200 }, 200],
    ['after 5 s', {}, 5_000],
  ])('ends %s', async (_, options, ms) => {
    vi.useFakeTimers();
    try {
      const settled = vi.fn<(reason: unknown) => void>();
      void hanging().update(mockServiceId, aMockService(), options).catch(settled);
      await vi.advanceTimersByTimeAsync(ms - 100);
      expect(settled).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(200);
      expect(settled.mock.calls[0]?.[0]).toMatchObject({
        name: 'ValidationError',
        side: 'response',
        issues: [],
        attempts: 1,
      });
    } finally {
      vi.useRealTimers();
    }
  });
});
