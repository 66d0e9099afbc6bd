import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cases, createContext, formatReport, runConformance } from '@mock-services/fake-server/conformance';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { failuresOf, idsOf, observed } from './support.ts';

/** Serves on a free port for the running test. */
async function listening(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a service that cannot be reached', () => {
  test('fails one case that says so, and the others are skipped', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => {
      server.close(resolve);
    });
    const report = await runConformance({ baseUrl: `http://127.0.0.1:${port}`, allowWrites: true });
    expect(failuresOf(report)).toEqual({
      reachable:
        'GET /configuration/workspaces: no response (ECONNREFUSED). Is the service running, and is baseUrl right?',
    });
    expect(report).toMatchObject({ ok: false, skipped: cases.length - 1, leftovers: [] });
    expect(report.results.at(-1)).toMatchObject({ reason: 'the service does not respond' });
  });

  test('is given up after the timeout if it never responds', async () => {
    const baseUrl = await listening(() => {});
    const report = await runConformance({ baseUrl, timeout: 50 });
    expect(failuresOf(report)['reachable']).toContain('no response within 50 ms');
    expect(report.skipped).toBe(cases.length - 1);
  });

  test('is given up if it stops in the middle of a body', async () => {
    const baseUrl = await listening((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"data":[');
    });
    const report = await runConformance({ baseUrl, timeout: 50 });
    expect(failuresOf(report)['reachable']).toContain('no response within 50 ms');
  });

  test.each<[string, unknown]>([
    ['TypeError', new TypeError('https://mocks.example.com?key=sesame')],
    ['TypeError', new TypeError('fetch failed', { cause: new Error('sesame') })],
    ['TypeError', new TypeError('fetch failed', { cause: { code: 'sesame' } })],
    [
      'UND_ERR_SOCKET',
      new TypeError('sesame', { cause: Object.assign(new Error(), { code: 'UND_ERR_SOCKET' }) }),
    ],
    ['string', 'sesame'],
  ])('has its error named without what it quotes: %s', async (name, error) => {
    const fetch = vi.fn<typeof globalThis.fetch>().mockRejectedValue(error);
    const report = await runConformance({ baseUrl: 'https://mocks.example.com', fetch });
    expect(failuresOf(report)['reachable']).toBe(
      `GET /configuration/workspaces: no response (${name}). Is the service running, and is baseUrl right?`,
    );
  });

  test('is given up after three unanswered requests in a row', async () => {
    const service = observed();
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

test('a fetch whose responses lack a part ends the case, and is named without what it says', async () => {
  const incomplete = { status: 200, text: () => Promise.resolve('{"data":[]}') } as Response;
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

test('each request asks for the response of the service itself, as JSON', async () => {
  const service = observed();
  const sent: RequestInit[] = [];
  await runConformance({
    ...service,
    allowWrites: true,
    fetch: (url, init) => {
      sent.push(init);
      return service.fetch(url, init);
    },
  });
  for (const { redirect, cache, headers, body } of sent) {
    const type = body === undefined ? null : 'application/json';
    expect([redirect, cache]).toEqual(['manual', 'no-store']);
    expect([new Headers(headers).get('accept'), new Headers(headers).get('content-type')]).toEqual([
      'application/json',
      type,
    ]);
  }
});

test('a run leaves neither timers nor listeners behind', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { signal } = new AbortController();
  const [add, remove] = [vi.spyOn(signal, 'addEventListener'), vi.spyOn(signal, 'removeEventListener')];
  await runConformance({ ...observed(), signal });
  expect(vi.getTimerCount()).toBe(0);
  expect(add.mock.calls.length).toBeGreaterThan(10);
  expect(remove.mock.calls.map(([, listener]) => listener)).toEqual(
    add.mock.calls.map(([, listener]) => listener),
  );
});

describe('a server that is not the service', () => {
  test('that responds to every request with a page: the reads fail and say so, and nothing is written', async () => {
    const methods = new Set<string | undefined>();
    const baseUrl = await listening((request, response) => {
      methods.add(request.method);
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Shop</title>');
    });
    const report = await runConformance({ baseUrl });
    expect(failuresOf(report)).toEqual({
      'list-workspaces-answer':
        'GET /configuration/workspaces: expected a JSON body, received an HTML page. Does baseUrl lead to the service?',
      'list-mock-services-answer':
        'GET /configuration/mock-services: expected a JSON body, received an HTML page. Does baseUrl lead to the service?',
    });
    expect(methods).toEqual(new Set(['GET']));
  });

  test.each([
    [302, 'Does baseUrl lead to the service itself?'],
    [401, 'Do the calls need credentials, or others (headers; --token, --header)?'],
    [403, 'Do the calls need credentials, or others (headers; --token, --header)?'],
    [500, 'received 500'],
  ])('that responds to every request with %i: the failure says %s', async (status, hint) => {
    const baseUrl = await listening((_, response) => {
      response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end();
    });
    const report = await runConformance({ baseUrl, allowWrites: true, timeout: 2000 });
    expect(failuresOf(report)['list-workspaces-answer']).toContain(hint);
    expect(idsOf(report, 'failed')).toContain('create-answer');
    expect(report.leftovers).toEqual([]);
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
  ])('that responds to every request with %s: a report, never an exception', async (body) => {
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
