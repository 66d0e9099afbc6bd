/** Tests `wait`, and the filters that it shares with `tail`. */
import { gzipSync } from 'node:zlib';
import type { ExchangeDraft } from '@mock-services/fake-server/core';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { idOf, logSeed, serviceWith, virtualService } from './support.ts';

/** Runs `wait` for at most one second of virtual time. */
async function waitIn(log: readonly ExchangeDraft[], ...args: string[]) {
  const { fake, run } = virtualService(logSeed(...log));
  return { fake, ...(await run(['wait', 'Checkout', '--timeout=1s', ...args])) };
}

describe('wait', () => {
  test('prints the first match and exits with 0, also if it was recorded before', async () => {
    const { run } = await serviceWith(
      logSeed({ request: { path: '/a' } }, { request: { path: '/b/1' } }, { request: { path: '/b/2' } }),
    );
    const { code, stdout, stderr } = await run(['wait', 'Checkout', '--path', '/b/:id', '--timeout', '30s']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^2026-01-01 00:00:00 {2}200 {2}GET {5}api.example\/b\/1 {2}0 ms\n$/);
  });

  test('exits with 0 when a match is recorded while it waits', async () => {
    const { fake, run } = await serviceWith(logSeed({ request: { path: '/other' } }));
    const ended = run(['wait', idOf(1), '--status', '5xx', '--json']);
    await fake.journal.waitFor({ operation: 'listActivity' }, { timeout: '60s' });
    const { id } = fake.activity.record(idOf(1), { response: { statusCode: 503 } });
    const { code, stdout } = await ended;
    expect([code, (JSON.parse(stdout) as { id: string }).id]).toEqual([0, id]);
  });

  test.each([
    ['', 30_000],
    ['30s', 30_000],
    ['250ms', 250],
    ['2m', 120_000],
    ['1500ms', 1500],
  ])('without a match, exits with 1 after the time of --timeout "%s": %i ms', async (timeout, ms) => {
    const { run } = virtualService(logSeed({ request: { path: '/other' } }));
    const option = timeout === '' ? [] : ['--timeout', timeout];
    const start = { time: 0 };
    const ended = { after: 0 };
    const onError = () => (ended.after = Date.now() - start.time);
    const status = () => (start.time ||= Date.now());
    const { code, stdout, stderr } = await run(['wait', idOf(1), '--path', '/orders', ...option], {
      onError,
      status,
    });
    expect([code, stdout, ended.after]).toEqual([1, '', ms]);
    expect(stderr).toBe(
      `No exchange matched within ${timeout === '' ? '30s' : timeout}. Pass a longer --timeout, or fewer filters.\n`,
    );
  });

  test.each([
    ['2147483647ms', 0],
    ['2147483648ms', 2],
    ['24d', 0],
    ['25d', 2],
    ['1h', 0],
    ['1.5s', 0],
    ['0ms', 2],
    ['30', 2],
    ['-1s', 2],
  ])('with --timeout=%s exits with %i', async (timeout, expected) => {
    const { run } = await serviceWith(logSeed({}));
    expect((await run(['wait', idOf(1), `--timeout=${timeout}`])).code).toBe(expected);
  });

  test('ends in time even if the service hangs, and exits with 2 if it cannot be reached', async () => {
    const { fake, run } = virtualService(logSeed());
    fake.faults.add({ operation: 'listWorkspaces', hang: true, times: 1 });
    expect(await run(['wait', 'Checkout', '--timeout', '3s'])).toMatchObject({ code: 1 });
    expect(await run(['wait', 'Nowhere', '--timeout', '20s'])).toMatchObject({ code: 2 });
    const { run: runOnPort, close } = await serviceWith();
    await close();
    vi.unstubAllGlobals();
    expect(await runOnPort(['wait', idOf(1), '--timeout', '20s'])).toMatchObject({ code: 2 });
  });

  test('gives each request 10 s, whatever --timeout is', async () => {
    const { fake, run } = virtualService();
    fake.faults.add({ operation: 'listWorkspaces', hang: true });
    const { code, stderr } = await run(['wait', 'x', '--timeout', '45s']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('time limit of 10000 ms expired')]);
  });
});

