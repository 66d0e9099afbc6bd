/** What `--help` says about the options of the program, except those about reports and profiles. */
import { cases } from '@mock-services/conformance';
import { expect, test } from 'vitest';
import { reportIn, run, serviceWith } from './support.ts';

test('--help and -h print the help', async () => {
  const { code, stdout, stderr } = await run(['--help']);
  expect([code, stderr]).toEqual([0, '']);
  await expect(stdout).toMatchFileSnapshot('help.txt');
  expect(await run(['-h'])).toEqual({ code, stdout, stderr });
});

test('a request fails if no response arrives within --timeout', async () => {
  const service = serviceWith();
  const fetch = () => new Promise<Response>(() => {});
  const args = [service.baseUrl, '--timeout', '20ms'];
  const { code, stdout, stderr } = await run(args, { ...service, fetch });
  expect([code, stderr]).toEqual([1, '']);
  expect(stdout).toContain('no response within 20 ms');
});

test('--total-timeout ends a run in which every create hangs', async () => {
  const service = serviceWith();
  const fetch = (url: string, init: RequestInit) =>
    init.method === 'POST' ? new Promise<Response>(() => {}) : service.fetch(url, init);
  const args = [service.baseUrl, '--allow-writes', '--total-timeout', '400ms', '--json'];
  const { code, stdout } = await run(args, { ...service, fetch });
  expect([code, reportIn(stdout)]).toMatchObject([1, { ok: false, aborted: true }]);
  expect(stdout).toContain('the run exceeded its time limit (totalTimeout, --total-timeout)');
});

test('--header is sent instead of the headers that the suite would set itself', async () => {
  const service = serviceWith();
  const own = { accept: 'application/vnd.mocks+json', 'content-type': 'application/json; charset=utf-8' };
  const options = Object.entries(own).flatMap(([name, value]) => ['--header', `${name}: ${value}`]);
  const environment = { MOCK_SERVICES_TOKEN: 'unused' };
  const args = [service.baseUrl, '--allow-writes', ...options, '--header', 'Authorization: Basic hunter2'];
  expect((await run(args, service, { environment })).code).toBe(0);
  for (const method of ['GET', 'POST', 'PUT', 'DELETE'])
    expect(service.received.find((one) => one.method === method)?.headers).toMatchObject({
      ...own,
      authorization: 'Basic hunter2',
    });
});

test.each([
  [['http://127.0.0.1:2'], 'Too many arguments: expected 1, received 2.'],
  [['--url', 'http://127.0.0.1:2'], 'The base URL is given twice.'],
  [['--allow-clear', 'hunter2'], '--allow-clear must be the UUID of a workspace.'],
  [['--timeout', '30'], '--timeout 30 has no unit. Write 30s or 30ms.'],
  [['--total-timeout', '0s'], '--total-timeout must be from 1ms to 24d, not 0s.'],
  [['--reporter', 'xml'], '--reporter must be one of text, json, junit, not "xml".'],
  [['--alow-writes'], 'Unknown option --alow-writes. Did you mean --allow-writes?'],
])('after a URL, %j ends with the exit code 2', async (args, reason) => {
  const { code, stdout, stderr } = await run(['http://127.0.0.1:1', ...args]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(reason);
  expect(stderr).toMatch(/\nSee --help\.\n$/);
  expect(stderr).not.toContain('hunter2');
});

test('the query of the base URL is sent with every request, and not printed', async () => {
  const service = serviceWith();
  const { code, stdout, stderr } = await run([`${service.baseUrl}/?key=sesame`], service);
  expect(code).toBe(0);
  expect(service.received.every(({ path }) => path.includes('key=sesame'))).toBe(true);
  expect(stdout + stderr).not.toContain('sesame');
});

test('on a terminal, a counter is shown and removed at the end', async () => {
  const service = serviceWith();
  const lines: string[] = [];
  const { stdout } = await run([service.baseUrl], service, {
    status: (line) => void lines.push(line),
    onOut: (line) => void lines.push(line),
  });
  const counted = cases.map(({ id }, i) => `${i + 1}/${cases.length} ${id}`);
  expect(lines).toEqual([...counted, '', stdout.trimEnd()]);
});

test.each([
  ['the service responds to nothing', 1, () => Promise.reject(new TypeError('fetch failed')), 1],
  ['a case fails', 1, () => Promise.resolve(new Response('{"data":[{}]}')), 0],
  ['the user stops it', 130, () => Promise.reject(new TypeError('fetch failed')), 0],
])('a proxy is advised only without any response: %s', async (_, code, fetch, count) => {
  const environment = { HTTP_PROXY: 'http://proxy.test' };
  const args = ['http://mocks.test', '--timeout', '20ms'];
  const stopped = code === 130 ? AbortSignal.abort('SIGINT') : new AbortController().signal;
  const ended = await run(args, { ...serviceWith(), fetch }, { environment, stopped });
  expect([ended.code, ended.stderr.split('HTTP_PROXY is set').length - 1]).toEqual([code, count]);
});
