import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { cases, type ConformanceReport } from '@mock-services/conformance';
import { serve } from '@mock-services/fake-server/node';
import type { OperationId } from '@mock-services/sdk/contract';
import { format } from 'prettier';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { at } from '../../../tools/lib/paths.ts';
import { versionAt } from '../../../tools/lib/version.ts';
import { recorder, type TerminalOptions, unsafe, unsafeCharacters } from '../../cli-kit/test/terminal.ts';
import { main } from '../src/command.ts';
import { field, idIn, instead, operationOf, type Mutation } from './mutants/mutant.ts';
import { busyWorkspace, firstPage, listOf, serviceWith, type Service } from './support.ts';

/** Runs the program within this process. If a service is given, the program checks this service. */
async function run(args: readonly string[], service?: Service, options?: TerminalOptions) {
  if (service) vi.stubGlobal('fetch', service.fetch);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { terminal, printed } = recorder({ command: 'npx @mock-services/conformance', ...options });
  return { code: await main(args, terminal), ...printed };
}

/** Starts the program in a separate process. */
const launch = (...args: readonly string[]) => launchIn(process.execPath, [], ...args);

/** Starts a command whose last arguments are those that start the program. */
function launchIn(command: string, before: readonly string[], ...args: readonly string[]) {
  const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
  const hooks = path('../../../tools/sources.ts');
  const program = ['--import', hooks, path('../src/bin.ts'), ...args];
  const node = before.length === 0 ? [] : [process.execPath];
  const child = spawn(command, [...before, ...node, ...program]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]).then(
    ([[code], stdout, stderr]) => ({ code: code as number | null, stdout, stderr }),
  );
  return { child, ended };
}

/** Returns a path in a folder that is removed when the current test ends. */
function newPath(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'mock-services-conformance-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, name);
}

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

const reportIn = (stdout: string) => JSON.parse(stdout) as ConformanceReport;

describe('the conformance program in a separate process', () => {
  test('the conformance command checks a service on a port and exits with 0', async () => {
    const running = await serve(serviceWith().fake);
    onTestFinished(() => running.close());
    const { code, stdout, stderr } = await launch(running.url).ended;
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`Conformance of ${running.url}\n`);
    expect(stdout).toMatch(/\d+ passed, 0 failed, [1-9]\d* skipped.*[^\n]\n$/);
  });

  test.runIf(existsSync('/dev/full'))('the program exits with 2 if the disk is full', async () => {
    const running = await serve(serviceWith().fake);
    onTestFinished(() => running.close());
    const { ended } = launchIn('bash', ['-c', '"$0" "$@" > /dev/full'], running.url);
    expect(await ended).toEqual({ code: 2, stdout: '', stderr: 'stdout cannot be written (ENOSPC).\n' });
  });

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    'the conformance command reports that %s aborted the run, and exits with %i',
    async (signal, expected) => {
      const { fake } = serviceWith();
      fake.faults.add({ operation: 'listWorkspaces', hang: true });
      const running = await serve(fake);
      onTestFinished(() => running.close({ grace: 0 }));
      const { child, ended } = launch(running.url, '--json');
      await expect.poll(() => fake.faults.list()[0]?.seen).toBe(1);
      child.kill(signal);
      const { code, stdout } = await ended;
      expect([code, reportIn(stdout)]).toMatchObject([expected, { aborted: true, failed: 0 }]);
    },
  );

  test('the conformance command prints the package version', async () => {
    const expected = { code: 0, stdout: `${versionAt('packages/conformance')}\n`, stderr: '' };
    expect(await launch('--version').ended).toEqual(expected);
  });
});

