import { createClient, isValidationError } from '@mock-services/sdk';
import { type Endpoint, endpoints } from '@mock-services/sdk/contract';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { near } from '../../../../tools/lib/near.ts';
import { failureOf } from '../support/failures.ts';
import { oddities, startFaultServer } from '../support/fault-server.ts';
import { responding } from '../support/fetches.ts';
import {
  aMockService,
  anEntry,
  aWorkspace,
  mockServiceId,
  withField,
  workspaceId,
} from '../support/fixtures.ts';
import { fourOperations, type OperationCase, operationCases } from '../support/operations.ts';

const base = { baseUrl: 'https://mocks.example.com', maxRetries: 0 };

/** Creates a client of a service that responds to every request with the given JSON body. */
const answering = (body: unknown, status = 200) =>
  createClient({ ...base, ...responding(JSON.stringify(body), { status }) });

describe('mock services in responses', () => {
  const service = aMockService();
  test.each([
    ['an unknown type', withField(service, ['type'], 'GRAPHQL')],
    ['unknown fields', { ...service, owner: { team: 'blue' }, config: { ...service.config, x: [1] } }],
    [
      'header values of any type',
      withField(service, ['config', 'defaultResponseHeaders'], { a: 'x', b: 1, c: null, d: ['y'], e: {} }),
    ],
    ['a timestamp without a fraction', withField(service, ['createdAt'], '2026-03-01T10:00:00Z')],
    ['nine fraction digits', withField(service, ['updatedAt'], '2026-03-01T10:00:00.123456789Z')],
    ['an id in capital letters', withField(service, ['id'], mockServiceId.toUpperCase())],
    ['the nil UUID', withField(service, ['id'], '00000000-0000-0000-0000-000000000000')],
    ['an unknown CORS method', withField(service, ['config', 'cors', 'allowedMethods', 0], 'PATCH')],
  ])('a mock service with %s is returned unchanged', async (_, data) => {
    await expect(answering({ data, more: 1 }).mockServices.get(mockServiceId)).resolves.toEqual(data);
  });
});

test('an activity entry is returned with its unknown metadata fields', async () => {
  const entry = anEntry({ metadata: { ...anEntry().metadata, region: 'eu', attempt: 2 } });
  await expect(answering({ data: [entry] }).activity.list(workspaceId)).resolves.toEqual([entry]);
});

test('the client accepts a workspace whose expiry time equals its creation time', async () => {
  const data = [aWorkspace(), aWorkspace({ expiresAt: aWorkspace().createdAt })];
  await expect(answering({ data }).workspaces.list()).resolves.toEqual(data);
});

test('the client accepts an empty list in a response with the status 203', async () => {
  await expect(answering({ data: [] }, 203).workspaces.list()).resolves.toEqual([]);
});

test.each(['', '{}', 'deleted', 'null'])(
  'a delete with the response body %j resolves to undefined',
  async (body) => {
    const client = createClient({ ...base, ...responding(body) });
    await expect(client.mockServices.delete(mockServiceId)).resolves.toBeUndefined();
    await expect(client.activity.clear(workspaceId)).resolves.toBeUndefined();
  },
);

test.each([
  ['null', undefined],
  ['{"data":7}', 7],
  ['7', undefined],
])('with validation: off, the response body %s results in the data %j', async (body, data) => {
  const client = createClient({ ...base, ...responding(body), validation: 'off' });
  await expect(client.workspaces.list()).resolves.toBe(data);
});

describe.concurrent.each(Object.entries(oddities))('an unusual HTTP response (%s)', (_, oddity) => {
  test.each(fourOperations.filter(({ received }) => received !== undefined))(
    'an unusual HTTP response is accepted by $operation',
    async ({ call, received, result }) => {
      await using server = await startFaultServer((socket) => {
        oddity(socket, JSON.stringify(received));
      });
      await expect(call(createClient({ baseUrl: server.origin }))).resolves.toEqual(result);
      expect(server.requests).toHaveLength(1);
    },
  );
});

