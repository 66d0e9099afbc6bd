/** What most users do: check a service, read the report, save a profile, and compare with it later. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cases, formatReport, runConformance } from '@mock-services/conformance';
import { describe, expect, test } from 'vitest';
import { field } from './mutants/mutant.ts';
import {
  busyWorkspace,
  failureIn,
  idsOf,
  listOf,
  newPath,
  reportIn,
  run,
  runAll,
  serviceWith,
} from './support.ts';

const titled = field('listMockServices', 'title', () => 7);
const unreachable = () => Promise.reject<Response>(new TypeError('fetch failed'));

describe('the program', () => {
  test('sends only GET requests unless writes are allowed, and exits with 0', async () => {
    const service = serviceWith();
    const { code, stdout, stderr } = await run([service.baseUrl], service);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`Conformance of ${service.baseUrl}\n`);
    expect(stdout).toMatch(/\d+ passed, 0 failed, [1-9]\d* skipped.*[^\n]\n$/);
    expect(new Set(service.received.map(({ method }) => method))).toEqual(new Set(['GET']));
  });

  test('writes with --allow-writes, and clears a log with --allow-clear', async () => {
    const service = serviceWith();
    const before = listOf(service.fake);
    const args = [service.baseUrl, '--allow-writes', '--allow-clear', busyWorkspace, '--json'];
    const { code, stdout } = await run(args, service);
    expect([code, reportIn(stdout)]).toMatchObject([0, { ok: true, skipped: 0, leftovers: [] }]);
    expect(service.fake.activity.list(busyWorkspace)).toEqual([]);
    expect(listOf(service.fake)).toEqual(before);
  });

  test('prints the cases that failed, and exits with 1', async () => {
    const service = serviceWith(titled());
    const { code, stdout } = await run([service.baseUrl], service);
    expect(code).toBe(1);
    expect(stdout).toContain('FAIL  mock-service-summary-fields');
  });

  test('says in the last line that a service cannot be reached, and exits with 1', async () => {
    const service = serviceWith();
    const { code, stdout } = await run([service.baseUrl], { ...service, fetch: unreachable });
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /: does not pass: GET \/configuration\/workspaces: no response \(TypeError\)\. Is the service running, and is baseUrl right\?\n$/,
    );
  });

  test('exits with 2 without a base URL', async () => {
    const { code, stdout, stderr } = await run([]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^Expected one base URL.*\nSee --help\.\n$/);
  });

  test('exits with 130 after Ctrl+C, and reports that the run was aborted', async () => {
    const service = serviceWith();
    const stopped = AbortSignal.abort('SIGINT');
    const { code, stdout } = await run([service.baseUrl, '--json'], service, { stopped });
    expect([code, reportIn(stdout)]).toMatchObject([130, { aborted: true, failed: 0 }]);
  });

  test('sends --token and --header to the service, but does not print them', async () => {
    const service = serviceWith();
    const options = [
      '--token=hunter2:a=b==',
      '--header',
      'X-Team: shop',
      '--header=x-team:https://a.test:1/',
    ];
    const { stdout } = await run([service.baseUrl, ...options, '--json'], service);
    const sent = service.received.map(({ headers }) => `${headers['authorization']} ${headers['x-team']}`);
    expect(sent).toContain('Bearer hunter2:a=b== shop, https://a.test:1/');
    expect(stdout).not.toContain('hunter2');
  });

  test('saves the profile of the report with --profile, and replaces an older file', async () => {
    const path = newPath('profile.json');
    writeFileSync(path, 'an older profile '.repeat(10_000));
    const service = serviceWith();
    const args = [service.baseUrl, '--allow-writes', '--profile', path, '--json'];
    const { code, stdout, stderr } = await run(args, service);
    expect([code, stderr]).toEqual([0, '']);
    const { profile } = reportIn(stdout);
    expect(readFileSync(path, 'utf8')).toBe(`${JSON.stringify(profile, null, 2)}\n`);
    expect(profile).toMatchObject({ version: 1, observed: { expiry: { expiredListed: true } } });
  });

  test('exits with 0 with --compare if nothing has changed, and with 1 otherwise', async () => {
    const path = newPath('profile.json');
    const saving = serviceWith();
    await run([saving.baseUrl, '--allow-writes', '--profile', path], saving);
    const text = readFileSync(path, 'utf8');
    const args = ['--allow-writes', '--profile', path, '--compare'];
    const same = serviceWith();
    const unchanged = await run([same.baseUrl, ...args], same);
    expect(unchanged).toMatchObject({ code: 0, stderr: '' });
    expect(unchanged.stdout).toContain('  ok    nothing that both runs observed has changed\n');
    const other = serviceWith(undefined, { repeatedDelete: 'accepted' });
    const changed = await run([other.baseUrl, ...args], other);
    expect(changed).toMatchObject({ code: 1, stderr: '' });
    expect(changed.stdout).toContain(
      '  DIFF  error-conditions: `deleteMockService, deleted` got 404, now 200; the option `repeatedDelete` follows\n',
    );
    expect(readFileSync(path, 'utf8')).toBe(text);
  });
});

describe('a run from code', () => {
  test('passes every case of the fake server, and says that it conforms', async () => {
    const report = await runAll();
    expect(report).toMatchObject({ ok: true, failed: 0, skipped: 0, leftovers: [], aborted: false });
    expect(formatReport(report)).toMatch(/\d+ observed: conforms in every case that ran\n$/);
  });

  test('skips the cases whose permission is missing, and says which one', async () => {
    const report = await runConformance(serviceWith());
    expect(idsOf(report, 'skipped')).toEqual(cases.filter((one) => one.destructive).map(({ id }) => id));
    expect(report.ok).toBe(true);
    const reasonOf = (id: string) => report.results.find((result) => result.id === id);
    expect(reasonOf('create-answer')).toHaveProperty('reason', expect.stringContaining('allowWrites'));
    expect(reasonOf('clear-activity-answer')).toHaveProperty('reason', expect.stringContaining('allowClear'));
  });

  test('names the field and the types of an invalid value, but not the value', async () => {
    const make = field('listActivity', 'request.headers', () => ({ authorization: ['Bearer opens-sesame'] }));
    const report = await runAll(make());
    expect(failureIn(report, 'activity-entry-fields')).toContain('entry[0].request.headers.authorization');
    expect(JSON.stringify(report)).not.toContain('sesame');
  });

  test('with `allowWrites`, changes only its own mock services and clears no log', async () => {
    const service = serviceWith();
    const before = listOf(service.fake);
    const { ok, leftovers } = await runConformance({ ...service, allowWrites: true });
    const changing = service.received.filter(({ method }) => method === 'PUT' || method === 'DELETE');
    const foreign = changing.filter(
      ({ path }) => path.includes('activity') || before.some(({ id }) => path.includes(id)),
    );
    expect({ ok, leftovers, foreign }).toEqual({ ok: true, leftovers: [], foreign: [] });
    expect(listOf(service.fake)).toEqual(before);
  });

  test('records a profile with a version and an entry for each observation', async () => {
    const { profile, results } = await runAll();
    expect(profile.version).toBe(1);
    const seen = results.filter(({ outcome }) => outcome === 'observed').map(({ id }) => id);
    expect(Object.keys(profile.observed)).toEqual(seen);
  });

  test('calls `onResult` with the result of each case', async () => {
    const reported: string[] = [];
    const onResult = ({ id }: { readonly id: string }) => void reported.push(id);
    const { results } = await runConformance({ ...serviceWith(), onResult });
    expect(reported).toEqual(results.map(({ id }) => id));
  });
});