describe('the conformance command', () => {
  test('the conformance command prints its help text', async () => {
    const { code, stdout, stderr } = await run(['--help']);
    expect([code, stderr]).toEqual([0, '']);
    await expect(stdout).toMatchFileSnapshot('help.txt');
    expect(await run(['-h'])).toEqual({ code, stdout, stderr });
  });

  test('the conformance command sends only GET requests unless writes are allowed', async () => {
    const service = serviceWith();
    const { code, stdout, stderr } = await run([service.baseUrl], service);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/[^\n]\n$/);
    expect(new Set(service.received.map(({ method }) => method))).toEqual(new Set(['GET']));
  });

  test('the conformance command reports that its abort signal aborted the run', async () => {
    const service = serviceWith();
    const { code, stdout } = await run([service.baseUrl, '--json'], service, {
      stopped: AbortSignal.abort('SIGINT'),
    });
    expect([code, reportIn(stdout)]).toMatchObject([130, { aborted: true, failed: 0 }]);
  });

  test('--allow-writes enables write requests, and --allow-clear enables clearing a log', async () => {
    const service = serviceWith();
    const before = listOf(service.fake);
    const args = [service.baseUrl, '--allow-writes', '--allow-clear', busyWorkspace, '--json'];
    const { code, stdout } = await run(args, service);
    expect([code, reportIn(stdout)]).toMatchObject([0, { ok: true, skipped: 0, leftovers: [] }]);
    expect(service.fake.activity.list(busyWorkspace)).toEqual([]);
    expect(listOf(service.fake)).toEqual(before);
  });

  test('without --reporter, the conformance command prints the cases that failed as text, and exits with 1', async () => {
    const service = serviceWith(field('listMockServices', 'title', () => 7)());
    const { code, stdout } = await run([service.baseUrl], service);
    expect(code).toBe(1);
    expect(stdout).toContain('FAIL  mock-service-summary-fields');
  });

  test('the conformance command exits with 1 if no response arrives within --timeout', async () => {
    const service = serviceWith();
    const fetch = () => new Promise<Response>(() => {});
    const args = [service.baseUrl, '--timeout', '20'];
    const { code, stdout, stderr } = await run(args, { ...service, fetch });
    expect([code, stderr]).toEqual([1, '']);
    expect(stdout).toContain('no response within 20 ms');
  });

  test('--token and --header are sent to the service, but not printed', async () => {
    const service = serviceWith();
    const options = [
      '--token=hunter2:a=b==',
      '--header',
      'X-Team: shop',
      '--header=x-team:https://a.test:1/?b=c',
    ];
    const { stdout } = await run([service.baseUrl, ...options, '--json'], service);
    const sent = service.received.map(({ headers }) => `${headers['authorization']} ${headers['x-team']}`);
    expect(sent).toContain('Bearer hunter2:a=b== shop, https://a.test:1/?b=c');
    expect(stdout).not.toContain('hunter2');
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
    [[], 'Expected one base URL'],
    [
      ['http://127.0.0.1:1', '--token', 'hunter2', '--header', 'authorization: Basic hunter2'],
      '--token or --token-file and --header must not both set the header Authorization.',
    ],
    [['http://127.0.0.1:1', 'http://127.0.0.1:2'], 'Too many arguments. Expected 1.'],
    [['http://127.0.0.1:1', '--url', 'http://127.0.0.1:2'], 'Pass the base URL once'],
    [['http://127.0.0.1:1', '--profile', '--allow-writes'], '--profile needs a value.'],
    [['mocks.example.com'], 'The base URL must be an absolute http or https URL'],
    [['http://127.0.0.1:1', '--allow-clear', 'all'], '--allow-clear must be the UUID of a workspace.'],
    [['http://127.0.0.1:1', '--allow-clear'], '--allow-clear needs a value.'],
    [['http://127.0.0.1:1', '--header', 'hunter2'], "--header must have the form 'Name: value'"],
    [['http://127.0.0.1:1', '--header', 'x-a: hunter2\nx-b: 1'], "--header must have the form 'Name: value'"],
    [
      ['http://127.0.0.1:1', '--token', 'hunter2\nx-b: 1'],
      '--token is not a valid token. Expected visible ASCII',
    ],
    [['http://127.0.0.1:1', '--token='], '--token needs a value.'],
    [
      ['http://127.0.0.1:1', '--timeout', '1s'],
      '--timeout must be a number of milliseconds from 1 to 2147483647.',
    ],
    [
      ['http://127.0.0.1:1', '--timeout', '-5'],
      '--timeout must be a number of milliseconds from 1 to 2147483647.',
    ],
    [['http://127.0.0.1:1', '--timeout', '0'], '--timeout must be a number of milliseconds from 1'],
    [
      ['http://127.0.0.1:1', '--total-timeout', '0'],
      '--total-timeout must be a number of milliseconds from 1',
    ],
    [['http://127.0.0.1:1', '--header', 'x-a: hunter2\u0001'], "--header must have the form 'Name: value'"],
    [
      ['http://127.0.0.1:1', '--token', 'hunter2\u007F'],
      '--token is not a valid token. Expected visible ASCII',
    ],
    [['http://127.0.0.1:1', '--tokn', 'hunter2'], 'Unknown option --tokn.'],
    [['http://127.0.0.1:1', '--tokn=hunter2'], 'Unknown option --tokn. Did you mean --token?'],
    [['http://127.0.0.1:1', '-token=hunter2'], 'Unknown option -token. Did you mean --token?'],
    [
      ['http://127.0.0.1:1', '--timeout', 'hunter2'],
      '--timeout must be a number of milliseconds from 1 to 2147483647.',
    ],
    [['http://127.0.0.1:1', '--allow-clear', 'hunter2'], '--allow-clear must be the UUID of a workspace.'],
    [['localhost:4600'], 'Did you mean http://localhost:4600?'],
    [['hunter2'], 'The base URL must be an absolute http or https URL'],
    [['http://127.0.0.1:1', '--reporter', 'xml'], 'Allowed choices are text, json, junit.'],
    [['http://127.0.0.1:1', '--port', '1'], 'Unknown option --port.'],
    [['http://127.0.0.1:1', '--allow-writes=true'], '--allow-writes takes no value.'],
    [['--allow-writes=false', 'http://127.0.0.1:1'], '--allow-writes takes no value.'],
    [['http://127.0.0.1:1', '--json=hunter2'], '--json takes no value.'],
    [['http://127.0.0.1:1', '--alow-writes'], 'Unknown option --alow-writes. Did you mean --allow-writes?'],
  ])('the conformance command exits with 2 and a reason for the arguments %j', async (args, reason) => {
    const { code, stdout, stderr } = await run(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(reason);
    expect(stderr).toMatch(/\nSee --help\.\n$/);
    expect(stderr).not.toContain('hunter2');
  });
});

