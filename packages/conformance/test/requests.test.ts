/** Tests the requests that a run sends with different options. */
import { inspect } from 'node:util';
import { cases, createContext, runConformance } from '@mock-services/conformance';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  busyWorkspace,
  failureIn,
  idOf,
  idsOf,
  mockService,
  runAll,
  serviceWith,
  workspace,
} from './support.ts';

const methodsOf = (received: readonly { method: string }[]) => new Set(received.map(({ method }) => method));

describe('invalid options of a run', () => {
  test.each(['', 'ftp://mocks.example.com', 'https://user:pw@mocks.example.com', 'https://x.test/#a'])(
    'a conformance run rejects the base URL %j',
    async (baseUrl) => {
      await expect(runConformance({ baseUrl })).rejects.toThrow(TypeError);
      expect(() => createContext({ baseUrl })).toThrow(/^baseUrl must be/);
    },
  );

  test.each(['timeout', 'totalTimeout'])('a conformance run rejects a %s without an end', async (name) => {
    for (const ms of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31]) {
      const service = serviceWith();
      const message = `${name} must be a number of milliseconds that is greater than 0 and less than 2^31, not ${ms}`;
      await expect(runConformance({ ...service, [name]: ms })).rejects.toThrow(new TypeError(message));
      expect(service.received).toEqual([]);
    }
    for (const ms of [0.5, 1, 2 ** 31 - 1])
      expect(() => createContext({ baseUrl: 'http://a.test', [name]: ms })).not.toThrow();
  });

  test.each([
    ['a name with a space', { 'x sesame': '1' }],
    ['a line break in a value', { 'x-key': 'sesame\nx-other: 1' }],
  ])('a run rejects `headers` with %s, and does not quote it', async (_, headers) => {
    const service = serviceWith();
    const options = { ...service, headers: headers as Record<string, string> };
    const error: unknown = await runConformance(options).catch((reason: unknown) => reason);
    expect(error).toEqual(
      new TypeError('headers must have valid names, and values without control characters'),
    );
    expect(inspect(error, { depth: 9 })).not.toContain('sesame');
    expect(service.received).toEqual([]);
  });

  // The value of an unset variable of the environment may be empty.
  test.each(['all', ''])('a run rejects the `allowClear` %j and sends no request', async (allowClear) => {
    const service = serviceWith();
    await expect(runConformance({ ...service, allowClear })).rejects.toThrow(/^allowClear must be/);
    expect(service.received).toEqual([]);
  });
});

function useVirtualTime(): void {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
}

describe('the defaults of a run', () => {
  test('`timeout` is 10 seconds by default', async () => {
    useVirtualTime();
    const running = runConformance({ baseUrl: 'https://a.test', fetch: () => new Promise(() => {}) });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(failureIn(await running, 'reachable')).toContain('no response within 10000 ms');
  });

  test.each([
    [539, [0, 539_000]],
    [540, [0]],
  ])(
    '`totalTimeout` is 10 minutes, of which one is for clean-up: Retry-After %i',
    async (seconds, expected) => {
      useVirtualTime();
      const start = performance.now();
      const times = new Set<number>();
      const fetch = () => {
        times.add(Math.round(performance.now() - start));
        return Promise.resolve(
          new Response(null, { status: 429, headers: { 'retry-after': String(seconds) } }),
        );
      };
      const running = runConformance({ baseUrl: 'https://a.test', fetch });
      await vi.advanceTimersByTimeAsync(600_000);
      await running;
      expect([...times]).toEqual(expected);
    },
  );

  test('each request uses the global `fetch` at its time by default', async () => {
    onTestFinished(() => void vi.unstubAllGlobals());
    const services = [serviceWith(), serviceWith()];
    const context = createContext({ baseUrl: 'https://a.test' });
    for (const [i, id] of ['list-workspaces-answer', 'list-mock-services-answer'].entries()) {
      vi.stubGlobal('fetch', services[i]?.fetch);
      expect(await cases.find((one) => one.id === id)?.run(context)).toEqual({ outcome: 'passed' });
    }
    const paths = services.map(({ received }) => received.map(({ path }) => path));
    expect(paths).toEqual([['/configuration/workspaces'], ['/configuration/mock-services']]);
  });
});

