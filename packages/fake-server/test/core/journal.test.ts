/**
 * Tests which requests the journal records, how many requests it keeps, and which requests it reports as problems.
 */
import {
  createFakeServer,
  createHandler,
  type FakeServer,
  type FaultOptions,
  type JournalEntry,
  type JournalMatcher,
  type JournalOptions,
  matchers,
  type RequestFields,
  type WaitOptions,
} from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';
import { bodyOf, findActivity, redact, toCurl, toHar, urlOf } from '@mock-services/sdk/activity';
import { activityEntry, check } from '@mock-services/sdk/contract';
import fc from 'fast-check';
import { format, inspect } from 'node:util';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { errorWith, failureOf } from '../support/failure.ts';
import { mockServicePath, workspacesPath } from '../support/paths.ts';
import { idOf, input, mockService, workspace } from '../support/samples.ts';
import { jsonHeaders, send } from '../support/wire.ts';
import { MemoryStorage } from '../storage/memory-storage.ts';

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

  test('the functions for activity entries accept journal entries', async () => {
    const fake = createFakeServer({ baseUrl: 'http://mocks.test:8080/api' });
    const body = JSON.stringify(input({ title: 'Größe' }));
    const path = `/api${mockServicePath}?a=1`;
    fake.handle({ method: 'POST', path, headers: jsonHeaders, body });
    const [entry] = fake.journal.entries() as [JournalEntry];
    expect(urlOf(entry)).toBe(`http://mocks.test:8080${path}`);
    expect(bodyOf(entry, 'request').json()).toEqual(JSON.parse(body));
    expect(bodyOf(entry, 'response').json()).toEqual({ id: fake.mockServices.list().at(-1)?.id });
    expect(toCurl(entry)).toContain(`http://mocks.test:8080${path}`);
    const [har] = toHar(fake.journal.entries()).log.entries;
    expect(har?.request.postData?.text).toBe(body);
    expect(har?.response.status).toBe(201);
    const [clean] = redact(fake.journal.entries());
    expect(clean).toMatchObject({ number: 1, operation: 'createMockService' });
    expect(findActivity(fake.journal.entries(), { status: '2xx' })).toEqual([entry]);
    expect(check(activityEntry, JSON.parse(JSON.stringify(entry)))).toEqual([]);
    const { url, close } = await serve(fake, { port: 0 });
    onTestFinished(() => close());
    await fetch(url + workspacesPath);
    expect(urlOf(fake.journal.entries().at(-1) as JournalEntry)).toBe(url + workspacesPath);
    const handler = createHandler(fake);
    await handler(new Request(`https://worker.test/api${workspacesPath}`));
    expect(urlOf(fake.journal.entries().at(-1) as JournalEntry)).toBe(
      `https://worker.test/api${workspacesPath}`,
    );
    fake.handle({ method: 'GET', path: '/api', origin: 'http://a b' });
    expect(urlOf(fake.journal.entries().at(-1) as JournalEntry)).toBe('http://mocks.test:8080/api');
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

  test('journal entries and matchers receive credentials as they arrived', async () => {
    const { fake, path } = withCanaries();
    const matcher = { headers: { authorization: canary }, path };
    expect(fake.journal.entries()).toMatchObject([{ request: matcher }]);
    expect(fake.journal.problems()).toMatchObject([{ request: matcher }]);
    expect(fake.journal.find(matcher)).toHaveLength(1);
    expect(fake.journal.find(({ request }) => request.headers['cookie'] === canary)).toHaveLength(1);
    await expect(fake.journal.waitFor(matcher)).resolves.toMatchObject({ request: matcher });
    expect(fake.journal.find({ headers: { authorization: 'REDACTED' } })).toEqual([]);
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

  test('no message about a request shows a credential that the request has in an unusual place', () => {
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
    const fake = createFakeServer();
    fake.handle({ method: 'GET', path: `${mockServicePath}/${token}` });
    fake.handle({
      method: 'POST',
      path: mockServicePath,
      headers: { 'content-type': `Bearer ${token}` },
      body: '1',
    });
    const id = idOf(1);
    const texts = [
      String(failureOf(() => fake.journal.assertClean())),
      fake.journal.explain({ operation: 'getMockService', params: { mockServiceId: id } }),
      fake.journal.explain({ operation: 'getMockService', params: { mockServiceId: /^0/ } }),
      fake.journal.explain({ method: 'PUT' }),
    ];
    for (const text of texts) {
      expect(text).toContain('REDACTED');
      expect(text.toLowerCase()).not.toContain(token.slice(0, 12).toLowerCase());
    }
  });

  test('a journal entry cannot be changed', () => {
    const { fake } = withCanaries();
    const [entry] = fake.journal.entries();
    for (const part of [entry, entry?.request, entry?.response, entry?.request.headers, entry?.metadata])
      expect(() => Object.assign(part ?? {}, { added: 1 })).toThrow(TypeError);
    expect(fake.journal.entries()[0]?.response.statusCode).toBe(404);
  });

  test('a printed journal entry shows bodies as text', () => {
    const fake = createFakeServer();
    send(fake, 'POST', mockServicePath, { ...input({ title: 'Größe' }), password: 'hunter2' });
    const text = inspect(fake.journal.entries(), { depth: 9 });
    expect(text).toContain('Größe');
    expect(text).not.toContain('hunter2');
  });
});

describe('the journal', () => {
  test('the journal stores requests up to `maxBytes`, and a larger one without its headers and body', () => {
    const fake = createFakeServer({ journal: { maxBytes: 50_000 } });
    const post = (length: number) =>
      send(fake, 'POST', mockServicePath, input({ title: 'x'.repeat(length) }));
    for (let i = 0; i < 50; i += 1) post(1000);
    const { length } = fake.journal.entries();
    expect(length).toBeGreaterThan(3);
    expect(length).toBeLessThan(10);
    const path = `${mockServicePath}/${idOf(1)}`;
    const body = JSON.stringify({ data: input({ title: 'x'.repeat(100_000) }) });
    fake.handle({ method: 'PUT', path, headers: jsonHeaders, body });
    expect(fake.journal.entries().at(-1)).toMatchObject({
      number: 51,
      operation: 'updateMockService',
      request: { method: 'PUT', path, headers: {}, bodyBase64Encoded: '' },
      response: { statusCode: 404 },
    });
  });

  const pollOf = (fake: FakeServer) => send(fake, 'GET', `/workspace/${idOf(1)}/activity`);
  const longLog = { [idOf(1)]: [{ response: { body: 'x'.repeat(750_000) } }] };

  test('the bodies of responses never displace requests', () => {
    const fake = createFakeServer({ seed: { workspaces: [workspace(1)], activity: longLog } });
    send(fake, 'POST', mockServicePath, input());
    for (let i = 0; i < 20; i += 1) pollOf(fake);
    expect(fake.journal.find({ operation: 'createMockService' })).toHaveLength(1);
    const entries = fake.journal.entries();
    expect(entries).toHaveLength(21);
    const left = entries.map((entry) => entry.responseBodyLeftOut ?? false);
    const first = left.indexOf(false);
    expect(left).toEqual(left.map((_, i) => i < first));
    expect(first).toBeGreaterThan(15);
    expect(first).toBeLessThan(21);
    for (const { response, responseBodyLeftOut } of entries) {
      expect(response.statusCode).toBeLessThan(300);
      expect(response.bodyBase64Encoded === '').toBe(responseBodyLeftOut === true);
    }
    expect(fake.journal.explain({ responseBody: { data: [] }, operation: 'createMockService' })).toContain(
      'left out',
    );
  });

  test('clearing the journal forgets the requests that broke the contract, even those it no longer has', () => {
    const fake = createFakeServer({ journal: { maxEntries: 1 } });
    for (let n = 0; n < 2; n += 1) send(fake, 'GET', '/nothing');
    expect(() => fake.journal.assertClean()).toThrow('no longer in the journal: 1');
    fake.journal.clear();
    expect(() => fake.journal.assertClean()).not.toThrow();
  });

  test.each<[string, JournalOptions, string]>([
    ['had too many entries', { maxEntries: 1 }, ''],
    ['was too small for the requests', { maxBytes: 3000 }, 'x'.repeat(1000)],
  ])('no assertion depends on a request that was dropped because the journal %s', (_, journal, title) => {
    const fake = createFakeServer({ journal });
    for (const name of ['Orders', `Payments${title}`])
      send(fake, 'POST', mockServicePath, input({ title: name }));
    send(fake, 'GET', workspacesPath);
    const count = (times: number) => fake.journal.expect('createMockService', {}, { times });
    const dropped = /dropped \d requests? for createMockService/;
    for (const times of [1, 2]) expect(() => count(times)).toThrow(dropped);
    expect(() => matchers.toHaveReceived(fake, 'createMockService', { body: { title: 'Orders' } })).toThrow(
      dropped,
    );
    fake.journal.expect('deleteMockService', {}, { times: 0 });
    fake.journal.clear();
    count(0);
  });

  test('the number of matches is unknown if the journal shortened a request', () => {
    const fake = createFakeServer({ journal: { maxBytes: 3000 } });
    send(fake, 'POST', mockServicePath, input({ title: 'x'.repeat(5000) }));
    expect(fake.journal.entries()).toHaveLength(1);
    const matcher = { body: { title: 'Orders' } };
    const count = () => fake.journal.expect('createMockService', matcher, { times: 0 });
    expect(count).toThrow('dropped 1 request for createMockService');
    for (let i = 0; i < 5; i += 1) send(fake, 'GET', workspacesPath);
    expect(fake.journal.find({ operation: 'createMockService' })).toEqual([]);
    expect(count).toThrow('dropped 1 request for createMockService');
  });

  test('the number of matches is unknown if the journal left out response bodies to compare', () => {
    const seed = { workspaces: [workspace(1)], activity: longLog };
    const fake = createFakeServer({ seed, journal: { maxBytes: 100_000 } });
    pollOf(fake);
    const count = (fields: RequestFields) => fake.journal.expect('listActivity', fields, { times: 0 });
    expect(() => count({ responseBody: { data: [] } })).toThrow('dropped 1 request for listActivity');
    count({ responseBody: { data: [] }, status: 404 });
  });

  test('a full journal keeps the latest requests', () => {
    const anyRequest = fc.record({
      path: fc.constantFrom(workspacesPath, '/nothing'),
      length: fc.constantFrom(0, 10, 900, 4000, 60_000),
    });
    const anyLimits = fc.record({
      maxEntries: fc.constantFrom(1, 3, Number.POSITIVE_INFINITY),
      maxBytes: fc.constantFrom(20_000, 100_000, Number.POSITIVE_INFINITY),
    });
    const unlimited = { maxEntries: Number.POSITIVE_INFINITY, maxBytes: Number.POSITIVE_INFINITY };
    const charactersOf = ({ request, response, problem = '' }: JournalEntry) =>
      [request.method, request.path, problem, ...Object.entries(request.headers).flat()].join('').length +
      bodyOf({ request, response } as JournalEntry, 'response').text().length;
    fc.assert(
      fc.property(
        fc.array(anyRequest, { minLength: 5, maxLength: 30, size: 'max' }),
        anyLimits,
        (requests, limits) => {
          const [fake, large] = [limits, unlimited].map((journal) => createFakeServer({ journal })) as [
            FakeServer,
            FakeServer,
          ];
          for (const { path, length } of requests) {
            const headers = { 'x-pad': 'x'.repeat(length) };
            for (const each of [fake, large]) each.handle({ method: 'GET', path, headers });
          }
          for (const kind of ['entries', 'problems'] as const) {
            const [kept, received] = [fake, large].map(({ journal }) => journal[kind]()) as [
              readonly JournalEntry[],
              readonly JournalEntry[],
            ];
            const numbers = received.map(({ number }) => number);
            expect(kept.map(({ number }) => number)).toEqual(numbers.slice(numbers.length - kept.length));
            expect(kept.length > 0).toBe(received.length > 0);
            expect(kept.length).toBeLessThanOrEqual(limits.maxEntries);
            const left = kept.map((entry) => entry.responseBodyLeftOut ?? false);
            expect(left).toEqual(left.toSorted((one, other) => Number(other) - Number(one)));
            const characters = kept.reduce((sum, entry) => sum + charactersOf(entry), 0);
            expect(2 * characters).toBeLessThanOrEqual(limits.maxBytes / 2);
          }
          const dropped = large.journal.problems().length - fake.journal.problems().length;
          const line = `requests that broke the contract, but are no longer in the journal: ${dropped}`;
          const text = String(failureOf(() => fake.journal.assertClean()));
          expect(text.includes(line)).toBe(dropped > 0);
        },
      ),
    );
  });

  test.each([false as const, { maxEntries: 0 }])(
    'the option `journal: %j` disables the journal',
    (journal) => {
      const fake = createFakeServer({ journal });
      send(fake, 'GET', '/nothing');
      expect([fake.journal.entries(), fake.journal.problems(), fake.journal.find({})]).toEqual([[], [], []]);
    },
  );

  test('methods that search a disabled journal report that it is off', async () => {
    const { journal } = createFakeServer({ journal: false });
    expect(() => journal.assertClean()).toThrow(/^The journal is not clean:\n {2}The journal is off/);
    expect(journal.explain({})).toContain('The journal is off');
    await expect(journal.waitFor({}, { timeout: '1h' })).rejects.toThrow('The journal is off');
  });

  test.each([
    ['maxEntries', -1],
    ['maxBytes', -1],
    ['maxBytes', 1.5],
  ])('the `journal` option rejects the limit %s of %d', (name, limit) => {
    const error = failureOf(() => createFakeServer({ journal: { [name]: limit } }), 'invalid-option');
    expect(error.message).toContain(
      `The option journal.${name} must be an integer of at least 0, or Infinity`,
    );
  });

  test.each<[string, (fake: FakeServer) => void]>([
    ['reset', (fake) => fake.reset()],
    ['seed', (fake) => fake.seed({})],
    ['restore', (fake) => fake.restore(fake.snapshot())],
    ['journal.clear', (fake) => fake.journal.clear()],
  ])('`%s` clears the journal, and the next request gets the number 1', (_, act) => {
    vi.useFakeTimers({ now: 0 });
    onTestFinished(() => void vi.useRealTimers());
    const fake = createFakeServer();
    send(fake, 'GET', '/nothing');
    expect(fake.journal.since()).toBe('1970-01-01T00:00:00.000Z');
    vi.setSystemTime(5000);
    act(fake);
    expect([fake.journal.entries(), fake.journal.problems()]).toEqual([[], []]);
    expect(() => fake.journal.assertClean()).not.toThrow();
    expect(fake.journal.since()).toBe('1970-01-01T00:00:05.000Z');
    send(fake, 'GET', '/nothing');
    expect(fake.journal.entries()).toMatchObject([{ number: 1 }]);
  });

  test('`reset` and `restore` that fail leave the journal as it was', () => {
    const storage = new MemoryStorage();
    const fake = createFakeServer({ storage });
    send(fake, 'GET', '/nothing');
    storage.failure = new Error('disk full');
    expect(() => fake.reset()).toThrow('disk full');
    expect(() => fake.seed({})).toThrow('disk full');
    expect(() => fake.restore({ ...fake.snapshot(), ids: -1 })).toThrow('ids');
    expect(fake.journal.problems()).toHaveLength(1);
  });
});

describe('journal.subscribe', () => {
  test('`journal.subscribe` passes each entry to the listeners until they are removed', () => {
    const fake = createFakeServer();
    const [first, second]: [number[], number[]] = [[], []];
    const stop = fake.journal.subscribe(({ number }) => first.push(number));
    fake.journal.subscribe(({ number }) => second.push(number));
    send(fake, 'GET', workspacesPath);
    send(fake, 'GET', '/nothing');
    stop();
    send(fake, 'GET', workspacesPath);
    expect([first, second]).toEqual([
      [1, 2],
      [1, 2, 3],
    ]);
  });

  test('a listener that throws harms neither the response nor other listeners, and a warning says so', () => {
    const warnings: string[] = [];
    const fake = createFakeServer({ onWarning: (message) => warnings.push(message) });
    const seen: number[] = [];
    fake.journal.subscribe(() => {
      throw new Error('no panel');
    });
    fake.journal.subscribe(({ number }) => seen.push(number));
    expect(send(fake, 'GET', workspacesPath).status).toBe(200);
    expect(send(fake, 'GET', workspacesPath).status).toBe(200);
    expect(seen).toEqual([1, 2]);
    expect(warnings).toEqual(['A listener of the journal threw an error: Error: no panel']);
  });
});

describe('journal.problems()', () => {
  test.each<Omit<FaultOptions, 'operation'>>([
    { delay: 1 },
    { headers: { 'x-a': '1' } },
    { truncated: true },
    { status: 503, takesEffect: true },
  ])('`journal.problems()` contains an invalid request although this fault applies: %j', (fault) => {
    const fake = createFakeServer({ seed: {} });
    const added = fake.faults.add({ operation: 'createMockService', ...fault });
    send(fake, 'POST', mockServicePath, { title: 7 });
    expect(added.used).toBe(1);
    expect(fake.journal.problems()).toHaveLength(1);
  });

  test('`journal.problems()` contains the requests that break the contract', () => {
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

  test('`journal.waitFor` resolves to a matching request that was already received', async () => {
    const fake = createFakeServer();
    send(fake, 'GET', workspacesPath);
    send(fake, 'GET', workspacesPath);
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

  test.each<[WaitOptions | undefined, number]>([
    [undefined, 1000],
    [{ timeout: '1.5s' }, 1500],
  ])('`journal.waitFor` with the options `%j` rejects after %i ms', async (options, ms) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const settled = vi.fn<(error: unknown) => void>();
    createFakeServer().journal.waitFor(matcher, options).catch(settled);
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(settled.mock.calls).toEqual([[errorWith('no-match')]]);
  });

  test('`journal.waitFor` rejects at once if a matcher function throws', async () => {
    const fake = createFakeServer();
    const failure = new Error('no such header');
    const found = fake.journal.waitFor(
      () => {
        throw failure;
      },
      { timeout: '1h' },
    );
    send(fake, 'GET', workspacesPath);
    await expect(found).rejects.toBe(failure);
  });

  test.each([
    [{ operations: 'listWorkspaces' }, {}, 'invalid-matcher'],
    [{ operation: 'listWorkspace' }, {}, 'invalid-matcher'],
    [matcher, { timeout: 'soon' }, 'invalid-option'],
    [matcher, null, 'invalid-option'],
  ] as const)('`journal.waitFor` rejects the invalid arguments %j and %j', async (given, options, code) => {
    const wait = createFakeServer().journal.waitFor(given as JournalMatcher, options as WaitOptions);
    await expect(wait).rejects.toEqual(errorWith(code));
  });

  test.each([
    [200, "The option timeout must be in an object, such as { timeout: '5s' }; got 200."],
    [{ timeOut: 100 }, 'journal.waitFor: unknown option `timeOut`. Did you mean timeout?'],
  ])('`journal.waitFor` says how to pass the timeout instead of %j', async (options, message) => {
    const wait = createFakeServer().journal.waitFor(matcher, options as WaitOptions);
    await expect(wait).rejects.toMatchObject({ code: 'invalid-option', message });
  });
});
