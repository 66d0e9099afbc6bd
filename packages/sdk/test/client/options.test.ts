import { createClient, type RequestOptions, type WarningEvent } from '@mock-services/sdk';
import { afterEach, describe, expect, test, vi } from 'vitest';
import ky from 'ky';
import { failureOf, outcomeOf } from '../support/failures.ts';
import { responding } from '../support/fetches.ts';
import { anInput, mockServiceId } from '../support/fixtures.ts';

const baseUrl = 'https://mocks.example.com';
const base = { baseUrl, ...responding('{"data":[]}') };

/** Returns a `fetch` that responds with an empty list, and the URLs that it receives. */
function storingUrls() {
  const urls: string[] = [];
  const fetch = ({ url }: Request) => {
    urls.push(url);
    return Promise.resolve(Response.json({ data: [] }));
  };
  return { urls, fetch };
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe('baseUrl', () => {
  test.each([
    [new URL(`${baseUrl}/a`), `${baseUrl}/a`],
    [`${baseUrl}/a/`, `${baseUrl}/a`],
    [baseUrl, baseUrl],
    [`${baseUrl}////`, baseUrl],
    [`${baseUrl}/a//b${'/'.repeat(9)}`, `${baseUrl}/a//b`],
  ])('the baseUrl %s results in the path prefix %s', async (given, prefix) => {
    const { urls, fetch } = storingUrls();
    await createClient({ baseUrl: given, fetch }).workspaces.list();
    expect(urls).toEqual([`${prefix}/configuration/workspaces`]);
  });

  test('createClient throws if baseUrl is missing', () => {
    expect(() => (createClient as () => unknown)()).toThrow(/baseUrl/);
  });

  test.each(['/', 'a/', '@', '\n', ' ', '%2f', '..', ':'])(
    'createClient parses a baseUrl that ends with a million characters of %j in linear time',
    (unit) => {
      // If parsing took quadratic time, the test would exceed its time limit.
      const many = unit.repeat(1_000_000 / unit.length);
      for (const given of [`${baseUrl}/${many}`, `${baseUrl}/${many}x`])
        expect(createClient({ baseUrl: given })).toHaveProperty('mockServices');
      expect(() => createClient({ baseUrl: `x${many}` })).toThrow(TypeError);
    },
  );
});

describe('fetch', () => {
  test('the client calls a custom fetch function with a Request as its only argument', async () => {
    const fetch = vi.fn<(request: Request) => Promise<Response>>(base.fetch);
    await createClient({ baseUrl, fetch }).workspaces.list();
    expect(fetch.mock.calls).toEqual([[expect.any(Request)]]);
    expect(fetch.mock.calls[0]?.[0].url).toBe(`${baseUrl}/configuration/workspaces`);
  });

  test('the client looks up the global fetch function at the time of each call', async () => {
    const client = createClient({ baseUrl });
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ data: [] }));
    await expect(client.workspaces.list()).resolves.toEqual([]);
  });
});

test.each([
  { timeout: 0 },
  { timeout: 2_147_483_647 },
  { timeout: false as const },
  { totalTimeout: false as const },
  { maxRetries: 0 },
  { maxRetryAfter: 0 },
  { maxResponseBytes: 0 },
  { maxResponseBytes: 2 ** 40 },
  { maxResponseBytes: false as const },
  { validation: 'strict' as const },
  { validation: 'warn' as const },
  { validation: 'off' as const },
])('createClient accepts the option %j', (option) => {
  expect(createClient({ baseUrl, ...option })).toHaveProperty('workspaces');
});

test('changing the options object after createClient has no effect on the client', async () => {
  const options = { ...base, timeout: 1000 };
  const client = createClient(options);
  options.timeout = -1;
  await expect(client.workspaces.list()).resolves.toEqual([]);
});

test('createClient ignores options that are inherited from a prototype', async () => {
  const sent = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ data: [] }));
  const inherited = Object.create({ token: 'canary', timeout: 'x' }) as object;
  await createClient(Object.assign(inherited, { baseUrl })).workspaces.list();
  const [request] = sent.mock.calls[0] ?? [];
  expect((request as Request).headers.has('authorization')).toBe(false);
});

