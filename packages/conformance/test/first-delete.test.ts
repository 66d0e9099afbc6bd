/** Before a run writes anything else, it creates one mock service, deletes it and looks that it is gone. */
import { cases, createContext, runConformance } from '@mock-services/conformance';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { instead, operationOf, type Mutation } from './mutants/mutant.ts';
import { listOf, run, serviceWith, type Service } from './support.ts';

const answering = (status: number) =>
  instead('deleteMockService', () => ({ status, headers: {}, body: '' }))();

/** Creates a service that lists a deleted mock service for `ms` milliseconds after it accepted the delete. */
function deletingAfter(ms: number): Service {
  return serviceWith((request, next) => {
    if (operationOf(request) !== 'deleteMockService') return next(request);
    setTimeout(() => void next(request), ms);
    return { status: 200, headers: {}, body: '' };
  });
}

/** Waits in virtual time. */
async function soon<Result>(start: () => Promise<Result>): Promise<Result> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const running = start();
  running.catch(() => undefined);
  await vi.runAllTimersAsync();
  return running;
}

const writesOf = ({ received }: Service) => received.filter(({ method }) => method !== 'GET');

test('the first requests that write are a create and its delete', async () => {
  const service = serviceWith();
  expect(await runConformance({ ...service, allowWrites: true })).toMatchObject({ ok: true, leftovers: [] });
  const [create, remove] = writesOf(service);
  expect([create?.method, remove?.method]).toEqual(['POST', 'DELETE']);
  expect(JSON.parse(create?.body ?? '')).toMatchObject({
    title: expect.stringMatching(/^Conformance check /) as string,
  });
});

describe('a service that does not delete', () => {
  test.each([
    [403, 'the status 403'],
    [200, 'the status 200 and still lists it after 5 s'],
  ])(
    'after a DELETE with the status %i, the program names what is left and exits with 2',
    async (status, reason) => {
      const service = serviceWith(answering(status));
      const before = listOf(service.fake).length;
      const args = [service.baseUrl, '--allow-writes', '--reporter', 'json'];
      const { code, stdout, stderr } = await soon(() => run(args, service));
      const [left, ...more] = listOf(service.fake).slice(before);
      expect(more).toEqual([]);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toBe(
        `The service did not delete the mock service ${left?.id} "${left?.title}" (its DELETE got ${reason}), so the run stopped before it left more behind.\n`,
      );
      expect(writesOf(service).map(({ method }) => method)).toEqual(['POST', 'DELETE']);
    },
  );

  test('`runConformance` rejects with an error named `NotDeleted`', async () => {
    const running = runConformance({ ...serviceWith(answering(403)), allowWrites: true });
    await expect(running).rejects.toMatchObject({
      name: 'NotDeleted',
      message: expect.stringMatching(/[\da-f-]{36} "Conformance check [^"]+"/) as string,
    });
  });

  test('cases that run one by one skip all other writes', async () => {
    const service = serviceWith(answering(403));
    const before = listOf(service.fake).length;
    const context = createContext({ ...service, allowWrites: true });
    for (const { id, run: runCase } of cases.filter(({ needs }) => needs === 'allowWrites')) {
      const outcome = await runCase(context);
      expect([id, outcome]).toMatchObject([id, { outcome: 'skipped', refused: true }]);
    }
    const left = listOf(service.fake).slice(before);
    expect(await context.cleanUp()).toEqual(left.map(({ id, title }) => ({ id, title })));
    expect(left).toHaveLength(1);
  });
});

describe('a service that deletes', () => {
  test('a run passes if each delete takes almost 5 s', async () => {
    const service = deletingAfter(4900);
    const before = listOf(service.fake);
    const report = await soon(() => runConformance({ ...service, allowWrites: true }));
    expect(report).toMatchObject({ failed: 0, leftovers: [], ok: true });
    expect(listOf(service.fake)).toEqual(before);
  });

  test.each<[string, (service: Service) => Service['fetch']]>([
    ['the first DELETE gets no response', losing(false)],
    ['the response to the first DELETE is lost', losing(true)],
  ])('a run continues if %s', async (_, fetchOf) => {
    const service = serviceWith();
    const report = await runConformance({ ...service, fetch: fetchOf(service), allowWrites: true });
    expect(report).toMatchObject({ failed: 0, leftovers: [], ok: true });
  });

  test('a run continues if a delete fails although it took effect', async () => {
    let count = 0;
    const failing: Mutation = (request, next) => {
      const response = next(request);
      if (operationOf(request) !== 'deleteMockService') return response;
      count += 1;
      return count === 1 ? { status: 500, headers: {}, body: '' } : response;
    };
    expect(await runConformance({ ...serviceWith(failing), allowWrites: true })).toMatchObject({ ok: true });
  });
});

/** Loses the first DELETE. */
function losing(takesEffect: boolean) {
  return (service: Service): Service['fetch'] => {
    let isLost = false;
    return async (url, init) => {
      if (isLost || init.method !== 'DELETE') return service.fetch(url, init);
      isLost = true;
      if (takesEffect) await service.fetch(url, init);
      throw new TypeError('fetch failed');
    };
  };
}
