/** Tests that a run reports the right verdict about services with paged lists, credentials and quotas. */
import { cases, createContext, runConformance } from '@mock-services/conformance';
import type { WireResponse } from '@mock-services/fake-server/core';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { instead, listing, operationOf, recently } from './mutants/mutant.ts';
import {
  allAllowed,
  firstPage,
  fraction,
  idsOf,
  listOf,
  mockService,
  runAll,
  serviceWith,
  unchanged,
  workspace,
} from './support.ts';

const refusal = (status: number, headers: Record<string, string> = {}) => ({
  status,
  headers,
  body: '{"error":"no"}',
});

test.each([
  ['X-Total-Count', { 'x-total-count': '99' }],
  ['?limit', {}],
])('a paginated list fails no case if %s shows that there are more pages', async (sign, headers) => {
  const service = serviceWith(firstPage(headers));
  const before = listOf(service.fake);
  const report = await runConformance({ ...service, allowWrites: true });
  expect(idsOf(report, 'failed')).toEqual([]);
  expect([listOf(service.fake), report.leftovers]).toEqual([before, []]);
  const reason = expect.stringContaining(sign.toLowerCase()) as string;
  for (const id of ['create-listed', 'update-listed', 'delete-unlists'])
    expect(report.results).toContainEqual(expect.objectContaining({ id, outcome: 'skipped', reason }));
  expect(idsOf(report, 'passed')).toContain('reads-change-nothing');
});

/** Returns only the first mock services, in a body with other fields and with other headers. */
const page =
  (fields: object, headers: Readonly<Record<string, string>> = {}, size = 4) =>
  (items: readonly unknown[], response: WireResponse): WireResponse => ({
    ...response,
    headers: { ...response.headers, ...headers },
    body: JSON.stringify({ data: items.slice(0, size), ...fields }),
  });

test.each([
  ['the field next', 'skipped', page({ next: 1 })] as const,
  ['the header Link', 'skipped', page({}, { link: '1' })] as const,
  ['only one item', 'failed', page({}, {}, 1)] as const,
])('if a list without a new mock service has %s, the case is %s', async (_, outcome, respond) => {
  const service = serviceWith((request, next) => {
    const response = next({ ...request, path: request.path.replace(/[?].*/, '') });
    if (operationOf(request) !== 'listMockServices') return response;
    return respond((JSON.parse(response.body) as { data: unknown[] }).data, response);
  });
  const context = createContext({ ...service, allowWrites: true });
  const result = await cases.find(({ id }) => id === 'create-listed')?.run(context);
  expect(result).toMatchObject({ outcome });
});

test.each([400, 422, 500])('a service may respond to each wrong request with %i', async (status) => {
  const report = await runAll((request, next) => {
    const response = next(request);
    return response.status < 400 ? response : refusal(status);
  });
  expect(idsOf(report, 'failed')).toEqual([]);
  expect(idsOf(report, 'skipped')).toEqual([]);
  const { statuses = {} } = report.profile.observed['error-statuses'] ?? {};
  expect(new Set(Object.values(statuses))).toEqual(new Set([status]));
});

test.each([
  [404, 'no longer lists it', 'skipped'],
  [410, 'no longer lists it', 'skipped'],
  [500, 'no longer lists it', 'failed'],
  [404, 'still lists it', 'failed'],
])('a read that gets %i, if the service %s, is %s', async (status, list, outcome) => {
  let isRead = false;
  const gone = listing('listMockServices', () => []);
  const service = serviceWith(
    (request, next) => {
      if (operationOf(request) === 'getMockService') {
        isRead = true;
        return refusal(status);
      }
      return (isRead && list === 'no longer lists it' ? gone() : unchanged)(request, next);
    },
    { seed: { mockServices: [mockService(1)] } },
  );
  const one = cases.find(({ id }) => id === 'get-mock-service-answer');
  expect(await one?.run(createContext(service))).toMatchObject({ outcome });
});

test.each([
  [-1, 'skipped'],
  [1, 'failed'],
])('a workspace that expires in %i hours and gets 410: the case is %s', async (hours, outcome) => {
  const expiresAt = new Date(recently + hours * 3_600_000).toISOString();
  const service = serviceWith(instead('listActivity', () => refusal(410))(), {
    seed: { workspaces: [workspace(1, { expiresAt })] },
  });
  const one = cases.find(({ id }) => id === 'list-activity-answer');
  expect(await one?.run(createContext(service))).toMatchObject({ outcome });
});

