/** Tests that a run reports the right verdict about services with paged lists, rate limits, credentials and quotas. */
import {
  cases,
  compareProfiles,
  createContext,
  type ObservedProfile,
  runConformance,
} from '@mock-services/conformance';
import type { WireResponse } from '@mock-services/fake-server/core';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { idIn, instead, listing, operationOf, recently, type Mutation } from './mutants/mutant.ts';
import {
  allAllowed,
  failureIn,
  firstPage,
  fraction,
  idOf,
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
const usual = (await runAll()).profile.observed;

test.each([
  ['X-Total-Count', { 'x-total-count': '99' }],
  ['Content-Range', { 'content-range': 'items 0-3/99' }],
  ['Link, X-Page', { 'x-page': '1', link: '</list?page=2>; rel="next"' }],
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
  // One field for each word that suggests pages.
  ...['pageInfo', 'Paging', 'Next', 'prev', 'endCursor', 'offset', 'maxLimit', 'total', 'Count']
    .concat('hasMore', '_links', 'meta', 'range')
    .map((name) => [`the field ${name}`, 'skipped', page({ [name]: 1 })] as const),
  ...['Link', 'Content-Range', 'X-Total', 'X-Page-Count', 'X-Pagination', 'X-Next-Page'].map(
    (name) => [`the header ${name}`, 'skipped', page({}, { [name]: '1' })] as const,
  ),
  ['the field version', 'failed', page({ version: 1 })] as const,
  ['only one item', 'failed', page({}, {}, 1)] as const,
  ['the header X-Request-Id', 'failed', page({}, { 'x-request-id': '1' })] as const,
])('a list that lacks a created mock service, with %s: create-listed has %s', async (_, outcome, respond) => {
  const service = serviceWith((request, next) => {
    const response = next({ ...request, path: request.path.replace(/[?].*/, '') });
    if (operationOf(request) !== 'listMockServices') return response;
    return respond((JSON.parse(response.body) as { data: unknown[] }).data, response);
  });
  const context = createContext({ ...service, allowWrites: true });
  const result = await cases.find(({ id }) => id === 'create-listed')?.run(context);
  expect(result).toMatchObject({ outcome });
});

/** Statuses with which a service may refuse a request, except those that say nothing about it. */
const refusals = [400, 402, 404, 405, 406, 409, 410, 412, 415, 418, 422, 451, 499, 500, 501, 505, 599];

test.each(refusals)('a service may respond to each wrong request with %i', async (status) => {
  const report = await runAll((request, next) => {
    const response = next(request);
    return response.status < 400 ? response : refusal(status);
  });
  expect(idsOf(report, 'failed')).toEqual([]);
  expect(idsOf(report, 'skipped')).toEqual([]);
  const { statuses = {} } = report.profile.observed['error-statuses'] ?? {};
  expect(new Set(Object.values(statuses))).toEqual(new Set([status]));
});

/** The list after a read of an item, and whether it shows that another client deleted the item. */
const listsAfterwards: Readonly<Record<string, readonly [mutation: () => Mutation, isDeleted: boolean]>> = {
  'with the item': [() => unchanged, false],
  'with the id in upper case': [
    listing(['listMockServices', 'listWorkspaces'], (items) =>
      items.map((item) => ({ ...item, id: String(item['id']).toUpperCase() })),
    ),
    false,
  ],
  'without the item': [
    listing(['listMockServices', 'listWorkspaces'], (items) => items.filter(({ id }) => id !== idOf(1))),
    true,
  ],
  'that fails': [() => () => refusal(500), false],
};

test.each([
  ['mock service', 'get-mock-service-answer', 'getMockService', false],
  ['workspace', 'list-activity-answer', 'listActivity', false],
  ['workspace', 'get-workspace-configuration-answer', 'getWorkspaceConfiguration', false],
  ['expired workspace', 'list-activity-answer', 'listActivity', true],
  ['expired workspace', 'get-workspace-configuration-answer', 'getWorkspaceConfiguration', true],
] as const)(
  'only an item that has expired or was deleted is left out: %s, %s',
  async (_, id, operation, isExpired) => {
    const at = (hours: number) => ({ expiresAt: new Date(recently + hours * 3_600_000).toISOString() });
    // Without a response, the status is 0.
    for (const status of [0, 200, 302, 399, 400, 401, 403, 404, 405, 410, 411, 500, 503, 505, 599])
      for (const [name, [afterwards, isDeleted]] of Object.entries(listsAfterwards))
        for (const others of [[], [2]]) {
          const list = afterwards();
          let lists = 0;
          const service = serviceWith(
            (request, next) => {
              const current = operationOf(request);
              if (current === 'listMockServices' || current === 'listWorkspaces')
                return ((lists += 1) > 1 ? list : unchanged)(request, next);
              const isItem = current === operation && idIn(request) === idOf(1);
              if (!isItem || status === 200) return next(request);
              if (status === 0) throw new TypeError('fetch failed');
              return refusal(status, { 'retry-after': '0' });
            },
            {
              seed: {
                mockServices: [1, ...others].map((n) => mockService(n)),
                workspaces: [workspace(1, at(isExpired ? -1 : 1)), ...others.map((n) => workspace(n, at(1)))],
              },
            },
          );
          const outcome = await cases.find((one) => one.id === id)?.run(createContext(service));
          const isRejected = status >= 400 && status !== 503;
          const isGone = (isExpired && isRejected) || (isDeleted && (status === 404 || status === 410));
          const isRefused = !isExpired && (status === 401 || status === 403);
          const isSkipped = isRefused || (isGone && others.length === 0);
          const expected = isSkipped ? 'skipped' : isGone || status === 200 ? 'passed' : 'failed';
          const actual = { outcome: outcome?.outcome, isRefused: 'refused' in (outcome ?? {}) };
          expect([status, name, others, actual]).toEqual([
            status,
            name,
            others,
            { outcome: expected, isRefused },
          ]);
        }
  },
);

test.each(cases.filter(({ level }) => level === 'open'))(
  'one 500 response changes nothing that $id observes, except a status',
  async ({ id, run }) => {
    const observe = async (failing?: number) => {
      let count = 0;
      const service = serviceWith((request, next) => {
        count += 1;
        return count === failing ? refusal(500) : next(request);
      });
      const outcome = await run(createContext({ ...service, ...allAllowed }));
      const observed = outcome.outcome === 'observed' ? { [id]: outcome.value } : {};
      return { count, profile: { version: 1, observed } as ObservedProfile };
    };
    const { count, profile } = await observe();
    for (let failing = 1; failing <= count; failing += 1) {
      const { changes } = compareProfiles(profile, (await observe(failing)).profile);
      expect([failing, changes.filter(({ message }) => !message.includes('now 500'))]).toEqual([failing, []]);
    }
  },
);

describe('a temporary failure', () => {
  const statuses = [408, 425, 502, 503, 504] as const;

  test('no observation differs after a single temporary failure, whichever request it meets', async () => {
    const service = serviceWith();
    await runAll(undefined, service);
    for (let n = 1; n <= service.received.length; n += 4) {
      let count = 0;
      let failed = '';
      const status = statuses[n % statuses.length] ?? 503;
      const failing: Mutation = (request, next) => {
        if ((count += 1) !== n) return next(request);
        failed = `${request.method} ${n}: ${status}`;
        // A gateway may lose the response to a request that takes effect.
        if (status === 504) next(request);
        return refusal(status, { 'retry-after': '0' });
      };
      const { profile, ok } = await runAll(failing, { timeout: 50 });
      for (const [point, value] of Object.entries(profile.observed))
        expect([failed, point, usual]).toMatchObject([failed, point, { [point]: value as unknown }]);
      const isRepeated = failed.startsWith('GET') || failed.startsWith('PUT');
      expect([failed, isRepeated ? profile.observed : usual, ok || !isRepeated]).toEqual([
        failed,
        usual,
        true,
      ]);
    }
  });

  test('a GET is repeated after 250 and 1000 ms, and then says nothing about the service', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const times: number[] = [];
    const failing = instead('getWorkspaceConfiguration', (request, next) => {
      if (next(request).status === 200) return next(request);
      times.push(Date.now());
      return refusal(503);
    });
    const running = runConformance(serviceWith(failing()));
    await vi.runAllTimersAsync();
    const { profile, ok } = await running;
    expect(times.map((time) => time - (times[0] ?? 0))).toEqual([0, 250, 1250]);
    expect(ok).toBe(true);
    const { statuses: observed } = profile.observed['error-statuses'] ?? {};
    expect(observed).toMatchObject({ 'listActivity, unknown id': 404 });
    expect(observed).not.toHaveProperty('getWorkspaceConfiguration, unknown id');
  });

  test('a run does not wait for a Retry-After that is longer than the timeout', async () => {
    const service = serviceWith(() => refusal(503, { 'retry-after': '3600' }));
    const report = await runAll(undefined, service);
    expect(report).toMatchObject({ ok: false, profile: { observed: {} }, leftovers: [] });
    expect(idsOf(report, 'failed')).toContain('reachable');
  });

  test.each([404, 410])(
    'a DELETE that may have taken effect before its repetition is not blamed for a %i',
    async (status) => {
      const lost = instead('deleteMockService', (request, next) => {
        const response = next(request);
        return response.status === 200 ? refusal(504, { 'retry-after': '0' }) : response;
      });
      const service = serviceWith(lost(), { errorStatuses: { 404: status } });
      const report = await runAll(undefined, { ...service, timeout: 50 });
      expect(failureIn(report, 'delete-answer')).toContain('hides whether the first request took effect');
      expect(report.leftovers).toEqual([]);
    },
  );

  test('a create is never repeated, and is cleaned up if a gateway lost its response', async () => {
    const lost = instead('createMockService', (request, next) => {
      next(request);
      return refusal(502);
    });
    const service = serviceWith(lost());
    const before = listOf(service.fake).length;
    const report = await runAll(undefined, { ...service, timeout: 50 });
    const titles = service.received.flatMap(({ body, method }) => (method === 'POST' ? body : []));
    expect(new Set(titles).size).toBe(titles.length);
    expect(report).toMatchObject({ ok: false, leftovers: [] });
    expect(listOf(service.fake)).toHaveLength(before);
  });
});

