/** Tests each default by leaving the option out. Other files test the limits of `serve`, `startFake` and the program. */
import {
  createFakeServer,
  createHandler,
  createWorlds,
  demoSeed,
  type FakeServer,
  type FakeServerOptions,
  type JournalOptions,
} from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { limits } from '../../src/core/checks/options.ts';
import { rejectionOf } from '../support/failure.ts';
import { activityPath, mockServicePath, mockServicesPath, workspacesPath } from '../support/paths.ts';
import { input } from '../support/samples.ts';
import { jsonHeaders, send } from '../support/wire.ts';
import { workerHere } from '../support/worker.ts';

const seed = demoSeed();
const [first, second] = seed.mockServices.map(({ id }) => id);
const busy = seed.workspaces[0]?.id ?? '';

/** Sends requests to which every behavior option applies, and returns the responses. */
function transcript(options: FakeServerOptions): string[] {
  const fake = createFakeServer({ seed, ...options });
  fake.clock.advance('365d');
  const paths = [mockServicesPath, workspacesPath, `/configuration/workspace/${busy}`, activityPath(busy)];
  const removal = `${mockServicesPath}/${second}`;
  return [
    send(fake, 'POST', mockServicePath, input()),
    send(fake, 'PUT', `${mockServicePath}/${first}`, { data: input() }),
    ...paths.map((path) => send(fake, 'GET', path)),
    send(fake, 'DELETE', removal),
    send(fake, 'DELETE', removal),
    send(fake, 'DELETE', activityPath(busy)),
  ].map((response) => JSON.stringify(response));
}

describe('behavior options', () => {
  test.each<[keyof FakeServerOptions, unknown, unknown]>([
    ['unknownFields', 'stored', 'added'],
    ['identifierCase', 'stored', 'upper'],
    ['timestampFraction', 'stored', 'nanoseconds'],
    ['headerValueTypes', 'stored', 'added'],
    ['metadataFields', 'stored', 'added'],
    ['onExpiry', 'keep', 'hide'],
    ['listOrder', 'insertion', 'reversed'],
    ['clearActivityBody', 'empty', 'object'],
    ['deleteBody', 'empty', 'object'],
    ['updatedAt', 'changes', 'stays'],
    ['contentType', 'application/json', 'application/json; charset=utf-8'],
    ['errorBody', 'problem', 'message'],
    ['repeatedDelete', 'refused', 'accepted'],
    ['errorStatuses', {}, { 404: 410 }],
    ['grease', false, true],
    ['latency', 0, 1],
    ['randomSeed', 1, 2],
    ['clock', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z'],
  ])('the behavior option `%s` is %o by default', (option, value, other) => {
    expect(transcript({})).toEqual(transcript({ [option]: value }));
    expect(transcript({})).not.toEqual(transcript({ [option]: other }));
  });
});

/** Returns the status of a request whose body has the given length. */
async function statusOf(
  fetch: (url: string, init: RequestInit) => Promise<Response>,
  url: string,
  length: number,
) {
  const init = { method: 'POST', headers: jsonHeaders, body: new Uint8Array(length) };
  return (await fetch(url + mockServicePath, init)).status;
}

const MiB = 1024 * 1024;

describe('other defaults', () => {
  test('`baseUrl` of fake servers and worlds is https://mock-services.test by default', () => {
    const worlds = createWorlds({ create: () => createFakeServer() });
    expect([createFakeServer().baseUrl, worlds.baseUrl]).toEqual(Array(2).fill('https://mock-services.test'));
  });

  test('a fake server has no data by default', () => {
    const { mockServices, workspaces } = createFakeServer().snapshot().data;
    expect([mockServices, workspaces]).toEqual([[], []]);
  });

  test('with `grease: true`, the seed is the option `randomSeed`', () => {
    const own = transcript({ randomSeed: 5, grease: true });
    expect(own).toEqual(transcript({ randomSeed: 5, grease: 5 }));
    expect(own).not.toEqual(transcript({ randomSeed: 5, grease: 1 }));
  });

  // A test that fills a world of this size would need gigabytes.
  test('`maxWorldBytes` is 512 MiB by default', () => {
    expect(limits.worldBytes).toBe(512 * MiB);
    onTestFinished(() => void Object.assign(limits, { worldBytes: 512 * MiB }));
    Object.assign(limits, { worldBytes: 1000 });
    const { mockServices } = createFakeServer();
    mockServices.add({ title: 'x'.repeat(100) });
    expect(() => mockServices.add({ title: 'x'.repeat(200) })).toThrow('at most 1000 bytes');
  });

  test('`maxBodyBytes` is 10 MiB by default for fake servers, worlds, handlers and ports', async () => {
    const fake = createFakeServer();
    const worlds = createWorlds({ create: () => createFakeServer() });
    const handler = createHandler(fake);
    const running = await serve(fake);
    onTestFinished(() => running.close({ grace: 0 }));
    for (const [fetch, url] of [
      [fake.fetch, fake.baseUrl],
      [worlds.fetch, worlds.baseUrl],
      [(url: string, init: RequestInit) => handler(new Request(url, init)), fake.baseUrl],
      [globalThis.fetch, running.url],
    ] as const) {
      expect(await statusOf(fetch, url, 10 * MiB)).toBe(400);
      expect(await statusOf(fetch, url, 10 * MiB + 1)).toBe(413);
    }
  });

  test('`journal.maxEntries` is 1,000 and `journal.maxBytes` is 8 MiB by default', () => {
    const keptBy = (options: FakeServerOptions, body: string): number => {
      const fake = createFakeServer(options);
      for (let i = 0; i < 1001; i += 1) fake.handle({ method: 'GET', path: workspacesPath, body });
      return fake.journal.entries().length;
    };
    expect(keptBy({}, '')).toBe(1000);
    const long = 'x'.repeat(5000);
    expect(keptBy({}, long)).toBe(keptBy({ journal: { maxBytes: 8 * MiB } }, long));
    expect(keptBy({}, long)).not.toBe(keptBy({ journal: { maxBytes: 8 * MiB - 60_000 } }, long));
    expect(keptBy({ journal: { maxEntries: 2000 } }, long)).toBe(keptBy({}, long));
    expect(keptBy({ journal: { maxBytes: 80 * MiB } }, long)).toBe(1000);
  });

  test('`journal.waitFor` waits 1,000 ms by default', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const waiting = rejectionOf(createFakeServer().journal.waitFor({}));
    await vi.advanceTimersByTimeAsync(999);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await waiting).toMatchObject({ message: expect.stringContaining('1000 ms') as string });
  });

  test('`max` of worlds is 1,000 and `idle` is an hour by default', () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    onTestFinished(() => now.mockRestore());
    const worlds = createWorlds({ create: () => createFakeServer() });
    for (let n = 0; n < 1000; n += 1) worlds.get(`w${n}`);
    now.mockReturnValue(3_600_000);
    expect(() => worlds.get('more')).toThrow('the limit is 1000');
    now.mockReturnValue(3_600_001);
    worlds.get('more');
    expect(worlds.names()).toHaveLength(1000);
  });

  test('`serve` uses any free `port` of the `host` 127.0.0.1 by default', async () => {
    const log = vi.fn();
    const fake = createFakeServer();
    const [one, other] = await Promise.all([serve(fake, { log }), serve(fake)]);
    onTestFinished(async () => void (await Promise.all([one.close(), other.close()])));
    expect(new URL(one.url).hostname).toBe('127.0.0.1');
    expect(other.port).not.toBe(one.port);
    // The log would warn about a host that others can reach.
    expect(log).not.toHaveBeenCalled();
  });

  test.each<[string, (fake: FakeServer) => Promise<(request: Request) => Promise<Response>>]>([
    ['createHandler', (fake) => Promise.resolve(createHandler(fake))],
    [
      'serve',
      async (fake) => {
        const running = await serve(fake);
        onTestFinished(() => running.close());
        return ({ url, headers }) => fetch(running.url + new URL(url).pathname, { headers });
      },
    ],
  ])('`%s` has no `admin` endpoints, `corsOrigin` or `requiredToken` by default', async (_, start) => {
    const fake = createFakeServer();
    const handle = await start(fake);
    const get = (path: string, headers = {}) => handle(new Request(fake.baseUrl + path, { headers }));
    expect((await get(workspacesPath)).status).toBe(200);
    expect((await get('/__fake/')).status).toBe(404);
    const foreign = await get(workspacesPath, { 'sec-fetch-site': 'cross-site', origin: 'https://a.test' });
    expect([foreign.status, foreign.headers.get('access-control-allow-origin')]).toEqual([403, null]);
  });
});

