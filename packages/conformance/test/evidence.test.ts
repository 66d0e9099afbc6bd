/** Tests that an observation is evidence: without evidence, the profile omits the open point, and the report says why. */
import { runConformance, type ConformanceReport } from '@mock-services/conformance';
import { profileOptions, type FakeServerOptions } from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import {
  idIn,
  instead,
  listing,
  operationOf,
  resource,
  responding,
  type Mutation,
} from './mutants/mutant.ts';
import { operationIds } from '@mock-services/sdk/contract';
import {
  activityEntry,
  erring,
  everywhere,
  fraction,
  idOf,
  mockService,
  runAll,
  serviceWith,
  tickingClock,
  workspace,
} from './support.ts';

/** Returns the reason why an open point is missing from the profile. */
function reasonFor(report: ConformanceReport, point: string): string | undefined {
  expect(report.profile.observed).not.toHaveProperty(point);
  const result = report.results.find(({ id }) => id === point);
  return result?.outcome === 'skipped' ? result.reason : undefined;
}

/** Returns descriptions of the parts of an open point that were not observed. */
function missingIn({ results }: ConformanceReport, point: string): string {
  const result = results.find(({ id }) => id === point);
  return result?.outcome === 'observed' ? (result.missing ?? []).join('; ') : '';
}

const runOn = (fake: FakeServerOptions, mutation?: Mutation) =>
  runConformance({ ...serviceWith(mutation, fake), allowWrites: true });

describe('`updated-at`', () => {
  const clocks: Readonly<Record<string, FakeServerOptions>> = {
    'milliseconds, by the real clock': { clock: Date.now },
    'tens of milliseconds, by the real clock': { clock: () => Math.floor(Date.now() / 10) * 10 },
    'milliseconds without trailing zeros': { clock: Date.now, timestampFraction: 'trimmed' },
    nanoseconds: { clock: Date.now, timestampFraction: 'nanoseconds' },
  };

  test.each(Object.entries(clocks))(
    '`updated-at` is observed once the clock of the service has moved: %s',
    async (_, options) => {
      for (const [updatedAt, changed] of [
        ['changes', true],
        ['stays', false],
      ] as const) {
        const { profile } = await runOn({ ...options, updatedAt });
        expect(profile.observed['updated-at']).toEqual({ changed });
      }
    },
  );

  test.each([0, 1])('`updated-at` is observed with timestamps of %i fraction digits', async (digits) => {
    for (const [updatedAt, changed] of [
      ['changes', true],
      ['stays', false],
    ] as const) {
      const { profile } = await runOn({ clock: tickingClock(), updatedAt }, fraction(digits));
      expect(profile.observed['updated-at']).toEqual({ changed });
    }
  });

  test('`updated-at` is not observed if the clock of the service stands still', async () => {
    const report = await runOn({ clock: () => 1_700_000_000_000 });
    expect(reasonFor(report, 'updated-at')).toContain("the service's clock did not visibly move");
    expect(report.ok).toBe(true);
  });

  test('`updated-at` is not observed if the service rejects the update', async () => {
    const report = await runOn(
      {},
      instead('updateMockService', () => ({ status: 409, headers: {}, body: '' }))(),
    );
    expect(reasonFor(report, 'updated-at')).toContain('received 409');
  });
});