describe('environment variables', () => {
  const tokensOf = (service: Service) =>
    new Set(service.received.map(({ headers }) => headers['authorization']));

  test('MOCK_SERVICES_URL is the base URL unless an argument overrides it', async () => {
    const service = serviceWith();
    const { stdout } = await run([], service, { environment: { MOCK_SERVICES_URL: service.baseUrl } });
    expect(stdout).toContain(`Conformance of ${service.baseUrl}\n`);
    const environment = { MOCK_SERVICES_URL: 'mocks.example' };
    expect((await run([service.baseUrl], service, { environment })).stderr).toBe('');
  });

  test('MOCK_SERVICES_TOKEN is sent unless --token overrides it', async () => {
    const environment = { MOCK_SERVICES_TOKEN: 'hunter2\n' };
    const service = serviceWith();
    await run([service.baseUrl], service, { environment });
    expect(tokensOf(service)).toEqual(new Set(['Bearer hunter2', undefined]));
    const other = serviceWith();
    await run([other.baseUrl, '--token', 'own'], other, { environment });
    expect(tokensOf(other)).toEqual(new Set(['Bearer own', undefined]));
    const invalid = { MOCK_SERVICES_TOKEN: 'hunter2\u0001' };
    expect((await run([other.baseUrl, '--token', 'own'], other, { environment: invalid })).stderr).toBe('');
  });

  test.each(['the argument', '--url', 'MOCK_SERVICES_URL'])(
    'the query of the base URL in %s is sent with every request, and not printed',
    async (source) => {
      const service = serviceWith();
      const url = `${service.baseUrl}/?key=sesame`;
      const environment = source === 'MOCK_SERVICES_URL' ? { MOCK_SERVICES_URL: url } : {};
      const args = source === '--url' ? ['--url', url] : source === 'the argument' ? [url] : [];
      const { code, stdout, stderr } = await run(args, service, { environment });
      expect(code).toBe(0);
      expect(service.received.every(({ path }) => path.includes('key=sesame'))).toBe(true);
      expect(stdout + stderr).not.toContain('sesame');
    },
  );

  test('the error about an invalid MOCK_SERVICES_TOKEN does not show its value', async () => {
    const service = serviceWith();
    const environment = { MOCK_SERVICES_TOKEN: 'hunter2\u0001' };
    const { code, stderr } = await run([service.baseUrl], service, { environment });
    expect([code, service.received]).toEqual([2, []]);
    expect(stderr).toMatch(/^MOCK_SERVICES_TOKEN is not a valid token/);
    expect(stderr).not.toContain('hunter2');
  });
});