describe('a 429', () => {
  /** Responds to every third request with 429. */
  const limiting = (retryAfter: () => string): Mutation => {
    let count = 0;
    return (request, next) =>
      (count += 1) % 3 === 0 ? refusal(429, { 'retry-after': retryAfter() }) : next(request);
  };

  test.each([
    ['seconds', () => '0'],
    ['a date', () => new Date(Date.now() - 1000).toUTCString()],
  ])('a run waits for a 429 with Retry-After in %s, and does not observe the 429', async (_, retryAfter) => {
    const report = await runAll(limiting(retryAfter));
    expect(report).toMatchObject({ ok: true, failed: 0, skipped: 0, leftovers: [] });
    expect(report.profile.observed).toEqual({ ...usual, 'rate-limits': { headers: ['retry-after'] } });
  });

  test.each([
    ['seconds', () => ({ 'retry-after': '7' })],
    ['a date', () => ({ 'retry-after': new Date(Date.now() + 7000).toUTCString() })],
  ])('a run waits as long as Retry-After says before the next request: %s', async (_, headers) => {
    vi.useFakeTimers({ now: 1_780_000_000_000 });
    onTestFinished(() => void vi.useRealTimers());
    for (const limited of [1, 2, 7]) {
      const times: number[] = [];
      const service = serviceWith(undefined, { clock: Date.now });
      const running = runConformance({
        ...service,
        fetch: (url, init) => {
          times.push(Date.now());
          return times.length === limited
            ? Promise.resolve(new Response(null, { status: 429, headers: headers() }))
            : service.fetch(url, init);
        },
      });
      await vi.runAllTimersAsync();
      expect(await running).toMatchObject({ ok: true });
      expect([limited, (times[limited] ?? 0) - (times[limited - 1] ?? 0)]).toEqual([limited, 7000]);
    }
  });

  test.each([
    ['0', 30],
    ['3600', 3],
  ])(
    'a run against a service that always sends 429 with Retry-After %s ends after %i requests',
    async (after, expected) => {
      const service = serviceWith(() => refusal(429, { 'retry-after': after }));
      const report = await runAll(undefined, service);
      expect(report).toMatchObject({ ok: false, failed: 0 });
      expect(JSON.stringify(report.profile)).not.toContain('429');
      expect(service.received).toHaveLength(expected);
    },
  );
});

