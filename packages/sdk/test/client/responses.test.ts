/** Which responses are accepted, and what `validation` changes. */
import { type ApiError, createClient, isMockServicesError, isValidationError } from '@mock-services/sdk';
import { type Endpoint, endpoints } from '@mock-services/sdk/contract';
import fc from 'fast-check';
import ky from 'ky';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { near, readable, runs } from '../../../../tools/lib/near.ts';
import { failureOf } from '../support/failures.ts';
import {
  emptyList,
  fetching,
  fetchOf,
  kitResponse,
  redirect,
  status,
  withGetter,
} from '../support/fetches.ts';
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
  vi.spyOn(TextDecoder.prototype, 'decode').mockImplementation(() => ' '.repeat(2 ** 30));
  const { fetch, sent } = fetchOf(emptyList);
  const call = createClient({ baseUrl, fetch, maxResponseBytes: false }).workspaces.list();
  expect(await failureOf(call)).toMatchObject({ name: 'ParseError', attempts: 1 });
  vi.restoreAllMocks();
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
    ['with a ky instance', { ky: ky.create() }],
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

test('the getter of the body of each response is called once', async () => {
  let gets = 0;
  const counted = (response: Response) => () => {
    const { body } = response.clone();
    return withGetter(response.clone(), 'body', () => {
      gets += 1;
      return body;
    });
  };
  const long = status(200, {}, JSON.stringify({ data: [], more: '.'.repeat(1000) }));
  const elsewhere = redirect('https://other.example.com/x');
  const answers = [redirect('/moved'), emptyList, status(503), elsewhere, long];
  const { fetch, sent } = fetchOf(...answers.map(counted));
  const { workspaces } = createClient({ baseUrl, fetch, maxRetries: 0, maxResponseBytes: 1000 });
  await expect(workspaces.list()).resolves.toEqual([]);
  await expect(workspaces.list()).rejects.toMatchObject({ name: 'ApiError', status: 503 });
  await expect(workspaces.list()).rejects.toMatchObject({ name: 'ApiError', status: 302 });
  await expect(workspaces.list()).rejects.toMatchObject({ name: 'ParseError' });
  expect([sent.length, gets]).toEqual([5, 5]);
});

describe('a response that cannot be used', () => {
  const fails = () => {
    throw new Error('unusable');
  };
  const fields = ['status', 'ok', 'headers', 'url', 'type', 'body', 'bodyUsed', 'text', 'clone'];
  const withBody = (body: object) => (response: Response) => withGetter(response, 'body', () => body);
  const changes: readonly (readonly [string, (response: Response) => Response])[] = [
    ...[...fields, 'toString', Symbol.toStringTag].map(
      (field) => [String(field), (response: Response) => withGetter(response, field, fails)] as const,
    ),
    ['headers without `get`', (response) => withGetter(response, 'headers', () => ({}))],
    ['headers whose `get` throws', (response) => withGetter(response, 'headers', () => ({ get: fails }))],
    ['a body without a reader', withBody({ getReader: fails, cancel: fails })],
    ['`locked`', withBody(Object.defineProperty({ getReader: fails }, 'locked', { get: fails }))],
    ['`read`', withBody({ getReader: () => ({ read: fails, cancel: fails }) })],
    ['`read` without a result', withBody({ getReader: () => ({ read: () => undefined, cancel: fails }) })],
    ['an iterator', withBody({ [Symbol.asyncIterator]: fails, destroy: fails })],
  ];
  const hook = ky.create({ hooks: { afterResponse: [({ response }) => void response.bodyUsed] } });

  test.each(changes)('causes an error of the client, if any: %s', async (name, change) => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    for (const [code, options] of [201, 302, 422, 503].flatMap((code) => [
      [code, {}] as const,
      [code, { ky: hook }] as const,
    ])) {
      const headers = { location: '/moved', 'retry-after': '0' };
      const body = JSON.stringify({ data: [], id: mockServiceId });
      const { fetch } = fetchOf(() => change(status(code, headers, body)));
      const client = createClient({ baseUrl, fetch, ...options });
      const calls = [() => client.workspaces.list(), () => client.mockServices.create(anInput())];
      for (const [index, call] of calls.entries()) {
        const end = await call().catch((error: unknown) => error);
        if (!(end instanceof Error)) continue;
        expect(end).toSatisfy(isMockServicesError);
        const isApplied = index === 1 && (name === 'status' || code === 201 || code === 302);
        expect(end, `${code} ${index}`).toHaveProperty('mayHaveBeenApplied', isApplied);
      }
    }
    vi.restoreAllMocks();
  });

  test('ends at the time limit, even if its body cannot be canceled', async () => {
    const pending = { read: () => new Promise(() => undefined), cancel: fails };
    const hanging = () => withBody({ getReader: () => pending })(new Response());
    const call = createClient({ baseUrl, timeout: 5, maxRetries: 0, ...fetching(hanging) }).workspaces.list();
    await expect(call).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});