test('on a terminal, the command shows a counter and removes it at the end', async () => {
  const service = serviceWith();
  const lines: string[] = [];
  const { stdout } = await run([service.baseUrl], service, {
    status: (line) => void lines.push(line),
    onOut: (line) => void lines.push(line),
  });
  const counted = cases.map(({ id }, i) => `${i + 1}/${cases.length} ${id}`);
  expect(lines).toEqual([...counted, '', stdout.trimEnd()]);
});

test.each(['DELETE', 'POST', 'GET'])('--total-timeout ends a run in which every %s hangs', async (method) => {
  const service = serviceWith();
  const fetch = (url: string, init: RequestInit) =>
    init.method === method ? new Promise<Response>(() => {}) : service.fetch(url, init);
  const args = [service.baseUrl, '--allow-writes', '--total-timeout', '400', '--json'];
  const { code, stdout } = await run(args, { ...service, fetch });
  expect([code, reportIn(stdout)]).toMatchObject([1, { ok: false, aborted: true }]);
  expect(stdout).toContain('the run exceeded its time limit (totalTimeout, --total-timeout)');
});

test('clean-up stops after three unanswered DELETE requests and lists all leftovers', async () => {
  const service = serviceWith();
  const before = listOf(service.fake).length;
  let deletes = 0;
  const fetch = (url: string, init: RequestInit) => {
    if (init.method !== 'DELETE') return service.fetch(url, init);
    deletes += 1;
    return new Promise<Response>(() => {});
  };
  const { stdout } = await run([service.baseUrl, '--allow-writes', '--timeout', '30', '--json'], {
    ...service,
    fetch,
  });
  expect(deletes).toBe(3);
  expect(reportIn(stdout).leftovers).toHaveLength(listOf(service.fake).length - before);
});

