/** Tests the fixtures of activity logs: recorded exchanges, HTTP Archives, and the maximum length of a log. */
import { runInNewContext } from 'node:vm';
import { ActivityError, type SkippedPart, toCurl, toHar, urlOf } from '@mock-services/sdk/activity';
import {
  createFakeServer,
  demoSeed,
  type ExchangeDraft,
  type FakeServerError,
} from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { activityEntry, idOf, workspace } from '../support/samples.ts';
import { errorWith, failureOf } from '../support/failure.ts';

const now = '2026-01-01T00:00:00.000Z';
const seed = { workspaces: [workspace(1), workspace(2)], activity: { [idOf(1)]: [activityEntry(5)] } };

describe('activity.record', () => {
  test.each(['http://orders.example.com:3000/ü?a=1', 'https://orders.example.com:80/'])(
    'records the scheme of %s, which urlOf, toCurl and toHar write',
    (given) => {
      const fake = createFakeServer({ seed });
      const entry = fake.activity.record(idOf(1), { request: { url: given } });
      const { href } = new URL(given);
      expect(urlOf(entry)).toBe(href);
      expect(toCurl(entry)).toContain(href);
      expect(toHar(fake.activity.list(idOf(1))).log.entries.at(-1)?.request.url).toBe(href);
    },
  );

  const request = {
    hostname: 'api.example',
    port: 443,
    path: '/',
    method: 'GET',
    headers: {},
    bodyBase64Encoded: '',
  };
  const response = { statusCode: 200, headers: {}, bodyBase64Encoded: '', responseTimeMs: 0 };

  test.each<[ExchangeDraft, object, object]>([
    [{}, {}, {}],
    [
      { request: { url: 'http://a.test', hostname: 'b.test', port: 1, path: '/b' } },
      { hostname: 'a.test', port: 80, path: '/' },
      {},
    ],
    [
      { request: { body: 'text' } },
      {
        method: 'POST',
        headers: { 'content-type': 'text/plain; charset=utf-8' },
        bodyBase64Encoded: 'dGV4dA==',
      },
      {},
    ],
    [
      { request: { body: 'nö', method: 'PUT', headers: { 'Content-TYPE': 'a/b' } } },
      { method: 'PUT', headers: { 'Content-TYPE': 'a/b' }, bodyBase64Encoded: 'bsO2' },
      {},
    ],
    [
      { response: { body: Uint8Array.of(1), statusCode: 404 } },
      {},
      {
        statusCode: 404,
        headers: { 'content-type': 'application/octet-stream' },
        bodyBase64Encoded: 'AQ==',
      },
    ],
    [
      // In jest, bytes may belong to another realm.
      { request: { body: runInNewContext('Uint8Array.of(1)') as Uint8Array } },
      {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream' },
        bodyBase64Encoded: 'AQ==',
      },
      {},
    ],
    [
      { response: { body: null, headers: { a: 'b' } } },
      {},
      { headers: { a: 'b', 'content-type': 'application/json' }, bodyBase64Encoded: 'bnVsbA==' },
    ],
  ])('recording an exchange fills in its missing fields: %j', (exchange, requestFields, responseFields) => {
    const fake = createFakeServer({ seed });
    const { id, metadata, ...entry } = fake.activity.record(idOf(2), exchange);
    expect(entry).toEqual({
      request: { ...request, ...requestFields },
      response: { ...response, ...responseFields },
      timestamp: now,
    });
    expect(metadata.scenarioId).not.toBe(id);
    expect(fake.clock.now()).toBe(Date.parse(now) + 1);
  });

  test('encodes a large body as Base64', () => {
    const { activity } = createFakeServer({ seed });
    const body = Uint8Array.from({ length: 100_000 }, (_, i) => i % 256);
    const { response } = activity.record(idOf(2), { response: { body } });
    expect(Buffer.from(response.bodyBase64Encoded, 'base64').equals(body)).toBe(true);
  });
});