describe('`expiry`', () => {
  const hour = 3_600_000;
  const now = Date.now();
  const seed = {
    workspaces: [
      workspace(1, {
        createdAt: new Date(now - 2 * hour).toISOString(),
        expiresAt: new Date(now + hour).toISOString(),
      }),
    ],
  };
  const dated = (date: number) =>
    responding(operationIds, (response) => ({
      ...response,
      headers: { ...response.headers, date: new Date(date).toUTCString() },
    }))();

  test('the Date header of the service decides whether a workspace has expired', async () => {
    const late = await runOn({ seed }, dated(now + 2 * hour));
    expect(late.profile.observed.expiry).toEqual({ expiredListed: true, activityStatus: 200 });
    const expired = {
      workspaces: seed.workspaces.map((one) => ({ ...one, expiresAt: new Date(now).toISOString() })),
    };
    const early = await runOn({ seed: expired }, dated(now - hour));
    expect(reasonFor(early, 'expiry')).toBe('no listed workspace has expired');
  });

  test.each([
    ['no Date header', ''],
    ['an invalid Date header', 'soon'],
  ])("with %s, this machine's clock is no evidence of `expiry`", async (_, date) => {
    const undated: Mutation = (request, next) => {
      const response = next(request);
      return { ...response, headers: { ...response.headers, date } };
    };
    const report = await runOn({ seed: { workspaces: [workspace(1)] } }, undated);
    expect(reasonFor(report, 'expiry')).toBe(
      'no response has a Date header, which shows the time of the service',
    );
    expect(report.ok).toBe(true);
  });

  test('`expiry` is not observed without an expired workspace', async () => {
    expect(reasonFor(await runOn({ seed }), 'expiry')).toBe('no listed workspace has expired');
  });
});

describe('`list-order`', () => {
  const createdAt = '2025-06-01T12:00:00.000Z';
  const services = [3, 1, 4, 2].map((n) => mockService(n, { createdAt, updatedAt: createdAt }));
  const workspaces = [6, 9, 8, 7].map((n) => workspace(n));

  test('`list-order` is not observed if all items have the same age', async () => {
    const { profile } = await runOn({ seed: { mockServices: services, workspaces } });
    expect(profile.observed['list-order']).toMatchObject({
      listMockServices: 'too short',
      listWorkspaces: 'too short',
    });
    const one = await runConformance(
      serviceWith(undefined, { seed: { mockServices: services.slice(0, 1) } }),
    );
    expect(reasonFor(one, 'list-order')).toContain('fewer than two items of different age');
  });
});

describe('`stable` in `list-order`', () => {
  test.each([
    ['adds mock services to the front of the list', 'reversed'],
    ['adds mock services to the end of the list', 'insertion'],
  ] as const)('the list order counts as stable if another client %s', async (_, listOrder) => {
    const service = serviceWith(
      (request, next) => {
        const response = next(request);
        if (operationOf(request) === 'listMockServices') service.fake.mockServices.add();
        return response;
      },
      { listOrder },
    );
    const { profile } = await runConformance(service);
    expect(profile.observed['list-order']).toMatchObject({ stable: true });
  });

  test('the list order counts as stable if another client deletes the first items', async () => {
    const service = serviceWith((request, next) => {
      const response = next(request);
      if (operationOf(request) !== 'listMockServices') return response;
      const [first, ...others] = service.fake.mockServices.list();
      if (first && others.length > 2) service.fake.mockServices.delete(first.id);
      return response;
    });
    const { profile } = await runConformance(service);
    expect(profile.observed['list-order']).toMatchObject({ stable: true });
  });
});