test('a run reads five mock services and workspaces, and expired workspaces last', async () => {
  const numbers = Array.from({ length: 9 }, (_, i) => i + 1);
  const expired = numbers.filter((n) => n % 4 === 1);
  const later = '2099-01-01T00:00:00.000Z';
  const seed = {
    mockServices: numbers.map((n) => mockService(n)),
    workspaces: numbers.map((n) =>
      expired.includes(n) ? workspace(100 + n) : workspace(100 + n, { expiresAt: later }),
    ),
  };
  const service = serviceWith(undefined, { seed });
  await runConformance(service);
  const known = new Set([...seed.mockServices, ...seed.workspaces].map(({ id }) => id));
  const readsOf = (pattern: RegExp) => {
    const ids = service.received.flatMap(({ path }) => pattern.exec(path)?.[1] ?? []);
    return [...new Set(ids)].filter((id) => known.has(id));
  };
  const sample = [...numbers.filter((n) => !expired.includes(n)), ...expired].slice(0, 5);
  expect(readsOf(/\/mock-service\/([^/]+)$/)).toEqual(numbers.slice(0, 5).map(idOf));
  const workspaceIds = sample.map((n) => idOf(100 + n));
  expect(readsOf(/configuration\/workspace\/([^/]+)$/)).toEqual(workspaceIds);
  // The case `expiry` reads the log of the first expired workspace.
  const logs = new Set([...workspaceIds, idOf(101)]);
  expect(readsOf(/^\/workspace\/([^/]+)\/activity$/)).toEqual([...logs]);
});

describe('a conformance run with `allowClear`', () => {
  test('with `allowClear`, a run clears the log of that workspace once', async () => {
    const service = serviceWith();
    const report = await runConformance({ ...service, allowClear: busyWorkspace });
    expect(service.received.filter(({ method }) => method !== 'GET')).toEqual([
      expect.objectContaining({ method: 'DELETE', path: `/workspace/${busyWorkspace}/activity` }),
    ]);
    expect(idsOf(report, 'passed')).toContain('clear-activity-leaves-others');
  });

  test('with `allowClear` of an unknown workspace, a run clears no log', async () => {
    const service = serviceWith();
    const report = await runConformance({ ...service, allowClear: '6f1d9c1e-4b7a-4d1c-8f8e-2a4b6c8d0e1f' });
    expect(methodsOf(service.received)).toEqual(new Set(['GET']));
    expect(idsOf(report, 'failed')).toContain('clear-activity-answer');
  });
});

