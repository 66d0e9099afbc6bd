import {
  cases,
  type ConformanceReport,
  createContext,
  formatReport,
  type ObservablePoint,
  runConformance,
  type RunOptions,
} from '@mock-services/conformance';
import { describe, expect, test } from 'vitest';
import { creating, field, having, instead, responding, type Mutation } from './mutants/mutant.ts';
import { failureIn, mockService, runAll, serviceWith } from './support.ts';

describe('a report', () => {
  test('a report can be serialized as JSON and counts every case once', async () => {
    const report = await runAll();
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
    const { results, passed, failed, skipped, observed } = await runConformance(serviceWith());
    expect(passed + failed + skipped + observed).toBe(results.length);
  });

  test('`onResult` receives the result of each case', async () => {
    const reported: string[] = [];
    const onResult = ({ id }: { readonly id: string }) => void reported.push(id);
    const { results } = await runConformance({ ...serviceWith(), onResult });
    expect(reported).toEqual(results.map(({ id }) => id));
  });

  test('a report names the path and type of an invalid value, but not the value', async () => {
    const make = field('listActivity', 'request.headers', () => ({ authorization: ['Bearer opens-sesame'] }));
    const report = await runAll(make());
    expect(failureIn(report, 'activity-entry-fields')).toContain('entry[0].request.headers.authorization');
    expect(JSON.stringify(report)).not.toContain('sesame');
  });

  test('a failed case lists its first problems and counts the others', async () => {
    const make = field('listActivity', 'request.port', () => 'https');
    const message = failureIn(await runAll(make()), 'activity-entry-fields');
    expect(message).toMatch(/^entry\[0].*; and \d+ more$/);
    expect(message?.length).toBeLessThan(500);
  });

  test.each([1, 4, 5, 6, 7, 25])('of %i problems, a failed case lists the first five', async (count) => {
    const items = Array.from({ length: count }, (_, n) => mockService(n));
    const make = field('listMockServices', 'title', () => 7);
    const report = await runConformance(serviceWith(make(), { seed: { mockServices: items } }));
    const problems = items.map((_, i) => `item[${i}].title: expected string, received number`);
    const more = count > 5 ? [`and ${count - 5} more`] : [];
    expect(failureIn(report, 'mock-service-summary-fields')).toBe(
      [...problems.slice(0, 5), ...more].join('; '),
    );
  });

  test('a result is plain JSON that has the members of its case and its outcome, and no other', async () => {
    const report = await runConformance({ ...serviceWith(), allowWrites: true });
    expect(JSON.parse(JSON.stringify(report))).toStrictEqual(report);
    const common = ['id', 'clause', 'level', 'destructive', 'title', 'operation', 'outcome'];
    const own = { passed: [], failed: ['message'], skipped: ['reason', 'refused'], observed: ['value'] };
    const others = report.results.flatMap((result) =>
      Object.keys(result).filter((key) => ![...common, ...own[result.outcome]].includes(key)),
    );
    expect(others).toEqual([]);
    const outcomes = new Set(report.results.map(({ outcome }) => outcome));
    expect(outcomes).toEqual(new Set(['passed', 'skipped', 'observed']));
  });
});

const usualReport = await runConformance(serviceWith());
const about = {
  clause: '§4',
  title: 'A case.',
  level: 'must' as const,
  destructive: false,
};
const changesOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, i) => ({
    point: `${name}${i + 1}` as ObservablePoint,
    message: `is ${name}${i + 1}`,
  }));
const tuples = [0, 1, 2].flatMap((a) =>
  [0, 1, 2].flatMap((b) => [0, 1, 5].flatMap((c) => [0, 1, 2].map((d) => [a, b, c, d] as const))),
);
/** All control characters, U+0000 to U+001F and U+007F to U+009F. */
const controls = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code))
  .filter((character) => /\p{Cc}/u.test(character))
  .join('');

