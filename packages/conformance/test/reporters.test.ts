/** The formats of a report: text, JSON and JUnit. They and the exit code share one verdict. */
import type { ConformanceReport } from '@mock-services/conformance';
import { describe, expect, test } from 'vitest';
import { unsafe, unsafeCharacters } from '../../cli-kit/test/terminal.ts';
import { afterFirstDelete, field, idIn, operationOf, type Mutation } from './mutants/mutant.ts';
import { newPath, reportIn, run, serviceWith } from './support.ts';

/** The totals in a JUnit report must be the numbers of its elements. */
function expectRightCounts(xml: string): void {
  const [, tests, failures, skipped] = /tests="(\d+)" failures="(\d+)" skipped="(\d+)"/.exec(xml) ?? [];
  const count = (pattern: RegExp) => String(xml.match(pattern)?.length ?? 0);
  expect([tests, failures, skipped]).toEqual([
    count(/<testcase /g),
    count(/<failure /g),
    count(/<skipped /g),
  ]);
}

describe('--reporter', () => {
  /** The elements that JUnit must have for a report: each case, each compared point, and the end of the run. */
  function elementsOf({ results, comparison, leftovers }: ConformanceReport) {
    const left = leftovers.map(({ id, title }) => `${id ?? '(unknown id)'} ${title}`).join(', ');
    const changesAt = (wanted: string) =>
      (comparison?.changes ?? []).flatMap(({ point, message }) => (point === wanted ? message : []));
    const failure = (message: string) => (message === '' ? [] : ['failure', message]);
    return [
      ...results.map((result) => {
        const name = [result.level, result.id];
        if (result.outcome === 'failed') return [...name, 'failure', `${result.title} ${result.message}`];
        if (result.outcome === 'skipped') return [...name, 'skipped', result.reason];
        return result.outcome === 'observed' ? [...name, 'system-out', JSON.stringify(result.value)] : name;
      }),
      ...(comparison?.compared ?? []).map((point) => [
        'profile',
        point,
        ...failure(changesAt(point).join('. ')),
      ]),
      ['run', 'complete', ...failure(left && `left behind: ${left}`)],
    ];
  }

  /** Reads the elements of a JUnit report as a parser of XML does. */
  function elementsIn(xml: string) {
    const plain = (text = '') =>
      text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
    const [, suite] = /<testsuite name="([^"<>]*)"/.exec(xml) ?? [];
    const pattern =
      /^<testcase classname="([^"<>]*)" name="([^"<>]*)">(?:<(failure|skipped) message="([^"<>]*)"\/>|<(system-out)>([^<>]*)<\/system-out>)?<\/testcase>$/gm;
    const elements = Array.from(xml.matchAll(pattern), ([, group, name, tag, message, out, value]) =>
      [group, name, tag ?? out, message ?? value].filter((part) => part !== undefined).map(plain),
    );
    return { suite: plain(suite), elements };
  }

  test('junit says the same as --json, whatever the service sends', async () => {
    const path = newPath('profile.json');
    const odd = `<"&'>`;
    /** Causes failures, skips and leftovers, and adds `odd` to names and values that messages quote. */
    const mutation = (): Mutation => {
      const failing = afterFirstDelete(() => ({ status: 500, headers: {}, body: '' }));
      return (request, next) => {
        const operation = operationOf(request);
        if (operation === 'deleteMockService') return failing(request, next);
        const response = next(request);
        if (operation === 'getWorkspaceConfiguration')
          return field(operation, 'type', (type) => `${String(type)}${odd}`)()(request, next);
        if (operation === 'getMockService')
          return field(operation, 'config.defaultResponseHeaders', (headers) => ({
            ...(headers as object),
            [odd]: 7,
          }))()(request, next);
        if (operation !== 'listMockServices') return response;
        const { data } = JSON.parse(response.body) as { data: unknown[] };
        return { ...response, body: JSON.stringify({ data: data.slice(0, 4), [`total${odd}`]: 1 }) };
      };
    };
    const usual = serviceWith();
    await run([usual.baseUrl, '--allow-writes', '--profile', path], usual);
    const reports = [];
    for (const reporter of ['json', 'junit']) {
      const service = serviceWith(mutation(), {
        errorStatuses: { 422: 400 },
        updatedAt: 'stays',
      });
      const fetch: typeof service.fetch = (url, init) => service.fetch(url.replace('/a&b', ''), init);
      const args = [
        `${service.baseUrl}/a&b`,
        '--allow-writes',
        '--profile',
        path,
        '--compare',
        '--reporter',
        reporter,
      ];
      const { code, stdout } = await run(args, { ...service, fetch });
      expect(code).toBe(1);
      // Identifiers and titles are random.
      reports.push(stdout.replaceAll(/[\da-f]{8}-[\da-f-]{27}|[\da-f]{12}-\d{4}/g, 'random'));
    }
    const [json = '', junit = ''] = reports;
    const report = reportIn(json);
    expect(junit).not.toMatch(/&(?!#\d+;)/);
    expect(elementsIn(junit)).toEqual({
      suite: `Conformance of ${report.baseUrl}`,
      elements: elementsOf(report),
    });
    expectRightCounts(junit);
    const { results, comparison, leftovers } = report;
    expect(new Set(results.map(({ outcome }) => outcome)).size).toBe(4);
    expect([comparison?.changes.length, comparison?.data.length, leftovers.length]).not.toContain(0);
    for (const part of [
      results.map((one) => ('reason' in one ? one.reason : '')),
      results,
      comparison?.changes,
    ])
      expect(JSON.stringify(part)).toContain(JSON.stringify(odd).slice(1, -1));
  });

  test.each([
    ['none', 'refuses cases', 1, 'the service refused cases'],
    ['none', 'aborts the run', 130, 'the run was aborted'],
    ['one', 'aborts the run', 130, undefined],
  ] as const)(
    'junit gives a reason if no case fails (failed: %s), but the service %s',
    async (failing, behavior, exitCode, reason) => {
      const empty = { headers: {}, body: '' };
      const controller = new AbortController();
      const service = serviceWith((request, next) => {
        const operation = operationOf(request);
        if (failing === 'one' && operation === 'listMockServices') return { ...empty, status: 500 };
        if (operation !== 'getWorkspaceConfiguration') return next(request);
        if (behavior === 'aborts the run') controller.abort('SIGINT');
        return { ...empty, status: 401 };
      });
      const args = [service.baseUrl, '--reporter=junit'];
      const { code, stdout } = await run(args, service, { stopped: controller.signal });
      expect(code).toBe(exitCode);
      expectRightCounts(stdout);
      const failure = reason === undefined ? '' : `<failure message="${reason}"/>`;
      expect(stdout).toContain(`name="complete">${failure}</testcase>`);
    },
  );

  test.each([
    [['--json', '--reporter', 'text'], /^\{\n {2}"baseUrl"/],
    [['--reporter', 'junit'], /^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites>\n/],
    [['--reporter', 'text'], /^Conformance of /],
  ])('%j decides about the format', async (options, format) => {
    const service = serviceWith();
    const { code, stdout, stderr } = await run([service.baseUrl, ...options], service);
    expect([code, stdout, stderr]).toEqual([0, expect.stringMatching(format), '']);
    expect(stdout).toMatch(/[^\n]\n$/);
  });
});

/** Every combination of what decides the verdict of a run, which all reporters and the exit code share. */
test('text, JUnit and the exit code agree on whether and why a service does not pass', async () => {
  const path = newPath('profile.json');
  const usual = serviceWith();
  await run([usual.baseUrl, '--profile', path], usual);
  const wanted = new Set(usual.fake.mockServices.list().map(({ id }) => id));
  for (let set = 0; set < 2 ** 5; set += 1) {
    const [fails, refusesRequired, refusesOpen, changes, compares] = [1, 2, 4, 8, 16].map(
      (bit) => (set & bit) !== 0,
    );
    const mutation: Mutation = (request, next) => {
      const response = next(request);
      const operation = operationOf(request);
      const isRefused =
        operation === 'getMockService' && (wanted.has(idIn(request)) ? refusesRequired : refusesOpen);
      if (isRefused) return { ...response, status: 403 };
      return fails && operation === 'getWorkspaceConfiguration' ? { ...response, status: 203 } : response;
    };
    const service = serviceWith(mutation, changes ? { timestampFraction: 'microseconds' } : {});
    const args = [service.baseUrl, ...(compares ? ['--profile', path, '--compare'] : [])];
    const text = await run(args, service);
    const junit = await run([...args, '--reporter', 'junit'], service);
    const isChanged = compares && changes;
    const isOk = !fails && !refusesRequired && !isChanged;
    const reason = isOk
      ? /: conforms in every case that ran$/
      : refusesRequired
        ? /: does not pass: not authorized: GET \/configuration\/mock-service\/:mockServiceId responded with 403/
        : isChanged && !fails
          ? /: does not pass: the service behaves differently$/
          : /: does not pass$/;
    const failures = junit.stdout.split('<failure').length - 1;
    expect({ set, codes: [text.code, junit.code], isFailed: failures > 0 }).toEqual({
      set,
      codes: isOk ? [0, 0] : [1, 1],
      isFailed: !isOk,
    });
    expect(junit.stdout).toContain(` failures="${failures}"`);
    expect(text.stdout.trimEnd().split('\n').at(-1)).toMatch(reason);
  }
});

test.each(['text', 'json', 'junit'])(
  'a report as %s contains no control characters on any stream',
  async (name) => {
    const make = field('listMockServices', 'type', () => `\u001B[31m\u009B31m\u202EREST${unsafeCharacters}`);
    for (const more of [[], ['--profile', '-']]) {
      const service = serviceWith(make());
      const { code, stdout, stderr } = await run([service.baseUrl, '--reporter', name, ...more], service);
      expect(code).toBe(1);
      expect(stdout + stderr).toContain('REST');
      expect(stdout + stderr).not.toMatch(unsafe);
    }
  },
);
