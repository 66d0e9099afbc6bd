import { Readable } from 'node:stream';
import { createClient, isMockServicesError, type RequestOptions } from '@mock-services/sdk';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../support/failures.ts';
import { rejecting, responding, silent } from '../support/fetches.ts';
import { anInput, mockServiceId, workspaceId } from '../support/fixtures.ts';

const base = { baseUrl: 'https://mocks.example.com', maxRetries: 0 };
const throws = () => {
  throw new Error('canary of a getter');
};

/** Creates a proxy that throws on every operation. */
const hostile = <Target extends object>(target: Target) =>
  new Proxy(
    target,
    Object.fromEntries(
      ['get', 'has', 'getPrototypeOf', 'ownKeys', 'getOwnPropertyDescriptor'].map((trap) => [trap, throws]),
    ),
  );

const nested = (depth: number): unknown => {
  let value: unknown = 'deep canary';
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { inner: value };
  return value;
};

/** Creates an error without a stack, because vitest would map every line of every stack that is read. */
const stackless = () => Object.assign(new Error('x'), { stack: 'Error: x' });

class UnreadableError extends Error {
  get code() {
    return throws();
  }
  override get cause() {
    return throws();
  }
}

describe('values that fetch rejects with', () => {
  const errorOf = (thrown: unknown) =>
    failureOf(createClient({ ...base, ...rejecting(thrown) }).workspaces.list());

  test.each<[string, unknown]>([
    ['undefined', undefined],
    ['an empty string', ''],
    ['a function', throws],
    ['a symbol', Symbol('x')],
    ['an object without a prototype', Object.create(null)],
    ['a revoked proxy', (({ proxy, revoke }) => (revoke(), proxy))(Proxy.revocable({}, {}))],
    ['a proxy that throws', hostile(new Error('x'))],
    ['an error whose cause is such a proxy', new Error('x', { cause: hostile({}) })],
    ['an error whose class has getters that throw', new UnreadableError('x')],
    ['an error whose message throws', Object.defineProperty(new Error('x'), 'message', { get: throws })],
    ['200,000 errors in one', new AggregateError(Array.from({ length: 200_000 }, stackless))],
    ['causes nested 20,000 levels deep', nested(20_000)],
  ])('a call rejects with a NetworkError if fetch rejects with %s', async (_, thrown) => {
    const error = await errorOf(thrown);
    expect(error).toMatchObject({ name: 'NetworkError', attempts: 1 });
  });

  test('a call rejects with a NetworkError if fetch rejects with any random value', async () => {
    const anything = fc.anything({ withNullPrototype: true, withMap: true, withDate: true });
    await fc.assert(
      fc.asyncProperty(anything, async (thrown) => {
        expect(await errorOf(thrown)).toMatchObject({ name: 'NetworkError' });
      }),
    );
  });
});

describe('values that fetch resolves to', () => {
  const fields = ['ok', 'status', 'url', 'headers', 'body', 'text', 'type'];
  const text = (body: unknown) => () => Promise.resolve(body);
  /** Creates a mocked response with the given fields. */
  const mocked = (changes: object): object => {
    const complete = { ok: true, status: 200, url: '', type: 'basic', headers: new Headers() };
    const response = { ...complete, text: text('{"data":[]}') };
    return Object.defineProperties(response, Object.getOwnPropertyDescriptors(changes));
  };
  const endOf = (response: unknown) =>
    createClient({ ...base, fetch: () => Promise.resolve(response as Response) })
      .workspaces.list()
      .withResponse()
      .then(
        () => 'a result',
        (error: unknown) =>
          isMockServicesError(error) ? `an error after ${error.attempts} request` : 'a foreign error',
      );

  test.each<[string, unknown]>([
    ['undefined', undefined],
    ['a number', 7],
    ['a proxy that throws', hostile({})],
    ['an object without text()', { ok: true, status: 200 }],
    ['an object whose text is undefined', { ok: true, status: 200, url: '', text: text(undefined) }],
    ['an object without headers', { ok: false, status: 404, text: text('') }],
    ['an object whose headers are a Map', { ok: false, status: 503, headers: new Map(), text: text('') }],
    [
      'an object with a header that is a boolean',
      { ok: false, status: 503, headers: new Map([['retry-after', true]]), text: text('') },
    ],
    ['a redirect without a location', { ok: false, status: 302, text: text('') }],
  ])('a call rejects with an SDK error if fetch resolves to %s', async (_, response) => {
    expect(await endOf(response)).toBe('an error after 1 request');
  });

  test.each(fields)(
    'a call ends with data or an SDK error if the response field %s throws or is a symbol',
    async (field) => {
      const ends = [
        await endOf(Object.defineProperty(mocked({}), field, { get: throws })),
        await endOf(mocked({ [field]: Symbol('x') })),
        await endOf(mocked({ ok: false, [field]: Symbol('x') })),
      ];
      expect(ends).not.toContain('a foreign error');
    },
  );

  test('whatever random object fetch resolves to, a call ends with data or an SDK error', async () => {
    const anyFields = fc.dictionary(fc.constantFrom(...fields), fc.anything());
    await fc.assert(
      fc.asyncProperty(anyFields, async (changes) => {
        expect(await endOf(mocked(changes))).not.toBe('a foreign error');
      }),
    );
  });
});

