import { cases, createContext, runConformance } from '@mock-services/conformance';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { afterFirstDelete, instead, listing, operationOf, type Mutation } from './mutants/mutant.ts';
import {
  allAllowed,
  failureIn,
  listOf,
  firstPage,
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
  ])('a run deletes its mock services even if %s', async (_, failing, mutation) => {
    const { report, left } = await runOn(serviceWith(mutation));
    expect(failureIn(report, failing)).toBeDefined();
    expect([left, report.leftovers]).toEqual([[], []]);
  });

  test('a run deletes its mock services even if the responses to every create are lost', async () => {
    const service = serviceWith();
    const { report, left } = await runOn(service, async (url, init) => {
      const response = await service.fetch(url, init);
      if (init.method === 'POST') throw new TypeError('fetch failed');
      return response;
    });
    expect(failureIn(report, 'create-answer')).toContain('no response');
    expect([left, report.leftovers]).toEqual([[], []]);
  });

  test('a run deletes its mock services if `onResult` throws', async () => {
    let isDown = false;
    const service = serviceWith((request, next) =>
      operationOf(request) === 'deleteMockService' && isDown ? serverError : next(request),
    );
    const before = listOf(service.fake);
    const failing = runConformance({
      ...service,
      allowWrites: true,
      onResult: ({ id }) => {
        // The first delete, which precedes all cases that write, must succeed.
        if (id === 'create-answer') isDown = true;
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

test.each(cases)('$id deletes its mock services itself', async ({ run }) => {
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

test.each([
  [10_000, 2000],
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

describe('mock services created in unusual ways', () => {
  test('a run deletes a mock service whose identifier is nested in the response', async () => {
    const page = firstPage();
    const nested = instead('createMockService', (request, next) => {
      const response = next(request);
      return { ...response, body: `{"data":${response.body}}` };
    })();
    const { report, left } = await runOn(
      serviceWith((request, next) => nested(request, (inner) => page(inner, next))),
    );
    expect(failureIn(report, 'create-only-identifier')).toBeDefined();
    expect([left, report.leftovers]).toEqual([[], []]);
  });

  test('a run reports a mock service whose identifier it never received', async () => {
    const page = firstPage();
    const hiding = instead('createMockService', (request, next) => ({ ...next(request), body: '' }))();
    const { report, left } = await runOn(
      serviceWith((request, next) => hiding(request, (inner) => page(inner, next))),
    );
    expect(report.leftovers).toEqual(left.map(({ title }) => ({ id: null, title })));
    expect([left.length, report.ok]).toEqual([1, false]);
  });

  test.each([
    ['no response arrives in time', 150, () => new Promise<Response>(() => {})],
    ['a gateway responds with 504', 50, () => Promise.resolve(new Response(null, { status: 504 }))],
  ])('even an aborted run deletes what is created after %s', async (_, delay, respond) => {
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
      expect(await create?.run(context)).toMatchObject({ outcome: 'failed' });
      if (isAborted) stopping.abort();
      expect(await context.cleanUp()).toEqual([]);
      expect(service.received.some(({ method }) => method === 'POST')).toBe(true);
      expect(listOf(service.fake)).toEqual(before);
    }
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
  ])('`leftovers` lists what a run could not delete: %s', async (_, read) => {
    const list = read();
    const { report, left } = await runOn(
      serviceWith(
        afterFirstDelete((request, next) =>
          operationOf(request) === 'deleteMockService' ? serverError : list(request, next),
        ),
      ),
    );
    expect(left.length).toBeGreaterThan(0);
    const title = expect.any(String) as string;
    expect(report.leftovers).toEqual(left.map(({ id }) => ({ id, title })));
    expect(report.ok).toBe(false);
  });

  test('`leftovers` omits a mock service that is gone although its delete failed', async () => {
    const deleted = instead('deleteMockService', (request, next) => (next(request), serverError));
    const { report, left } = await runOn(serviceWith(deleted()));
    expect([left, report.leftovers]).toEqual([[], []]);
  });
});

test('a run never changes an older mock service, even if a create returns its id', async () => {
  const service = serviceWith((request, next) => {
    if (operationOf(request) !== 'createMockService') return next(request);
    return {
      status: 201,
      headers: {},
      body: JSON.stringify({ id: listOf({ handle: next })[0]?.id }),
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
