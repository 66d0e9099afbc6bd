import {
  type ClientOptions,
  createClient,
  isMockServicesError,
  type RequestOptions,
} from '@mock-services/sdk';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { anInput, mockServiceId, workspaceId } from '../support/fixtures.ts';

const base = { baseUrl: 'https://mocks.example.com', maxRetries: 0 };
const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable('the call should have failed'),
    (error: unknown) => error,
  );
const rejecting = (thrown: unknown): Pick<ClientOptions, 'fetch'> => ({
  fetch: () => {
    // Whatever is thrown, a promise can reject with it.
    const reason = thrown as Error;
    return Promise.reject(reason);
  },
});
const throws = () => {
  throw new Error('canary of a getter');
};
/** Throws whatever is done with it. */
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

/** An error among very many: vitest maps each line of each stack that is read. */
const stackless = () => Object.assign(new Error('x'), { stack: 'Error: x' });

class UnreadableError extends Error {
  get code() {
    return throws();
  }
  override get cause() {
    return throws();
  }
}

describe('whatever fetch rejects with, the call rejects with an error of the tree', () => {
  test.each<[string, unknown]>([
    ['a proxy', hostile(new Error('x'))],
    ['a proxy as the cause', new Error('x', { cause: hostile({}) })],
    ['a getter of its class that throws', new UnreadableError('x')],
    ['a function', throws],
    ['a symbol', Symbol('x')],
    ['an object without prototype', Object.create(null)],
    ['a revoked proxy', (({ proxy, revoke }) => (revoke(), proxy))(Proxy.revocable({}, {}))],
    ['many errors in one', new AggregateError(Array.from({ length: 200_000 }, stackless))],
    ['deeply nested causes', nested(20_000)],
  ])('%s', async (_, thrown) => {
    const error = await errorOf(createClient({ ...base, ...rejecting(thrown) }).workspaces.list());
    expect(error).toMatchObject({ name: 'NetworkError', attempts: 1 });
    expect(String((error as Error).cause)).not.toContain('canary');
  });

  test('any value', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.anything({ withNullPrototype: true, withMap: true, withDate: true }),
        async (thrown) => {
          const error = await errorOf(createClient({ ...base, ...rejecting(thrown) }).workspaces.list());
          expect(isMockServicesError(error)).toBe(true);
        },
      ),
    );
  });
});

describe('whatever fields a response has, the call rejects with an error of the tree or resolves', () => {
  const fields = ['ok', 'status', 'url', 'headers', 'body', 'text', 'type'];
  const double = (changes: object): object => {
    const response = Object.defineProperties(
      {},
      Object.getOwnPropertyDescriptors({
        ok: true,
        status: 200,
        url: '',
        type: 'basic',
        headers: new Headers(),
        text: () => Promise.resolve('{"data":[]}'),
      }),
    );
    return Object.defineProperties(response, Object.getOwnPropertyDescriptors(changes));
  };
  const outcomeOf = (response: object) => {
    const client = createClient({ ...base, fetch: () => Promise.resolve(response as Response) });
    return client.workspaces
      .list()
      .withResponse()
      .then(
        () => true,
        (error: unknown) => isMockServicesError(error),
      );
  };

  test.each(fields)('a getter of %s that throws', async (field) => {
    await expect(outcomeOf(Object.defineProperty(double({}), field, { get: throws }))).resolves.toBe(true);
  });

  test.each(fields)('a symbol as %s', async (field) => {
    await expect(outcomeOf(double({ [field]: Symbol('x') }))).resolves.toBe(true);
    await expect(outcomeOf(double({ ok: false, [field]: Symbol('x') }))).resolves.toBe(true);
  });

  test('any values', async () => {
    const anyFields = fc.dictionary(fc.constantFrom(...fields), fc.anything());
    await fc.assert(
      fc.asyncProperty(anyFields, async (changes) => {
        await expect(outcomeOf(double(changes))).resolves.toBe(true);
      }),
    );
  });

  test('a proxy', async () => {
    await expect(outcomeOf(hostile({}))).resolves.toBe(true);
  });
});

describe('whatever the caller passes, the call rejects with an error of the tree', () => {
  test.each<[string, unknown]>([
    ['options that cannot be read', hostile({})],
    ['headers that cannot be read', { headers: hostile({}) }],
    ['a signal that is none', { signal: { throwIfAborted: () => undefined } }],
  ])('%s', async (_, options) => {
    const client = createClient({ ...base, fetch: () => Promise.resolve(Response.json({ data: [] })) });
    const error = await errorOf(client.workspaces.list(options as RequestOptions));
    expect(isMockServicesError(error)).toBe(true);
    const opened = await errorOf(client.activity.open(workspaceId, options as RequestOptions));
    expect(isMockServicesError(opened)).toBe(true);
  });

  test('what is unexpected is a NetworkError that names operation and URL, and quotes nothing', async () => {
    const error = await errorOf(createClient(base).mockServices.get(mockServiceId, hostile({})));
    expect(error).toMatchObject({
      name: 'NetworkError',
      operation: 'getMockService',
      url: 'https://mocks.example.com/configuration/mock-service/:mockServiceId',
      attempts: 0,
      cause: { message: 'no message' },
    });
  });

  test.each([100, 1000, 2000, 4000, 8000, 16_000, 200_000])(
    'an unknown field that nests %i levels deep, in a call that fails',
    async (depth) => {
      const client = createClient({ ...base, ...rejecting(new Error('deep canary')) });
      const input = { ...anInput(), deep: nested(depth) };
      for (const call of [
        client.mockServices.create(input),
        client.mockServices.update(mockServiceId, input),
      ]) {
        const error = await errorOf(call);
        expect(isMockServicesError(error)).toBe(true);
        expect(String((error as Error).cause)).not.toContain('canary');
      }
    },
  );
});