describe('the statuses 401 and 403', () => {
  test('a case of several parts is refused only if each of them is', async () => {
    const queries = cases.find(({ id }) => id === 'query-parameters');
    const statuses = [200, 401, 403, 500];
    for (const first of statuses)
      for (const second of statuses) {
        const service = serviceWith((request, next) => {
          const status = operationOf(request) === 'listMockServices' ? first : second;
          return status === 200 ? next(request) : refusal(status);
        });
        const outcome = await queries?.run(createContext(service));
        const isSeen = first === 200 || second === 200;
        const isRefused = [first, second].every((status) => status === 401 || status === 403);
        const actual = { outcome: outcome?.outcome, isRefused: 'refused' in (outcome ?? {}) };
        expect({ first, second, actual }).toEqual({
          first,
          second,
          actual: { outcome: isSeen ? 'observed' : 'skipped', isRefused },
        });
      }
  });

  test.each([401, 403])('a run is not ok and observes nothing if every request gets %i', async (status) => {
    const report = await runAll(() => refusal(status));
    expect(report).toMatchObject({ ok: false, failed: 0, leftovers: [] });
    expect(Object.keys(report.profile.observed)).toEqual(['authentication']);
    const skipped = report.results.find(({ id }) => id === 'create-answer');
    expect(skipped).toMatchObject({
      reason: expect.stringMatching(/^not authorized: POST .*--token/) as string,
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

test.each([
  ['409', () => refusal(409)],
  ['500', () => refusal(500)],
  ['201 without an identifier', () => ({ status: 201, headers: {}, body: '{}' })],
])('a run is not ok if every create after the first one ends with %s', async (_, respond) => {
  let created = 0;
  const full = instead('createMockService', (request, next) =>
    request.body?.endsWith('}') === true && (created += 1) > 1 ? respond() : next(request),
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
    for (const ms of [0, 1, 500, 645, 999]) {
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
