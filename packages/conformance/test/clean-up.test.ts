import { cases, createContext, runConformance } from '@mock-services/conformance';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { instead, listing, operationOf, type Mutation } from './mutants/mutant.ts';
import {
  allAllowed,
  everywhere,
  failureIn,
  idsOf,
  listOf,
  firstPage,
  idOf,
  serviceWith,
  tickingClock,
  unchanged,
  type Service,
} from './support.ts';

const serverError = { status: 500, headers: {}, body: '' };

/** Runs the cases that write. Returns the report, and the mock services that the service still has. */
async function runOn(service: Service, fetch = service.fetch, timeout?: number) {
  const before = new Set(listOf(service.fake).map(({ id }) => id));
  const report = await runConformance({ ...service, fetch, timeout, allowWrites: true });
  return { report, left: listOf(service.fake).filter(({ id }) => !before.has(id)) };
}

describe('deleting the mock services of a run', () => {
  test.each<[string, string, Mutation]>([
    ['cases fail in the middle', 'update-answer', instead('updateMockService', () => serverError)()],
    [
      'creates hide the identifier',
      'create-answer',
      instead('createMockService', (request, next) => ({ ...next(request), body: '{"created":true}' }))(),
    ],
  ])('a run deletes the mock services that it created, even if %s', async (_, failing, mutation) => {
    const { report, left } = await runOn(serviceWith(mutation));
    expect(failureIn(report, failing)).toBeDefined();
    expect([left, report.leftovers]).toEqual([[], []]);
  });

  test.each<[string, string, (body: string) => boolean]>([
    ['every create', 'create-answer', () => true],
    [
      'creates whose titles contain other text',
      'create-keeps-text',
      (body) => !/"title":"Conformance check [\da-f]{12}-\d{4}"/.test(body),
    ],
  ])('a run deletes its mock services even if the responses to %s are lost', async (_, failing, isLost) => {
    const service = serviceWith();
    const { report, left } = await runOn(service, async (url, init) => {
      const response = await service.fetch(url, init);
      if (init.method === 'POST' && isLost(init.body as string)) throw new TypeError('fetch failed');
      return response;
    });
    expect(failureIn(report, failing)).toContain('no response');
    expect([left, report.leftovers]).toEqual([[], []]);
  });

  test('a run tries again to delete its mock services if `onResult` throws after failed deletes', async () => {
    let isDown = true;
    const service = serviceWith((request, next) =>
      operationOf(request) === 'deleteMockService' && isDown ? serverError : next(request),
    );
    const before = listOf(service.fake);
    const failing = runConformance({
      ...service,
      allowWrites: true,
      onResult: ({ id }) => {
        if (id !== 'update-answer') return;
        expect(listOf(service.fake).length).toBeGreaterThan(before.length);
        isDown = false;
        throw new RangeError('enough');
      },
    });
    await expect(failing).rejects.toThrow('enough');
    expect(listOf(service.fake)).toEqual(before);
  });
});

test.each(cases)('$id has deleted its mock services when it ends, before any clean-up', async ({ run }) => {
  const service = serviceWith(undefined, { clock: tickingClock() });
  const before = listOf(service.fake);
  await run(createContext({ ...service, ...allAllowed }));
  expect(listOf(service.fake)).toEqual(before);
});

const withoutIds = instead('createMockService', (request, next) => ({ ...next(request), body: '' }));

test.each<[string, Mutation]>([
  ['contain', unchanged],
  ['lack', withoutIds()],
])('a run keeps what another run creates meanwhile, if responses %s ids', async (_, mutation) => {
  const service = serviceWith(mutation);
  const before = listOf(service.fake);
  const title = 'Conformance check 0123456789ab-0001';
  const report = await runConformance({
    ...service,
    allowWrites: true,
    fetch: (url, init) => {
      if (init.method === 'POST') service.fake.mockServices.add({ title });
      return service.fetch(url, init);
    },
  });
  const posts = service.received.filter(({ method }) => method === 'POST').length;
  const left = listOf(service.fake).slice(before.length);
  expect(left.map((one) => one.title)).toEqual(Array.from({ length: posts }, () => title));
  expect(report.leftovers).toEqual([]);
});