describe('filters', () => {
  test.each([
    ['the method', { request: { method: 'CANARY' } }, false],
    ['the URL', { request: { path: '/a?b=canary' } }, true],
    ['a header', { response: { headers: { 'X-Canary': '1' } } }, true],
    ['a body', { request: { body: { a: ['CANARY'] } } }, true],
    [
      'a compressed body',
      { response: { headers: { 'content-encoding': 'gzip' }, body: gzipSync('a canary') } },
      true,
    ],
    ['the metadata', { metadata: { scenarioId: idOf(7), note: 'canary' } }, false],
  ])('--text searches URLs, headers and bodies: %s', async (_name, exchange, isFound) => {
    const { code, stdout } = await waitIn([{}, exchange], '--text', 'cAnArY');
    expect([code, stdout === '']).toEqual(isFound ? [0, false] : [1, true]);
  });

  test.each([
    ['--request-header', 'location: https://a.test/x?y=1:2', true],
    ['--request-header', 'Location : https://a.test/x?y=1:2', true],
    ['--request-header', 'location: https', false],
    ['--request-header', 'LOCATION', true],
    ['--response-header', 'location', false],
  ])('%s %j: %s', async (option, header, isFound) => {
    const headers = { Location: 'https://a.test/x?y=1:2' };
    const { code } = await waitIn([{ request: { headers } }], option, header);
    expect(code).toBe(isFound ? 0 : 1);
  });

  const accepted = {
    '--status': ['100', '599', '1xx', '5xx'],
    '--path': ['/a?b', '*', '**/a'],
    '--host': ['a.test:8443', '[::1]:80', '*.test'],
    '--slower-than': ['0ms', '12.5ms'],
    '--since': ['2026-03-01', '2026-03-01T10:00:00.123+02:00', '5m', '1.5d'],
    '--scenario-id': [idOf(0xab).toUpperCase()],
  };
  const rejected = {
    '--status': ['99', '600', '0xx', '6xx', '4x', ' 404'],
    '--path': ['a', 'https://a.test/'],
    '--host': ['a.test/b', 'https://a.test'],
    '--slower-than': ['-1ms', '1e3ms'],
    '--since': ['yesterday', '2026-13-01', '2026-02-30', 'March 1, 2026'],
    '--scenario-id': ['checkout', `${idOf(1)}0`],
  };
  const grid = (values: Readonly<Record<string, readonly string[]>>, isAccepted: boolean) =>
    Object.entries(values).flatMap(([option, texts]) =>
      texts.map((text) => [option, text, isAccepted ? 'accepted' : 'rejected'] as const),
    );

  test.each([...grid(accepted, true), ...grid(rejected, false)])(
    '%s=%j is %s',
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
    ['--since', '10'],
    ['--since', '2026'],
    ['--slower-than', '12.5'],
  ])('%s %s is an error, because it has no unit', async (option, text) => {
    const { fake, code, stderr } = await waitIn([{}], option, text);
    expect([code, fake.journal.entries()]).toEqual([2, []]);
    expect(stderr).toMatch(`${option} ${text} has no unit. Write ${text}s or ${text}ms`);
  });

  test.each([
    ['2026-01-01T00:00:00', 0],
    ['2026-01-01 00:00', 0],
    ['2026-01-01', 0],
    ['2026-01-01 05:30:00 +05:30', 0],
    ['2026-01-01T00:00:01', 1],
    ['2025-12-31T23:59:59.999-00:01', 1],
  ])('--since %s is in UTC unless it has another time zone: exit code %i', async (since, expected) => {
    vi.stubEnv('TZ', 'Asia/Kolkata');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect((await waitIn([{ timestamp: '2026-01-01T00:00:00Z' }], '--since', since)).code).toBe(expected);
  });

  test.each([
    ['61s', 0],
    ['59s', 1],
  ])('--since %s counts from the start of the program: exit code %i', async (since, expected) => {
    const timestamp = new Date(Date.now() - 60_000).toISOString();
    expect((await waitIn([{ timestamp }], '--since', since)).code).toBe(expected);
  });

  test.each([
    ['2026-01-02T03:04:05Z', '2026-01-02 03:04:05', '2026-01-02 08:34:05 +05:30'],
    ['soon\u009b', String.raw`soon\u009b`, String.raw`soon\u009b`],
  ])('the time %s is printed in UTC and in local time', async (timestamp, utc, local) => {
    vi.stubEnv('TZ', 'Asia/Kolkata');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { run } = virtualService(
      logSeed({ timestamp: '2026-01-01T00:00:00Z' }),
      (fetch) =>
        async (...args) => {
          const response = await fetch(...args);
          return new Response((await response.text()).replace('2026-01-01T00:00:00Z', timestamp), response);
        },
    );
    const line = ['wait', idOf(1), '--validation', 'warn'];
    const printed = [await run(line), await run([...line, '--local-time'])];
    expect(printed.map(({ stdout }) => stdout.split('  ')[0])).toEqual([utc, local]);
  });
});
