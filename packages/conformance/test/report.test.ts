import { formatReport, type ObservablePoint, runConformance } from '@mock-services/conformance';
import { describe, expect, test } from 'vitest';
import { creating, field, having, instead, responding, type Mutation } from './mutants/mutant.ts';
import { failureIn, mockService, runAll, serviceWith } from './support.ts';

describe('a report', () => {
  test.each([5, 7])('of %i problems, a failed case lists the first five', async (count) => {
    const items = Array.from({ length: count }, (_, n) => mockService(n));
    const make = field('listMockServices', 'title', () => 7);
    const report = await runConformance(serviceWith(make(), { seed: { mockServices: items } }));
    const problems = items.map((_, i) => `item[${i}].title: expected string, received number`);
    const more = count > 5 ? [`and ${count - 5} more`] : [];
    expect(failureIn(report, 'mock-service-summary-fields')).toBe(
      [...problems.slice(0, 5), ...more].join('; '),
    );
  });

  test('a result is plain JSON with the members of its case and its outcome', async () => {
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
    const lines = formatReport(full).split('\n');
    expect(lines.slice(1, -2)).toEqual([
      '',
      'Reading',
      ...sharedLines,
      '',
      'Open points, observed',
      ...openLines,
      '',
      'Since the saved profile',
      '  DIFF  c1: is c1',
      '  DIFF  c2: is c2',
      '  data  d1: is d1',
      '  data  d2: is d2',
      ...unobservedLines,
      '',
      'Left behind. Please delete these mock services:',
      '  id-1  left 1',
      '  (unknown id)  left 2',
      'The run was aborted.',
    ]);
  });
});

describe('the profile', () => {
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

  test('the profile contains the authentication schemes, but nothing else of a challenge', async () => {
    const challenges = 'Bearer realm="\\"a\\", Other", scope=b,Basic realm="", Digest nonce="Negotiate, x"';
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
});