describe('the requests of a run', () => {
  test('`headers` are sent except in the authentication case, and never reported', async () => {
    const service = serviceWith();
    const headers = { authorization: 'Bearer opens-sesame' };
    const report = await runConformance({ ...service, headers, allowWrites: true });
    const bare = service.received.filter((request) => request.headers['authorization'] === undefined);
    expect(bare).toHaveLength(1);
    expect(JSON.stringify(report)).not.toContain('sesame');
  });

  test.each([
    ['a record', { 'X-Key': 'a, b', accept: 'text/plain' }],
    [
      'pairs',
      [
        ['X-Key', 'a'],
        ['x-key', 'b'],
        ['Accept', 'text/plain'],
      ],
    ],
    ['a Headers object', new Headers({ 'x-key': 'a, b', accept: 'text/plain' })],
  ] as const)('`headers` may be %s', async (_, headers) => {
    const service = serviceWith();
    await runConformance({ ...service, headers: headers as Headers });
    const [bare, ...others] = service.received.toSorted((one) => ('x-key' in one.headers ? 1 : -1));
    expect(bare?.headers).toEqual({ accept: 'application/json' });
    expect(others.length).toBeGreaterThan(10);
    for (const other of others) expect(other.headers).toEqual({ 'x-key': 'a, b', accept: 'text/plain' });
  });

  test('requests contain the path and query of the base URL; reports omit the query', async () => {
    const service = serviceWith(undefined, { baseUrl: 'https://prefixed.test/api/v1' });
    const report = await runConformance({ ...service, baseUrl: 'https://prefixed.test/api/v1/?key=sesame' });
    expect(report).toMatchObject({ ok: true, baseUrl: 'https://prefixed.test/api/v1' });
    const urls = service.received.map(({ path }) => new URL(path, 'https://prefixed.test'));
    for (const { pathname, searchParams } of urls)
      expect([pathname.startsWith('/api/v1/'), searchParams.getAll('key')]).toEqual([true, ['sesame']]);
    const own = new Set(urls.flatMap(({ searchParams }) => [...searchParams.keys()]));
    expect(own).toEqual(new Set(['key', 'limit', 'conformance']));
    expect(JSON.stringify(report)).not.toContain('sesame');
  });

  test.each([
    ['https://a.test', '/configuration'],
    ['https://a.test/api', '/api/configuration'],
    ['https://a.test/api//', '/api/configuration'],
  ])('at %s, request paths start with %s', async (baseUrl, start) => {
    const urls: string[] = [];
    const fetch = (url: string) => {
      urls.push(url);
      return Promise.resolve(new Response('{"data":[]}'));
    };
    await runConformance({ baseUrl, fetch });
    expect(urls[0]).toBe(`https://a.test${start}/workspaces`);
  });

  test('requests are sequential, accept JSON, follow no redirects and bypass the cache', async () => {
    const service = serviceWith();
    const sent: RequestInit[] = [];
    let [pending, most] = [0, 0];
    await runAll(undefined, {
      ...service,
      fetch: async (url, init) => {
        sent.push(init);
        pending += 1;
        most = Math.max(most, pending);
        const response = await service.fetch(url, init);
        pending -= 1;
        return response;
      },
    });
    expect(most).toBe(1);
    for (const { redirect, cache, headers, body } of sent) {
      const [accept, type] = ['accept', 'content-type'].map((name) => new Headers(headers).get(name));
      const expectedType = body === undefined ? null : 'application/json';
      expect([redirect, cache, accept, type]).toEqual([
        'manual',
        'no-store',
        'application/json',
        expectedType,
      ]);
    }
  });
});

const every = (ms: number, count: number) => Array.from({ length: count }, (_, i) => i * ms);
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString();

/** Times at which a run sends a request again. The time limit of a request is five seconds. */
test.each<[script: readonly number[], after: string, (() => string) | undefined, times: readonly number[]]>([
  [[503], 'missing', undefined, every(1000, 3)],
  [[408], '0', () => '0', every(0, 3)],
  [[425], '3', () => '3', every(3000, 3)],
  [[502], 'the timeout', () => '5', every(5000, 3)],
  [[504], 'a second too long', () => '6', [0]],
  [[429], 'missing', undefined, every(1000, 10)],
  [[429], 'more than the timeout', () => '7', every(7000, 10)],
  [[429], 'a date in 3 seconds', () => inSeconds(3), every(3000, 10)],
])('after %j, the request is repeated in time: Retry-After %s', async (script, _, after, times) => {
  useVirtualTime();
  // `Retry-After` and `Date` are in whole seconds.
  vi.setSystemTime(1_780_000_000_000);
  const start = Date.now();
  const sent: number[] = [];
  const context = createContext({
    baseUrl: 'https://mocks.example.com',
    timeout: 5000,
    fetch: () => {
      const status = script[Math.min(sent.length, script.length - 1)] ?? 200;
      sent.push(Date.now() - start);
      const headers = after && { 'retry-after': after() };
      return Promise.resolve(new Response(null, { status, ...(headers && { headers }) }));
    },
  });
  const ended = context.send('listWorkspaces').then(
    () => 'a response',
    (error: Error) => error.message,
  );
  await vi.runAllTimersAsync();
  expect(await ended).toMatch(/temporary failure|request rate/);
  expect(sent).toEqual(times);
});
