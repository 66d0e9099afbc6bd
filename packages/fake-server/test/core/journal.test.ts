/**
 * Tests which requests the journal records, how many requests it keeps, and which requests it reports as problems.
 */
import {
  createFakeServer,
  createHandler,
  type FakeServer,
  type JournalEntry,
  type RequestFields,
  type WaitOptions,
} from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';
import { bodyOf, redact, toCurl, toHar, urlOf } from '@mock-services/sdk/activity';
import { activityEntry, check } from '@mock-services/sdk/contract';
import fc from 'fast-check';
import { format, inspect } from 'node:util';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { errorWith, failureOf } from '../support/failure.ts';
import { activityPath, mockServicePath, workspacesPath } from '../support/paths.ts';
import { idOf, input, mockService, workspace } from '../support/samples.ts';
import { jsonHeaders, send } from '../support/wire.ts';

describe('journal entries', () => {
  test('a journal entry contains the request, the response and the fault that applied', () => {
    const fake = createFakeServer({ seed: { mockServices: [mockService(1)] } });
    fake.faults.add({ operation: 'listWorkspaces', status: 503, body: 'busy', delay: '1.5s' });
    const request = { method: 'PUT', path: `${mockServicePath}/${idOf(1)}?dry=1` };
    const body = JSON.stringify({ data: input() });
    const headers = { 'Content-Type': 'application/json' };
    const replaced = fake.handle({ ...request, headers, body });
    fake.clock.advance('1h');
    send(fake, 'GET', workspacesPath);
    const metadata = {
      scenarioId: '00000000-0000-0000-0000-000000000000',
      '@mock-services/sdk': { decoded: true, scheme: 'https' },
    };
    const place = { hostname: 'mock-services.test', port: 443, bodyBase64Encoded: '', headers: {} };
    expect(fake.journal.entries()).toEqual([
      {
        id: '00000000-0000-4000-8000-000000000001',
        number: 1,
        timestamp: '2026-01-01T00:00:00.000Z',
        metadata,
        operation: 'updateMockService',
        params: { mockServiceId: idOf(1) },
        request: { ...place, ...request, headers: jsonHeaders, bodyBase64Encoded: btoa(body) },
        response: {
          statusCode: 200,
          headers: replaced.headers,
          bodyBase64Encoded: btoa(replaced.body),
          responseTimeMs: 0,
        },
      },
      {
        id: '00000000-0000-4000-8000-000000000002',
        number: 2,
        timestamp: '2026-01-01T01:00:00.001Z',
        metadata,
        operation: 'listWorkspaces',
        params: {},
        request: { ...place, method: 'GET', path: workspacesPath },
        response: {
          statusCode: 503,
          headers: { 'content-type': 'text/plain; charset=utf-8' },
          bodyBase64Encoded: btoa('busy'),
          responseTimeMs: 1500,
        },
        fault: 1,
      },
    ]);
  });

  test('the functions for activity entries accept journal entries', () => {
    const fake = createFakeServer({ baseUrl: 'http://mocks.test:8080/api' });
    const body = JSON.stringify(input({ title: 'Größe' }));
    const path = `/api${mockServicePath}?a=1`;
    fake.handle({ method: 'POST', path, headers: jsonHeaders, body });
    const [entry] = fake.journal.entries() as [JournalEntry];
    expect(urlOf(entry)).toBe(`http://mocks.test:8080${path}`);
    expect(bodyOf(entry, 'request').json()).toEqual(JSON.parse(body));
    expect(bodyOf(entry, 'response').json()).toEqual({ id: fake.mockServices.list().at(-1)?.id });
    expect(toCurl(entry)).toContain(`http://mocks.test:8080${path}`);
    const [har] = toHar([entry]).log.entries;
    expect([har?.request.postData?.text, har?.response.status]).toEqual([body, 201]);
    expect(redact([entry])).toMatchObject([{ number: 1, operation: 'createMockService' }]);
    expect(check(activityEntry, JSON.parse(JSON.stringify(entry)))).toEqual([]);
  });

  test('a journal entry has the origin to which the request was sent', async () => {
    const fake = createFakeServer({ baseUrl: 'http://mocks.test:8080/api' });
    const { url, close } = await serve(fake, { port: 0 });
    onTestFinished(() => close());
    await fetch(url + workspacesPath);
    const other = `https://worker.test/api${workspacesPath}`;
    await createHandler(fake)(new Request(other));
    expect(fake.journal.entries().map(urlOf)).toEqual([url + workspacesPath, other]);
  });

  const canary = 'Bearer canary';
  const withCanaries = () => {
    const fake = createFakeServer();
    const names = 'Authorization Cookie Set-Cookie Proxy-Authorization X-API-Key x-auth-token'.split(' ');
    const headers = Object.fromEntries(names.map((name) => [name, canary]));
    const path = `/nothing?access_token=canary&page=2&api_key=canary`;
    fake.handle({ method: 'GET', path, headers: { ...headers, accept: '*/*' } });
    return { fake, path };
  };

  test('journal entries and matchers receive credentials as they arrived', () => {
    const { fake, path } = withCanaries();
    const matcher = { headers: { authorization: canary }, path };
    expect(fake.journal.entries()).toMatchObject([{ request: matcher }]);
    expect(fake.journal.find(matcher)).toHaveLength(1);
    expect(fake.journal.find(({ request }) => request.headers['cookie'] === canary)).toHaveLength(1);
  });

  test('printed and serialized journal entries contain no credentials', () => {
    const { fake } = withCanaries();
    const { journal } = fake;
    send(fake, 'GET', '/nothing'); // This request has no credentials, but the matchers below have.
    const seen = [
      inspect(journal.entries(), { depth: 9 }),
      JSON.stringify(journal.entries()),
      format(journal.problems()),
      journal.explain({ status: 501, headers: { Authorization: 'Bearer canary-2', cookie: /x/ }, path: '/' }),
      journal.explain({ path: '/nothing?access_token=canary-2' }),
      String(failureOf(() => journal.assertClean())),
    ];
    for (const text of seen) {
      expect(text).not.toContain('canary');
      expect(text).toMatch(/page=2|REDACTED/);
    }
    expect(seen[3]).toContain('headers.authorization: another value, which is not shown because it may');
  });

  test('no message about a request shows a token that the request has in its path', () => {
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
    const fake = createFakeServer();
    send(fake, 'GET', `${mockServicePath}/${token}`);
    const texts = [
      String(failureOf(() => fake.journal.assertClean())),
      fake.journal.explain({ operation: 'getMockService', params: { mockServiceId: idOf(1) } }),
    ];
    for (const text of texts) {
      expect(text).toContain('REDACTED');
      expect(text.toLowerCase()).not.toContain(token.slice(0, 12).toLowerCase());
    }
  });

  test('a printed journal entry shows bodies as text', () => {
    const fake = createFakeServer();
    send(fake, 'POST', mockServicePath, { ...input({ title: 'Größe' }), password: 'hunter2' });
    const text = inspect(fake.journal.entries(), { depth: 9 });
    expect(text).toContain('Größe');
    expect(text).not.toContain('hunter2');
  });
});