describe('a single exception among the data that a run reads', () => {
  const time = (n: number) => `2025-06-${10 + n}T12:00:00.000Z`;
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const seed = {
    mockServices: [1, 2, 3].map((n) => mockService(n, { createdAt: time(n), updatedAt: time(n) })),
    workspaces: [4, 5, 6].map((n) => workspace(n, { createdAt: time(n), expiresAt })),
    activity: { [idOf(4)]: [7, 8, 9].map((n) => ({ ...activityEntry(n), timestamp: time(n) })) },
  };
  const observe = async (mutation?: Mutation) =>
    (await runConformance(serviceWith(mutation, { seed }))).profile.observed;

  test('without exceptions in the data, the profile has the usual values', async () => {
    expect(await observe()).toMatchObject({
      'list-order': { stable: true },
      'workspace-configuration-fields': { sameId: true, sameCreatedAt: true, nameIsTitle: true },
      'identifier-form': { letterCase: 'lower', versions: [4] },
      'timestamp-fraction': { digits: [3] },
      'recorded-path': { withQuery: false },
      'header-value-types': { seen: ['boolean'] },
    });
  });

  test.each(['listMockServices', 'listActivity', 'listWorkspaces'] as const)(
    'no list counts as stable if only %s changes its order',
    async (operation) => {
      let reads = 0;
      const reversing = listing(operation, (items) => {
        reads += Math.min(1, items.length);
        return reads > 1 ? items.toReversed() : items;
      });
      expect((await observe(reversing()))['list-order']).toMatchObject({ stable: false });
    },
  );

  test.each(
    [4, 5, 6].flatMap((n) => [
      [n, 'id', idOf(99), { sameId: false, sameCreatedAt: true, nameIsTitle: true }] as const,
      [n, 'createdAt', time(0), { sameId: true, sameCreatedAt: false, nameIsTitle: true }] as const,
      [n, 'title', 'Other', { sameId: true, sameCreatedAt: true, nameIsTitle: false }] as const,
    ]),
  )('the configuration of workspace %i alone has another %s', async (n, name, value, expected) => {
    const other = resource('getWorkspaceConfiguration', (fields) => {
      fields[name] = value;
    })();
    const observed = await observe((request, next) =>
      (idIn(request) === idOf(n) ? other : next)(request, next),
    );
    expect(observed['workspace-configuration-fields']).toEqual(expected);
  });

  test.each([1, 3, 4, 6, 7, 9])('one identifier (%i) has another letter case and version', async (n) => {
    const own = idOf(n).replace('-4', '-7').toUpperCase();
    const observed = await observe(everywhere((value) => (value === idOf(n) ? own : value)));
    expect(observed['identifier-form']).toEqual({ versions: [4, 7], letterCase: 'mixed' });
  });

  test.each([1, 3, 4, 6, 7, 9])('one timestamp (of item %i) has another fraction', async (n) => {
    const own = time(n).replace('.000Z', '.000001Z');
    const observed = await observe(everywhere((value) => (value === time(n) ? own : value)));
    expect(observed['timestamp-fraction']).toEqual({ digits: [3, 6] });
  });

  test.each([7, 8, 9])('one entry (%i) has a path with a query', async (n) => {
    const observed = await observe(
      resource('listActivity', (entry) => {
        if (entry['id'] === idOf(n)) Object.assign(entry['request'] as object, { path: '/products?page=1' });
      })(),
    );
    expect(observed['recorded-path']).toEqual({ withQuery: true });
  });

  test.each(
    [7, 8, 9].flatMap((n) => (['request', 'response'] as const).map((message) => [n, message] as const)),
  )('one body (of entry %i, %s) has the other alphabet and no padding', async (n, message) => {
    const observed = await observe(
      resource('listActivity', (entry) => {
        for (const part of ['request', 'response'] as const) {
          const isOther = entry['id'] === idOf(n) && part === message;
          Object.assign(entry[part] as object, { bodyBase64Encoded: isOther ? '__8' : '//8=' });
        }
      })(),
    );
    expect(observed['base64-form']).toEqual({ alphabet: 'both', padding: 'sometimes' });
  });

  test.each([1, 2, 3])('one mock service (%i) has a header value of another type', async (n) => {
    const observed = await observe(
      resource('getMockService', (service) => {
        const { defaultResponseHeaders } = service['config'] as { defaultResponseHeaders: object };
        if (service['id'] === idOf(n)) Object.assign(defaultResponseHeaders, { 'x-other': 'text' });
      })(),
    );
    expect(observed['header-value-types']).toEqual({ seen: ['boolean', 'string'] });
  });
});

describe('`error-body`', () => {
  test.each([
    ['{"error":"text"}', ['error'], 'message'],
    ['{"error":{"code":"X","message":"text"}}', ['error.code', 'error.message'], 'nested'],
  ])('the fields of the error body %s are observed', async (body, fields, errorBody) => {
    const headers = { 'content-type': 'application/json' };
    const { profile } = await runConformance(serviceWith(erring(404, body, headers)));
    expect(profile.observed['error-body']).toMatchObject({ body: 'json', fields });
    expect(profileOptions(profile).options).toMatchObject({ errorBody });
  });

  test('`error-body` is not observed if the service finds every mock service', async () => {
    const found = instead('getMockService', () => ({ status: 200, headers: {}, body: '{"data":{}}' }));
    const report = await runConformance(serviceWith(found()));
    expect(reasonFor(report, 'error-body')).toBe('reading an unknown mock service is not an error');
  });
});