test.each([
  [100, true],
  [599, true],
  [99, false],
  [600, false],
])('the status %d of a recorded or seeded exchange is valid: %s', (statusCode, isValid) => {
  const exchange = { response: { statusCode } };
  const problemOf = (act: () => unknown) => (failureOf(act) as FakeServerError | undefined)?.issues[0];
  const issues = [
    problemOf(() => createFakeServer({ seed }).activity.record(idOf(2), exchange)),
    problemOf(() => createFakeServer({ seed: { ...seed, activity: { [idOf(2)]: [exchange] } } })),
  ];
  const expected = 'HTTP status from 100 to 599';
  expect(issues.map((issue) => issue?.expected)).toEqual(
    isValid ? [undefined, undefined] : [expected, expected],
  );
});

describe('activity.fromHar', () => {
  test('importing skips the pending exchanges of an HTTP Archive', () => {
    const fake = createFakeServer({ seed });
    const { log } = toHar([activityEntry(6), activityEntry(7)]);
    const [first, second] = log.entries;
    const entries = [{ ...first, response: null }, second];
    const indexes: number[] = [];
    const onSkipped = ({ index }: SkippedPart) => indexes.push(index);
    const added = fake.activity.fromHar(idOf(2), { log: { ...log, entries } }, { onSkipped });
    expect([added, indexes]).toEqual([fake.activity.list(idOf(2)), [0]]);
    expect(added).toHaveLength(1);
  });

  const { activity, workspaces } = demoSeed();
  const recorded = activity[workspaces[0]?.id ?? ''] ?? [];

  test('imports an HTTP Archive (HAR) that is an object or a string', () => {
    const fake = createFakeServer({ seed });
    const added = fake.activity.fromHar(idOf(1), toHar(recorded));
    expect(added.map(({ id }) => id)).toEqual(recorded.map(({ id }) => id));
    expect(fake.activity.list(idOf(1))).toEqual([activityEntry(5), ...added]);
    expect(fake.activity.fromHar(idOf(2), JSON.stringify(toHar(recorded)))).toEqual(added);
  });

  test.each<[string, string, unknown, unknown]>([
    ['a value that is not an archive', idOf(1), '{}', ActivityError],
    ['an unknown workspace', idOf(9), toHar(recorded), errorWith('invalid-fixture')],
  ])('rejects %s and adds no entry', (_, id, har, error) => {
    const fake = createFakeServer({ seed });
    expect(() => fake.activity.fromHar(id, har)).toThrow(error);
    expect(fake.activity.list(idOf(1))).toEqual([activityEntry(5)]);
  });

  test('importing a HAR file longer than `maxActivityEntries` keeps the last entries', () => {
    const fake = createFakeServer({ seed, maxActivityEntries: 3 });
    const added = fake.activity.fromHar(idOf(1), toHar(recorded));
    expect(added.map(({ id }) => id)).toEqual(recorded.slice(-3).map(({ id }) => id));
    expect(fake.activity.list(idOf(1))).toEqual(added);
  });

  test('importing a HAR file twice adds its entries again with new ids', () => {
    const fake = createFakeServer({ seed });
    const har = toHar(recorded);
    const added = [...fake.activity.fromHar(idOf(1), har), ...fake.activity.fromHar(idOf(1), har)];
    expect(new Set(added.map(({ id }) => id)).size).toBe(2 * recorded.length);
    expect(fake.activity.list(idOf(1))).toEqual([activityEntry(5), ...added]);
  });
});

test('`maxActivityEntries` defaults to 10,000', () => {
  const fake = createFakeServer({ seed });
  for (let i = 0; i < 10_002; i += 1) fake.activity.record(idOf(2), { request: { path: `/${i}` } });
  const entries = fake.activity.list(idOf(2));
  expect([entries.length, entries[0]?.request.path]).toEqual([10_000, '/2']);
});
