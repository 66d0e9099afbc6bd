/** Tests `wait`, and the filters that it shares with `tail`. */
import { gzipSync } from 'node:zlib';
import { createFakeServer, type Exchange } from '@mock-services/fake-server/core';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { wait } from '../src/log-commands.ts';
import { directService, idOf, inVirtualTime, launch, run, serviceWith } from './support.ts';

const seed = (...log: Exchange[]) => ({
  workspaces: [{ id: idOf(1), name: 'Checkout' }],
  activity: { [idOf(1)]: log },
});

describe('wait', () => {
  test('wait prints the first match and exits with 0, also if it was recorded before', async () => {
    const { run } = await serviceWith(
      seed({ request: { path: '/a' } }, { request: { path: '/b/1' } }, { request: { path: '/b/2' } }),
    );
    const { code, stdout, stderr } = await run(['wait', 'Checkout', '--path', '/b/:id', '--timeout', '30s']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^2026-01-01 00:00:00 {2}200 {2}GET {5}api.example\/b\/1 {2}0 ms\n$/);
  });

  test('wait exits with 0 when a match is recorded while it waits', async () => {
    const { fake, run } = await serviceWith(seed({ request: { path: '/other' } }));
    const ended = run(['wait', idOf(1), '--status', '5xx', '--json']);
    await fake.journal.waitFor({ operation: 'listActivity' }, { timeout: '60s' });
    const { id } = fake.activity.record(idOf(1), { response: { statusCode: 503 } });
    const { code, stdout } = await ended;
    expect([code, (JSON.parse(stdout) as { id: string }).id]).toEqual([0, id]);
  });

  test.each([
    ['30s', 30_000],
    ['250ms', 250],
    ['2m', 120_000],
    ['1500', 1500],
  ])('without a match, wait --timeout %s exits with 1 after %i ms', async (timeout, ms) => {
    const { context, printed } = directService(seed({ request: { path: '/other' } }));
    let time = 0;
    const code = await inVirtualTime(async () => {
      const start = Date.now();
      const result = await wait(context, idOf(1), timeout, { path: '/orders' });
      time = Date.now() - start;
      return result;
    });
    expect([code, time, printed.stdout]).toEqual([1, ms, '']);
    expect(printed.stderr).toBe(`No exchange matched within ${timeout}.\n`);
  });

  test.each([
    ['2147483647', 0],
    ['2147483647ms', 0],
    ['2147483648', 2],
    ['2147483s', 0],
    ['2147484s', 2],
    ['35791m', 0],
    ['35792m', 2],
    ['0', 2],
    ['1h', 2],
    ['1.5s', 2],
    ['-1', 2],
    ['99999999999', 2],
  ])('wait with --timeout=%s exits with %i', async (timeout, expected) => {
    const { run } = await serviceWith(seed({}));
    expect((await run(['wait', idOf(1), `--timeout=${timeout}`])).code).toBe(expected);
  });

  test('wait reads the log again after 250 ms, and after longer pauses of at most 2 s', async () => {
    const times: number[] = [];
    const { context } = directService(seed(), ({ fetch }) => ({
      fetch: (url, init) => {
        times.push(Date.now());
        return fetch(url, init);
      },
    }));
    await inVirtualTime(() => wait(context, idOf(1), '12s', { path: '/never' }));
    const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(pauses[0]).toBe(250);
    expect(pauses).toEqual(pauses.toSorted((one, other) => one - other));
    expect(pauses.slice(-2)).toEqual([2000, 2000]);
  });

  test('wait ends in time even if the service hangs, and exits with 2 if it cannot be reached', async () => {
    const { context, fake } = directService(seed());
    fake.faults.add({ operation: 'listWorkspaces', hang: true });
    expect(await inVirtualTime(() => wait(context, 'Checkout', '3s', {}))).toBe(1);
    const { run } = await serviceWith();
    expect(await run(['--url', 'http://127.0.0.1:1', 'wait', idOf(1), '--timeout', '20s'])).toMatchObject({
      code: 2,
    });
    expect(await run(['wait', 'Nowhere', '--timeout', '20s'])).toMatchObject({ code: 2 });
  });
});

