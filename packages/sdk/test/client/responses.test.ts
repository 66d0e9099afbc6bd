/** Which responses are accepted, and what `validation` changes. */
import { type ApiError, createClient, isValidationError } from '@mock-services/sdk';
import { type Endpoint, endpoints } from '@mock-services/sdk/contract';
import fc from 'fast-check';
import ky from 'ky';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { near, readable, runs } from '../../../../tools/lib/near.ts';
import { failureOf } from '../support/failures.ts';
import { fetching, fetchOf, kitResponse, redirect, status } from '../support/fetches.ts';
import {
  aMockService,
  anEntry,
  anInput,
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

test.each(['', 'deleted'])('a DELETE ignores the response body %j', async (body) => {
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
      const { result }: Endpoint = endpoints[operation];
      const isWrapped = result instanceof z.ZodMiniObject && 'data' in result.shape;
      const promised = isWrapped ? (body as { readonly data: unknown }).data : body;
      expect(JSON.stringify(data)).toBe(JSON.stringify(promised));
      return 'data';
    } catch (error) {
      if (isValidationError(error) && error.side === 'response' && error.issues.length > 0) return 'refused';
      throw error;
    }
  }
});

describe('a response like those of SvelteKit', () => {
  const read = async ({ response }: { response: Response }) => void (await response.text());
  const instances = [
    ['without a ky instance', {}],
    ['with a ky hook that reads it', { ky: ky.create({ hooks: { afterResponse: [read] } }) }],
  ] as const;

  describe.each(instances)('%s', (_, options) => {
    const answering = (response: Response, readable?: readonly string[]) => {
      const { fetch, sent } = fetchOf(() => kitResponse(response.clone(), readable));
      return { sent, ...createClient({ baseUrl, fetch, maxRetries: 0, ...options }) };
    };

    test('can be read by a GET and a create', async () => {
      const list = answering(Response.json({ data: [anEntry()] }));
      await expect(list.activity.list(workspaceId)).resolves.toEqual([anEntry()]);
      const created = answering(Response.json({ id: mockServiceId }, { status: 201 }));
      await expect(created.mockServices.create(anInput())).resolves.toEqual({ id: mockServiceId });
      expect(created.sent).toHaveLength(1);
      await expect(answering(status(204)).activity.clear(workspaceId)).resolves.toBeUndefined();
    });

    test.each([
      ['a readable', ['retry-after'], 7000],
      ['an unreadable', [], undefined],
    ])('with status 429 and %s `retry-after` causes an ApiError', async (_, readable, retryAfterMs) => {
      const limited = status(429, { 'retry-after': '7' }, 'Slow down.');
      const error = await failureOf(answering(limited, readable).workspaces.list());
      expect(error).toMatchObject({ name: 'ApiError', status: 429, body: 'Slow down.' });
      expect((error as ApiError).retryAfterMs).toBe(retryAfterMs);
    });

    test.each([
      ['followed if its location is readable', ['location'], 20],
      ['an ApiError if its location is unreadable', [], 1],
    ])('that redirects is %s', async (_, readable, requests) => {
      const { workspaces, sent } = answering(redirect('/moved'), readable);
      await expect(workspaces.list()).rejects.toMatchObject({ name: 'ApiError', status: 302 });
      expect(sent).toHaveLength(requests);
    });
  });
});