describe('a full journal', () => {
  const pollOf = (fake: FakeServer) => send(fake, 'GET', activityPath(idOf(1)));
  const longLog = { [idOf(1)]: [{ response: { body: 'x'.repeat(750_000) } }] };
  const dropped = 'dropped 1 request';

  test('leaves out the bodies of responses, oldest first, before it removes a request', () => {
    const fake = createFakeServer({ seed: { workspaces: [workspace(1)], activity: longLog } });
    send(fake, 'POST', mockServicePath, input());
    for (let i = 0; i < 20; i += 1) pollOf(fake);
    const entries = fake.journal.entries();
    expect(entries).toHaveLength(21);
    const left = entries.map((entry) => entry.responseBodyLeftOut ?? false);
    const first = left.indexOf(false);
    expect(left).toEqual(left.map((_, i) => i < first));
    expect(first).toBeGreaterThan(15);
    for (const { response, responseBodyLeftOut } of entries)
      expect(response.bodyBase64Encoded === '').toBe(responseBodyLeftOut === true);
    expect(fake.journal.explain({ responseBody: { data: [] }, operation: 'createMockService' })).toContain(
      'left out',
    );
  });

  test('fails an assertion that depends on a request that it removed', () => {
    const fake = createFakeServer({ journal: { maxEntries: 1 } });
    for (const title of ['Orders', 'Payments']) send(fake, 'POST', mockServicePath, input({ title }));
    const expectRequests = (fields: RequestFields, times?: number) => () =>
      fake.journal.expect('createMockService', fields, { times });
    for (const times of [1, 2]) expect(expectRequests({}, times)).toThrow(dropped);
    expect(expectRequests({ body: { title: 'Orders' } })).toThrow(dropped);
    expect(expectRequests({ body: { title: 'Payments' } })).not.toThrow();
    fake.journal.expect('deleteMockService', {}, { times: 0 });
    for (const matcher of [{ operation: 'createMockService', status: 404 }, { status: 404 }] as const)
      expect(fake.journal.explain(matcher)).toMatch(dropped);
    expect(fake.journal.explain({ operation: 'deleteMockService' })).not.toMatch(dropped);
    fake.journal.clear();
    expect(expectRequests({}, 0)).not.toThrow();
  });

  test('keeps a larger request without its body, so an assertion about the body fails', () => {
    const fake = createFakeServer({ journal: { maxBytes: 3000 } });
    send(fake, 'POST', mockServicePath, input({ title: 'x'.repeat(5000) }));
    expect(fake.journal.entries()).toMatchObject([
      { operation: 'createMockService', request: { path: mockServicePath, bodyBase64Encoded: '' } },
    ]);
    const body = { title: 'Orders' };
    expect(() => fake.journal.expect('createMockService', { body }, { times: 0 })).toThrow(dropped);
  });

  test('fails an assertion about the body of a response that it left out', () => {
    const seed = { workspaces: [workspace(1)], activity: longLog };
    const fake = createFakeServer({ seed, journal: { maxBytes: 100_000 } });
    pollOf(fake);
    const count = (fields: RequestFields) => fake.journal.expect('listActivity', fields, { times: 0 });
    expect(() => count({ responseBody: { data: [] } })).toThrow(dropped);
    count({ responseBody: { data: [] }, status: 404 });
  });

  test('keeps the latest requests, and each list within half of `maxBytes`', () => {
    const anyRequest = fc.record({
      path: fc.constantFrom(workspacesPath, '/nothing'),
      length: fc.constantFrom(0, 10, 900, 4000, 60_000),
    });
    const anyRequests = fc.array(anyRequest, { minLength: 5, maxLength: 30, size: 'max' });
    const bytesOf = (entry: JournalEntry) =>
      2 * (entry.request.path + String(entry.request.headers['x-pad'])).length +
      2 * bodyOf(entry, 'response').text().length;
    fc.assert(
      fc.property(anyRequests, fc.constantFrom(20_000, 100_000), (requests, maxBytes) => {
        const fake = createFakeServer({ journal: { maxBytes } });
        for (const { path, length } of requests)
          fake.handle({ method: 'GET', path, headers: { 'x-pad': 'x'.repeat(length) } });
        const numbers = requests.map((_, i) => i + 1);
        const wrong = numbers.filter((number) => requests[number - 1]?.path === '/nothing');
        for (const [kept, received] of [
          [fake.journal.entries(), numbers],
          [fake.journal.problems(), wrong],
        ] as const) {
          expect(kept.map(({ number }) => number)).toEqual(received.slice(received.length - kept.length));
          expect(kept.length > 0).toBe(received.length > 0);
          expect(kept.reduce((sum, entry) => sum + bytesOf(entry), 0)).toBeLessThanOrEqual(maxBytes / 2);
        }
      }),
    );
  });
});