describe('--reporter', () => {
  /** The elements that JUnit must have for a report: each case, each compared point, and the end of the run. */
  function elementsOf({ results, comparison, leftovers }: ConformanceReport) {
    const left = leftovers.map(({ id, title }) => `left behind: ${id ?? '(unknown id)'} ${title}`);
    const changesAt = (wanted: string) =>
      (comparison?.changes ?? []).flatMap(({ point, message }) => (point === wanted ? message : []));
    const failure = (parts: readonly string[], joint: string) =>
      parts.length === 0 ? [] : ['failure', parts.join(joint)];
    return [
      ...results.map((result) => {
        const name = [result.level, result.id];
        if (result.outcome === 'failed') return [...name, 'failure', `${result.title} ${result.message}`];
        if (result.outcome === 'skipped') return [...name, 'skipped', result.reason];
        return result.outcome === 'observed' ? [...name, 'system-out', JSON.stringify(result.value)] : name;
      }),
      ...(comparison?.compared ?? []).map((point) => ['profile', point, ...failure(changesAt(point), '. ')]),
      ['run', 'complete', ...failure(left, '; ')],
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
      [group, name, tag ?? out, tag === undefined ? value : message]
        .filter((part) => part !== undefined)
        .map(plain),
    );
    return { suite: plain(suite), elements };
  }

  test('--reporter junit says the same as --json, whatever the texts of the service contain', async () => {
    const path = newPath('profile.json');
    const odd = `<"&'>`;
    /** Causes failures, skips and leftovers, and adds `odd` to names and values that messages quote. */
    const mutation: Mutation = (request, next) => {
      const operation = operationOf(request);
      if (operation === 'deleteMockService') return { status: 500, headers: {}, body: '' };
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
    const usual = serviceWith();
    await run([usual.baseUrl, '--allow-writes', '--profile', path], usual);
    const reports = [];
    for (const reporter of ['json', 'junit']) {
      const service = serviceWith(mutation, {
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
    [false, 'answers', 0, undefined],
    [false, 'refuses cases', 1, 'the service refused cases'],
    [false, 'aborts the run', 130, 'the run was aborted'],
    [true, 'answers', 1, undefined],
    [true, 'refuses cases', 1, undefined],
    [true, 'aborts the run', 130, undefined],
  ] as const)(
    'junit names the reason if a run is not ok: a case fails (%s), the service %s',
    async (fails, behavior, exitCode, reason) => {
      const empty = { headers: {}, body: '' };
      const controller = new AbortController();
      const service = serviceWith((request, next) => {
        const operation = operationOf(request);
        if (fails && operation === 'listMockServices') return { ...empty, status: 500 };
        if (operation !== 'getWorkspaceConfiguration' || behavior === 'answers') return next(request);
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

  test('--reporter junit is well-formed XML, whatever the titles of leftovers contain', async () => {
    const odd = ` & < > " ' ]]> \0 \t \n \u001B \u0085 \uD800 \uDC00 \uFFFE \uFFFF ü 🍎`;
    const service = serviceWith((request, next) => {
      if (operationOf(request) === 'deleteMockService') return { status: 500, headers: {}, body: '' };
      return field('listMockServices', 'title', (title) => `${String(title)}${odd}`)()(request, next);
    });
    const args = [service.baseUrl, '--allow-writes', '--reporter', 'junit'];
    const { code, stdout } = await run(args, service);
    expect(code).toBe(1);
    const escaped = " &#38; &#60; &#62; &#34; ' ]]&#62; � � � � � � � � � ü 🍎";
    expect(stdout).toMatch(/<failure message="left behind: [\da-f-]{36} Conformance check /);
    // Several leftovers are one failure.
    expect(stdout).toContain(`${escaped}; `);
    expectRightCounts(stdout);
    // The characters that XML 1.0 permits.
    expect(stdout).toMatch(/^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u);
  });

  test.each([
    [['--json'], /^\{\n {2}"baseUrl"/],
    [['--reporter', 'json'], /^\{\n {2}"baseUrl"/],
    [['--json', '--reporter', 'text'], /^\{\n {2}"baseUrl"/],
    [['--reporter=junit', '--json'], /^\{\n {2}"baseUrl"/],
    [
      ['--reporter', 'json', '--reporter', 'junit'],
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites>\n/,
    ],
    [['--reporter', 'text'], /^Conformance of /],
  ])('%j decides about the format, whatever becomes of the profile', async (options, format) => {
    const path = newPath('profile.json');
    for (const [stream, more] of [
      ['stdout', []],
      ['stdout', ['--profile', path]],
      ['stdout', ['--profile', path, '--compare']],
      ['stderr', ['--profile', '-']],
    ] as const) {
      const service = serviceWith();
      const ended = await run([service.baseUrl, ...options, ...more], service);
      expect([ended.code, ended[stream]]).toEqual([0, expect.stringMatching(format)]);
      expect(ended[stream]).toMatch(/[^\n]\n$/);
      expect(ended[stream === 'stdout' ? 'stderr' : 'stdout']).toMatch(
        stream === 'stdout' ? /^$/ : /^\{\n {2}"version": 1,\n.*\}\n$/s,
      );
    }
  });

  test('--reporter junit names a leftover whose id is unknown', async () => {
    const page = firstPage();
    const service = serviceWith((request, next) => {
      const response = page(request, next);
      return operationOf(request) === 'createMockService' ? { ...response, body: '' } : response;
    });
    const args = [service.baseUrl, '--allow-writes', '--reporter', 'junit'];
    const { code, stdout } = await run(args, service);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /<failure message="left behind: \(unknown id\) Conformance check [\da-f]{12}-\d{4}"\/>/,
    );
    expectRightCounts(stdout);
  });
});

test.each([
  ['the service responds to nothing', 1, () => Promise.reject(new TypeError('fetch failed')), 1],
  ['every response is 503', 1, () => Promise.resolve(new Response(null, { status: 503 })), 1],
  ['every response is 401', 1, () => Promise.resolve(new Response(null, { status: 401 })), 0],
  ['a case fails', 1, () => Promise.resolve(new Response('{"data":[{}]}')), 0],
  ['the service conforms', 0, () => Promise.resolve(new Response('{"data":[]}')), 0],
  ['the user stops it', 130, () => Promise.reject(new TypeError('fetch failed')), 0],
])('the program advises about a proxy only without any response: %s', async (_, code, fetch, count) => {
  const environment = { HTTP_PROXY: 'http://proxy.test' };
  const args = ['http://mocks.test', '--timeout', '20'];
  const stopped = code === 130 ? AbortSignal.abort('SIGINT') : new AbortController().signal;
  const ended = await run(args, { ...serviceWith(), fetch }, { environment, stopped });
  expect([ended.code, ended.stderr.split('HTTP_PROXY is set').length - 1]).toEqual([code, count]);
});

test('the program advises how to use a proxy if the service cannot be reached', async () => {
  const { stderr } = await run(['https://mocks.invalid'], undefined, {
    environment: { HTTPS_PROXY: 'http://me:hunter2@proxy.test' },
  });
  expect(stderr).toMatch(/^HTTPS_PROXY is set, but Node ignores it\. .* NODE_USE_ENV_PROXY=1/);
  expect(stderr).not.toContain('hunter2');
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

describe('--compare', () => {
  /** Saves a profile, and returns the path of its file and its text. */
  async function savedProfile() {
    const path = newPath('profile.json');
    const service = serviceWith();
    await run([service.baseUrl, '--allow-writes', '--profile', path], service);
    return { path, text: readFileSync(path, 'utf8') };
  }

  test('exits with 0 if nothing has changed, and with 1 if something has; the file stays', async () => {
    const { path, text } = await savedProfile();
    const args = ['--allow-writes', '--profile', path, '--compare'];
    const same = serviceWith();
    const unchanged = await run([same.baseUrl, ...args], same);
    expect(unchanged).toMatchObject({ code: 0, stderr: '' });
    expect(unchanged.stdout).toContain('  ok    nothing that both runs observed has changed\n');
    const other = serviceWith(undefined, { repeatedDelete: 'accepted' });
    const changed = await run([other.baseUrl, ...args], other);
    expect(changed).toMatchObject({ code: 1, stderr: '' });
    expect(changed.stdout).toContain(
      '  DIFF  error-conditions: a second DELETE got 404, now 200; the option `repeatedDelete` follows\n',
    );
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  test('reads the profile from stdin for -, but not beside a token', async () => {
    const { text } = await savedProfile();
    const service = serviceWith(undefined, { updatedAt: 'stays' });
    const args = [service.baseUrl, '--profile', '-', '--compare'];
    const { code, stdout } = await run([...args, '--allow-writes', '--json'], service, { stdin: text });
    expect([code, reportIn(stdout).comparison?.changes]).toEqual([
      1,
      [
        {
          point: 'updated-at',
          message: 'an update changed updatedAt: yes, now no; the option `updatedAt` follows',
        },
      ],
    ]);
    expect(await run([...args, '--token-file', '-'], service, { stdin: text })).toMatchObject({
      code: 2,
      stderr: '--profile and --token-file cannot both be stdin. Write one of them to a file.\nSee --help.\n',
    });
  });

  test('the nightly workflow of the docs is valid, and its command finds a change', async () => {
    const page = readFileSync(at('docs/conformance.md'), 'utf8');
    const workflow = /```yaml\n(.*?)```/s.exec(page)?.[1] ?? '';
    expect(await format(workflow, { parser: 'yaml', singleQuote: true })).toBe(workflow);
    const [, command = ''] =
      /- run: npx @mock-services\/conformance (.*) > drift\.xml\n/.exec(workflow) ?? [];
    const names = Array.from(workflow.matchAll(/^ {6}(\w+): \$\{\{/gm), ([, name]) => name);
    expect(names).toEqual(['MOCK_SERVICES_URL', 'MOCK_SERVICES_TOKEN']);
    const { path } = await savedProfile();
    const args = command.split(' ').map((arg) => (arg === 'profile.json' ? path : arg));
    const requiredToken = 'hunter2-token';
    const service = serviceWith(undefined, { requiredToken });
    const environment = { MOCK_SERVICES_URL: service.baseUrl, MOCK_SERVICES_TOKEN: requiredToken };
    const { code, stdout, stderr } = await run(args, service, { environment });
    expect([code, stderr]).toEqual([1, '']);
    expect(stdout).toContain(
      '<testcase classname="profile" name="authentication"><failure message="a request without the headers of the run got 200, now 401; the option `requiredToken` follows',
    );
    expect(stdout).not.toContain(requiredToken);
  });

  test.each([
    [
      '{ "version": 2,\n"observed": {} }',
      ':1:14: this is no profile of version 1. --profile without --compare saves one.\n',
    ],
    ['{ "version": 1,\n"observed": { "expiry": 1 } }', ':2:25: this is no profile'],
    ['[]', ':1:1: this is no profile'],
    ['{ "version" 1 }', ':1:13: invalid JSON: expected a colon.\n'],
  ])('rejects the file %j before the first request', async (content, message) => {
    const path = newPath('profile.json');
    writeFileSync(path, content);
    const service = serviceWith();
    const { code, stdout, stderr } = await run([service.baseUrl, '--profile', path, '--compare'], service);
    expect([code, stdout, service.received]).toEqual([2, '', []]);
    expect(stderr).toContain(`${path}${message}`);
  });

  test('observes nothing if the service cannot be reached, and says nothing about the file', async () => {
    const { path, text } = await savedProfile();
    const fetch = () => Promise.reject(new TypeError('fetch failed'));
    const args = ['http://mocks.test', '--profile', path, '--compare'];
    const { code, stdout, stderr } = await run(args, { ...serviceWith(), fetch });
    expect([code, stderr, readFileSync(path, 'utf8')]).toEqual([1, '', text]);
    expect(stdout).toContain('  skip  updated-at: not observed this time, or only in part: ');
  });

  test('needs a profile that exists', async () => {
    const service = serviceWith();
    expect(await run([service.baseUrl, '--compare'], service)).toEqual({
      code: 2,
      stdout: '',
      stderr: '--compare needs a profile of an earlier run. Add --profile <file.json>.\nSee --help.\n',
    });
    const path = newPath('missing.json');
    const { code, stderr } = await run([service.baseUrl, '--profile', path, '--compare'], service);
    expect([code, stderr, service.received]).toEqual([2, `${path}: there is no such file.\n`, []]);
  });
});

describe('--profile', () => {
  const profileIn = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

  const titled: Mutation = field('listMockServices', 'title', () => 7)();
  const failing = (operation: OperationId, status: number): Mutation =>
    instead(operation, () => ({ status, headers: {}, body: '' }))();

  test.each<[what: string, code: number, verdict: Partial<ConformanceReport>, mutation?: Mutation]>([
    ['the service conforms', 0, { ok: true }],
    ['a case fails', 1, { aborted: false, leftovers: [] }, titled],
    ['the service refuses cases', 1, { failed: 0 }, failing('getWorkspaceConfiguration', 403)],
    ['mock services are left behind', 1, { aborted: false }, failing('deleteMockService', 500)],
    ['the time is over', 1, { aborted: true, failed: 0 }],
  ])(
    '--profile replaces the file with the profile of the report if %s',
    async (_, code, verdict, mutation) => {
      const isLate = verdict.aborted === true;
      if (isLate) vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
      onTestFinished(() => void vi.useRealTimers());
      const path = newPath('profile.json');
      writeFileSync(path, 'an older profile '.repeat(10_000));
      const service = serviceWith(mutation);
      const fetch: typeof service.fetch = async (url, init) => {
        if (init.method === 'POST' && isLate) await vi.advanceTimersByTimeAsync(600_000);
        return service.fetch(url, init);
      };
      const args = [service.baseUrl, '--allow-writes', '--timeout=600000', '--profile', path, '--json'];
      const ended = await run(args, { ...service, fetch });
      expect(ended).toMatchObject({ code, stderr: '' });
      const report = reportIn(ended.stdout);
      expect(report).toMatchObject(verdict);
      expect(readFileSync(path, 'utf8')).toBe(`${JSON.stringify(report.profile, null, 2)}\n`);
      expect(report.profile).toMatchObject({ version: 1, observed: { expiry: { expiredListed: true } } });
    },
  );

  test.each(['SIGINT', 'SIGTERM'] as const)(
    '--profile keeps the file if %s stops the run',
    async (signal) => {
      const path = newPath('profile.json');
      writeFileSync(path, 'an older profile');
      const service = serviceWith();
      const controller = new AbortController();
      const fetch: typeof service.fetch = (url, init) => {
        if (init.method === 'POST') controller.abort(signal);
        return service.fetch(url, init);
      };
      const args = [service.baseUrl, '--allow-writes', '--json', '--profile'];
      const stopped = controller.signal;
      const { code, stdout, stderr } = await run([...args, path], { ...service, fetch }, { stopped });
      expect(code).toBe(signal === 'SIGINT' ? 130 : 143);
      expect(reportIn(stdout)).toMatchObject({ aborted: true, profile: { observed: { expiry: {} } } });
      expect(stderr).toBe(
        `--profile: the run was stopped, so it did not write to ${JSON.stringify(path)}.\n`,
      );
      expect(readFileSync(path, 'utf8')).toBe('an older profile');
      const printed = await run([...args, '-'], { ...service, fetch }, { stopped });
      expect(printed.stdout).toBe('');
      expect(printed.stderr).toContain('--profile: the run was stopped, so it did not write to "-".\n');
    },
  );

  test('--profile prints the report and exits with 2 if writing the file fails later', async () => {
    const folder = newPath('folder');
    mkdirSync(folder);
    const path = join(folder, 'profile.json');
    const service = serviceWith();
    const fetch: typeof service.fetch = (url, init) => {
      rmSync(folder, { recursive: true, force: true });
      return service.fetch(url, init);
    };
    const { code, stdout, stderr } = await run([service.baseUrl, '--profile', path], { ...service, fetch });
    expect([code, stderr]).toEqual([2, `--profile: ${path}: there is no such folder.\n`]);
    expect(stdout).toMatch(/: conforms in every case that ran\n$/);
  });

  test('--profile writes no file and keeps an existing one if nothing was observed', async () => {
    const path = newPath('profile.json');
    const service = serviceWith();
    const fetch = () => Promise.reject(new TypeError('fetch failed'));
    const args = [service.baseUrl, '--profile', path];
    const { code, stderr } = await run(args, { ...service, fetch });
    expect([code, existsSync(path)]).toEqual([1, false]);
    expect(stderr).toContain('--profile: the run observed nothing');
    writeFileSync(path, 'an older profile');
    await run(args, { ...service, fetch });
    expect(readFileSync(path, 'utf8')).toBe('an older profile');
  });

  test.each([
    ['a folder', '.'],
    ['a path in a missing folder', 'missing/profile.json'],
  ])('--profile exits with 2 before the first request if the path is %s', async (_, name) => {
    const path = newPath(name);
    const service = serviceWith();
    const { code, stdout, stderr } = await run([service.baseUrl, '--profile', path], service);
    expect([code, stdout, service.received]).toEqual([2, '', []]);
    expect(stderr).toContain(`--profile: ${path}: `);
  });

  test('--profile - prints the profile to stdout, and the report to stderr', async () => {
    const service = serviceWith();
    const { code, stdout, stderr } = await run([service.baseUrl, '--profile', '-', '--json'], service);
    expect([code, JSON.parse(stdout)]).toEqual([0, reportIn(stderr).profile]);
  });

  test('--profile - prints nothing to stdout if nothing was observed', async () => {
    const fetch = () => Promise.reject(new TypeError('fetch failed'));
    const args = ['http://mocks.test', '--profile', '-', '--json'];
    const { code, stdout, stderr } = await run(args, { ...serviceWith(), fetch });
    expect([code, stdout]).toEqual([1, '']);
    const [report, end] = stderr.split(/\n(?=--profile)/);
    expect(reportIn(report ?? '')).toMatchObject({ ok: false, profile: { observed: {} } });
    expect(end).toBe('--profile: the run observed nothing, so it did not write to "-".\n');
  });

  test('--profile - does not read stdin, so the token may come from there', async () => {
    const service = serviceWith();
    const args = [service.baseUrl, '--profile', '-', '--token-file', '-'];
    const { code, stdout } = await run(args, service, { stdin: 'hunter2\n' });
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { version: 1 }]);
    const tokens = new Set(service.received.map(({ headers }) => headers['authorization']));
    expect(tokens).toEqual(new Set(['Bearer hunter2', undefined]));
  });

  test('--profile prints the report to stderr if the file is another name of stdout', async () => {
    const running = await serve(serviceWith().fake);
    onTestFinished(() => running.close());
    const { code, stdout, stderr } = await launch(running.url, '--profile', '/dev/stdout', '--json').ended;
    expect([code, JSON.parse(stdout)]).toEqual([0, reportIn(stderr).profile]);
    const twin = await launch(running.url, '--profile', '/dev/stderr', '--json').ended;
    expect([twin.code, JSON.parse(twin.stderr)]).toEqual([0, reportIn(twin.stdout).profile]);
  });

  test('--profile follows a link, keeps the mode of its file, and writes into a named pipe', async () => {
    const service = serviceWith();
    const path = newPath('profile.json');
    const target = `${path}.target`;
    writeFileSync(target, 'old');
    chmodSync(target, 0o640);
    symlinkSync(target, path);
    await run([service.baseUrl, '--profile', path], service);
    expect([lstatSync(path).isSymbolicLink(), statSync(target).mode & 0o777]).toEqual([true, 0o640]);
    expect(profileIn(target)).toMatchObject({ version: 1 });

    const pipe = `${path}.pipe`;
    execFileSync('bash', ['-c', 'mkfifo "$0"', pipe]);
    const reader = spawn('cat', [pipe]);
    const [received] = await Promise.all([
      text(reader.stdout),
      run([service.baseUrl, '--profile', pipe], service),
    ]);
    expect(JSON.parse(received)).toEqual(profileIn(target));
  });
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
