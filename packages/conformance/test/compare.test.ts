/** What a run says about a service that has changed since a profile was saved. */
import {
  compareProfiles,
  formatReport,
  type ObservablePoint,
  type ObservedProfile,
  runConformance,
  type RunOptions,
} from '@mock-services/conformance';
import { demoSeed, type FakeServerOptions } from '@mock-services/fake-server/core';
import { openPoints } from '@mock-services/sdk/contract';
import { describe, expect, test } from 'vitest';
import { recently } from './mutants/mutant.ts';
import { allAllowed, idOf, serviceWith } from './support.ts';

async function reportOn(options: FakeServerOptions = {}, run: Partial<RunOptions> = {}) {
  return runConformance({ ...serviceWith(undefined, options), ...allAllowed, ...run });
}

const saved = (await reportOn()).profile;

describe('a run with `compare`', () => {
  test('says that nothing has changed if nothing has', async () => {
    const report = await reportOn({}, { compare: saved });
    expect(report).toMatchObject({ ok: true, comparison: { changes: [], data: [], unobserved: [] } });
    expect(report.comparison?.compared).toEqual(
      openPoints.map(({ id }) => id).filter((id) => Object.hasOwn(saved.observed, id)),
    );
    expect(formatReport(report)).toContain(
      '\nSince the saved profile\n  ok    nothing that both runs observed has changed\n',
    );
  });

  test.each<[FakeServerOptions, [point: ObservablePoint, message: string][]]>([
    [
      { repeatedDelete: 'accepted' },
      [
        [
          'error-conditions',
          '`deleteMockService, deleted` got 404, now 200; the option `repeatedDelete` follows',
        ],
        [
          'error-statuses',
          '`deleteMockService, unknown id` got 404, now 200; the option `repeatedDelete` follows',
        ],
      ],
    ],
    [
      { updatedAt: 'stays' },
      [['updated-at', 'an update changed updatedAt: yes, now no; the option `updatedAt` follows']],
    ],
    [
      { deleteBody: 'text' },
      [
        [
          'delete-body',
          'a DELETE got the body (empty), contentType (none), fields (none), now body (text), contentType (text/plain), fields (none); the option `deleteBody` follows',
        ],
      ],
    ],
    [
      { timestampFraction: 'microseconds' },
      [
        [
          'timestamp-fraction',
          'timestamps had this number of fraction digits at most: 3, now 6; the option `timestampFraction` follows',
        ],
      ],
    ],
    [
      { errorStatuses: { 422: 400 } },
      ['config', 'type'].map((field) => [
        'required-fields',
        `a create without ${field} got 422, now 400; the option \`errorStatuses\` follows`,
      ]),
    ],
  ])('names the only change of %j', async (options, expected) => {
    const report = await reportOn(options, { compare: saved });
    const changes = expected.map(([point, message]) => ({ point, message }));
    expect(report.comparison?.changes.toSorted((a, b) => (a.message < b.message ? -1 : 1))).toEqual(changes);
    expect(report).toMatchObject({ ok: false, failed: 0, comparison: { data: [], unobserved: [] } });
    expect(formatReport(report)).toContain(`  DIFF  ${expected[0]?.[0]}: ${expected[0]?.[1]}\n`);
    expect(formatReport(report)).toMatch(/: does not pass: the service behaves differently\n$/);
  });

  test('names all of several changes', async () => {
    const compare = (await reportOn({ listOrder: 'reversed', errorBody: 'html' })).profile;
    const { comparison } = await reportOn({ unknownFields: 'added', onExpiry: 'keep' }, { compare });
    const points = new Set(comparison?.changes.map(({ point }) => point));
    expect([...points]).toEqual(['unknown-fields', 'pagination', 'list-order', 'error-body']);
    expect(comparison?.changes.map(({ message }) => message)).toContainEqual(
      'the order of listMockServices was newest first, now oldest first; the option `listOrder` follows',
    );
  });

  test('takes what it may not observe this time for no change, and says why', async () => {
    const report = await reportOn({}, { compare: saved, allowWrites: false, allowClear: undefined });
    expect(report).toMatchObject({ ok: true, comparison: { changes: [] } });
    expect(report.comparison?.unobserved).toEqual(
      expect.arrayContaining(['updated-at', 'delete-body', 'clear-activity-body', 'error-conditions']),
    );
    expect(formatReport(report)).toMatch(
      /\n {2}skip {2}updated-at: not observed this time, or only in part: .*allowWrites/,
    );
    const reading = (await reportOn({}, { allowWrites: false, allowClear: undefined })).profile;
    const later = await reportOn({ updatedAt: 'stays' }, { compare: reading });
    expect(later).toMatchObject({ ok: true, comparison: { changes: [], unobserved: [] } });
  });

  test('says which part of an open point was not observed this time', async () => {
    const service = serviceWith();
    const report = await runConformance({
      ...service,
      ...allAllowed,
      compare: saved,
      timeout: 100,
      fetch: (url, init) =>
        init.method === 'POST' && (init.body as string).includes('"x-conformance":1.5')
          ? Promise.reject(new TypeError('fetch failed'))
          : service.fetch(url, init),
    });
    expect(report.comparison).toMatchObject({ changes: [], data: [], unobserved: ['header-value-types'] });
    expect(formatReport(report)).toContain(
      '\n  skip  header-value-types: not observed this time, or only in part: number (POST /configuration/mock-service: no response',
    );
  });

  test('tells what depends on the data apart, which is no change of behavior', async () => {
    const seed = demoSeed({ now: recently });
    const [first, ...others] = seed.mockServices;
    const mockServices = [...(first ? [{ ...first, type: 'SOAP' }] : []), ...others];
    const report = await reportOn({ seed: { ...seed, mockServices } }, { compare: saved });
    expect(report.comparison).toMatchObject({
      changes: [],
      data: [
        {
          point: 'type-values',
          message: 'the values of type were REST, now REST, SOAP; it depends on the data',
        },
      ],
    });
    expect(report.ok).toBe(true);
    expect(formatReport(report)).toContain('  data  type-values: ');
  });

  test('reports a failed case and a change at once, and an unreachable service as before', async () => {
    const mutated = serviceWith(
      (request, next) => {
        const response = next(request);
        return request.method === 'PUT' ? { ...response, status: 201 } : response;
      },
      { repeatedDelete: 'accepted' },
    );
    const report = await runConformance({ ...mutated, ...allAllowed, compare: saved });
    expect(report.failed).toBeGreaterThan(0);
    expect(report.comparison?.changes.map(({ point }) => point)).toContain('error-conditions');
    // The failed cases say enough.
    expect(formatReport(report)).toMatch(/ observed: does not pass\n$/);
    const fetch = () => Promise.reject(new TypeError('fetch failed'));
    const unreachable = await runConformance({ baseUrl: 'http://127.0.0.1:1', fetch, compare: saved });
    expect(unreachable).toMatchObject({ ok: false, comparison: { changes: [], compared: [] } });
    expect(formatReport(unreachable)).toMatch(/does not pass: .*no response/);
  });

  test.each<[string, unknown, string]>([
    ['another version', { ...saved, version: 2 }, '/version'],
    ['no observations', { version: 1 }, '/observed'],
    ['a wrong observation', { version: 1, observed: { expiry: 7 } }, '/observed/expiry'],
  ])('rejects a profile with %s before it sends a request', async (_, compare, place) => {
    const service = serviceWith();
    const run = runConformance({ ...service, compare: compare as ObservedProfile });
    await expect(run).rejects.toThrow(`compare${place} is not as in the \`profile\` of a report (version 1)`);
    expect(service.received).toEqual([]);
    expect(() => compareProfiles(compare as ObservedProfile, saved)).toThrow(TypeError);
  });

  test('no message contains an identifier of the service', async () => {
    const { comparison } = await reportOn(
      { seed: { workspaces: [{ id: idOf(1) }], mockServices: [{ id: idOf(2), title: 'secret' }] } },
      { compare: saved, allowClear: idOf(1) },
    );
    expect(JSON.stringify(comparison)).not.toMatch(/secret|abcdef00/);
  });
});