describe('the default of the option of `createWorker`', () => {
  const url = 'https://worker.test';

  test('`binding` is WORLDS and `names` is any by default', async () => {
    const fetch = workerHere();
    expect((await fetch(url + workspacesPath)).status).toBe(200);
    expect((await fetch(`${url}/worlds/a${workspacesPath}`)).status).toBe(200);
  });

  test('`maxBodyBytes` of a worker is 1.5 MiB by default', async () => {
    expect(await statusOf(workerHere(), url, 1_572_864)).toBe(400);
    expect(await statusOf(workerHere(), url, 1_572_865)).toBe(413);
  });

  test('`maxWorldBytes` of a worker is 32 MiB by default', async () => {
    const seedOf = (length: number) => ({
      mockServices: Array.from({ length: 24 }, (_, i) => ({ title: 'x'.repeat(i === 0 ? length : 700_000) })),
    });
    const rows = createFakeServer({ seed: seedOf(0) }).mockServices.list();
    const room = 16 * MiB - rows.reduce((sum, row) => sum + JSON.stringify(row).length, 0);
    const statusWith = async (length: number) =>
      (await workerHere({ seed: seedOf(length) })(url + workspacesPath)).status;
    expect(await statusWith(room)).toBe(200);
    expect(await statusWith(room + 1)).toBe(500);
  });

  test('`journal` of a worker keeps 1 MiB (`maxBytes`) and 1,000 entries (`maxEntries`) by default', async () => {
    const keptBy = async (journal: JournalOptions | undefined, body: string, count: number) => {
      const fetch = workerHere({ requiredToken: 'a', ...(journal && { journal }) });
      const headers = { authorization: 'Bearer a' };
      for (let i = 0; i < count; i += 1)
        await fetch(url + mockServicePath, { method: 'POST', headers, body });
      const response = await fetch(`${url}/__fake/journal.entries`, { headers });
      return ((await response.json()) as unknown[]).length;
    };
    const long = 'x'.repeat(5000);
    const kept = await keptBy({ maxBytes: MiB }, long, 60);
    for (const journal of [undefined, {}, { maxEntries: 2000 }])
      expect(await keptBy(journal, long, 60)).toBe(kept);
    expect(await keptBy({ maxBytes: MiB - 60_000 }, long, 60)).toBeLessThan(kept);
    expect(await keptBy({ maxBytes: 8 * MiB }, '', 1001)).toBe(1000);
  });
});