describe('the journal', () => {
  test('is off with `journal: false`, and methods that search it say so', async () => {
    const fake = createFakeServer({ journal: false });
    send(fake, 'GET', '/nothing');
    const { journal } = fake;
    expect([journal.entries(), journal.problems(), journal.find({})]).toEqual([[], [], []]);
    expect(() => journal.assertClean()).toThrow(/^The journal is not clean:\n {2}The journal is off/);
    expect(journal.explain({})).toContain('The journal is off');
    await expect(journal.waitFor({}, { timeout: '1h' })).rejects.toThrow('The journal is off');
  });

  test('begins when the fake server is created, at a reset and at `clear`, in real time', () => {
    vi.useFakeTimers({ now: 0 });
    onTestFinished(() => void vi.useRealTimers());
    const fake = createFakeServer();
    const seen = [() => {}, fake.reset, fake.journal.clear].map((act) => {
      vi.advanceTimersByTime(5000);
      act();
      return fake.journal.since();
    });
    expect(seen.map((time) => Date.parse(time))).toEqual([0, 10_000, 15_000]);
  });

  test('passes each entry to the listeners until they are removed', () => {
    const fake = createFakeServer();
    const [first, second]: [number[], number[]] = [[], []];
    const stop = fake.journal.subscribe(({ number }) => first.push(number));
    fake.journal.subscribe(({ number }) => second.push(number));
    for (const path of [workspacesPath, '/nothing']) send(fake, 'GET', path);
    stop();
    send(fake, 'GET', workspacesPath);
    expect([first, second]).toEqual([
      [1, 2],
      [1, 2, 3],
    ]);
  });

  test('warns of a listener that throws, which harms neither the response nor other listeners', () => {
    const warnings: string[] = [];
    const fake = createFakeServer({ onWarning: (message) => warnings.push(message) });
    const seen: number[] = [];
    fake.journal.subscribe(() => {
      throw new Error('no panel');
    });
    fake.journal.subscribe(({ number }) => seen.push(number));
    expect(send(fake, 'GET', workspacesPath).status).toBe(200);
    expect(seen).toEqual([1]);
    expect(warnings).toEqual(['A listener of the journal threw an error: Error: no panel']);
  });

  test('an async listener that rejects causes a warning, but no unhandled rejection', async () => {
    const warnings: string[] = [];
    const fake = createFakeServer({ onWarning: (message) => warnings.push(message) });
    const listener: (entry: JournalEntry) => unknown = () => Promise.reject(new Error('no panel'));
    fake.journal.subscribe(listener);
    send(fake, 'GET', workspacesPath);
    await expect.poll(() => warnings).toEqual([expect.stringContaining('no panel')]);
  });

  test('a listener that is subscribed twice is called twice, and removed once at a time', () => {
    const fake = createFakeServer();
    const numbers: number[] = [];
    const listener = ({ number }: JournalEntry) => numbers.push(number);
    const [stop] = [fake.journal.subscribe(listener), fake.journal.subscribe(listener)];
    send(fake, 'GET', workspacesPath);
    stop();
    stop();
    send(fake, 'GET', workspacesPath);
    expect(numbers).toEqual([1, 1, 2]);
  });

  test('lists the requests that break the contract, which `assertClean` reports', () => {
    const fake = createFakeServer({ seed: {} });
    const post = { method: 'POST', path: mockServicePath };
    fake.handle({ ...post, headers: jsonHeaders, body: '{' });
    fake.handle({ ...post, headers: jsonHeaders, body: '{"type":"REST"}' });
    fake.handle({ ...post, body: '{}' });
    send(fake, 'GET', '/configuration/workspace');
    send(fake, 'DELETE', `${mockServicePath}/${idOf(1)}`);
    send(fake, 'GET', `${mockServicePath}/not-a-uuid`);
    expect(fake.journal.problems().map(({ response }) => response.statusCode)).toEqual([
      400, 422, 415, 404, 405, 404,
    ]);
    const error = failureOf(() => fake.journal.assertClean(), 'not-clean');
    expect(error.message.split('\n')).toHaveLength(7);
    expect(error.message).toContain(
      `#1 POST ${mockServicePath} → 400 (createMockService): The body is not well-formed JSON.`,
    );
  });
});