test('a run that created nothing sends no request to clean up', async () => {
  for (const options of [{}, { allowWrites: true }]) {
    const service = serviceWith();
    const context = createContext({ ...service, ...options });
    await cases.find(({ id }) => id === 'list-workspaces-answer')?.run(context);
    expect(await context.cleanUp()).toEqual([]);
    expect(service.received).toHaveLength(1);
  }
});

test.each(['', '.', '..'])('no request contains the id %j, which changes a path', async (id) => {
  const urls: string[] = [];
  const service = serviceWith(everywhere((value, key) => (key === 'id' ? id : value)));
  const before = listOf(service.fake).length;
  const { report, left } = await runOn(service, (url, init) => {
    urls.push(url);
    return service.fetch(url, init);
  });
  expect(urls.filter((url) => /\/\.{0,2}(\/activity)?([?].*)?$/.test(url))).toEqual([]);
  expect(new Set(urls.map((url) => url.split('/').at(-1)))).toContain('no-uuid');
  expect(listOf(service.fake)).toHaveLength(before + left.length);
  expect(report.leftovers).toEqual(left.map(({ title }) => ({ id: null, title })));
});

test('an id of three dots is an id like any other', async () => {
  const service = serviceWith(everywhere((value, key) => (key === 'id' ? '...' : value)));
  await runConformance(service);
  const ends = service.received.map(({ path }) => path.replace(/^.*\/(?=\.)/, ''));
  expect(ends).toEqual(expect.arrayContaining(['...', '.../activity']));
});

test('a slow clean-up in its reserved time does not count as the end of the run', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let failed: string | undefined;
  const failing: Mutation = (request, next) => {
    const isOwn = listOf({ handle: next }).some(({ id }) => request.path.endsWith(id));
    if (request.method !== 'DELETE' || !isOwn || failed !== undefined) return next(request);
    failed = request.path;
    return serverError;
  };
  const service = serviceWith(failing, { clock: tickingClock() });
  const before = listOf(service.fake);
  let delays = 0;
  const running = runConformance({
    ...service,
    allowWrites: true,
    totalTimeout: 10_000,
    fetch: async (url, init) => {
      // Of the ten seconds, two are reserved.
      if (failed !== undefined && url.endsWith(failed)) {
        delays += 1;
        await new Promise((resolve) => setTimeout(resolve, 8500));
      }
      return service.fetch(url, init);
    },
  });
  await vi.runAllTimersAsync();
  expect(await running).toMatchObject({ ok: true, aborted: false, leftovers: [] });
  expect([delays, listOf(service.fake)]).toEqual([1, before]);
});

test.each([
  [2000, 400],
  [10_000, 2000],
  [300_000, 60_000],
  [900_000, 60_000],
])('of %i ms, a request that hangs leaves %i ms for the deletes', async (totalTimeout, reserved) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const service = serviceWith();
  const before = listOf(service.fake);
  let hasHung = false;
  const running = runConformance({
    ...service,
    allowWrites: true,
    totalTimeout,
    timeout: totalTimeout,
    fetch: async (url, init) => {
      const isNew =
        listOf(service.fake).some(({ id }) => url.endsWith(id)) && !before.some(({ id }) => url.endsWith(id));
      if (isNew && init.method === 'GET' && !hasHung) {
        hasHung = true;
        return new Promise(() => {});
      }
      if (isNew && init.method === 'DELETE' && hasHung)
        await new Promise((resolve) => setTimeout(resolve, reserved - 100));
      return service.fetch(url, init);
    },
  });
  await vi.advanceTimersByTimeAsync(2 * totalTimeout);
  const { leftovers, aborted } = await running;
  expect({ leftovers, aborted, left: listOf(service.fake).length }).toEqual({
    leftovers: [],
    aborted: true,
    left: before.length,
  });
});

const reset = () => Promise.reject<Response>(new TypeError('fetch failed'));
const failures: Readonly<Record<string, () => Promise<Response>>> = {
  429: () => Promise.resolve(new Response(null, { status: 429, headers: { 'retry-after': '0' } })),
  503: () => Promise.resolve(new Response(null, { status: 503 })),
  reset,
};
const names = Object.keys(failures);

