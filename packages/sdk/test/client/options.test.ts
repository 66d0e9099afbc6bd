/** Which options are valid, and what happens if one is not. */
import { createClient, type RequestOptions, type WarningEvent } from '@mock-services/sdk';
import ky from 'ky';
import { describe, expect, test, vi } from 'vitest';
import { failureOf, outcomeOf } from '../support/failures.ts';
import { emptyList, fetchOf } from '../support/fetches.ts';
import { anInput, baseUrl, mockServiceId } from '../support/fixtures.ts';

const base = { baseUrl, fetch: fetchOf(emptyList).fetch };
const ignore = () => undefined;

describe('baseUrl', () => {
  test.each([
    [new URL('https://mocks.example.com/ü/'), 'https://mocks.example.com/%C3%BC'],
    ['https://mocks.example.com', 'https://mocks.example.com'],
    ['HTTP://mocks.example.com:80/a//b///', 'http://mocks.example.com/a//b'],
  ])('the baseUrl %s is prepended to each path as %s', async (given, prefix) => {
    const { fetch, sent } = fetchOf(emptyList);
    await createClient({ baseUrl: given, fetch }).workspaces.list();
    expect(sent[0]?.url).toBe(`${prefix}/configuration/workspaces`);
  });

  test.each([
    ['missing', undefined],
    ['relative', '/api'],
    ['not http', 'ftp://mocks.example.com'],
    ['a user name', 'https://canary@mocks.example.com'],
    ['a password', 'https://:canary@mocks.example.com'],
    ['a query', 'https://mocks.example.com?key=canary'],
    ['a fragment', 'https://mocks.example.com#canary'],
  ])('createClient throws a TypeError for an invalid baseUrl: %s', (_, given) => {
    const error = outcomeOf(() => createClient({ baseUrl: given as string })) as TypeError;
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toContain('`baseUrl`');
    expect(error.message).not.toContain('canary');
  });
});

type Case = readonly [option: string, valid: readonly unknown[], invalid: readonly unknown[]];
/** Values at both sides of the limits of options that clients and calls share. */
const shared: readonly Case[] = [
  ['timeout', [600_000, 2 ** 31 - 1, false], [0, -1, 2 ** 31, NaN, '5', true]],
  ['totalTimeout', [600_000, 2 ** 31 - 1, false], [0, -1, 2 ** 31, NaN, '5', true]],
  ['maxRetries', [0, 2 ** 31 - 1], [-1, 1.5, Infinity, false]],
  ['maxRetryAfter', [0, 2 ** 31 - 1], [-1, 2 ** 31, NaN, false]],
  ['maxResponseBytes', [11, 2 ** 40, Infinity, false], [0, -1, NaN, '1', true]],
  ['validation', ['strict', 'warn', 'off'], ['loose', true]],
  [
    'headers',
    [{ 'x-a': undefined }, [], new Map([['x-a', '1']])],
    [{ 'x-a': 1 }, { 'x-a': 'can\nary' }, { 'x y': 'canary' }, ['x-a'], 'x', Promise.resolve({})],
  ],
];
const observers = ['onRequest', 'onResponse', 'onRetry', 'onWarning'];

test.each<Case>([
  ...shared,
  ['token', ['x', ignore], ['', 'can\nary', 'Bearer canary', 'bearer canary', 7]],
  ['ky', [ky, ky.create()], [fetch, {}, 'ky']],
  ['fetch', [base.fetch], [{}, 'fetch']],
  ...observers.map((name): Case => [name, [ignore], [{}, 'x']]),
])(
  'createClient accepts a valid, `null` or `undefined` %s and throws for other values',
  async (name, valid, invalid) => {
    const sent = vi.spyOn(globalThis, 'fetch').mockImplementation(base.fetch as typeof fetch);
    for (const value of [...valid, null, undefined])
      await expect(createClient({ ...base, [name]: value }).workspaces.list()).resolves.toEqual([]);
    sent.mockRestore();
    for (const value of invalid) {
      const error = outcomeOf(() => createClient({ ...base, [name]: value })) as TypeError;
      expect(error).toBeInstanceOf(TypeError);
      expect(error.message.startsWith(`createClient: \`${name}\``)).toBe(true);
      expect(error.stack).not.toMatch(/can.?ary/s);
    }
  },
);