describe('a report as text', () => {
  /** Creates a service with mistakes in most areas. The report about the service shows most kinds of messages. */
  const mistaken = [
    responding('deleteMockService', (response) => ({ ...response, status: 204 })),
    creating(having('config.cors.allowedMethods', (methods) => (methods as string[]).slice(1))),
    creating(
      having('config.defaultResponseHeaders', (headers) => ({ ...(headers as object), 'x-by': true })),
    ),
    field('updateMockService', 'id', () => '6f1d9c1e-4b7a-4d1c-8f8e-2a4b6c8d0e1f'),
    field('listMockServices', 'title', (title) => String(title).trim().toUpperCase()),
    field('listWorkspaces', 'createdAt', (time) => String(time).replace('Z', '+01:00')),
    field('listActivity', 'metadata', () => null),
    field('listActivity', 'response.statusCode', () => 0),
    field('getWorkspaceConfiguration', 'config.upstreams', () => [{ name: 'live', url: 'catalogue' }]),
    instead('getMockService', (request, next) => {
      const response = next(request);
      return response.body.includes('Catalogue') ? { status: 402, headers: {}, body: '' } : response;
    }),
  ].map((make) => make());
  const mistakenService: Mutation = (request, next) =>
    mistaken.reduce<typeof next>((inner, mutation) => (sent) => mutation(sent, inner), next)(request);

  test('the text report groups the cases, explains failures and ends with totals', async () => {
    const report = await runConformance({ ...serviceWith(mistakenService), allowWrites: true });
    await expect(formatReport(report)).toMatchFileSnapshot('report.txt');
  });

  test('the text report says that a service without failures conforms', async () => {
    const report = await runConformance(serviceWith());
    expect(formatReport(report)).toMatch(/\d+ observed: conforms in every case that ran\n$/);
    expect(formatReport({ ...report, results: [] }).split('\n')).toEqual([
      'Conformance of https://mock-services.test',
      '',
      expect.stringMatching(/^\d+ passed, /),
      '',
    ]);
  });

  test.each<[string, Partial<RunOptions>, string]>([
    [
      'cannot be reached',
      { fetch: () => Promise.reject(new TypeError('fetch failed')) },
      'GET /configuration/workspaces: no response (TypeError). Is the service running, and is baseUrl right?',
    ],
    [
      'rejects the token',
      { fetch: () => Promise.resolve(new Response(null, { status: 401 })) },
      'not authorized: GET /configuration/workspaces responded with 401. Does the service require other credentials (headers, --token, --header)?',
    ],
  ])('the last line of the text report says why a service %s', async (_, options, reason) => {
    const report = await runConformance({ ...serviceWith(), ...options });
    expect(formatReport(report).trimEnd().split('\n').at(-1)).toMatch(/^\d+ passed, .*: does not pass: /);
    expect(formatReport(report)).toContain(`: does not pass: ${reason}\n`);
  });

  /** A report in which every part has several members. */
  const full = {
    ...usualReport,
    results: [
      ...(['a', 'b', 'a', 'c', 'b', 'a', 'b', 'c'] as const).map((reason, i) => ({
        ...about,
        id: `skipped-${i}`,
        outcome: 'skipped' as const,
        reason,
      })),
      ...[1, 2].map((n) => ({
        ...about,
        id: `failed-${n}`,
        outcome: 'failed' as const,
        message: `wrong ${n}`,
      })),
      { ...about, id: 'passed', outcome: 'passed' as const },
      ...[undefined, ['x'], ['x', 'y']].map((missing, i) => ({
        ...about,
        level: 'open' as const,
        id: `observed-${i}`,
        outcome: 'observed' as const,
        value: { names: [`n${i}`] },
        ...(missing && { missing }),
      })),
      { ...about, level: 'open' as const, id: 'open', outcome: 'skipped' as const, reason: 'no data' },
    ],
    comparison: {
      compared: [],
      changes: changesOf('c', 2),
      data: changesOf('d', 2),
      unobserved: ['open', 'observed-0', 'observed-1', 'observed-2', 'later'] as unknown as ObservablePoint[],
    },
    leftovers: [
      { id: 'id-1', title: 'left 1' },
      { id: null, title: 'left 2' },
    ],
    aborted: true,
    ok: false,
  };
  const sharedLines = [
    '  skip  skipped-3 (§4): c',
    '  skip  skipped-7 (§4): c',
    ...[1, 2].flatMap((n) => [`  FAIL  failed-${n} (§4)`, '        A case.', `        wrong ${n}`]),
    '  ok    passed (§4)',
    '  skip  3 cases: a',
    '  skip  3 cases: b',
  ];
  const openLines = [
    '  seen  observed-0 (§4): {"names":["n0"]}',
    '  seen  observed-1 (§4): {"names":["n1"]}',
    '        not observed: x',
    '  seen  observed-2 (§4): {"names":["n2"]}',
    '        not observed: x',
    '        not observed: y',
    '  skip  open (§4): no data',
  ];
  const unobservedLines = [
    '  skip  open: not observed this time, or only in part: no data',
    '  skip  observed-0: not observed this time, or only in part',
    '  skip  observed-1: not observed this time, or only in part: x',
    '  skip  observed-2: not observed this time, or only in part: x; y',
    '  skip  later: not observed this time, or only in part',
  ];

  test('the text report has a line for each part of a report, in a fixed order', () => {
    for (const [changed, data, unobserved, left] of tuples)
      for (const aborted of [false, true]) {
        const comparison = {
          compared: [],
          changes: full.comparison.changes.slice(0, changed),
          data: full.comparison.data.slice(0, data),
          unobserved: full.comparison.unobserved.slice(0, unobserved),
        };
        const leftovers = full.leftovers.slice(0, left);
        expect(
          formatReport({ ...full, comparison, leftovers, aborted })
            .split('\n')
            .slice(1, -2),
        ).toEqual([
          '',
          'Reading',
          ...sharedLines,
          '',
          'Open points, observed',
          ...openLines,
          '',
          'Since the saved profile',
          ...['  DIFF  c1: is c1', '  DIFF  c2: is c2'].slice(0, changed),
          ...['  data  d1: is d1', '  data  d2: is d2'].slice(0, data),
          ...unobservedLines.slice(0, unobserved),
          ...(changed === 0 ? ['  ok    nothing that both runs observed has changed'] : []),
          '',
          ...(left === 0 ? [] : ['Left behind. Please delete these mock services:']),
          ...['  id-1  left 1', '  (unknown id)  left 2'].slice(0, left),
          ...(aborted ? ['The run was aborted.'] : []),
        ]);
      }
  });

  test('the text report contains no control character of any string in a report', () => {
    const places: string[] = [];
    const filled = (wanted: number) => {
      places.length = 0;
      return JSON.parse(JSON.stringify(full), (key, value: unknown) => {
        // Both fields have a fixed set of values, so they cannot contain control characters.
        if (typeof value !== 'string' || ['level', 'outcome'].includes(key)) return value;
        return places.push(key) - 1 === wanted ? `${value}${controls}` : value;
      }) as ConformanceReport;
    };
    filled(-1);
    const { length } = places;
    expect(length).toBeGreaterThan(50);
    for (let place = 0; place < length; place += 1) {
      const lines = formatReport(filled(place)).split('\n');
      expect([places[place], lines.some((line) => /\p{Cc}/u.test(line))]).toEqual([places[place], false]);
    }
  });

  const groups = [
    ['Reading', 'must', false],
    ['Writing and clearing', 'must', true],
    ['Open points, observed', 'open', true],
  ] as const;
  const counts = [0, 2, 3];

  test.each(counts.flatMap((a) => counts.flatMap((b) => counts.map((c) => [a, b, c] as const))))(
    'only skips in the same group of the text report share a line: %i, %i and %i',
    async (...sizes) => {
      const report = await runConformance(serviceWith());
      const members = groups.map(([title, level, destructive], group) => {
        const ids = Array.from({ length: sizes[group] ?? 0 }, (_, i) => `case-${group}-${i}`);
        const about = { clause: '§4', title: 'A case.', level, destructive };
        return { title, results: ids.map((id) => ({ ...about, id, outcome: 'skipped', reason: 'none' })) };
      });
      const lines = members.flatMap(({ title, results }) => {
        if (results.length === 0) return [];
        const alone = results.map(({ id }) => `  skip  ${id} (§4): none`);
        return ['', title, ...(results.length < 3 ? alone : [`  skip  ${results.length} cases: none`])];
      });
      const results = members.flatMap((one) => one.results) as unknown as typeof report.results;
      const text = formatReport({ ...report, results });
      expect(text.split('\n').slice(1, -3)).toEqual(lines);
    },
  );
});

