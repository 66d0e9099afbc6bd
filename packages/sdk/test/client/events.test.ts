/** The observers `onRequest`, `onResponse`, `onRetry` and `onWarning`. */
import { type ClientOptions, createClient, type WarningEvent } from '@mock-services/sdk';
import ky from 'ky';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { unhandledDuring } from '../support/failures.ts';
import {
  emptyList,
  fetchOf,
  networkFailure,
  redirect,
  status,
  type FetchAnswer,
} from '../support/fetches.ts';
import { baseUrl, mockServiceId } from '../support/fixtures.ts';
import { pause, settle, slowResponse, useVirtualTime } from '../support/virtual-time.ts';

const url = `${baseUrl}/configuration/workspaces`;
const facts = { operation: 'listWorkspaces', method: 'GET', url };

/** Creates observers that store every event with the name of the observer. */
function storing(): { events: unknown[][]; observers: Partial<ClientOptions> } {
  const events: unknown[][] = [];
  const names = ['onRequest', 'onResponse', 'onRetry', 'onWarning'];
  const store = (name: string) => [name, (event: unknown) => void events.push([name, event])] as const;
  return { events, observers: Object.fromEntries(names.map(store)) };
}

describe('events', () => {
  useVirtualTime();

  test('events contain the attempt, status, delay and duration of each step', async () => {
    await settle(pause(1_000));
    const { events, observers } = storing();
    const { fetch } = fetchOf(
      () => pause(3).then(() => status(503, { 'retry-after': '2' })),
      networkFailure(),
      () => pause(10).then(() => redirect('/moved')),
      () => pause(20).then(() => slowResponse('{"data":[]}', () => pause(30), { status: 203 })),
    );
    await settle(createClient({ baseUrl, fetch, ...observers }).workspaces.list());
    expect(events).toStrictEqual([
      ['onRequest', { ...facts, attempt: 1 }],
      ['onResponse', { ...facts, attempt: 1, status: 503, durationMs: 3 }],
      ['onRetry', { ...facts, attempt: 1, reason: 'ApiError', status: 503, delayMs: 2_000 }],
      ['onRequest', { ...facts, attempt: 2 }],
      ['onRetry', { ...facts, attempt: 2, reason: 'NetworkError', delayMs: 300 }],
      ['onRequest', { ...facts, attempt: 3 }],
      ['onRequest', { ...facts, attempt: 3 }],
      ['onResponse', { ...facts, attempt: 3, status: 203, durationMs: 50 }],
    ]);
  });
});

test.each([
  ['a blocked redirect', redirect('https://other.example.com'), {}],
  ['a response longer than maxResponseBytes', emptyList, { maxResponseBytes: 1 }],
])('onResponse is not called for %s', async (_, answer, options) => {
  const { events, observers } = storing();
  const client = createClient({ baseUrl, fetch: fetchOf(answer).fetch, ...observers, ...options });
  await expect(client.workspaces.list()).rejects.toThrow('listWorkspaces');
  expect(events).toEqual([['onRequest', { ...facts, attempt: 1 }]]);
});

test('the URL in an event has the id of the resource, but no query', async () => {
  const { events, observers } = storing();
  const { fetch } = fetchOf(status(200));
  const withKey = ky.extend({ searchParams: { key: 'canary' } });
  await createClient({ baseUrl, fetch, ky: withKey, ...observers }).mockServices.delete(mockServiceId);
  const deletion = { operation: 'deleteMockService', method: 'DELETE', attempt: 1 };
  const path = `${baseUrl}/configuration/mock-services/${mockServiceId}`;
  expect(events[0]).toStrictEqual(['onRequest', { ...deletion, url: path }]);
});

describe('a failing observer', () => {
  const error = new RangeError('boom');
  const { fetch } = fetchOf(emptyList);
  const failing: [string, () => unknown][] = [
    [
      'throws',
      () => {
        throw error;
      },
    ],
    ['rejects', () => Promise.reject(error)],
  ];

  test.each(failing)('an observer that %s causes one warning, and the call succeeds', async (_, boom) => {
    const onWarning = vi.fn<(event: WarningEvent) => void>();
    const client = createClient({ baseUrl, fetch, onRequest: boom, onResponse: boom, onWarning });
    const calls = async () => {
      for (let count = 0; count < 2; count += 1) await expect(client.workspaces.list()).resolves.toEqual([]);
    };
    expect(await unhandledDuring(calls)).toEqual([]);
    const warning = { ...facts, attempt: 1, kind: 'observer-failed', cause: error };
    expect(onWarning.mock.calls).toEqual([
      [{ ...warning, message: 'The observer `onRequest` failed.' }],
      [{ ...warning, message: 'The observer `onResponse` failed.' }],
    ]);
  });

  test.each(failing)('an onWarning function that %s is reported with console.warn', async (_, boom) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const client = createClient({ baseUrl, fetch, onWarning: boom, onRetry: boom });
    const call = () => client.workspaces.list({ retries: 1 } as object);
    expect(await unhandledDuring(call)).toEqual([]);
    expect(warn.mock.calls).toEqual([['@mock-services/sdk: The observer `onWarning` failed.', error]]);
    warn.mockRestore();
  });
});

describe('without onWarning', () => {
  const warn = vi.fn();
  beforeEach(() => {
    vi.spyOn(console, 'warn').mockImplementation(warn);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    warn.mockClear();
  });

  test.each<[string, Partial<ClientOptions>, FetchAnswer[], string]>([
    [
      'validation',
      { validation: 'warn' },
      [Response.json({ data: 7 })],
      'listWorkspaces: the response differs from the interface:\n  data: expected array, received number',
    ],
    [
      'unknown-option',
      { retries: 1 } as object,
      [emptyList],
      'Unknown option `retries`. Did you mean `maxRetries`?',
    ],
  ])(
    'without onWarning, the warning %s is printed with console.warn',
    async (_, options, answers, message) => {
      const client = createClient({ baseUrl, fetch: fetchOf(...answers).fetch, ...options });
      await client.workspaces.list();
      await client.workspaces.list();
      expect(warn.mock.calls).toEqual([[`@mock-services/sdk: ${message}`]]);
    },
  );
});

test('`validation: warn` reports the first invalid path once for each operation', async () => {
  const { events, observers } = storing();
  const data = [{ id: 1 }, { id: 2 }];
  const options = { baseUrl, fetch: fetchOf(Response.json({ data })).fetch, ...observers };
  const client = createClient({
    ...options,
    validation: 'warn',
    onRequest: undefined,
    onResponse: undefined,
  });
  for (let calls = 0; calls < 2; calls += 1) {
    await expect(client.workspaces.list()).resolves.toEqual(data);
    await expect(client.mockServices.list()).resolves.toEqual(data);
    await expect(client.mockServices.list({ validation: 'off' })).resolves.toEqual(data);
  }
  const warning = { kind: 'validation', path: 'data[0].id', attempt: 1 };
  expect(events).toEqual([
    ['onWarning', expect.objectContaining({ ...warning, operation: 'listWorkspaces' })],
    ['onWarning', expect.objectContaining({ ...warning, operation: 'listMockServices' })],
  ]);
});
