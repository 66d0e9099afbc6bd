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

/** Runs `wait` for at most one second of virtual time. */
async function waitIn(log: readonly Exchange[], ...args: string[]) {
  const fake = createFakeServer({ seed: seed(...log) });
  vi.stubGlobal('fetch', fake.fetch);
  onTestFinished(() => void vi.unstubAllGlobals());
  const all = ['--url', fake.baseUrl, 'wait', 'Checkout', '--timeout=1s', ...args];
  return { fake, ...(await inVirtualTime(() => run(all))) };
}

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
    for (const isAway of [false, true]) {
      const log = seed({ request: { path: '/other' } });
      const { fake, context, printed } = directService(log, () => ({ maxRetries: 0 }));
      if (isAway) fake.faults.add({ operation: 'listActivity', status: 503, after: 1 });
      const [code, time] = await inVirtualTime(async () => {
        const start = Date.now();
        return [await wait(context, idOf(1), timeout, { path: '/orders' }), Date.now() - start];
      });
      expect([isAway, code, time, printed.stdout]).toEqual([isAway, 1, ms, '']);
      expect(printed.stderr.endsWith(`No exchange matched within ${timeout}.\n`)).toBe(true);
      expect(printed.stderr.includes('Waiting for the service …')).toBe(isAway && ms > 250);
    }
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
    ['+1', 2],
    ['1S', 2],
    ['1M', 2],
    ['1 s', 2],
    [' 1s', 2],
    ['1s ', 2],
    ['1s1', 2],
    ['s', 2],
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
    ['the method', { request: { method: 'CANARY' } }, false],
    ['the host', { request: { hostname: 'canary.example' } }, true],
    ['the path', { request: { path: '/a/Canary' } }, true],
    ['the query', { request: { path: '/a?b=canary' } }, true],
    ...(['request', 'response'] as const).flatMap((side): [string, Exchange, boolean][] => [
      [`the name of a ${side} header`, { [side]: { headers: { 'X-Canary': '1' } } }, true],
      [`a ${side} header`, { [side]: { headers: { a: '1', authorization: 'Bearer Canary' } } }, true],
      [`a ${side} body`, { [side]: { body: { a: ['CANARY'] } } }, true],
      [
        `a compressed ${side} body`,
        { [side]: { headers: { 'content-encoding': 'gzip' }, body: gzipSync('a canary') } },
        true,
      ],
    ]),
    ['the metadata', { metadata: { scenarioId: idOf(7), note: 'canary' } }, false],
  ])('--text searches URLs, headers and bodies: %s', async (_name, exchange, isFound) => {
    const filled = {
      ...exchange,
      request: { body: 'one', headers: { one: '1' }, ...exchange.request },
      response: { body: 'two', headers: { two: '2' }, ...exchange.response },
    };
    const { context, printed } = directService(seed({}, filled));
    const code = await inVirtualTime(() => wait(context, idOf(1), '1s', { text: 'cAnArY' }));
    expect([code, printed.stdout === '']).toEqual(isFound ? [0, false] : [1, true]);
  });

  test.each([
    ['--request-header', 'location: https://a.test/x?y=1:2', true],
    ['--request-header', 'Location : https://a.test/x?y=1:2', true],
    ['--request-header', 'location:https://a.test/x?y=1:2\n', true],
    ['--request-header', 'location: https', false],
    ['--request-header', 'location: HTTPS://a.test/x?y=1:2', false],
    ['--response-header', 'location', false],
    ['--request-header', 'empty', true],
    ['--request-header', 'empty:', true],
    ['--request-header', 'location:', false],
  ])('%s %j compares the whole value: %s', async (option, header, isFound) => {
    const headers = { Location: 'https://a.test/x?y=1:2', empty: '' };
    const { code } = await waitIn([{ request: { headers } }], option, header);
    expect(code).toBe(isFound ? 0 : 1);
  });

  const accepted = {
    '--status': ['100', '204', '404', '599', '1xx', '2xx', '3xx', '4xx', '5xx'],
    '--path': ['/', '/a?b', '/:a', '*', '**/a', '*.html'],
    '--host': ['a', 'a.test:8443', '[::1]:80', '*', '*.test'],
    '--slower-than': ['0', '12', '12.5', '0.001', '007'],
    '--since': ['2026-03-01', '2026-03-01T10:00:00Z', '2026-03-01T10:00:00.123+02:00'],
    '--scenario-id': [idOf(1), idOf(0xab).toUpperCase()],
  };
  const rejected = {
    '--status': [
      '0',
      '99',
      '099',
      '600',
      '0xx',
      '6xx',
      '4XX',
      '4x',
      'xxx',
      '40',
      '4040',
      '404 ',
      ' 404',
      '4.4',
    ],
    '--path': ['a', ':a', '?a', ' /a', 'https://a.test/'],
    '--host': ['/', 'a/', 'a.test/b', '//a.test'],
    '--slower-than': ['5s', '.5', '5.', '1e3', '+1', ' 1', '1 ', 'Infinity', '0x1', '1,5'],
    '--since': ['yesterday', '2026-13-01', '10:00', '2026-03-01T25:00:00Z'],
    '--scenario-id': ['1', 'checkout', `${idOf(1)}0`, ` ${idOf(1)}`, idOf(1).replaceAll('-', '')],
  };
  const grid = (values: Readonly<Record<string, readonly string[]>>, isAccepted: boolean) =>
    Object.entries(values).flatMap(([option, texts]) =>
      texts.map((text) => [option, text, isAccepted ? 'accepted' : 'rejected'] as const),
    );

  test.each([...grid(accepted, true), ...grid(rejected, false)])(
    '%s=%j is %s before a request is sent',
    async (option, text, expected) => {
      // Otherwise, the first exchange would end the program.
      const never = option === '--path' ? '--method=NEVER' : '--path=/never';
      const { fake, code, stdout, stderr } = await waitIn([{}], never, `${option}=${text}`);
      expect([code, stdout]).toEqual([expected === 'accepted' ? 1 : 2, '']);
      expect(stderr.startsWith(`${option} must `)).toBe(expected === 'rejected');
      expect(fake.journal.entries().length > 0).toBe(expected === 'accepted');
    },
  );

  test.each([
    ['2026-01-02T03:04:05Z', '2026-01-02 03:04:05', '2026-01-02 08:34:05 +05:30'],
    ['2026-01-02T03:04:05.6Z', '2026-01-02 03:04:05', '2026-01-02 08:34:05 +05:30'],
    ['2026-01-02T03:04:05.678901234Z', '2026-01-02 03:04:05', '2026-01-02 08:34:05 +05:30'],
    ['2026-01-02T03:04:05.678+00:00', '2026-01-02 03:04:05', '2026-01-02 08:34:05 +05:30'],
    ['2026-13-02T03:04:05Z', '2026-13-02 03:04:05', '2026-13-02 03:04:05'],
    ['soon\u009b', String.raw`soon\u009b`, String.raw`soon\u009b`],
    // Another distance from UTC is printed.
    ['2026-01-02T03:04:05+02:00', '2026-01-02 03:04:05+02:00', '2026-01-02 06:34:05 +05:30'],
    ['2026-01-02T23:04:05.678-03:30', '2026-01-02 23:04:05.678-03:30', '2026-01-03 08:04:05 +05:30'],
  ])('the time %s is printed in UTC and in local time', async (timestamp, utc, local) => {
    vi.stubEnv('TZ', 'Asia/Kolkata');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { context, printed } = directService(seed({ timestamp: '2026-01-01T00:00:00Z' }), (fake) => ({
      // The fake server stores no other distance from UTC.
      fetch: async (url, init) => {
        const log = await (await fake.fetch(url, init)).text();
        return new Response(log.replace('2026-01-01T00:00:00Z', timestamp), {
          headers: { 'content-type': 'application/json' },
        });
      },
      onWarning: () => {},
    }));
    for (const localTime of [false, true])
      await inVirtualTime(() => wait(context, idOf(1), '1s', { validation: 'warn', localTime }));
    expect(printed.stdout.split('\n').map((line) => line.split('  ')[0])).toEqual([utc, local, '']);
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
