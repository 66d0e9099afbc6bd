/** Tests the requests that a run sends with different options. */
import { inspect } from 'node:util';
import { cases, createContext, runConformance } from '@mock-services/conformance';
import type { MockService } from '@mock-services/sdk/contract';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { operationOf } from './mutants/mutant.ts';
import {
  allAllowed,
  busyWorkspace,
  failureIn,
  fraction,
  idOf,
  idsOf,
  listOf,
  mockService,
  runAll,
  serviceWith,
  workspace,
} from './support.ts';

const methodsOf = (received: readonly { method: string }[]) => new Set(received.map(({ method }) => method));

describe('invalid options of a run', () => {
  test.each([
    '',
    'mocks.example.com',
    'ftp://mocks.example.com',
    'https://user:pw@mocks.example.com',
    'https://user@mocks.example.com',
    'https://:pw@mocks.example.com',
    'xhttps://mocks.example.com',
    'httpss://mocks.example.com',
    'https://x.test/#a',
  ])('a conformance run rejects the base URL %j', async (baseUrl) => {
    await expect(runConformance({ baseUrl })).rejects.toThrow(TypeError);
    expect(() => createContext({ baseUrl })).toThrow(/^baseUrl must be/);
  });

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
    ['an empty name', [['', 'sesame']]],
    ['a line break in a value', { 'x-key': 'sesame\nx-other: 1' }],
    ['another control character in a value', { 'x-key': 'sesame\u0001' }],
    ['a deletion in a value', new Headers({ 'x-key': 'sesame\u007F' })],
    ['a character beyond Latin-1 in a value', { 'x-key': 'sesame \u20AC' }],
    ['a name without a value', [['sesame']]],
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
  test.each(['all', '', ' ', idOf(1).slice(1)])(
    'a run rejects the `allowClear` %j and sends no request',
    async (allowClear) => {
      const service = serviceWith();
      await expect(runConformance({ ...service, allowClear })).rejects.toThrow(/^allowClear must be/);
      expect(service.received).toEqual([]);
    },
  );
});

function useVirtualTime(): void {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
}

test.each(['changes', 'stays'] as const)(
  'a run waits for a clock of whole seconds, to see that updatedAt %s',
  async (updatedAt) => {
    useVirtualTime();
    vi.setSystemTime(Math.ceil(Date.now() / 1000) * 1000);
    const service = serviceWith(fraction(0), { clock: Date.now, updatedAt });
    const running = runConformance({ ...service, allowWrites: true });
    await vi.advanceTimersByTimeAsync(60_000);
    const { profile } = await running;
    expect(profile.observed['updated-at']).toEqual({ changed: updatedAt === 'changes' });
  },
);

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
    '`totalTimeout` is 10 minutes by default, with one for clean-up: Retry-After %i',
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

describe('a conformance run without permissions', () => {
  test('without permissions, a run sends only GET requests and skips other cases', async () => {
    const service = serviceWith();
    const report = await runConformance(service);
    expect(methodsOf(service.received)).toEqual(new Set(['GET']));
    expect(service.received.every(({ body }) => body === '')).toBe(true);
    const destructive = cases.filter((one) => one.destructive).map(({ id }) => id);
    expect(idsOf(report, 'skipped')).toEqual(destructive);
    expect(report.ok).toBe(true);
    const reasonOf = (id: string) => report.results.find((result) => result.id === id);
    expect(reasonOf('create-answer')).toHaveProperty('reason', expect.stringContaining('allowWrites'));
    expect(reasonOf('clear-activity-answer')).toHaveProperty('reason', expect.stringContaining('allowClear'));
  });
});

describe.each([0, -1, 1])("if the service's clock is %i days ahead", (days) => {
  test.each([
    [-1, { outcome: 'skipped' }],
    [0, { outcome: 'observed' }],
    [1, { outcome: 'observed' }],
  ])('a workspace is observed %i seconds after its expiry: %j', async (seconds, expected) => {
    vi.useFakeTimers({ now: 1_780_000_000_000 });
    onTestFinished(() => void vi.useRealTimers());
    const now = Date.now() + days * 86_400_000;
    const item = workspace(1, { expiresAt: new Date(now - seconds * 1000).toISOString() });
    const service = serviceWith(undefined, { clock: now, seed: { workspaces: [item] } });
    const context = createContext(service);
    const outcome = await cases.find(({ id }) => id === 'expiry')?.run(context);
    expect(outcome).toMatchObject(expected);
  });
});

