import { createClient, type RequestOptions } from '@mock-services/sdk';
import { describe, expect, test, vi } from 'vitest';
import { anInput } from '../support/fixtures.ts';
import { startWireServer } from '../support/wire-server.ts';

const baseUrl = 'https://mocks.example.com';

/** What only a caller without types can give. */
describe('callers without types', () => {
  const answering = (options: object) =>
    createClient({ baseUrl, fetch: () => Promise.resolve(Response.json({ data: [] })), ...options });

  test.each([{ fetch: 7 }, { onRetry: 'x' }, { validation: 'loose' }, { token: 7 }])(
    '%o is rejected at once',
    (options) => {
      expect(() => answering(options)).toThrow(TypeError);
    },
  );

  test.each([{ token: null }, { headers: null }, { timeout: null }, { onRequest: null }])(
    '%o is none',
    async (options) => {
      await expect(answering(options).workspaces.list()).resolves.toEqual([]);
    },
  );

  test.each([{ token: '' }, { token: () => ({}) }])('%o is no token', async (options) => {
    await expect(answering(options).workspaces.list()).rejects.toMatchObject({
      name: 'ValidationError',
      issues: [{ path: 'token' }],
    });
  });

  test.each<[string, object, object]>([
    ['headers', {}, { headers: () => ({ 'x-a': '1' }) }],
    ['headers', {}, { headers: Promise.resolve({ 'x-a': '1' }) }],
    ['headers', {}, { headers: { 'x-a': undefined } }],
    ['headers', {}, { headers: { 'x-a': 1 } }],
    ['headers', { headers: { 'x-a': undefined } }, {}],
    ['headers', { headers: () => () => ({ 'x-a': '1' }) }, {}],
    ['idempotencyKey', { idempotencyKey: () => Promise.resolve({ 'x-a': '1' }) }, {}],
    ['idempotencyKey', {}, { idempotencyKey: () => ({ 'x-a': '1' }) }],
  ])(
    'what would be sent as no header, or as another, is rejected: %s of %o and %o',
    async (path, ofClient, ofCall) => {
      const call = answering(ofClient).mockServices.create(anInput(), ofCall);
      await expect(call).rejects.toMatchObject({ name: 'ValidationError', attempts: 0, issues: [{ path }] });
    },
  );

  test('a signal that only looks like one fails at once, and is not tried again', async () => {
    const onRetry = vi.fn();
    const signal = Object.assign(new EventTarget(), { aborted: false, throwIfAborted: () => undefined });
    const call = answering({ onRetry }).workspaces.list({ signal: signal as AbortSignal });
    await expect(call).rejects.toMatchObject({ name: 'NetworkError', attempts: 0 });
    expect(onRetry).not.toHaveBeenCalled();
  });

  test.each([null, { signal: null }, { headers: null }, { maxRetries: null }])(
    'options of a call: %o',
    async (options) => {
      await expect(answering({}).workspaces.list(options as unknown as RequestOptions)).resolves.toEqual([]);
    },
  );

  test.each([new AbortController(), 'x', {}])(
    'a signal that is not an AbortSignal is rejected: %o',
    async (signal) => {
      const options = { signal } as RequestOptions;
      await expect(answering({}).workspaces.list(options)).rejects.toMatchObject({
        name: 'ValidationError',
        attempts: 0,
        issues: [{ path: 'signal', expected: 'an AbortSignal' }],
      });
    },
  );

  test.each([0, 'x', false])('options that are no object are none: %o', async (options) => {
    const client = answering({ onWarning: () => undefined });
    await expect(client.workspaces.list(options as unknown as RequestOptions)).resolves.toEqual([]);
  });

  test('what the options of a client inherit is none of them, a token least of all', async () => {
    const sent = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ data: [] }));
    const inherited = Object.create({ token: 'canary', timeout: 'x' }) as object;
    await createClient(Object.assign(inherited, { baseUrl })).workspaces.list();
    const [request] = sent.mock.calls[0] ?? [];
    expect((request as Request).headers.has('authorization')).toBe(false);
    sent.mockRestore();
  });

  test.each([
    [undefined, 'nothing'],
    [null, 'null'],
    [7, 'number'],
  ])('an identifier that is %s is named by its type', async (id, received) => {
    await expect(answering({}).mockServices.get(id as unknown as string)).rejects.toMatchObject({
      issues: [{ path: 'mockServiceId', expected: 'UUID', received }],
    });
  });

  test('an invalid argument is reported even if no time is left', async () => {
    await expect(answering({}).mockServices.get('x', { totalTimeout: 0 })).rejects.toMatchObject({
      name: 'ValidationError',
    });
  });

  test('null for maxRetries does not make a POST repeatable', async () => {
    await using server = await startWireServer((_, response) => response.destroy());
    const options = { maxRetries: null } as unknown as RequestOptions;
    await expect(
      createClient({ baseUrl: server.url }).mockServices.create(anInput(), options),
    ).rejects.toMatchObject({ attempts: 1 });
    expect(server.requests).toHaveLength(1);
  });

  test('a token function that throws at once is a NetworkError', async () => {
    const token = () => {
      throw new Error('no vault');
    };
    await expect(answering({ token }).workspaces.list()).rejects.toMatchObject({
      name: 'NetworkError',
      attempts: 0,
    });
  });
});
