import { cases, createContext, runConformance } from '@mock-services/conformance';
import { describe, expect, test } from 'vitest';
import { instead, listing, operationOf, type Mutation } from './mutants/mutant.ts';
import { failureIn, listOf, serviceWith, type Service } from './support.ts';

const serverError = { status: 500, headers: {}, body: '' };

/** Runs the cases that write. Returns the report, and the mock services that the service still has. */
async function runOn(service: Service, fetch = service.fetch) {
  const before = new Set(listOf(service.fake).map(({ id }) => id));
  const report = await runConformance({ ...service, fetch, allowWrites: true });
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
  ])(
    'a conformance run deletes the mock services that it created, even if %s',
    async (_, failing, mutation) => {
      const { report, left } = await runOn(serviceWith(mutation));
      expect(failureIn(report, failing)).toBeDefined();
      expect([left, report.leftovers]).toEqual([[], []]);
    },
  );

  test('a conformance run deletes the mock services that it created, even if create responses are lost', async () => {
    const service = serviceWith();
    const { report, left } = await runOn(service, async (url, init) => {
      const response = await service.fetch(url, init);
      if (init.method === 'POST') throw new TypeError('fetch failed');
      return response;
    });
    expect(failureIn(report, 'create-answer')).toContain('no response');
    expect([left, report.leftovers]).toEqual([[], []]);
  });

  test('a conformance run deletes the mock services that it created, even if `onResult` throws', async () => {
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

describe('the leftovers of a run', () => {
  test.each<[string, () => Mutation]>([
    ['the list is complete', listing('listMockServices', (items) => items)],
    ['the list has pages', listing('listMockServices', (items) => items.slice(0, 5))],
    [
      'the list has shortened titles',
      listing('listMockServices', (items) =>
        items.map((item) => ({ ...item, title: String(item['title']).slice(0, 12) })),
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

  test('`leftovers` omits a mock service that no longer exists, even if its delete request failed', async () => {
    const deleted = instead('deleteMockService', (request, next) => (next(request), serverError));
    const { report, left } = await runOn(serviceWith(deleted()));
    expect([left, report.leftovers]).toEqual([[], []]);
  });

  test.each([
    [201, 1],
    [303, 1],
    [304, 0],
    [400, 0],
  ])(
    'a create response %i without an id adds %i entries to `leftovers` if listing fails',
    async (status, count) => {
      const service = serviceWith((request, next) => {
        const operation = operationOf(request);
        if (operation === 'listMockServices') return serverError;
        return operation === 'createMockService' ? { ...serverError, status } : next(request);
      });
      const context = createContext({ ...service, allowWrites: true });
      const create = cases.find(({ id }) => id === 'create-answer');
      expect(await create?.run(context)).toMatchObject({ outcome: 'failed' });
      const title = expect.stringContaining('Conformance check') as string;
      expect(await context.cleanUp()).toEqual(Array.from({ length: count }, () => ({ id: null, title })));
    },
  );
});

test('a conformance run never changes an older mock service, even if a create response returns its id', async () => {
  const service = serviceWith((request, next) => {
    if (operationOf(request) !== 'createMockService') return next(request);
    return { status: 201, headers: {}, body: JSON.stringify({ id: listOf({ handle: next })[0]?.id }) };
  });
  const before = listOf(service.fake);
  const { report } = await runOn(service);
  expect(failureIn(report, 'create-answer')).toContain('identifier of an existing mock service');
  const deleted = service.received.filter(({ path }) => path.endsWith(`mock-services/${before[0]?.id}`));
  expect(deleted).toEqual([]);
  expect(listOf(service.fake)).toEqual(before);
});