describe('a body with too many strings to search errors for', () => {
  const strings = Array.from({ length: 50_000 }, (_, index) => `canary ${index}`);
  const thrown = Object.assign(new Error(`bad: ${strings[49_999]}`), { code: 'ECONNRESET' });

  test.each([
    ['many', strings],
    ['a long one', 'canary '.repeat(1_000_000)],
  ])('hides the text of the error, and keeps its code: %s', async (_, extra) => {
    const client = createClient({ ...base, ...rejecting(thrown) });
    const error = await errorOf(
      client.mockServices.create({ ...anInput(), extra } as ReturnType<typeof anInput>),
    );
    expect(error).toMatchObject({
      name: 'NetworkError',
      cause: { code: 'ECONNRESET', message: 'no message' },
    });
    expect((error as Error).message).toContain('The connection was cut');
  });
});

describe('a response that is longer than maxResponseBytes', () => {
  const chunk = new Uint8Array(1000).fill(0x20);
  /** Endless white space, which is not parsed before it ends. */
  const endless = () => {
    const cancelled = vi.fn();
    let chunks = 0;
    const stream = () =>
      new ReadableStream<Uint8Array>({
        pull: (controller) => {
          chunks += 1;
          controller.enqueue(chunk);
        },
        cancel: cancelled,
      });
    return { cancelled, stream, chunks: () => chunks };
  };

  test.each([
    [200, {}],
    [200, { 'content-length': '10' }],
    [503, {}],
  ])('is a NetworkError and not repeated, with status %i and headers %j', async (status, headers) => {
    const { cancelled, stream, chunks } = endless();
    const fetch = vi.fn(() => Promise.resolve(new Response(stream(), { status, headers })));
    const client = createClient({ ...base, fetch, maxRetries: 2, maxResponseBytes: 10_000 });
    const error = await errorOf(client.workspaces.list());
    expect(error).toMatchObject({ name: 'NetworkError', status, attempts: 1 });
    expect((error as Error).message).toMatch(/longer than maxResponseBytes of 10000\b/);
    expect(fetch).toHaveBeenCalledTimes(1);
    await expect.poll(() => cancelled.mock.calls.length).toBe(1);
    expect(chunks()).toBeLessThan(15);
  });

  test('is measured after decompression', async () => {
    const zeros = new Blob([new Uint8Array(5_000_000).fill(0x20)]).stream();
    const zipped = await new Response(zeros.pipeThrough(new CompressionStream('gzip'))).bytes();
    const fetch = () =>
      Promise.resolve(new Response(new Blob([zipped]).stream().pipeThrough(new DecompressionStream('gzip'))));
    const client = createClient({ ...base, fetch, maxResponseBytes: 1_000_000 });
    expect(zipped.length).toBeLessThan(10_000);
    await expect(client.workspaces.list()).rejects.toThrow(/maxResponseBytes/);
  });

  test('a call may have another limit than its client, or none', async () => {
    const fetch = () => Promise.resolve(new Response('{"data":[]}'));
    const client = createClient({ ...base, fetch, maxResponseBytes: 10 });
    await expect(client.workspaces.list()).rejects.toMatchObject({ name: 'NetworkError' });
    await expect(client.workspaces.list({ maxResponseBytes: 11 })).resolves.toEqual([]);
    await expect(client.workspaces.list({ maxResponseBytes: false })).resolves.toEqual([]);
  });

  test.each([-1, Number.NaN, '1'])('a limit of %j is an error', async (maxResponseBytes) => {
    const given = maxResponseBytes as number;
    expect(() => createClient({ ...base, maxResponseBytes: given })).toThrow(/maxResponseBytes must be/);
    await expect(createClient(base).workspaces.list({ maxResponseBytes: given })).rejects.toMatchObject({
      name: 'ValidationError',
      side: 'request',
    });
  });

  test('a body that is longer than a string can be is not requested again', async () => {
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

  test('characters that arrive in parts are read as one', async () => {
    const bytes = new TextEncoder().encode('{"data":[],"title":"Größe 🎉"}');
    const fetch = () =>
      Promise.resolve(
        new Response(
          new ReadableStream({
            start: (controller) => {
              for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
              controller.close();
            },
          }),
          { status: 422 },
        ),
      );
    const error = await errorOf(createClient({ ...base, fetch }).workspaces.list());
    expect(error).toMatchObject({ status: 422, body: { title: 'Größe 🎉' } });
  });
});
