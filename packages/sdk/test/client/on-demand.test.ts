import { createClient } from '@mock-services/sdk';
import { describe, expect, test, vi } from 'vitest';
import { anInput, workspaceId } from '../support/fixtures.ts';

/** What explains a failure is loaded when one occurs. Here the network is gone by then, or hangs. */
const offline = vi.hoisted(() => ({ hangs: false }));
const { load } = vi.hoisted(() => ({
  load: () => {
    if (offline.hangs) return new Promise<never>(() => undefined);
    throw new Error('offline');
  },
}));
vi.mock(import('../../src/client/failure/index.ts'), load);
vi.mock(import('../../src/client/refusal/index.ts'), load);
vi.mock(import('../../src/client/stream/open-log.ts'), load);

const baseUrl = 'https://mocks.example.com/?key=canary';
const answering = (body: string, status: number) =>
  createClient({ baseUrl, token: 'canary', fetch: () => Promise.resolve(new Response(body, { status })) });

describe('what cannot be loaded makes a NetworkError at once', () => {
  test.each<[string, () => Promise<unknown>, object]>([
    ['a refusal', () => answering('', 404).workspaces.list(), { attempts: 1, status: 404 }],
    ['a 503', () => answering('', 503).workspaces.list(), { attempts: 1, status: 503 }],
    ['no JSON', () => answering('<html>', 200).workspaces.list(), { attempts: 1, status: 200 }],
    ['another shape', () => answering('{}', 200).workspaces.list(), { attempts: 1, status: 200 }],
    ['a redirect', () => answering('', 302).workspaces.list(), { attempts: 1 }],
    ['an id that is none', () => answering('', 200).activity.clear('x'), { attempts: 0 }],
    [
      'an input that is none',
      () => answering('', 200).mockServices.create(anInput({ title: 7 as unknown as string })),
      { attempts: 0 },
    ],
    ['a stream', () => answering('{"data":[]}', 200).activity.open(workspaceId), { attempts: 0 }],
  ])('%s', async (_, call, facts) => {
    const error: unknown = await call().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'NetworkError', ...facts });
    expect((error as Error).message).toContain('could not be loaded');
    expect(JSON.stringify(error)).not.toContain('canary');
  });
});

test('an abort goes before it', async () => {
  const controller = new AbortController();
  const fetch = () => {
    controller.abort('enough');
    return Promise.reject(new TypeError('fetch failed'));
  };
  const call = createClient({ baseUrl, fetch }).workspaces.list({ signal: controller.signal });
  await expect(call).rejects.toMatchObject({ name: 'AbortError', cause: 'enough' });
});

describe('loading that hangs', () => {
  const hanging = (options: object) => {
    vi.resetModules();
    offline.hangs = true;
    return answering('', 404).workspaces.list(options);
  };

  test('ends with totalTimeout', async () => {
    await expect(hanging({ totalTimeout: 50 })).rejects.toMatchObject({
      name: 'TimeoutError',
      phase: 'total',
    });
  });

  test('ends with an abort', async () => {
    const call = hanging({ signal: AbortSignal.timeout(500) });
    await expect(call).rejects.toMatchObject({ name: 'AbortError', attempts: 1 });
  });
});