test.each<Case>([
  ...shared,
  ['retryUnsafe', [true, false], ['yes', 1]],
  ['signal', [new AbortController().signal], [{}, 'x', new AbortController()]],
])(
  'a call accepts a valid, `null` or `undefined` %s and rejects other values',
  async (name, valid, invalid) => {
    const client = createClient(base);
    for (const value of [...valid, null, undefined]) {
      const options = { [name]: value };
      await expect(client.workspaces.list(options)).resolves.toEqual([]);
    }
    for (const value of invalid) {
      const options = { [name]: value };
      for (const call of [
        client.mockServices.create(anInput(), options),
        client.mockServices.modify(mockServiceId, (it) => it, options),
        client.mockServices.createTemporary(anInput(), options),
      ]) {
        const error = await failureOf(call);
        expect(error).toBeInstanceOf(TypeError);
        expect(error.message).toContain(`: \`${name}\``);
        expect(error.stack).not.toMatch(/can.?ary/s);
      }
    }
  },
);

test.each([7, 'x', () => undefined])(
  'a call with the options %o rejects with a TypeError',
  async (options) => {
    const call = createClient(base).workspaces.list(options as RequestOptions);
    await expect(call).rejects.toBeInstanceOf(TypeError);
  },
);

test('options are read once, so that later changes of the object have no effect', async () => {
  const options = { ...base, timeout: 1000, token: 'x' };
  const client = createClient(options);
  Object.assign(options, { timeout: -1, fetch: undefined, baseUrl: '' });
  await expect(client.workspaces.list()).resolves.toEqual([]);
});

describe('an unknown option', () => {
  /** Lists the messages of the warnings about unknown options. */
  async function warningsOf(ofClient: object, ...ofCalls: object[]) {
    const onWarning = vi.fn<(event: WarningEvent) => void>();
    const client = createClient({ ...base, onWarning, ...ofClient });
    for (const options of ofCalls) await client.workspaces.list(options);
    return onWarning.mock.calls.map(([{ kind, message }]) => [kind, message]);
  }

  test('an unknown option of a client is reported at once, and not again at a call', async () => {
    expect(await warningsOf({ retires: 1 })).toHaveLength(1);
    const warnings = await warningsOf({ foo: 'canary' }, {}, {});
    expect(warnings).toEqual([
      ['unknown-option', expect.stringContaining('Unknown option `foo`. Expected one of: ')],
    ]);
    expect(JSON.stringify(warnings)).not.toContain('canary');
  });

  test('an unknown option of a call is reported once', async () => {
    const message = 'Unknown option `retries`. Did you mean `maxRetries`?';
    expect(await warningsOf({}, { retries: 3 }, { retries: 4 })).toEqual([['unknown-option', message]]);
  });

  test.each([
    ['retry', 'maxRetries'],
    ['retries', 'maxRetries'],
    ['baseURL', 'baseUrl'],
    ['timeoutMs', 'timeout'],
    ['prefixUrl', 'baseUrl'],
    ['apiKey', 'token'],
    ['hooks', 'ky'],
  ])('the warning about the unknown option %s suggests %s', async (name, meant) => {
    const message = `Unknown option \`${name}\`. Did you mean \`${meant}\`?`;
    expect(await warningsOf({ [name]: 0 }, {})).toEqual([['unknown-option', message]]);
  });

  test('the TypeError for a missing `baseUrl` also names an unknown option', () => {
    const create = () => createClient({ baseURL: 'https://x.test' } as never);
    expect(create).toThrow('Unknown option `baseURL`. Did you mean `baseUrl`? `baseUrl` is required');
  });
});