test.each<[string, readonly string[], number, number]>([
  ['without --timeout, wait waits 30 s in total', ['wait', idOf(1), '--path', '/orders'], 30_000, 1],
  ['without --timeout, a request has 10 s', ['list'], 10_000, 2],
  ['a request has the time of --timeout', ['list', '--timeout', '4000'], 4000, 2],
  [
    'the requests of wait have 10 s each, whatever --timeout is',
    ['wait', 'x', '--timeout', '45s'],
    10_000,
    2,
  ],
])('%s', async (_name, args, ms, expected) => {
  const fake = createFakeServer({ seed: seed({ request: { path: '/other' } }) });
  fake.faults.add({ operation: ['listMockServices', 'listWorkspaces'], hang: true });
  const aborted: number[] = [];
  const start = { time: 0 };
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    init.signal?.addEventListener('abort', () => aborted.push(Date.now() - start.time));
    return fake.fetch(url, init);
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const code = await inVirtualTime(async () => {
    start.time = Date.now();
    const result = await run(['--url', fake.baseUrl, ...args]);
    aborted.push(Date.now() - start.time);
    return result.code;
  });
  expect(aborted[0]).toBe(ms);
  expect(code).toBe(expected);
});

describe('filters', () => {
  const wanted: Exchange = {
    request: { path: '/orders', headers: { 'X-Tenant': 'Süd', authorization: 'Bearer hunter2' } },
    response: { headers: { 'content-type': 'text/plain', server: 'a' }, body: 'Die GRÖSSE fehlt.' },
  };
  const zipped: Exchange = {
    request: { path: '/zipped' },
    response: { headers: { 'content-encoding': 'gzip' }, body: gzipSync('größe') },
  };
  const others: Exchange[] = [
    { request: { path: '/other', headers: { 'x-tenant': 'Nord' } } },
    { request: { path: '/broken', bodyBase64Encoded: '?' } },
  ];

  test.each([
    [['--text', 'GRÖßE'], ['/zipped']],
    [['--text', 'die grösse'], ['/orders']],
    [['--text', 'ORDERS'], ['/orders']],
    [['--text', 'x-tenant: süd'], ['/orders']],
    [
      ['--request-header', 'x-tenant'],
      ['/orders', '/other'],
    ],
    [['--request-header', 'x-TENANT:  Süd '], ['/orders']],
    [['--request-header', 'x-tenant', '--request-header', 'authorization'], ['/orders']],
    [['--response-header', 'server: a'], ['/orders']],
    [['--text', 'größe', '--path', '/orders'], []],
  ])('tail %j prints the exchanges that match', async (args, paths) => {
    const { fake, run } = await serviceWith(seed(wanted, zipped, ...others));
    const last = fake.activity.record(idOf(1), { request: { path: '/last' } });
    const stopping = new AbortController();
    const lines: string[] = [];
    const ended = run(['tail', idOf(1), '--json', ...args], {
      stopped: stopping.signal,
      onOut: (line) => lines.push(line),
    });
    await expect.poll(() => fake.journal.find({ operation: 'listActivity' }).length).toBeGreaterThan(1);
    stopping.abort('SIGINT');
    await ended;
    const found = lines.map((line) => (JSON.parse(line) as { request: { path: string } }).request.path);
    expect(found).toEqual(paths);
    expect(lines.join('')).not.toContain('hunter2');
    expect(lines.join('')).not.toContain(last.id);
  });

  test.each([
    ['Asia/Kolkata', '01-02 08:34:05 +05:30', '07-02 08:34:05 +05:30'],
    ['America/St_Johns', '01-01 23:34:05 -03:30', '07-02 00:34:05 -02:30'],
    ['UTC', '01-02 03:04:05 +00:00', '07-02 03:04:05 +00:00'],
  ])('--local-time prints the time in %s and its distance from UTC on that day', async (zone, ...texts) => {
    const timestamps = ['2026-01-02T03:04:05.678Z', '2026-07-02T03:04:05.678Z'];
    const { url } = await serviceWith(
      seed(...timestamps.map((timestamp, index) => ({ timestamp, request: { path: `/${index}` } }))),
    );
    const args = ['wait', idOf(1), '--url', url, '--local-time', '--path'];
    const ended = await Promise.all(
      texts.map((_, index) => launch([...args, `/${index}`], { TZ: zone }).ended),
    );
    expect(ended.map(({ stdout }) => stdout.slice(0, 28))).toEqual(texts.map((text) => `2026-${text}  `));
  });
});