test('a mocked response without a URL is accepted and gets the URL of the request', async () => {
  const response = {
    ok: true,
    status: 200,
    headers: new Headers(),
    text: () => Promise.resolve('{"data":[]}'),
  };
  const fetch = () => Promise.resolve(response as Response);
  await expect(
    createClient({ ...base, fetch })
      .workspaces.list()
      .withResponse(),
  ).resolves.toMatchObject({
    data: [],
    response: { url: `${base.baseUrl}/configuration/workspaces` },
  });
});

describe('unusual call options', () => {
  test.each<[string, unknown]>([
    ['headers that throw', { headers: hostile({}) }],
    ['a signal that is not an AbortSignal', { signal: { throwIfAborted: () => undefined } }],
  ])('a call rejects with a TypeError if the caller passes %s', async (_, options) => {
    const client = createClient({ ...base, ...responding('{"data":[]}') });
    const call = client.workspaces.list(options as RequestOptions);
    await expect(call).rejects.toBeInstanceOf(TypeError);
    const stream = client.activity.stream(workspaceId, options as RequestOptions);
    await expect(stream.next()).rejects.toBeInstanceOf(TypeError);
  });
});

test('if a getter in the options of a call throws, the call rejects with that error', async () => {
  const call = createClient(base).workspaces.list(hostile({}));
  await expect(call).rejects.toThrow('canary of a getter');
});

describe('unusual request bodies', () => {
  test.each([100, 1000, 2000, 4000, 8000, 16_000, 200_000])(
    'a call rejects with an SDK error if its body has %i levels of nesting and fetch fails',
    async (depth) => {
      const client = createClient({ ...base, ...rejecting(new Error('deep canary')) });
      const input = { ...anInput(), deep: nested(depth) };
      const calls = [client.mockServices.create(input), client.mockServices.update(mockServiceId, input)];
      for (const call of calls) {
        const error = await failureOf(call);
        expect(isMockServicesError(error)).toBe(true);
      }
    },
  );

  test('a call rejects with a NetworkError if its body has a lone surrogate and fetch fails', async () => {
    const client = createClient({ ...base, ...rejecting(new TypeError('fetch failed')) });
    const error = await failureOf(client.mockServices.create(anInput({ title: 'Orders \ud800' })));
    expect(error).toMatchObject({ name: 'NetworkError', attempts: 1 });
  });
});

test('an AbortSignal from another realm aborts a call', async () => {
  const signal = Object.assign(new EventTarget(), { aborted: false, reason: 'foreign' });
  const client = createClient({ ...base, ...silent });
  const call = client.workspaces.list({ signal: signal as unknown as AbortSignal });
  signal.aborted = true;
  signal.dispatchEvent(new Event('abort'));
  await expect(call).rejects.toMatchObject({ name: 'AbortError', cause: 'foreign' });
});

test('a response body that is a Node stream is read up to maxResponseBytes', async () => {
  const body = () => Readable.from([Buffer.from('{"data":'), Buffer.from('[]}')]);
  const fetch = () => Promise.resolve(Object.defineProperty(new Response(), 'body', { value: body() }));
  const { workspaces } = createClient({ ...base, fetch });
  await expect(workspaces.list()).resolves.toEqual([]);
  await expect(workspaces.list({ maxResponseBytes: 9 })).rejects.toMatchObject({ name: 'NetworkError' });
});