test.each([4, 5, 6, 9])(
  'of %i mock services and workspaces, a run reads the first five, and expired workspaces last',
  async (count) => {
    const numbers = Array.from({ length: count }, (_, i) => i + 1);
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
  },
);

test.each<[string, () => Promise<Response>]>([
  ['a list', () => Promise.resolve(new Response('{"data":[]}'))],
  ['500', () => Promise.resolve(new Response(null, { status: 500 }))],
  ['401', () => Promise.resolve(new Response(null, { status: 401 }))],
  ['no response', () => Promise.reject(new TypeError('fetch failed'))],
])('cases read a list only once, even if the request gets %s', async (_, respond) => {
  const service = serviceWith();
  let reads = 0;
  const fetch: typeof service.fetch = (url, init) => {
    if (!url.endsWith('/workspaces')) return service.fetch(url, init);
    reads += 1;
    return respond();
  };
  const context = createContext({ ...service, fetch });
  for (const id of ['list-mock-services-answer', 'workspace-fields', 'workspace-expiry', 'unknown-fields'])
    await cases.find((one) => one.id === id)?.run(context);
  expect(reads).toBe(1);
});

describe('a conformance run with `allowWrites`', () => {
  test('with `allowWrites`, a run changes only its own mock services and clears no log', async () => {
    const service = serviceWith();
    const before = listOf(service.fake);
    const { ok, leftovers } = await runConformance({ ...service, allowWrites: true });
    const changing = service.received.filter(({ method }) => method === 'PUT' || method === 'DELETE');
    const foreign = changing.filter(
      ({ path }) => path.includes('activity') || before.some(({ id }) => path.includes(id)),
    );
    expect({ ok, leftovers, foreign }).toEqual({ ok: true, leftovers: [], foreign: [] });
    expect(listOf(service.fake)).toEqual(before);
  });

  test('with `allowWrites`, a run writes reserved host names and distinct list items', async () => {
    const service = serviceWith();
    await runConformance({ ...service, allowWrites: true });
    const written = service.received
      .filter(({ body }) => /^\{"(type|data)"/.test(body) && !/[^ -~]|long text|Path/.test(body))
      .map(({ body }) => JSON.parse(body) as Partial<MockService> & { readonly data?: MockService })
      .flatMap(({ data, ...created }) => (data ?? created).config ?? []);
    expect(written.length).toBeGreaterThan(30);
    for (const { cors, defaultResponseHeaders, upstreams } of written) {
      const urls = upstreams.map(({ url }) => url);
      const hosts = [...cors.allowedOrigins, ...urls.map((url) => new URL(url).hostname)];
      const names = [...cors.allowedHeaders, ...Object.keys(defaultResponseHeaders)];
      for (const { name } of upstreams) expect(name).not.toBe('');
      for (const host of hosts) expect(host).toMatch(/^(\w+\.)?conformance\.example$/);
      for (const name of names) expect(name).toMatch(/^(x-conformance(-\w+)?|content-type)$/);
      for (const method of cors.allowedMethods) expect(method).toMatch(/^(GET|POST|PUT|DELETE)$/);
      const { allowedOrigins, allowedMethods, allowedHeaders } = cors;
      for (const list of [allowedOrigins, allowedMethods, allowedHeaders, urls])
        expect(new Set(list).size).toBe(list.length);
    }
  });

  test('ids in request paths are UUIDs, except for the malformed id of one case', async () => {
    const service = serviceWith();
    await runConformance({ ...service, allowWrites: true });
    const ids = service.received.flatMap(
      ({ path }) => /\/(?:mock-services?|workspace)\/([^/?]+)/.exec(path)?.[1] ?? [],
    );
    expect(ids.length).toBeGreaterThan(100);
    for (const id of ids) {
      expect(id).toMatch(/^(?:no-uuid|[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12})$/);
    }
  });
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
    ['https://a.test/', '/configuration'],
    ['https://a.test/api', '/api/configuration'],
    ['https://a.test/api//', '/api/configuration'],
    ['https://a.test//a//b/', '//a//b/configuration'],
  ])('with the base URL %s, request paths start with %s', async (baseUrl, start) => {
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

describe('an aborted run', () => {
  const firstWrite = cases.findIndex(({ destructive }) => destructive);

  test('an aborted run keeps the earlier results and skips the remaining cases', async () => {
    const controller = new AbortController();
    const report = await runConformance({
      ...serviceWith(),
      signal: controller.signal,
      onResult: ({ id }) => {
        if (id === 'list-workspaces-answer') controller.abort();
      },
    });
    expect(idsOf(report, 'passed')).toEqual(['reachable', 'list-workspaces-answer']);
    expect(report).toMatchObject({ ok: false, aborted: true, failed: 0, skipped: cases.length - 2 });
  });

  test.each(cases.filter(({ level }) => level === 'open'))(
    '$id is not observed if the run is aborted during its last request',
    async ({ run }) => {
      const outcomeOf = async (abortAt?: number) => {
        const controller = new AbortController();
        const service = serviceWith();
        let count = 0;
        const fetch = (url: string, init: RequestInit) => {
          if ((count += 1) === abortAt) controller.abort();
          return service.fetch(url, init);
        };
        const { signal } = controller;
        const context = createContext({ ...service, ...allAllowed, fetch, signal });
        return { outcome: await run(context), count };
      };
      const { count } = await outcomeOf();
      expect((await outcomeOf(count)).outcome).toMatchObject({ outcome: 'skipped' });
    },
  );

  test.each(['GET', 'POST'])(
    'a case aborted during its first %s sends only the requests of its clean-up',
    async (method) => {
      for (const one of cases) {
        const controller = new AbortController();
        const service = serviceWith();
        const later: (string | undefined)[] = [];
        const fetch: typeof service.fetch = (url, init) => {
          if (controller.signal.aborted)
            later.push(operationOf({ method: init.method ?? '', path: new URL(url).pathname }));
          else if (init.method === method) controller.abort();
          return service.fetch(url, init);
        };
        const context = createContext({ ...service, ...allAllowed, fetch, signal: controller.signal });
        await one.run(context);
        await context.cleanUp();
        const others = later.filter((id) => id !== 'listMockServices' && id !== 'deleteMockService');
        expect([one.id, others]).toEqual([one.id, []]);
      }
    },
  );

  test.each(['header-value-types', 'error-statuses'])(
    '%s sends nothing after three requests without a response',
    async (wanted) => {
      const service = serviceWith();
      const lost: unknown[] = [];
      let isDown = false;
      const fetch: typeof service.fetch = (url, init) => {
        if (!isDown) return service.fetch(url, init);
        lost.push(init.method);
        return Promise.reject(new TypeError('fetch failed'));
      };
      const context = createContext({ ...service, ...allAllowed, fetch });
      await cases.find(({ id }) => id === 'create-answer')?.run(context);
      isDown = true;
      await cases.find(({ id }) => id === wanted)?.run(context);
      expect(lost).toHaveLength(3);
    },
  );

  test('a run sends no request if its signal is already aborted', async () => {
    const service = serviceWith();
    const report = await runConformance({ ...service, allowWrites: true, signal: AbortSignal.abort() });
    expect(service.received).toEqual([]);
    expect(report).toMatchObject({ ok: false, aborted: true, skipped: cases.length });
  });

  test.each(['POST', 'GET', 'PUT', 'DELETE'])(
    'a run aborted during a %s request deletes its mock services and fails no case',
    async (method) => {
      const service = serviceWith();
      const before = listOf(service.fake);
      const controller = new AbortController();
      let count = 0;
      const report = await runConformance({
        ...service,
        allowWrites: true,
        signal: controller.signal,
        onResult: () => (count += 1),
        fetch: (url, init) => {
          if (count > firstWrite && init.method === method) controller.abort();
          return service.fetch(url, init);
        },
      });
      expect(report).toMatchObject({ ok: false, aborted: true, failed: 0, leftovers: [] });
      expect(listOf(service.fake)).toEqual(before);
    },
  );

  test('a run aborted during its clean-up completes it, and says that it was aborted', async () => {
    const controller = new AbortController();
    let results = 0;
    const service = serviceWith((request, next) => {
      if (results === cases.length) controller.abort();
      const isDown = request.method === 'DELETE' && results < cases.length;
      return isDown ? { status: 500, headers: {}, body: '' } : next(request);
    });
    const before = listOf(service.fake);
    const report = await runConformance({
      ...service,
      allowWrites: true,
      signal: controller.signal,
      onResult: () => {
        results += 1;
      },
    });
    expect(report).toMatchObject({ ok: false, aborted: true, leftovers: [] });
    expect(listOf(service.fake)).toEqual(before);
  });

  // The run repeats a DELETE, because that is its clean-up.
  test.each([
    ['POST', 0],
    ['GET', 0],
    ['PUT', 0],
    ['DELETE', 59_000],
  ])(
    'a run aborted during the wait after a 429 to a %s cleans up and ends in %i ms',
    async (method, expected) => {
      useVirtualTime();
      const service = serviceWith();
      const before = listOf(service.fake);
      const controller = new AbortController();
      let count = 0;
      let isLimited = false;
      let abortedAt = Number.POSITIVE_INFINITY;
      const abort = () => {
        abortedAt = Date.now();
        controller.abort();
      };
      const running = runConformance({
        ...service,
        allowWrites: true,
        signal: controller.signal,
        onResult: () => (count += 1),
        fetch: (url, init) => {
          if (count <= firstWrite || init.method !== method || isLimited) return service.fetch(url, init);
          isLimited = true;
          setTimeout(abort, 1000);
          return Promise.resolve(new Response(null, { status: 429, headers: { 'retry-after': '60' } }));
        },
      }).then((report) => ({ report, waited: Date.now() - abortedAt }));
      await vi.runAllTimersAsync();
      const { report, waited } = await running;
      expect(report).toMatchObject({ ok: false, aborted: true, failed: 0, leftovers: [] });
      expect([waited, listOf(service.fake)]).toEqual([expected, before]);
    },
  );

  test('a run aborted during a create does not wait for the Retry-After of its 429', async () => {
    useVirtualTime();
    const controller = new AbortController();
    const service = serviceWith();
    const start = Date.now();
    const running = runConformance({
      ...service,
      allowWrites: true,
      signal: controller.signal,
      fetch: (url, init) => {
        if (init.method !== 'POST') return service.fetch(url, init);
        controller.abort();
        return Promise.resolve(new Response(null, { status: 429, headers: { 'retry-after': '60' } }));
      },
    }).then((report) => ({ report, waited: Date.now() - start }));
    await vi.runAllTimersAsync();
    const { report, waited } = await running;
    expect(report).toMatchObject({ ok: false, aborted: true, failed: 0, leftovers: [] });
    expect(waited).toBe(0);
  });

  test("aborting a run ends its wait for the service's clock at once", async () => {
    useVirtualTime();
    const controller = new AbortController();
    const service = serviceWith(undefined, { clock: () => 1_700_000_000_000 });
    const context = createContext({ ...service, allowWrites: true, signal: controller.signal });
    const start = Date.now();
    const running = cases
      .find(({ id }) => id === 'updated-at')
      ?.run(context)
      .then(({ outcome }) => [outcome, Date.now() - start]);
    setTimeout(() => controller.abort(), 200);
    await vi.runAllTimersAsync();
    expect(await running).toEqual(['skipped', 200]);
    expect(await context.cleanUp()).toEqual([]);
  });

  const never = new Promise<never>(() => {});
  /** Neither ends, and neither heeds an abort signal. */
  const stuck = {
    'no response': () => never,
    'an endless body': () => Promise.resolve(new Response(new ReadableStream())),
  };
  const limits = {
    timeout: { timeout: 2000 },
    totalTimeout: { timeout: 60_000, totalTimeout: 5000 },
    signal: { timeout: 60_000 },
  };
  /** Milliseconds until the run ends. After request 60, the run has mock services to delete. */
  const endings: [after: number, Readonly<Record<keyof typeof limits, number>>][] = [
    [0, { timeout: 2000, totalTimeout: 4000, signal: 1000 }],
    [5, { timeout: 3 * 2000, totalTimeout: 4000, signal: 1000 }],
    [60, { timeout: 10 * 2000, totalTimeout: 5004, signal: 5 * 60_000 }],
  ];
  test.each(
    endings.flatMap(([after, ends]) =>
      (['timeout', 'totalTimeout', 'signal'] as const).map((limit) => [limit, after, ends[limit]] as const),
    ),
  )('a run ends by %s after %i requests, although `fetch` ignores its signal', async (limit, after, ms) => {
    useVirtualTime();
    for (const [what, respond] of Object.entries(stuck)) {
      const service = serviceWith();
      const controller = new AbortController();
      let [sent, since] = [0, 0];
      let ended: unknown;
      void runConformance({
        ...service,
        ...limits[limit],
        allowWrites: true,
        signal: controller.signal,
        fetch: (url, init) => {
          sent += 1;
          if (sent <= after) return service.fetch(url, init);
          since ||= Date.now();
          if (limit === 'signal') setTimeout(() => controller.abort(), 1000);
          return respond();
        },
      }).then(({ ok }) => (ended = { ok, ms: Date.now() - since }));
      await vi.runAllTimersAsync();
      expect({ what, ended }).toEqual({ what, ended: { ok: false, ms } });
    }
  });
});
