import { formatReport, runConformance } from '@mock-services/fake-server/conformance';
import { describe, expect, test } from 'vitest';
import { having, resource, responding } from './mutants/mutant.ts';
import { busyWorkspace, failuresOf, observed } from './support.ts';

describe('a report', () => {
  test('is plain JSON data', async () => {
    const report = await runConformance({ ...observed(), allowWrites: true, allowClear: busyWorkspace });
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });

  test('passes each result to onResult as it arrives', async () => {
    const reported: string[] = [];
    const { results } = await runConformance({ ...observed(), onResult: ({ id }) => void reported.push(id) });
    expect(reported).toEqual(results.map(({ id }) => id));
  });

  test('counts every case once', async () => {
    const { results, passed, failed, skipped, observed: seen } = await runConformance(observed());
    expect(passed + failed + skipped + seen).toBe(results.length);
  });

  test('names path, expectation and type of a wrong value, and never the value', async () => {
    const secret = 'Bearer opens-sesame';
    const make = resource(
      'listActivity',
      having('request.headers', () => ({ authorization: [secret] })),
    );
    const report = await runConformance(observed(make()));
    expect(failuresOf(report)['activity-entry-fields']).toContain(
      'entry[0].request.headers.authorization: expected string, received array',
    );
    expect(JSON.stringify(report)).not.toContain('sesame');
  });

  test('lists only the first few of many problems', async () => {
    const make = resource(
      'listActivity',
      having('request.port', () => 'https'),
    );
    const message = failuresOf(await runConformance(observed(make())))['activity-entry-fields'];
    expect(message).toMatch(/^entry\[0].*; and \d+ more$/);
    expect(message?.length).toBeLessThan(500);
  });
});

describe('a report as text', () => {
  test('has every case in its group, the failures explained, and the counts', async () => {
    const make = responding('createMockService', (response) => ({ ...response, status: 200 }));
    const report = await runConformance({ ...observed(make()), allowWrites: true });
    const lines = formatReport(report).split('\n');
    expect(lines[0]).toBe('Conformance of https://mock-services.test');
    expect(lines).toEqual(
      expect.arrayContaining([
        'Reading',
        '  ok    list-workspaces-answer (§4 row 8)',
        'Writing and clearing',
        '  FAIL  create-answer (§4 row 5)',
        '        POST /configuration/mock-service: expected status 201, received 200',
        'Open points, observed',
        '  seen  write-idempotency (§4): {"sameId":false}',
        expect.stringMatching(/^ {2}skip {2}clear-activity-answer \(§4 row 2\): needs a workspace/),
      ]),
    );
    expect(lines.at(-2)).toMatch(/^\d+ passed, 1 failed, 4 skipped, \d+ observed: does not pass$/);
    for (const { id } of report.results)
      expect(lines.filter((line) => line.includes(`  ${id} (`))).toHaveLength(1);
  });

  test('is readable as a whole, and leaves out groups without cases', async () => {
    const make = responding('deleteMockService', (response) => ({ ...response, status: 204 }));
    const report = await runConformance({ ...observed(make()), allowWrites: true });
    await expect(formatReport(report)).toMatchFileSnapshot('report.txt');
    const none = { ...report, results: [], ok: true };
    expect(formatReport(none).split('\n')).toEqual([
      'Conformance of https://mock-services.test',
      '',
      expect.stringMatching(/^\d+ passed, .*: conforms in every case that ran$/),
      '',
    ]);
  });

  test('says of a service without failures that it conforms in every case that ran', async () => {
    const text = formatReport(await runConformance(observed()));
    expect(text).toMatch(/\d+ observed: conforms in every case that ran\n$/);
  });

  test('holds no control characters but line breaks, whatever the service sends', async () => {
    const make = resource(
      'listMockServices',
      having('type', () => '\u001B[31mREST\u0007'),
    );
    const text = formatReport(await runConformance(observed(make())));
    expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  });

  test('lists what was left behind and says that the run was aborted', async () => {
    const report = await runConformance({ ...observed(), signal: AbortSignal.abort() });
    const text = formatReport({ ...report, leftovers: [{ id: null, title: 'Conformance check 1' }] });
    expect(text).toContain('Left behind, to be deleted by hand:\n  (unknown id)  Conformance check 1\n');
    expect(text).toContain('The run was aborted.');
  });
});

describe('the profile', () => {
  test('contains the observations by open point, and a version', async () => {
    const { profile, results } = await runConformance({
      ...observed(),
      allowWrites: true,
      allowClear: busyWorkspace,
    });
    expect(profile.version).toBe(1);
    const seen = results.filter(({ outcome }) => outcome === 'observed').map(({ id }) => id);
    expect(Object.keys(profile.observed)).toEqual(seen);
    expect(profile.observed).toMatchObject({
      'updated-at': { changed: true },
      'delete-body': { status: 200, contentType: null, body: 'empty', fields: [] },
      'timestamp-fraction': { digits: [3] },
      'header-value-types': { kept: { string: true, null: true, object: true } },
      'required-fields': { without: { type: 422, config: 422 } },
      'error-body': { status: 404, contentType: 'application/problem+json', body: 'json' },
      'error-conditions': { statuses: { 'deleteMockService, deleted': 404 } },
      'list-order': { listMockServices: 'oldest first', listActivity: 'oldest first' },
      'success-status': { statuses: { createMockService: [201] } },
      expiry: { expiredListed: true, activityStatus: 200 },
    });
  });

  test('leaves out what was not observed', async () => {
    const { profile } = await runConformance(observed());
    expect(profile.observed).not.toHaveProperty('delete-body');
    expect(profile.observed['header-value-types']).toEqual({ seen: ['boolean'] });
  });

  test('holds what a service does differently', async () => {
    const make = responding('deleteMockService', (response) => ({
      ...response,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'x-ratelimit-limit': '60',
        'api-version': '7',
      },
      body: '{"deleted":true}',
    }));
    const { profile } = await runConformance({ ...observed(make()), allowWrites: true });
    expect(profile.observed).toMatchObject({
      'delete-body': { status: 200, contentType: 'application/json', body: 'json', fields: ['deleted'] },
      'rate-limits': { headers: ['x-ratelimit-limit'] },
      versioning: { headers: ['api-version'] },
    });
  });

  test('contains the authentication schemes of a service', async () => {
    const { profile } = await runConformance({
      ...observed((request, next) =>
        request.headers?.['authorization'] === 'Bearer opens-sesame'
          ? next(request)
          : { status: 401, headers: { 'www-authenticate': 'Bearer realm="a, b", Basic,Digest' }, body: '' },
      ),
      headers: { authorization: 'Bearer opens-sesame' },
    });
    expect(profile.observed.authentication).toEqual({
      statusWithout: 401,
      challenges: ['Bearer', 'Basic', 'Digest'],
    });
  });
});