describe('`header-value-types`', () => {
  /** Responds to creates with unusual header values. */
  const answering = (status: number, body: string, value = ''): Mutation =>
    instead('createMockService', (request, next) =>
      request.body?.includes(`"x-conformance":${value}`) === true
        ? { status, headers: {}, body }
        : next(request),
    )();

  test.each([
    [201, '{"created":true}', 'the response contains no identifier'],
    [500, '', 'received 500'],
    [503, '', 'responded with 503, a temporary failure'],
  ])('header types are not observed if a create gets %i with the body %j', async (status, body, reason) => {
    const report = await runOn({}, answering(status, body));
    expect(reasonFor(report, 'header-value-types')).toContain(reason);
  });

  test('header types are observed as rejected if the service rejects a create', async () => {
    const { profile } = await runOn({}, answering(422, ''));
    expect(profile.observed['header-value-types']?.kept).toMatchObject({ string: false, null: false });
  });

  test('the profile omits a part that could not be observed, and the report names it', async () => {
    const report = await runOn({}, answering(500, '', 'null'));
    expect(Object.keys(report.profile.observed['header-value-types']?.kept ?? {})).toHaveLength(4);
    expect(missingIn(report, 'header-value-types')).toContain('null (POST');
  });
});

test('`content-type` is not observed if no response has one, and the reason says so', async () => {
  const untyped = responding(operationIds, ({ headers, ...response }) => ({
    ...response,
    headers: { ...headers, 'content-type': '' },
  }));
  const report = await runOn({}, untyped());
  expect(reasonFor(report, 'content-type')).toBe('no successful response has a content type');
  expect(report.profile.observed['success-status']).toBeDefined();
});

describe('the bodies of DELETE responses', () => {
  test.each(['delete-body', 'error-conditions'])(
    '%s is not observed if the service rejects the DELETE',
    async (point) => {
      const refusal = { status: 409, headers: {}, body: '{"error":"no"}' };
      const report = await runOn({}, instead('deleteMockService', () => refusal)());
      expect(reasonFor(report, point)).toContain('expected a success, received 409');
    },
  );

  test.each(['[]', '[{}]', 'true', 'null', '7', '"deleted"'])(
    'the fake server does not support the body %s of a DELETE or an error',
    async (text) => {
      const content = { headers: { 'content-type': 'application/json' }, body: text };
      const { profile } = await runAll((request, next) => {
        const response = next(request);
        return request.method === 'DELETE' || response.status === 404
          ? { ...response, ...content }
          : response;
      });
      const points = ['delete-body', 'clear-activity-body', 'error-body'];
      const { unsupported } = profileOptions(profile);
      expect(unsupported.map(({ point }) => point)).toEqual(expect.arrayContaining(points));
    },
  );

  test('`clear-activity-body` is not observed if the service rejects the clear', async () => {
    const refusal = { status: 409, headers: {}, body: '{"error":"no"}' };
    const report = await runAll(instead('clearActivity', () => refusal)());
    expect(reasonFor(report, 'clear-activity-body')).toContain('expected a success, received 409');
  });
});

test('five runs with random delays give the same profile', async () => {
  const profiles = new Set<string>();
  for (let run = 0; run < 5; run += 1) {
    const service = serviceWith(undefined, { clock: Date.now });
    const report = await runAll(undefined, {
      ...service,
      fetch: async (url, init) => {
        if (Math.random() < 0.3) await new Promise((resolve) => setTimeout(resolve, Math.random() * 4));
        return service.fetch(url, init);
      },
    });
    expect(report.ok).toBe(true);
    profiles.add(JSON.stringify(report.profile));
  }
  expect([...profiles]).toHaveLength(1);
});