describe('the statuses 401 and 403', () => {
  test.each([401, 403])('a run is not ok and observes nothing if every request gets %i', async (status) => {
    const report = await runAll(() => refusal(status));
    expect(report).toMatchObject({ ok: false, failed: 0, leftovers: [] });
    expect(Object.keys(report.profile.observed)).toEqual(['authentication']);
    const skipped = report.results.find(({ id }) => id === 'create-answer');
    expect(skipped).toMatchObject({
      reason: expect.stringMatching(/^not authorized: GET .*--token/) as string,
    });
  });

  test.each([401, 403])('a run is not ok and observes no writes if every write gets %i', async (status) => {
    const report = await runAll((request, next) =>
      request.method === 'GET' ? next(request) : refusal(status),
    );
    expect(report).toMatchObject({ ok: false, failed: 0, leftovers: [] });
    expect(idsOf(report, 'passed')).toContain('get-mock-service-answer');
    expect(JSON.stringify(report.profile)).not.toContain(String(status));
    const points = ['required-fields', 'delete-body', 'updated-at', 'clear-activity-body'];
    for (const point of points) expect(report.profile.observed).not.toHaveProperty(point);
  });

  test('a run is ok if only unknown mock services get 403', async () => {
    const report = await runAll((request, next) => {
      const response = next(request);
      return response.status === 404 ? refusal(403) : response;
    });
    expect(report).toMatchObject({ ok: true, failed: 0 });
    expect(JSON.stringify(report.profile)).not.toContain('403');
  });
});

test('a run is not ok if every create after the first one gets 409, as with a quota', async () => {
  let created = 0;
  const full = instead('createMockService', (request, next) =>
    request.body?.endsWith('}') === true && (created += 1) > 1 ? refusal(409) : next(request),
  );
  const report = await runConformance({ ...serviceWith(full()), allowWrites: true });
  expect(report.ok).toBe(false);
  expect(idsOf(report, 'passed')).toContain('create-answer');
  const failed = ['create-stored', 'update-answer', 'delete-answer'];
  expect(idsOf(report, 'failed')).toEqual(expect.arrayContaining(failed));
});

test.each(['changes', 'stays'] as const)(
  'a run waits until whole seconds show whether updatedAt changes: it %s',
  async (updatedAt) => {
    // Each number of milliseconds is the time since the last full second.
    for (const ms of [0, 645, 999]) {
      vi.useFakeTimers({ now: 1_780_000_000_000 + ms });
      onTestFinished(() => void vi.useRealTimers());
      const service = serviceWith(fraction(0), { clock: Date.now, updatedAt });
      const context = createContext({ ...service, allowWrites: true });
      const running = cases.find(({ id }) => id === 'updated-at')?.run(context);
      await vi.runAllTimersAsync();
      expect([ms, await running]).toEqual([
        ms,
        { outcome: 'observed', value: { changed: updatedAt === 'changes' } },
      ]);
    }
  },
);

test('a run is not ok if the service stops responding during an observation', async () => {
  const service = serviceWith();
  let hasStopped = false;
  const report = await runConformance({
    ...service,
    ...allAllowed,
    onResult: ({ id }) => void (hasStopped ||= id === 'activity-response-body'),
    fetch: (url, init) =>
      hasStopped ? Promise.reject(new TypeError('fetch failed')) : service.fetch(url, init),
  });
  expect(report.ok).toBe(false);
  expect(idsOf(report, 'passed')).not.toContain('create-answer');
});

test('a run fails no case if another client deletes two mock services meanwhile', async () => {
  const service = serviceWith();
  const [one, two] = listOf(service.fake);
  const fetch = (url: string, init: RequestInit) => {
    for (const gone of [one, two])
      if (url.endsWith(gone?.id ?? '-')) service.fake.mockServices.delete(gone?.id ?? '');
    return service.fetch(url, init);
  };
  expect(idsOf(await runConformance({ ...service, fetch }), 'failed')).toEqual([]);
});