describe('option values that TypeScript rejects', () => {
  test.each([{ token: null }, { headers: null }, { timeout: null }, { onRequest: null }])(
    'createClient treats %o as an omitted option',
    async (options) => {
      await expect(createClient({ ...base, ...(options as object) }).workspaces.list()).resolves.toEqual([]);
    },
  );

  test.each([null, { signal: null }, { headers: null }, { maxRetries: null }, 0, 'x', false])(
    'a call of a client method accepts %o as its options',
    async (options) => {
      const client = createClient({ ...base, onWarning: () => undefined });
      await expect(client.workspaces.list(options as unknown as RequestOptions)).resolves.toEqual([]);
    },
  );
});

describe('invalid options of a call', () => {
  test.each<[string, object]>([
    ['timeout', { timeout: -1 }],
    ['totalTimeout', { totalTimeout: Number.NaN }],
    ['maxRetries', { maxRetries: 1.5 }],
    ['maxRetryAfter', { maxRetryAfter: 2 ** 31 }],
    ['maxResponseBytes', { maxResponseBytes: -1 }],
    ['signal', { signal: new AbortController() }],
    ['signal', { signal: 'x' }],
    ['signal', { signal: {} }],
    ['headers', { headers: () => ({ 'x-a': '1' }) }],
    ['headers', { headers: Promise.resolve({ 'x-a': '1' }) }],
    ['headers', { headers: { 'x-a': undefined } }],
    ['headers', { headers: { 'x-a': 1 } }],
    ['retryUnsafe', { retryUnsafe: 'yes' }],
    ['validation', { validation: 'loose' }],
  ])('a call rejects with a TypeError for its invalid option %s: %o', async (option, options) => {
    const call = createClient(base).mockServices.create(anInput(), options);
    await expect(call).rejects.toBeInstanceOf(TypeError);
    await expect(call).rejects.toMatchObject({
      message: expect.stringContaining(`createMockService: ${option}`) as string,
    });
  });

  test.each<[string, object, object]>([
    ['a header of the call', {}, { headers: { 'x-key': 'can\nary' } }],
    [
      'a header of the call and a token function',
      { token: () => 'abc' },
      { headers: { 'x-key': 'can\nary' } },
    ],
  ])(
    'the TypeError for %s with a line break names the header and hides its value',
    async (_, ofClient, ofCall) => {
      const call = createClient({ ...base, ...ofClient }).workspaces.list(ofCall);
      const error = await failureOf(call);
      expect(error).toBeInstanceOf(TypeError);
      expect(error.message).toContain('x-key');
      expect(`${String(error)}${error.stack ?? ''}`).not.toMatch(/can.?ary/s);
    },
  );
});

describe('invalid options of createClient', () => {
  test.each<[string, object]>([
    ['token', { token: '' }],
    ['token', { token: 'can\nary' }],
    ['headers', { headers: { 'x-a': undefined } }],
    ['headers["x y"]', { headers: { 'x y': 'z' } }],
    ['headers["x-key"]', { headers: new Map([['x-key', 'can\nary']]) }],
  ])('createClient throws a TypeError for an invalid %s and does not show its value', (path, options) => {
    const error = outcomeOf(() => createClient({ ...base, ...options })) as TypeError;
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toContain(`createClient: ${path} must be`);
    expect(`${String(error)}${error.stack ?? ''}`).not.toMatch(/can.?ary/s);
  });
});

describe('invalid results of functions', () => {
  test.each<[string, object]>([
    ['token', { token: () => ({}) }],
    ['token', { token: () => 'can\nary' }],
    ['headers', { headers: () => () => ({ 'x-a': '1' }) }],
    ['headers["x-a"]', { headers: () => ({ 'x-a': 'can\nary' }) }],
  ])(
    'a call rejects with a ValidationError for an invalid result of a function: %s',
    async (path, options) => {
      const call = createClient({ ...base, ...options }).mockServices.create(anInput());
      const issues = [
        { path, pointer: `/${path}`, expected: expect.stringContaining('HTTP header') as string },
      ];
      await expect(call).rejects.toMatchObject({ name: 'ValidationError', attempts: 0, issues });
      expect((await failureOf(call)).message).not.toMatch(/can.?ary/s);
    },
  );
});

