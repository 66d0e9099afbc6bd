import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { cases, createContext, formatReport, runConformance } from '@mock-services/conformance';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../../../tools/lib/servers.ts';
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
    [
      'UND_ERR_SOCKET',
      new TypeError('sesame', { cause: Object.assign(new Error(), { code: 'UND_ERR_SOCKET' }) }),
    ],
  ])('a lost request shows the name of the error, not its message: %s', async (name, error) => {
    const fetch = vi.fn<typeof globalThis.fetch>().mockRejectedValue(error);
    const report = await runConformance({ baseUrl: 'https://mocks.example.com', fetch });
    expect(failureIn(report, 'reachable')).toContain(`no response (${name}).`);
    expect(JSON.stringify(report)).not.toContain('sesame');
  });

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

test('a lost request of one part leaves out only this part, and the result names it', async () => {
  const one = cases.find(({ id }) => id === 'error-statuses');
  const observe = async (lost?: number) => {
    const service = serviceWith();
    let count = 0;
    const fetch: typeof service.fetch = (url, init) =>
      (count += 1) === lost ? Promise.reject(new TypeError('fetch failed')) : service.fetch(url, init);
    const context = createContext({ ...service, ...allAllowed, fetch });
    // A first response shows that the service can be reached.
    await context.send('listWorkspaces');
    const outcome = await one?.run(context);
    if (outcome?.outcome !== 'observed') throw new Error('The case observes nothing.');
    const { statuses } = outcome.value as { readonly statuses: Readonly<Record<string, number>> };
    const missing = (outcome.missing ?? []).map((part) => part.replace(/ \(.*/s, ''));
    return { count, parts: Object.entries(statuses), missing };
  };
  const { count, parts } = await observe();
  const named = new Set<string>();
  for (let lost = 2; lost <= count; lost += 1) {
    const { parts: remaining, missing } = await observe(lost);
    expect(remaining).toEqual(parts.filter(([name]) => !missing.includes(name)));
    for (const name of missing) named.add(name);
  }
  expect([...named].toSorted()).toEqual(parts.map(([name]) => name).toSorted());
});

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
  ])('if each response is %i, a hint says: %s', async (status, hint) => {
    const baseUrl = await listening((_, response) => {
      response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end();
    });
    const report = await runConformance({ baseUrl, allowWrites: true });
    expect(failureIn(report, 'list-workspaces-answer')).toContain(hint);
    expect(idsOf(report, 'skipped')).toContain('create-answer');
    expect(report.leftovers).toEqual([]);
  });

  test.each([
    ['null', 'null'],
    ['an array', '[]'],
    ['a list of values of other types', '{"data":[null,1,"x",[]]}'],
    ['malformed JSON', '{'],
  ])('a server that always sends %s gets a report', async (_, body) => {
    const fetch = () => Promise.resolve(new Response(body));
    const report = await runConformance({
      baseUrl: 'https://mocks.example.com',
      fetch,
      timeout: 50,
      allowWrites: true,
      allowClear: '6f1d9c1e-4b7a-4d1c-8f8e-2a4b6c8d0e1f',
    });
    expect(report.ok).toBe(false);
    expect(report.results).toHaveLength(cases.length);
    expect(formatReport(report)).not.toContain('could not be completed');
  });
});
