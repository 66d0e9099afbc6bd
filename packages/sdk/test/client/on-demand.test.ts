import { createClient, type WarningEvent } from '@mock-services/sdk';
import { describe, expect, test, vi } from 'vitest';
import { fakeTimers } from '../support/clock.ts';
import { failureOf } from '../support/failures.ts';
import { responding } from '../support/fetches.ts';
import { aMockService, anInput, mockServiceId, workspaceId } from '../support/fixtures.ts';

/** The module that finds the invalid fields is loaded on demand. Here the network is gone by then, or hangs. */
const network = vi.hoisted(() => ({ hangs: false }));
vi.mock(import('../../src/client/validation/details.ts'), () => {
  if (network.hangs) return new Promise<never>(() => undefined);
  throw new Error('offline');
});

const clientOf = (body: string, options: object = {}) =>
  createClient({
    baseUrl: 'https://mocks.example.com/?key=canary',
    token: 'canary',
    ...options,
    ...responding(body),
  });
const invalid = anInput({ title: 7 as never });

describe('if the details of a ValidationError cannot be loaded', () => {
  test.each<[string, () => Promise<unknown>, object]>([
    [
      'an invalid response',
      () => clientOf('{"data":[{}]}').workspaces.list(),
      { side: 'response', attempts: 1, operation: 'listWorkspaces', method: 'GET' },
    ],
    [
      'an invalid body',
      () => clientOf('').mockServices.create(invalid),
      { side: 'request', attempts: 0, operation: 'createMockService', method: 'POST' },
    ],
  ])('the error of %s has no issues and says so', async (_, call, facts) => {
    const error = await failureOf(call());
    expect(error).toMatchObject({ name: 'ValidationError', issues: [], ...facts });
    expect(error.message).toContain('Details are not available');
    expect(JSON.stringify(error)).not.toContain('canary');
  });

  test('the errors of an identifier and an option have their issues', async () => {
    const client = clientOf('');
    await expect(client.mockServices.get('x')).rejects.toMatchObject({ issues: [{ path: 'mockServiceId' }] });
    const call = client.workspaces.list({ timeout: -1 });
    await expect(call).rejects.toMatchObject({ issues: [{ path: 'timeout' }] });
  });

  test('a log can still be streamed', async () => {
    const { chunks } = await clientOf('{"data":[]}').activity.open(workspaceId);
    let bytes = 0;
    for await (const chunk of chunks) bytes += chunk.byteLength;
    expect(bytes).toBe(11);
  });

  test('validation: warn returns the data, with one warning for each operation', async () => {
    const onWarning = vi.fn<(event: WarningEvent) => void>();
    const client = clientOf('{"data":[{}]}', { validation: 'warn', onWarning });
    await expect(client.workspaces.list()).resolves.toEqual([{}]);
    await client.workspaces.list();
    await client.mockServices.list();
    const operations = onWarning.mock.calls.map(([{ operation }]) => operation);
    expect(operations).toEqual(['listWorkspaces', 'listMockServices']);
    expect(onWarning.mock.calls[0]?.[0].message).toContain('Details are not available');
  });
});

describe('if loading the details of a ValidationError hangs', () => {
  const hanging = (options: object = {}) => {
    vi.resetModules();
    network.hangs = true;
    return clientOf('{"data":{}}', options).mockServices;
  };

  test.each(['strict', 'warn'] as const)(
    'an abort ends the call, with validation: %s',
    async (validation) => {
      const call = hanging({ validation }).get(mockServiceId, { signal: AbortSignal.timeout(200) });
      await expect(call).rejects.toMatchObject({ name: 'AbortError', attempts: 1 });
    },
  );

  test('an abort ends the call before it is sent', async () => {
    const call = hanging().create(invalid, { signal: AbortSignal.timeout(200) });
    await expect(call).rejects.toMatchObject({ name: 'AbortError', attempts: 0 });
  });

  test.each([
    ['its totalTimeout', { totalTimeout: 200 }, 200],
    ['5 s', {}, 5_000],
  ])('the call ends without the details after %s', async (_, options, ms) => {
    fakeTimers();
    const settled = vi.fn<(reason: unknown) => void>();
    void hanging().update(mockServiceId, aMockService(), options).catch(settled);
    await vi.advanceTimersByTimeAsync(ms - 100);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    const error = { name: 'ValidationError', side: 'response', issues: [], attempts: 1 };
    expect(settled.mock.calls[0]?.[0]).toMatchObject(error);
  });
});