describe('unknown options', () => {
  const misspelled = { retries: 3 } as RequestOptions;
  const sharedOptions = 'timeout, totalTimeout, maxRetries, maxRetryAfter, maxResponseBytes, validation';
  const clientOptions = `${sharedOptions}, baseUrl, ky, fetch, headers, token, onRequest, onResponse, onRetry, onWarning`;
  const callOptions = `${sharedOptions}, headers, retryUnsafe, maxEntryLength, signal`;

  /** Creates a client that stores its warnings. */
  function warned(options: object = {}) {
    const onWarning = vi.fn<(event: WarningEvent) => void>();
    const client = createClient({ ...base, onWarning, ...options });
    return { client, messages: () => onWarning.mock.calls.map(([{ message }]) => message), onWarning };
  }

  test('an unknown option of createClient is reported once, at the first call', async () => {
    const { client, messages, onWarning } = warned({ apiKey: 'canary' });
    for (let calls = 0; calls < 3; calls += 1) await client.workspaces.list();
    expect(messages()).toEqual([`createClient: unknown option \`apiKey\`. Valid options: ${clientOptions}.`]);
    expect(onWarning.mock.calls[0]?.[0]).toMatchObject({
      kind: 'unknown-option',
      operation: 'listWorkspaces',
      method: 'GET',
      url: `${baseUrl}/configuration/workspaces`,
      attempt: 0,
    });
  });

  test.each([
    ['retries', 'maxRetries'],
    ['maxRetry', 'maxRetries'],
    ['timeoutMs', 'timeout'],
    ['baseURL', 'baseUrl'],
    ['timout', 'timeout'],
  ])('the warning about the unknown option %s suggests %s', async (name, meant) => {
    const { client, messages } = warned({ [name]: 1 });
    await client.workspaces.list();
    expect(messages()).toEqual([`createClient: unknown option \`${name}\`. Did you mean \`${meant}\`?`]);
  });

  test('an unknown option of a call is reported once per operation', async () => {
    const { client, messages } = warned();
    await client.workspaces.list(misspelled);
    await client.workspaces.list(misspelled);
    await client.mockServices.list({ token: 'canary' } as RequestOptions);
    expect(messages()).toEqual([
      'listWorkspaces: unknown option `retries`. Did you mean `maxRetries`?',
      `listMockServices: unknown option \`token\`. Valid options: ${callOptions}.`,
    ]);
  });

  test('an unknown option is reported even if the call sends no request', async () => {
    const { client, messages } = warned();
    const options = { ...misspelled, timeout: -1 };
    await expect(client.workspaces.list(options)).rejects.toBeInstanceOf(TypeError);
    expect(messages()).toHaveLength(1);
  });

  test('an unknown option is reported in the console if onWarning is not set', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const client = createClient(base);
    await client.workspaces.list(misspelled);
    await client.workspaces.list(misspelled);
    expect(warn.mock.calls).toEqual([
      [expect.stringMatching(/^@mock-services\/sdk: listWorkspaces: unknown option `retries`/)],
    ]);
  });

  test('an unknown option is reported even if its name is a property of Object.prototype', async () => {
    const { client, messages } = warned(JSON.parse('{"constructor":1,"__proto__":2}') as object);
    await client.workspaces.list();
    expect(messages()).toHaveLength(2);
  });

  test('an unknown option is not reported in production', async () => {
    vi.stubEnv('NODE_ENV', 'production');
    const { client, messages } = warned({ apiKey: 'canary' });
    await client.workspaces.list(misspelled);
    expect(messages()).toEqual([]);
  });
});

test('known options are not reported as unknown', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const delays = { timeout: 1000, totalTimeout: 1000, maxRetries: 0, maxRetryAfter: 0 };
  const limits = { ...delays, maxResponseBytes: 1000 };
  const observe = () => undefined;
  const observers = { onRequest: observe, onResponse: observe, onRetry: observe };
  const others = { token: 'x', headers: {}, validation: 'strict', ky } as const;
  const client = createClient({ ...base, ...limits, ...observers, ...others });
  const { signal } = new AbortController();
  const options = { ...limits, signal, headers: {}, retryUnsafe: true, validation: 'warn' } as const;
  await client.workspaces.list(options);
  await client.mockServices.delete(mockServiceId, options);
  expect(warn).not.toHaveBeenCalled();
});