describe.each(operationCases.filter(({ received }) => received !== undefined))('$operation', (operation) => {
  test('for any response body, a call returns the body as data or rejects with a ValidationError', async () => {
    const seen = new Set<unknown>();
    const bodies = fc.oneof(fc.jsonValue(), near(operation.received), near(operation.received));
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        seen.add(await endOf(operation, body));
      }),
      { numRuns: 800 },
    );
    expect(seen).toEqual(new Set(['data', 'refused']));
  });

  /**
   * Returns the outcome of a call whose response body is `body`. If the call resolves, the result must be the expected
   * part of the body.
   */
  async function endOf({ call, operation }: OperationCase, body: unknown): Promise<unknown> {
    try {
      const data = await call(answering(body));
      const { resultKey }: Endpoint = endpoints[operation];
      const promised = resultKey ? (body as Record<string, unknown>)[resultKey] : body;
      expect(JSON.stringify(data)).toBe(JSON.stringify(promised));
      return 'data';
    } catch (error) {
      if (isValidationError(error) && error.side === 'response' && error.issues.length > 0) return 'refused';
      throw error;
    }
  }
});

test('a response body whose bytes arrive one by one is decoded correctly', async () => {
  const bytes = new TextEncoder().encode('{"data":[],"title":"Größe 🎉"}');
  const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
    controller.close();
  };
  const fetch = () => Promise.resolve(new Response(new ReadableStream({ start }), { status: 422 }));
  const error = await failureOf(createClient({ ...base, fetch }).workspaces.list());
  expect(error).toMatchObject({ status: 422, body: { title: 'Größe 🎉' } });
});

describe('maxResponseBytes', () => {
  test.each([
    [200, {}],
    [200, { 'content-length': '10' }],
    [503, {}],
  ])(
    'a response longer than maxResponseBytes causes a NetworkError without a retry: status %i, headers %j',
    async (status, headers) => {
      const chunk = new Uint8Array(1000).fill(0x20);
      const cancel = vi.fn();
      const pull = vi.fn((controller: ReadableStreamDefaultController) => controller.enqueue(chunk));
      const endless = () => new Response(new ReadableStream({ pull, cancel }), { status, headers });
      const fetch = vi.fn(() => Promise.resolve(endless()));
      const client = createClient({ ...base, fetch, maxRetries: 2, maxResponseBytes: 10_000 });
      const error = await failureOf(client.workspaces.list());
      expect(error).toMatchObject({ name: 'NetworkError', status, attempts: 1 });
      expect(fetch).toHaveBeenCalledTimes(1);
      await expect.poll(() => cancel.mock.calls.length).toBe(1);
      expect(pull.mock.calls.length).toBeLessThan(15);
    },
  );

  test('maxResponseBytes limits the size of a response after decompression', async () => {
    const spaces = new Blob([new Uint8Array(5_000_000).fill(0x20)]).stream();
    const zipped = await new Response(spaces.pipeThrough(new CompressionStream('gzip'))).bytes();
    expect(zipped.length).toBeLessThan(10_000);
    const unzipped = () => new Blob([zipped]).stream().pipeThrough(new DecompressionStream('gzip'));
    const fetch = () => Promise.resolve(new Response(unzipped()));
    const client = createClient({ ...base, fetch, maxResponseBytes: 1_000_000 });
    expect((await failureOf(client.workspaces.list())).message).toContain('maxResponseBytes');
  });

  test('a call can raise or disable the maxResponseBytes limit of the client', async () => {
    const client = createClient({ ...base, ...responding('{"data":[]}'), maxResponseBytes: 10 });
    await expect(client.workspaces.list()).rejects.toMatchObject({ name: 'NetworkError' });
    await expect(client.workspaces.list({ maxResponseBytes: 11 })).resolves.toEqual([]);
    await expect(client.workspaces.list({ maxResponseBytes: false })).resolves.toEqual([]);
  });
});

test('a response that exceeds the maximum string length is not retried', async () => {
  const bytes = new Uint8Array(64 * 1024 * 1024).fill(0x20);
  const fetch = vi.fn(() => {
    let chunks = 0;
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      if ((chunks += 1) > 9) controller.close();
      else controller.enqueue(bytes);
    };
    return Promise.resolve(new Response(new ReadableStream({ pull }, { highWaterMark: 0 })));
  });
  const client = createClient({ ...base, fetch, maxRetries: 2, timeout: false, maxResponseBytes: false });
  await expect(client.workspaces.list()).rejects.toMatchObject({ name: 'NetworkError', attempts: 1 });
  expect(fetch).toHaveBeenCalledTimes(1);
});