describe('the profile', () => {
  test('the profile has a version and one entry for each observation in the report', async () => {
    const { profile, results } = await runAll();
    expect(profile.version).toBe(1);
    const seen = results.filter(({ outcome }) => outcome === 'observed').map(({ id }) => id);
    expect(Object.keys(profile.observed)).toEqual(seen);
  });

  test('the profile omits open points that were not observed', async () => {
    const { profile } = await runConformance(serviceWith());
    expect(profile.observed).not.toHaveProperty('delete-body');
    expect(profile.observed['header-value-types']).toEqual({ seen: ['boolean'] });
  });

  test('the profile contains the names of rate limit and version headers', async () => {
    const headers = { 'x-ratelimit-limit': '60', 'api-version': '7' };
    const make = responding('deleteMockService', (response) => ({ ...response, headers }));
    const { profile } = await runAll(make());
    expect(profile.observed).toMatchObject({
      'rate-limits': { headers: ['x-ratelimit-limit'] },
      versioning: { headers: ['api-version'] },
    });
  });

  test.each([
    'Bearer realm="a, b", Basic,Digest',
    'Bearer realm="shop, admin area", Basic realm="x" , Digest',
    'Bearer realm="\\"a\\", Other", scope=b,Basic realm="", Digest nonce="Negotiate, x"',
  ])('the profile contains the authentication schemes of %s', async (challenges) => {
    const headers = { 'www-authenticate': challenges };
    const { profile } = await runConformance({
      ...serviceWith((request, next) =>
        request.headers?.['authorization'] === 'Bearer opens-sesame'
          ? next(request)
          : { status: 401, headers, body: '' },
      ),
      headers: { authorization: 'Bearer opens-sesame' },
    });
    expect(profile.observed.authentication).toEqual({
      statusWithout: 401,
      challenges: ['Bearer', 'Basic', 'Digest'],
    });
  });

  test('no quoted text of a challenge is taken for an authentication scheme', async () => {
    const parts = ['"', '\\', ', Digest', ' ', '=', 'a'];
    const texts = (length: number): string[] =>
      length === 0 ? [''] : texts(length - 1).flatMap((text) => parts.map((part) => text + part));
    const authentication = cases.find(({ id }) => id === 'authentication');
    for (const text of [1, 2, 3, 4].flatMap(texts)) {
      const quoted = text.replaceAll(/["\\]/g, '\\$&');
      const headers = {
        'www-authenticate': `Bearer realm="${quoted}", scope="${quoted}",Basic a="${quoted}"`,
      };
      const fetch = () => Promise.resolve(new Response(null, { status: 401, headers }));
      const outcome = await authentication?.run(
        createContext({ baseUrl: 'https://mocks.example.com', fetch }),
      );
      expect({ headers, outcome }).toMatchObject({
        headers,
        outcome: { value: { challenges: ['Bearer', 'Basic'] } },
      });
    }
  });
});
