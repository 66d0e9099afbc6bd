/** A run deletes its mock services, whatever happens, and reports those that may still exist. */
import { cases, createContext, formatReport, runConformance } from '@mock-services/conformance';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { afterFirstDelete, instead, operationOf, type Mutation } from './mutants/mutant.ts';
import { failureIn, firstPage, idsOf, listOf, serviceWith, unchanged, type Service } from './support.ts';

const serverError = { status: 500, headers: {}, body: '' };
const withoutIds = instead('createMockService', (request, next) => ({ ...next(request), body: '' }));

/** Runs the cases that write. Returns the report, and the mock services that the service still has. */
async function runOn(service: Service, fetch = service.fetch) {
  const before = new Set(listOf(service.fake).map(({ id }) => id));
  const report = await runConformance({ ...service, fetch, timeout: 50, allowWrites: true });
  return { report, left: listOf(service.fake).filter(({ id }) => !before.has(id)) };
}

describe('the mock services of a run are deleted', () => {
  test('if Ctrl+C aborts the run during a create, and the report has the earlier results', async () => {
    const service = serviceWith();
    const before = listOf(service.fake);
    const controller = new AbortController();
    const report = await runConformance({
      ...service,
      allowWrites: true,
      signal: controller.signal,
      onResult: ({ id }) => {
        if (id === 'create-stored') controller.abort();
      },
    });
    expect(report).toMatchObject({ ok: false, aborted: true, failed: 0, leftovers: [] });
    expect(report.results).toHaveLength(cases.length);
    expect(idsOf(report, 'passed').at(-1)).toBe('create-stored');
    expect(listOf(service.fake)).toEqual(before);
  });

  test.each([
    ['takes effect', 0, () => Promise.reject(new TypeError('fetch failed'))],
    ['takes effect later', 80, () => new Promise<Response>(() => {})],
    ['takes effect after a gateway gave up', 40, () => Promise.resolve(new Response(null, { status: 504 }))],
  ])('if the response to a create is lost, but the create %s', async (_, delay, respond) => {
    const service = serviceWith();
    const { report, left } = await runOn(service, (url, init) => {
      if (init.method !== 'POST') return service.fetch(url, init);
      setTimeout(() => void service.fetch(url, { ...init, signal: null }), delay);
      return respond();
    });
    expect(failureIn(report, 'create-answer')).toBeDefined();
    expect(service.received.filter(({ method }) => method === 'POST')).toHaveLength(1);
    expect([left, report.leftovers]).toEqual([[], []]);
  });

  test.each<[string, Mutation]>([
    ['a case fails', instead('updateMockService', () => serverError)()],
    ['creates hide the identifier', withoutIds()],
  ])('if %s', async (_, mutation) => {
    const { report, left } = await runOn(serviceWith(mutation));
    expect(report.failed).toBeGreaterThan(0);
    expect([left, report.leftovers]).toEqual([[], []]);
  });

  test('if `onResult` throws, and the run rejects with its error', async () => {
    const service = serviceWith();
    const before = listOf(service.fake);
    const failing = runConformance({
      ...service,
      allowWrites: true,
      onResult: ({ id }) => {
        if (id === 'update-answer') throw new RangeError('enough');
      },
    });
    await expect(failing).rejects.toThrow('enough');
    expect(listOf(service.fake)).toEqual(before);
  });
});

test.each<[string, string | null, (service: Service) => Service['fetch'], Mutation]>([
  [
    'a delete fails',
    'id',
    ({ fetch }) => fetch,
    afterFirstDelete((request, next) =>
      operationOf(request) === 'deleteMockService' ? serverError : next(request),
    ),
  ],
  [
    'a create may still take effect',
    null,
    (service) => (url, init) => (init.method === 'POST' ? new Promise(() => {}) : service.fetch(url, init)),
    unchanged,
  ],
  [
    'neither a response nor the first page of the list has its identifier',
    null,
    ({ fetch }) => fetch,
    (request, next) => withoutIds()(request, (inner) => firstPage()(inner, next)),
  ],
])('`leftovers` and the text report list what may still exist if %s', async (_, id, fetchOf, mutation) => {
  const service = serviceWith(mutation);
  const { report, left } = await runOn(service, fetchOf(service));
  const { leftovers, ok } = report;
  expect([ok, leftovers.length > 0]).toEqual([false, true]);
  const unknown = { id: null, title: expect.stringContaining('Conformance check ') as string };
  expect(leftovers).toEqual(id === null ? [unknown] : left.map((one) => ({ id: one.id, title: one.title })));
  for (const one of leftovers) expect(formatReport(report)).toContain(`  ${one.id ?? '(unknown id)'}  `);
});

test.each<[string, Mutation]>([
  ['contain', unchanged],
  ['lack', withoutIds()],
])('a run keeps what another run creates meanwhile, if responses %s ids', async (_, mutation) => {
  const service = serviceWith(mutation);
  const title = 'Conformance check 0123456789ab-0001';
  const { report, left } = await runOn(service, (url, init) => {
    if (init.method === 'POST') service.fake.mockServices.add({ title });
    return service.fetch(url, init);
  });
  const posts = service.received.filter(({ method }) => method === 'POST').length;
  expect(left.map((one) => one.title)).toEqual(Array.from({ length: posts }, () => title));
  expect(report.leftovers).toEqual([]);
});

test('a run that created nothing sends no request to clean up', async () => {
  const service = serviceWith();
  const context = createContext({ ...service, allowWrites: true });
  await cases.find(({ id }) => id === 'list-workspaces-answer')?.run(context);
  expect(await context.cleanUp()).toEqual([]);
  expect(service.received).toHaveLength(1);
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

describe('an older mock service is never changed', () => {
  test('if a create returns its identifier', async () => {
    const service = serviceWith((request, next) => {
      if (operationOf(request) !== 'createMockService') return next(request);
      const id = listOf({ handle: next })[0]?.id;
      return { status: 201, headers: {}, body: JSON.stringify({ id }) };
    });
    const before = listOf(service.fake);
    const { report } = await runOn(service);
    expect(failureIn(report, 'create-answer')).toContain('identifier of an existing mock service');
    const changing = service.received.filter(({ method }) => method !== 'GET');
    expect(changing.filter(({ path }) => before.some(({ id }) => path.endsWith(id)))).toEqual([]);
    expect(listOf(service.fake)).toEqual(before);
  });

  test('if the list cannot be read, because then the run creates nothing', async () => {
    const service = serviceWith(instead('listMockServices', () => serverError)());
    const context = createContext({ ...service, allowWrites: true });
    const create = cases.find(({ id }) => id === 'create-answer');
    expect(await create?.run(context)).toEqual({
      outcome: 'skipped',
      reason: 'the list cannot be read, so the run cannot tell its mock services from others',
    });
    expect(service.received.map(({ method }) => method)).toEqual(['GET']);
  });
});
