/** Which responses are accepted, and what `validation` changes. */
import { createClient, isValidationError } from '@mock-services/sdk';
import { type Endpoint, endpoints } from '@mock-services/sdk/contract';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { near, readable, runs } from '../../../../tools/lib/near.ts';
import { failureOf } from '../support/failures.ts';
import { emptyList, fetching, fetchOf, status } from '../support/fetches.ts';
import {
  aMockService,
  anEntry,
  aWorkspace,
  baseUrl,
  mockServiceId,
  withField,
  workspaceId,
} from '../support/fixtures.ts';
import { type OperationCase, operationCases } from '../support/operations.ts';

/** Creates a client of a service that gives the same answer to every request. */
const answering = (body: unknown, code = 200) =>
  createClient({ baseUrl, maxRetries: 0, ...fetching(status(code, {}, JSON.stringify(body))) });

describe('responses that the client accepts', () => {
  const service = aMockService();
  test.each([
    ['an unknown type', withField(service, ['type'], 'GRAPHQL')],
    ['unknown fields', { ...service, owner: { team: 'blue' }, config: { ...service.config, x: [1] } }],
    [
      'header values of any type',
      withField(service, ['config', 'defaultResponseHeaders'], { a: 'x', b: 1, c: null, d: ['y'], e: {} }),
    ],
    ['a timestamp without a fraction', withField(service, ['createdAt'], '2026-03-01T10:00:00Z')],
    [
      'twenty fraction digits',
      withField(service, ['updatedAt'], '2026-03-01T10:00:00.12345678901234567890Z'),
    ],
    ['the nil UUID in lower case', withField(service, ['id'], '00000000-0000-0000-0000-000000000000')],
    ['an unknown CORS method', withField(service, ['config', 'cors', 'allowedMethods', 0], 'PATCH')],
  ])('returns a response with %s unchanged', async (_, data) => {
    await expect(answering({ data, more: 1 }).mockServices.get(mockServiceId)).resolves.toEqual(data);
  });

  test('accepts unknown metadata, equal timestamps and any 2xx status', async () => {
    const entry = anEntry({ metadata: { ...anEntry().metadata, region: 'eu', attempt: 2 } });
    await expect(answering({ data: [entry] }, 299).activity.list(workspaceId)).resolves.toEqual([entry]);
    const workspace = aWorkspace({ expiresAt: aWorkspace().createdAt });
    await expect(answering({ data: [workspace] }, 203).workspaces.list()).resolves.toEqual([workspace]);
  });
});

test.each(['', '{}', 'deleted', 'null'])('a DELETE ignores the response body %j', async (body) => {
  const client = createClient({ baseUrl, ...fetching(status(200, {}, body)) });
  await expect(client.mockServices.delete(mockServiceId)).resolves.toBeUndefined();
  await expect(client.activity.clear(workspaceId)).resolves.toBeUndefined();
});

test.each([
  ['an empty body', ''],
  ['an HTML page', '<!doctype html>'],
  ['JSON that ends early', '{"data":[{"id":"x'],
])('a successful response with %s causes a ParseError, even without validation', async (_, body) => {
  const client = createClient({ baseUrl, validation: 'off', ...fetching(status(201, {}, body)) });
  await expect(client.workspaces.list()).rejects.toMatchObject({ name: 'ParseError', status: 201, body });
});

test.each([
  ['null', undefined],
  ['{"data":7}', 7],
  ['7', undefined],
])('without validation, the body `%s` is returned as `%j`', async (body, data) => {
  const client = createClient({ baseUrl, validation: 'off', ...fetching(status(200, {}, body)) });
  await expect(client.workspaces.list()).resolves.toBe(data);
});

test('validation is strict by default, and a call can override the client', async () => {
  const [client, wrong] = [answering({ data: 7 }), { name: 'ValidationError', side: 'response' }];
  await expect(client.workspaces.list()).rejects.toMatchObject(wrong);
  await expect(client.workspaces.list({ validation: 'off' })).resolves.toBe(7);
  const lax = createClient({ baseUrl, validation: 'off', ...fetching(Response.json({ data: 7 })) });
  await expect(lax.workspaces.list()).resolves.toBe(7);
  await expect(lax.workspaces.list({ validation: 'strict' })).rejects.toMatchObject(wrong);
});

test('decodes a body that arrives byte by byte after a byte order mark', async () => {
  const data = [aWorkspace({ name: 'Größe 🎉' })];
  const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    for (const byte of new TextEncoder().encode(`\u{feff}${JSON.stringify({ data })}`))
      controller.enqueue(Uint8Array.of(byte));
    controller.close();
  };
  const fetch = () => Promise.resolve(new Response(new ReadableStream({ start })));
  await expect(createClient({ baseUrl, fetch }).workspaces.list()).resolves.toEqual(data);
});

test('a response that exceeds the maximum string length is not retried', async () => {
  vi.stubGlobal(
    'TextDecoder',
    class {
      decode = () => ' '.repeat(2 ** 30);
    },
  );
  const { fetch, sent } = fetchOf(emptyList);
  const call = createClient({ baseUrl, fetch, maxResponseBytes: false }).workspaces.list();
  expect(await failureOf(call)).toMatchObject({ name: 'ParseError', attempts: 1 });
  vi.unstubAllGlobals();
  expect(sent).toHaveLength(1);
});

describe.each(operationCases.filter(({ received }) => received !== undefined))('$operation', (operation) => {
  test('returns a JSON body as data, or rejects with a ValidationError that lists the issues', async () => {
    const seen = new Set<unknown>();
    const bodies = fc.oneof(readable(fc.jsonValue()), near(operation.received), near(operation.received));
    const property = fc.asyncProperty(bodies, async (body) => {
      seen.add(await endOf(operation, body));
    });
    await fc.assert(property, runs(200));
    expect(seen).toEqual(new Set(['data', 'refused']));
  });

  /** Calls the operation. If the call resolves, the result must be the expected part of the body. */
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
