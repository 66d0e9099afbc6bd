import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { cases, createContext, formatReport, runConformance } from '@mock-services/conformance';
import { endpoints } from '@mock-services/sdk/contract';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../../../tools/lib/servers.ts';
import { instead, listing, operationOf } from './mutants/mutant.ts';
import { allAllowed, failureIn, idsOf, serviceWith, workspace } from './support.ts';

/** Starts an HTTP server on a free port until the current test ends. */
async function listening(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    await promisify(server.close.bind(server))();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a service that cannot be reached', () => {
  test('an unreachable service fails only the case `reachable` and skips all other cases', async () => {
    const baseUrl = `http://127.0.0.1:${await freePort()}`;
    const report = await runConformance({ baseUrl, allowWrites: true });
    expect(idsOf(report, 'failed')).toEqual(['reachable']);
    expect(failureIn(report, 'reachable')).toContain('ECONNREFUSED');
    expect(report).toMatchObject({ ok: false, skipped: cases.length - 1, leftovers: [] });
  });

  test('a conformance run fails after the timeout if the service never responds', async () => {
    const baseUrl = await listening(() => {});
    const report = await runConformance({ baseUrl, timeout: 50 });
    expect(failureIn(report, 'reachable')).toContain('no response within 50 ms');
    expect(report.skipped).toBe(cases.length - 1);
  });

  test('a conformance run fails after the timeout if a response body never ends', async () => {
    const baseUrl = await listening((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"data":[');
    });
    const report = await runConformance({ baseUrl, timeout: 50 });
    expect(failureIn(report, 'reachable')).toContain('no response within 50 ms');
  });

  test.each<[string, unknown]>([
    ['TypeError', new TypeError('https://mocks.example.com?key=sesame')],
    ['TypeError', new TypeError('fetch failed', { cause: new Error('sesame') })],
    ['TypeError', new TypeError('fetch failed', { cause: { code: 'sesame' } })],
    ['TypeError', new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 7 }) })],
    [
      'UND_ERR_SOCKET',
      new TypeError('sesame', { cause: Object.assign(new Error(), { code: 'UND_ERR_SOCKET' }) }),
    ],
    ['string', 'sesame'],
  ])('a connection failure shows the code or name of the error, not its message: %s', async (name, error) => {
    const fetch = vi.fn<typeof globalThis.fetch>().mockRejectedValue(error);
    const report = await runConformance({ baseUrl: 'https://mocks.example.com', fetch });
    expect(failureIn(report, 'reachable')).toContain(`no response (${name}).`);
    expect(JSON.stringify(report)).not.toContain('sesame');
  });

  test.each([
    [0, 'reachable', '. Is the service running, and is baseUrl right?'],
    [1, 'list-mock-services-answer', ''],
    [2, 'get-mock-service-answer', ''],
  ])(
    'a lost request after %i responses fails %s with a hint only if it is the first',
    async (n, id, hint) => {
      const service = serviceWith();
      let requests = 0;
      const report = await runConformance({
        ...service,
        fetch: (url, init) =>
          (requests += 1) > n ? Promise.reject(new TypeError('fetch failed')) : service.fetch(url, init),
      });
      expect(failureIn(report, id)).toMatch(/^GET \/[^.]*: no response \(TypeError\)/);
      expect(failureIn(report, id)).toMatch(
        new RegExp(`\\(TypeError\\)${hint.replaceAll(/[.?]/g, '\\$&')}$`),
      );
    },
  );

  test('a run stops after three consecutive requests without a response', async () => {
    const service = serviceWith();
    let requests = 0;
    const report = await runConformance({
      ...service,
      fetch: (url, init) => {
        requests += 1;
        return requests > 4 ? Promise.reject(new TypeError('fetch failed')) : service.fetch(url, init);
      },
    });
    expect(requests).toBe(7);
    expect(report.ok).toBe(false);
  });
});

test.each<[string, (n: number) => boolean, Readonly<Record<string, unknown>>]>([
  ['every third request', (n) => n % 3 === 0, { refused: 0 }],
  ['every request after the fourth', (n) => n > 4, { requests: 7 }],
])(
  'a run sends no more requests for an operation after three in a row without a response: %s',
  async (_, isLost, expected) => {
    const service = serviceWith();
    let requests = 0;
    const { results } = await runConformance({
      ...service,
      allowWrites: true,
      fetch: (url, init) => {
        const isRead = init.method === 'GET' && /mock-service\/[^/]+$/.test(url);
        return isRead && isLost((requests += 1))
          ? Promise.reject(new TypeError('fetch failed'))
          : service.fetch(url, init);
      },
    });
    const refused = results.filter((result) => 'refused' in result).length;
    expect({ requests, refused }).toMatchObject(expected);
    expect(requests).toBeGreaterThan(6);
  },
);

test.each([{}, { total: 9 }, { next: '/configuration/mock-services?page=2' }])(
  'a service that lists a created mock service twice beside %j fails `create-listed`',
  async (signs) => {
    const twice = listing('listMockServices', (items) =>
      items.flatMap((item) => (String(item['title']).startsWith('Conformance') ? [item, item] : [item])),
    )();
    const service = serviceWith((request, next) => {
      const response = twice(request, next);
      if (operationOf(request) !== 'listMockServices') return response;
      return { ...response, body: JSON.stringify({ ...(JSON.parse(response.body) as object), ...signs }) };
    });
    const report = await runConformance({ ...service, allowWrites: true });
    expect(failureIn(report, 'create-listed')).toContain('received 2');
  },
);