describe.each(['complete', 'aborted', 'out of time'] as const)('if a run is %s', (state) => {
  test.each(names.flatMap((one) => names.map((other) => [one, other] as const)))(
    'it deletes its mock service after the failures %s and %s of the delete',
    async (...script) => {
      vi.useFakeTimers();
      onTestFinished(() => void vi.useRealTimers());
      const service = serviceWith();
      const before = listOf(service.fake);
      const stopping = new AbortController();
      const left: string[] = [...script];
      const context = createContext({
        ...service,
        allowWrites: true,
        signal: stopping.signal,
        timeout: 1000,
        totalTimeout: 100_000,
        fetch: async (url, init) => {
          if (init.method === 'POST' && state === 'aborted') stopping.abort();
          if (init.method === 'POST' && state === 'out of time')
            await new Promise((resolve) => setTimeout(resolve, 20));
          const failure = init.method === 'DELETE' ? failures[left.shift() ?? ''] : undefined;
          return failure ? failure() : service.fetch(url, init);
        },
      });
      // A fifth of the time is reserved for the deletes.
      if (state === 'out of time') await vi.advanceTimersByTimeAsync(79_990);
      const create = cases.find(({ id }) => id === 'create-answer');
      const running = create?.run(context).then(() => context.cleanUp());
      await vi.advanceTimersByTimeAsync(15_000);
      // The run deletes a mock service twice: after its case, and at the end. A lost delete is not repeated.
      const isLost = script.every((one) => one === 'reset');
      expect(await running).toHaveLength(Number(isLost));
      expect(listOf(service.fake)).toHaveLength(before.length + Number(isLost));
    },
  );
});

