import { cases, createContext, runConformance } from '@mock-services/fake-server/conformance';
import { describe, expect, test } from 'vitest';
import { instead, type Mutation, operationOf } from './mutants/mutant.ts';
import { failuresOf, idsOf, listOf, observed } from './support.ts';

const serverError = { status: 500, headers: {}, body: '' };

describe('after a run', () => {
  test('nothing is left when cases failed in the middle', async () => {
    const service = observed(instead('updateMockService', () => serverError)());
    const before = listOf(service.fake);
    const report = await runConformance({ ...service, allowWrites: true });
    expect(idsOf(report, 'failed')).toContain('update-answer');
    expect(listOf(service.fake)).toEqual(before);
    expect(report.leftovers).toEqual([]);
  });

  test('nothing is left when creates hide the identifier', async () => {
    const service = observed(
      instead('createMockService', (request, next) => ({ ...next(request), body: '{"created":true}' }))(),
    );
    const before = listOf(service.fake);
    const report = await runConformance({ ...service, allowWrites: true });
    expect(idsOf(report, 'failed')).toContain('create-answer');
    expect(listOf(service.fake)).toEqual(before);
    expect(report.leftovers).toEqual([]);
  });

  test('nothing is left when the responses to creates got lost', async () => {
    const service = observed();
    const before = listOf(service.fake);
    const fetch = async (url: string, init: RequestInit): Promise<Response> => {
      const response = await service.fetch(url, init);
      if (init.method === 'POST') throw new TypeError('fetch failed');
      return response;
    };
    const report = await runConformance({ ...service, fetch, allowWrites: true });
    expect(failuresOf(report)['create-answer']).toContain('no response');
    expect(listOf(service.fake)).toEqual(before);
    expect(report.leftovers).toEqual([]);
  });

  test('what could not be deleted is reported', async () => {
    const service = observed(instead('deleteMockService', () => serverError)());
    const before = new Set(listOf(service.fake).map(({ id }) => id));
    const { leftovers, ok } = await runConformance({ ...service, allowWrites: true });
    const remaining = listOf(service.fake).filter(({ id }) => !before.has(id));
    expect(leftovers).toEqual(remaining.map(({ id }) => ({ id, title: expect.any(String) as string })));
    expect(leftovers.length).toBeGreaterThan(0);
    expect(ok).toBe(false);
  });

  /** A service whose list has other items than it stores. */
  const listing =
    (change: (items: { title: string }[]) => unknown[]): Mutation =>
    (request, next) => {
      const response = next(request);
      if (operationOf(request) !== 'listMockServices') return response;
      const { data } = JSON.parse(response.body) as { data: { title: string }[] };
      return { ...response, body: JSON.stringify({ data: change(data) }) };
    };

  test.each([
    ['the list has pages', listing((items) => items.slice(0, 5))],
    [
      'titles are cut',
      listing((items) => items.map((item) => ({ ...item, title: item.title.slice(0, 12) }))),
    ],
  ])('what could not be deleted is reported although %s', async (_, read) => {
    const service = observed((request, next) =>
      operationOf(request) === 'deleteMockService' ? serverError : read(request, next),
    );
    const before = new Set(listOf(service.fake).map(({ id }) => id));
    const { leftovers, ok } = await runConformance({ ...service, allowWrites: true });
    const remaining = listOf(service.fake).filter(({ id }) => !before.has(id));
    expect(remaining.length).toBeGreaterThan(0);
    expect(leftovers.map(({ id }) => id?.toLowerCase())).toEqual(remaining.map(({ id }) => id));
    expect(ok).toBe(false);
  });

  test('what is gone although its delete failed is not reported', async () => {
    const deleted = instead('deleteMockService', (request, next) => (next(request), serverError));
    const service = observed(deleted());
    const before = listOf(service.fake);
    const { leftovers } = await runConformance({ ...service, allowWrites: true });
    expect(listOf(service.fake)).toEqual(before);
    expect(leftovers).toEqual([]);
  });

  test.each([
    [201, 1],
    [303, 1],
    [304, 0],
    [400, 0],
  ])(
    'a create that got %i without an identifier, where no list can be read, leaves %i',
    async (status, count) => {
      const service = observed((request, next) => {
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

  test('nothing is left when onResult throws', async () => {
    const service = observed();
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

test('an existing mock service is never changed, even if a create returns its identifier', async () => {
  const service = observed((request, next) => {
    if (operationOf(request) !== 'createMockService') return next(request);
    return { status: 201, headers: {}, body: JSON.stringify({ id: listOf({ handle: next })[0]?.id }) };
  });
  const before = listOf(service.fake);
  const report = await runConformance({ ...service, allowWrites: true });
  expect(failuresOf(report)['create-answer']).toContain('older mock service');
  expect(
    service.received.some(
      ({ path }) => path.includes(before[0]?.id ?? '-') && path.includes('mock-services/'),
    ),
  ).toBe(false);
  expect(listOf(service.fake)).toEqual(before);
});