test('expired workspaces are read last, because their requests may get a 410', async () => {
  const valid = workspace(7, { expiresAt: '9999-01-01T00:00:00.000Z' });
  const workspaces = [...[1, 2, 3, 4, 5, 6].map((n) => workspace(n)), valid];
  const service = serviceWith(
    (request, next) =>
      request.path.includes('/workspace/') && !request.path.includes(valid.id)
        ? { status: 410, headers: {}, body: '' }
        : next(request),
    { seed: { workspaces } },
  );
  expect(idsOf(await runConformance(service), 'passed')).toEqual(
    expect.arrayContaining(['list-activity-answer', 'get-workspace-configuration-answer']),
  );
});

test('a case that throws an unexpected error reports only the name of the error', async () => {
  const headers = { get: (name: string) => (name === 'www-authenticate' ? 7 : null) };
  const incomplete = {
    status: 200,
    headers,
    text: () => Promise.resolve('{"data":[]}'),
  } as unknown as Response;
  const context = createContext({
    baseUrl: 'https://mocks.example.com',
    fetch: () => Promise.resolve(incomplete),
    allowWrites: true,
  });
  const outcomeOf = (id: string) => cases.find((one) => one.id === id)?.run(context);
  expect(await outcomeOf('authentication')).toEqual({
    outcome: 'skipped',
    reason: 'could not be observed: the case could not be completed: TypeError',
  });
  expect(await outcomeOf('list-workspaces-answer')).toEqual({ outcome: 'passed' });
});

test('a conformance run leaves no timers or abort listeners behind', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { signal } = new AbortController();
  const [add, remove] = [vi.spyOn(signal, 'addEventListener'), vi.spyOn(signal, 'removeEventListener')];
  await runConformance({ ...serviceWith(), signal });
  expect(vi.getTimerCount()).toBe(0);
  expect(add.mock.calls.length).toBeGreaterThan(10);
  expect(remove.mock.calls.map(([, listener]) => listener)).toEqual(
    add.mock.calls.map(([, listener]) => listener),
  );
});

describe('a server that is not the service', () => {
  test('a server that sends only HTML pages fails the reads and receives no writes', async () => {
    const methods = new Set<string | undefined>();
    const baseUrl = await listening((request, response) => {
      methods.add(request.method);
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Shop</title>');
    });
    const report = await runConformance({ baseUrl });
    expect(idsOf(report, 'failed')).toEqual(['list-workspaces-answer', 'list-mock-services-answer']);
    expect(failureIn(report, 'list-workspaces-answer')).toContain('received an HTML page');
    expect(methods).toEqual(new Set(['GET']));
  });

  test.each([
    [302, 'Does baseUrl lead to the service itself?'],
    [500, 'received 500'],
  ])('the error about a server that always responds with %i contains a hint: %s', async (status, hint) => {
    const baseUrl = await listening((_, response) => {
      response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end();
    });
    const report = await runConformance({ baseUrl, allowWrites: true });
    expect(failureIn(report, 'list-workspaces-answer')).toContain(hint);
    expect(idsOf(report, 'failed')).toContain('create-answer');
    expect(report.leftovers).toEqual([]);
  });

  const [path, self] = [
    '. Is baseUrl correct, including its path?',
    '. Does baseUrl lead to the service itself?',
  ];
  test.each([
    ['list-workspaces-answer', 'listWorkspaces', path],
    ['list-mock-services-answer', 'listMockServices', path],
    ['get-mock-service-answer', 'getMockService', ''],
    ['get-workspace-configuration-answer', 'getWorkspaceConfiguration', ''],
    ['list-activity-answer', 'listActivity', ''],
    ['create-answer', 'createMockService', path],
    ['update-answer', 'updateMockService', ''],
    ['delete-answer', 'deleteMockService', ''],
    ['clear-activity-answer', 'clearActivity', ''],
  ] as const)('the failure of %s has a hint only for 404 and redirects', async (id, operation, hint) => {
    const hints = { 202: '', 299: '', 300: self, 302: self, 399: self, 400: '', 404: hint, 410: '', 500: '' };
    for (const [status, expected] of Object.entries(hints)) {
      const mutation = instead(operation, () => ({ status: Number(status), headers: {}, body: '' }));
      const context = createContext({ ...serviceWith(mutation()), ...allAllowed });
      const outcome = await cases.find((one) => one.id === id)?.run(context);
      const { method, path, status: right } = endpoints[operation];
      expect(outcome).toEqual({
        outcome: 'failed',
        message: `${method} ${path}: expected status ${right}, received ${status}${expected}`,
      });
    }
  });

  test.each([
    'null',
    '[]',
    '"text"',
    '1',
    '{}',
    '{"data":null}',
    '{"data":[null,1,"x",[]]}',
    '{"data":{"id":".."}}',
    '{',
  ])('a run against a server that always responds with %s ends with a report', async (body) => {
    const fetch = () => Promise.resolve(new Response(body));
    const report = await runConformance({
      baseUrl: 'https://mocks.example.com',
      fetch,
      allowWrites: true,
      allowClear: '6f1d9c1e-4b7a-4d1c-8f8e-2a4b6c8d0e1f',
    });
    expect(report.ok).toBe(false);
    expect(report.results).toHaveLength(cases.length);
    expect(formatReport(report)).not.toContain('could not be completed');
  });
});