describe('mock services created in unusual ways', () => {
  test('a run deletes the mock service that a service creates from malformed JSON', async () => {
    const lenient = instead('createMockService', (request, next) => {
      const body = request.body ?? '';
      if (body.endsWith('}')) return next(request);
      const [, title] = /"title":"([^"]*)"/.exec(body) ?? [];
      const config = {
        cors: { allowedOrigins: [], allowedMethods: [], allowedHeaders: [] },
        defaultResponseHeaders: {},
        upstreams: [],
      };
      return next({ ...request, body: JSON.stringify({ type: 'REST', title, config }) });
    });
    const { report, left } = await runOn(serviceWith(lenient()));
    expect(report.profile.observed['error-statuses']?.statuses['createMockService, malformed JSON']).toBe(
      201,
    );
    expect([left, report.leftovers, report.ok]).toEqual([[], [], true]);
  });

  test.each([
    ['nested in the response to its create', '{"data":{$1}}'],
    ['nested, beside one that no path can hold', '{"id":"..","data":{$1}}'],
    ['beside a nested one', `{$1,"data":{"id":"${idOf(7)}"}}`],
  ])('a run deletes a mock service whose identifier is %s', async (_, form) => {
    const page = firstPage();
    const nested = instead('createMockService', (request, next) => {
      const response = next(request);
      return { ...response, body: response.body.replace(/^.*("id":"[^"]*").*$/, form) };
    })();
    const { report, left } = await runOn(
      serviceWith((request, next) => nested(request, (inner) => page(inner, next))),
    );
    expect(failureIn(report, 'create-only-identifier')).toBeDefined();
    expect([left, report.leftovers]).toEqual([[], []]);
  });

  test('a run reports a mock service whose identifier no response and no first page contains', async () => {
    const page = firstPage();
    const hiding = instead('createMockService', (request, next) => ({ ...next(request), body: '' }))();
    const { report, left } = await runOn(
      serviceWith((request, next) => hiding(request, (inner) => page(inner, next))),
    );
    expect(report.leftovers).toEqual(left.map(({ title }) => ({ id: null, title })));
    expect([left.length, report.ok]).toEqual([1, false]);
  });

  const gatewayTimeout = () => Promise.resolve(new Response(null, { status: 504 }));

  test.each([
    ['no response arrives in time', 150, () => new Promise<Response>(() => {}), 'no response within 100 ms'],
    ['a gateway responds with 504', 50, gatewayTimeout, 'the service responded with 504'],
    ['the connection is reset', 50, reset, 'no response (TypeError)'],
  ])('a run, even an aborted one, deletes what is created after %s', async (_, delay, respond, message) => {
    for (const isAborted of [false, true]) {
      const service = serviceWith();
      const before = listOf(service.fake);
      const stopping = new AbortController();
      const context = createContext({
        ...service,
        allowWrites: true,
        timeout: 100,
        signal: stopping.signal,
        fetch: (url, init) => {
          if (init.method !== 'POST') return service.fetch(url, init);
          setTimeout(() => void service.fetch(url, { ...init, signal: null }), delay);
          return respond();
        },
      });
      const create = cases.find(({ id }) => id === 'create-answer');
      const expected = expect.stringContaining(message) as string;
      expect(await create?.run(context)).toEqual({ outcome: 'failed', message: expected });
      if (isAborted) stopping.abort();
      expect(await context.cleanUp()).toEqual([]);
      expect(service.received.some(({ method }) => method === 'POST')).toBe(true);
      expect(listOf(service.fake)).toEqual(before);
    }
  });

  test.each([
    [0, 0],
    [0.15, 0],
    [0.55, 0],
    [0.95, 0],
    [1.05, 1],
  ])('what a lost create makes after %d of the timeout adds %i `leftovers`', async (part, count) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const service = serviceWith();
    const before = listOf(service.fake);
    const timeout = 1000;
    const context = createContext({
      ...service,
      allowWrites: true,
      timeout,
      fetch: (url, init) => {
        if (init.method !== 'POST') return service.fetch(url, init);
        setTimeout(() => void service.fetch(url, { ...init, signal: null }), part * timeout);
        return reset();
      },
    });
    const running = cases
      .find(({ id }) => id === 'create-answer')
      ?.run(context)
      .then(() => context.cleanUp());
    await vi.runAllTimersAsync();
    const title = expect.stringContaining('Conformance check') as string;
    expect(await running).toEqual(Array.from({ length: count }, () => ({ id: null, title })));
    expect(listOf(service.fake)).toHaveLength(before.length + count);
  });

  test('a run deletes its mock services if the list has the status 206', async () => {
    const hiding = instead('createMockService', (request, next) => ({ ...next(request), body: '' }))();
    const { report, left } = await runOn(
      serviceWith((request, next) => {
        const response = hiding(request, next);
        return operationOf(request) === 'listMockServices' ? { ...response, status: 206 } : response;
      }),
    );
    expect([left, report.leftovers]).toEqual([[], []]);
  });

  test('all titles that a run creates are unique and contain the same tag', async () => {
    const service = serviceWith();
    await runOn(service);
    const titles = service.received
      .filter(({ method }) => method === 'POST')
      .map(({ body }) => /Conformance check [\da-f]{12}-\d{4}/.exec(body)?.[0]);
    expect(new Set(titles.map((title) => title?.slice(0, -5))).size).toBe(1);
    expect(new Set(titles).size).toBe(titles.length - 1); // One case sends the same request twice.
  });
});