describe('journal.waitFor', () => {
  const matcher = { operation: 'listWorkspaces' } as const;

  test('`journal.waitFor` resolves to the oldest match that was already received', async () => {
    const fake = createFakeServer();
    for (const path of [workspacesPath, workspacesPath]) send(fake, 'GET', path);
    await expect(fake.journal.waitFor(matcher)).resolves.toMatchObject({ number: 1 });
  });

  test('`journal.waitFor` resolves to the first matching request', async () => {
    const fake = createFakeServer();
    const found = fake.journal.waitFor(matcher);
    for (const path of ['/nothing', workspacesPath, workspacesPath, '/nothing']) send(fake, 'GET', path);
    await expect(found).resolves.toMatchObject({ number: 2, response: { statusCode: 200 } });
  });

  test('`journal.waitFor` rejects after its timeout and shows the closest requests', async () => {
    const fake = createFakeServer();
    send(fake, 'GET', '/nothing');
    const error = fake.journal.waitFor(matcher, { timeout: '10ms' });
    await expect(error).rejects.toThrow(errorWith('no-match'));
    await expect(error).rejects.toThrow(
      /^No request matched within 10 ms:\n.*1 request was recorded\. The closest:\n +#1 GET \/nothing/s,
    );
  });

  test('`journal.waitFor` rejects at once if a matcher function throws', async () => {
    const fake = createFakeServer();
    const failure = new Error('no such header');
    const throwing = () => {
      throw failure;
    };
    const found = fake.journal.waitFor(throwing, { timeout: '1h' });
    send(fake, 'GET', workspacesPath);
    await expect(found).rejects.toBe(failure);
  });

  test.each([
    [{ timeout: 'soon' }, 'The option timeout must be '],
    [200, "The option timeout must be in an object, such as { timeout: '5s' }; got 200."],
    [{ timeOut: 100 }, 'journal.waitFor: unknown option `timeOut`. Did you mean timeout?'],
  ])('`journal.waitFor` rejects the options %j', async (options, message) => {
    const wait = createFakeServer().journal.waitFor(matcher, options as WaitOptions);
    await expect(wait).rejects.toThrow(errorWith('invalid-option'));
    await expect(wait).rejects.toThrow(message);
  });
});