describe('the leftovers of a run', () => {
  test('`leftovers` has all ids if DELETE returns 404 and the list is paginated', async () => {
    const page = firstPage();
    const { report, left } = await runOn(
      serviceWith((request, next) =>
        operationOf(request) === 'deleteMockService'
          ? { status: 404, headers: {}, body: '' }
          : page(request, next),
      ),
    );
    expect(left.length).toBeGreaterThan(30);
    expect(new Set(report.leftovers.map(({ id }) => id))).toEqual(new Set(left.map(({ id }) => id)));
    expect(idsOf(report, 'failed')).toEqual(['delete-answer', 'delete-leaves-others', 'life-cycle']);
  });

  test('`leftovers` has the title of a create that may still take effect', async () => {
    const service = serviceWith();
    const { report } = await runOn(
      service,
      (url, init) => (init.method === 'POST' ? new Promise(() => {}) : service.fetch(url, init)),
      20,
    );
    expect(report.leftovers).toEqual([
      { id: null, title: expect.stringContaining('Conformance check') as string },
    ]);
    expect(report.ok).toBe(false);
  });

  test.each<[string, () => Mutation]>([
    ['the list is complete', listing('listMockServices', (items) => items)],
    ['the list has pages', listing('listMockServices', (items) => items.slice(0, 5))],
    [
      'the list has shortened titles',
      listing('listMockServices', (items) =>
        items.map((item) => ({ ...item, title: String(item['title']).slice(0, 12) })),
      ),
    ],
    [
      'the list has ids in upper case',
      listing('listMockServices', (items) =>
        items.map((item) => ({ ...item, id: String(item['id']).toUpperCase() })),
      ),
    ],
  ])('`leftovers` lists the mock services that a run could not delete: %s', async (_, read) => {
    const list = read();
    const { report, left } = await runOn(
      serviceWith((request, next) =>
        operationOf(request) === 'deleteMockService' ? serverError : list(request, next),
      ),
    );
    expect(left.length).toBeGreaterThan(0);
    const title = expect.any(String) as string;
    expect(report.leftovers).toEqual(left.map(({ id }) => ({ id, title })));
    expect(report.ok).toBe(false);
  });

  test('`leftovers` lists the mock services that a run could neither delete nor read', async () => {
    let isDown = false;
    const service = serviceWith((request, next) => {
      const isDelete = operationOf(request) === 'deleteMockService';
      isDown ||= isDelete && listOf(service.fake).some(({ id }) => request.path.endsWith(id));
      return isDown ? serverError : next(request);
    });
    const { report, left } = await runOn(service);
    expect(left.length).toBeGreaterThan(0);
    const title = expect.any(String) as string;
    expect(report.leftovers).toEqual(left.map(({ id }) => ({ id, title })));
  });

  test('`leftovers` omits a mock service that is gone although its delete failed', async () => {
    const deleted = instead('deleteMockService', (request, next) => (next(request), serverError));
    const { report, left } = await runOn(serviceWith(deleted()));
    expect([left, report.leftovers]).toEqual([[], []]);
  });

  test.each([
    ['fails', 200, 1],
    ['fails', 299, 1],
    ['fails', 302, 1],
    ['fails', 403, 1],
    ['fails', 404, 0],
    ['fails', 410, 0],
    ['fails', 500, 1],
    ['lacks it', 200, 1],
    ['lacks it', 299, 1],
    ['lacks it', 300, 0],
    ['lacks it', 403, 0],
    ['lacks it', 404, 0],
    ['lacks it', 410, 0],
    ['lacks it', 500, 0],
    ['has its id in upper case', 404, 1],
    ['has its id in upper case', 500, 1],
  ])('if the list %s, a mock service whose read gets %i adds %i `leftovers`', async (list, status, count) => {
    const service = serviceWith((request, next) => {
      const operation = operationOf(request);
      if (operation === 'deleteMockService') return serverError;
      if (operation === 'getMockService') return { ...serverError, status };
      if (operation !== 'listMockServices') return next(request);
      if (list === 'fails') return serverError;
      const upper = listing('listMockServices', (items) =>
        items.map((item) => ({ ...item, id: String(item['id']).toUpperCase() })),
      );
      if (list !== 'lacks it') return upper()(request, next);
      return { ...serverError, status: 200, body: '{"data":[]}' };
    });
    const context = createContext({ ...service, allowWrites: true });
    const create = cases.find(({ id }) => id === 'create-answer');
    expect(await create?.run(context)).toEqual({ outcome: 'passed' });
    expect(await context.cleanUp()).toHaveLength(count);
  });

  test.each([
    [200, 0],
    [202, 0],
    [299, 0],
    [300, 1],
    [304, 1],
    [400, 1],
    [404, 1],
    [410, 1],
    [500, 1],
  ])(
    'a delete that gets %i adds %i `leftovers`, if only a read shows the mock service',
    async (status, count) => {
      const deleting = instead('deleteMockService', () => ({ ...serverError, status }))();
      const page = firstPage();
      const service = serviceWith((request, next) => deleting(request, (inner) => page(inner, next)));
      const context = createContext({ ...service, allowWrites: true });
      const create = cases.find(({ id }) => id === 'create-answer');
      expect(await create?.run(context)).toEqual({ outcome: 'passed' });
      expect(await context.cleanUp()).toHaveLength(count);
    },
  );

  test.each([
    [200, 1],
    [201, 1],
    [299, 1],
    [300, 0],
    [302, 0],
    [303, 1],
    [304, 0],
    [307, 0],
    [400, 0],
  ])('a create response %i without an id adds %i `leftovers` if the list fails', async (status, count) => {
    const service = serviceWith((request, next) => {
      const operation = operationOf(request);
      if (operation === 'listMockServices') return serverError;
      return operation === 'createMockService' ? { ...serverError, status } : next(request);
    });
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const context = createContext({ ...service, allowWrites: true });
    const create = cases.find(({ id }) => id === 'create-answer');
    expect(await create?.run(context)).toMatchObject({ outcome: 'failed' });
    const title = expect.stringContaining('Conformance check') as string;
    // The create has ended, so the clean-up does not wait for its effect.
    expect(await context.cleanUp()).toEqual(Array.from({ length: count }, () => ({ id: null, title })));
  });

  test('of two creates without an id, only the one missing from the list is a leftover', async () => {
    const missing = { ...serverError, status: 201 };
    let creates = 0;
    const service = serviceWith(
      instead('createMockService', (request, next) => {
        creates += 1;
        if (creates === 2) return missing;
        return creates === 1 ? next(request) : (next(request), missing);
      })(),
    );
    const before = listOf(service.fake);
    const context = createContext({ ...service, allowWrites: true });
    for (const wanted of ['create-answer', 'create-stored', 'update-answer'])
      await cases.find(({ id }) => id === wanted)?.run(context);
    const titles = service.received.flatMap(({ body }) => /Conformance check [\w-]+/.exec(body)?.[0] ?? []);
    expect(await context.cleanUp()).toEqual([{ id: null, title: titles[1] }]);
    expect(listOf(service.fake)).toEqual(before);
  });

  const either = [true, false];
  const grid = either.flatMap((hasId) =>
    either.flatMap((isDown) =>
      either.flatMap((first) => either.map((last) => ({ hasId, isDown, lists: [first, last] }))),
    ),
  );
  test.each(grid)('a clean-up reports what remains once, and the next one deletes it: %j', async (row) => {
    const { hasId, isDown, lists } = row;
    /** Whether each list of the first clean-up succeeds. */
    let listed: boolean[] = [];
    let clean = 0;
    const creates = hasId ? unchanged : withoutIds();
    const service = serviceWith((request, next) => {
      const operation = operationOf(request);
      const isFailing =
        (operation === 'deleteMockService' && (clean === 0 || (clean === 1 && isDown))) ||
        (operation === 'listMockServices' && listed.shift() === false);
      return isFailing ? serverError : creates(request, next);
    });
    const before = listOf(service.fake);
    const context = createContext({ ...service, allowWrites: true });
    await cases.find(({ id }) => id === 'create-answer')?.run(context);
    const [own] = listOf(service.fake).slice(before.length);
    [clean, listed] = [1, [...lists]];
    const { title } = own ?? {};
    const remaining = { title, id: hasId || lists.includes(true) ? own?.id : null };
    const isDeleted = !isDown && (hasId || lists[0] === true);
    expect(await context.cleanUp()).toEqual(isDeleted ? [] : [remaining]);
    [clean, listed] = [2, []];
    expect(await context.cleanUp()).toEqual([]);
    expect(listOf(service.fake)).toEqual(before);
  });
});

test.each([
  ['its id', (id: string) => id],
  ['its id in upper case', (id: string) => id.toUpperCase()],
])('a run never changes an older mock service, even if a create response returns %s', async (_, change) => {
  const service = serviceWith((request, next) => {
    if (operationOf(request) !== 'createMockService') return next(request);
    return {
      status: 201,
      headers: {},
      body: JSON.stringify({ id: change(listOf({ handle: next })[0]?.id ?? '') }),
    };
  });
  const before = listOf(service.fake);
  const { report } = await runOn(service);
  expect(failureIn(report, 'create-answer')).toContain('identifier of an existing mock service');
  const own = `mock-services/${before[0]?.id}`;
  const deleted = service.received.filter(({ path }) => path.toLowerCase().endsWith(own));
  expect(deleted).toEqual([]);
  expect(listOf(service.fake)).toEqual(before);
});
