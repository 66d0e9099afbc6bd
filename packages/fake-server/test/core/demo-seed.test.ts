/** Tests the sample data. */
import { activityEntry, check, mockService, workspace } from '@mock-services/sdk/contract';
import { demoSeed } from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';

const now = '2026-01-01T00:00:00.000Z';
const world = demoSeed();
const { mockServices, workspaces, activity, configurations } = world;
const entries = Object.values(activity).flat();
const responses = entries.map(({ response }) => response);
const messages = entries.flatMap(({ request, response }) => [request, response]);

/** Returns the distinct values in ascending order. */
function distinct<Value extends string | number>(values: Value[]): Value[] {
  return [...new Set(values)].toSorted((a, b) => (a < b ? -1 : 1));
}

describe('the demo seed', () => {
  test('the demo seed conforms to the contract', () => {
    const services = [...mockServices, ...Object.values(configurations)];
    expect(services.flatMap((each) => check(mockService, each))).toEqual([]);
    expect(workspaces.flatMap((each) => check(workspace, each))).toEqual([]);
    expect(entries.flatMap((each) => check(activityEntry, each))).toEqual([]);
  });

  test('the demo seed has 5 mock services, 4 workspaces and 40 exchanges with unique ids', () => {
    expect([mockServices.length, workspaces.length, entries.length]).toEqual([5, 4, 40]);
    expect(distinct([...mockServices, ...workspaces, ...entries].map(({ id }) => id))).toHaveLength(49);
  });

  test('the demo seed has no empty strings except for empty bodies', () => {
    const empty = Array.from(JSON.stringify(world).matchAll(/"(\w+)":""|[[,](""|null)/g), ([, name]) => name);
    expect(new Set(empty)).toEqual(new Set(['bodyBase64Encoded']));
    expect(mockServices.find(({ title }) => title === 'Payments')?.config.cors).toEqual({
      allowedOrigins: ['shop.example'],
      allowedMethods: ['GET', 'POST'],
      allowedHeaders: ['authorization', 'content-type', 'idempotency-key'],
    });
  });

  test('the demo seed has exchanges with various methods, statuses and content types', () => {
    expect(distinct(responses.map(({ statusCode }) => statusCode))).toEqual([
      200, 201, 204, 304, 400, 401, 404, 500, 503,
    ]);
    expect(distinct(entries.map(({ request }) => request.method))).toEqual(['DELETE', 'GET', 'POST', 'PUT']);
    expect(distinct(messages.map(({ headers }) => headers['content-type'] ?? 'none'))).toEqual([
      'application/json',
      'application/x-www-form-urlencoded',
      'image/png',
      'none',
      'text/html; charset=utf-8',
      'text/plain; charset=utf-8',
    ]);
    expect(entries.some(({ request }) => request.headers['authorization']?.startsWith('Bearer '))).toBe(true);
    expect(entries.some(({ request }) => request.path.includes('?'))).toBe(true);
    expect(responses.some(({ headers }) => 'etag' in headers)).toBe(true);
    expect(distinct(responses.map(({ responseTimeMs }) => responseTimeMs)).length).toBeGreaterThan(20);
    expect(distinct(entries.map(({ metadata }) => metadata.scenarioId))).toHaveLength(3);
  });

  test('bodies in the demo seed match their content-length and content-type headers', () => {
    const bodies = messages.map(({ bodyBase64Encoded }) => Buffer.from(bodyBase64Encoded, 'base64'));
    expect(bodies.map((body) => [body.toString('base64'), String(body.length)])).toEqual(
      messages.map((each) => [each.bodyBase64Encoded, each.headers['content-length'] ?? '0']),
    );
    const bodiesOf = (type: string) => bodies.filter((_, i) => messages[i]?.headers['content-type'] === type);
    for (const body of bodiesOf('application/json')) expect(JSON.parse(body.toString())).toBeTypeOf('object');
    for (const body of bodiesOf('image/png')) expect(body.toString('latin1', 1, 4)).toBe('PNG');
  });

  test('exchanges in the demo seed are sorted and within the lifetime of the workspace', () => {
    expect(workspaces.filter(({ expiresAt }) => expiresAt <= now)).toHaveLength(1);
    for (const { id, createdAt, expiresAt } of workspaces) {
      const times = activity[id]?.map(({ timestamp }) => timestamp) ?? [];
      expect(times).toEqual(times.toSorted());
      for (const time of times)
        expect([time >= createdAt, time < expiresAt, time < now]).toEqual([true, true, true]);
    }
  });

  test('`demoSeed` returns a new deep copy of the same data on each call', () => {
    const objectsIn = (value: unknown): unknown[] =>
      typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(objectsIn)] : [];
    const known = new Set(objectsIn(world));
    expect(demoSeed({ now })).toEqual(world); // the default of `now`
    expect(objectsIn(demoSeed()).filter((object) => known.has(object))).toEqual([]);
  });

  test('timestamps in the demo seed are relative to the `now` option', () => {
    const later = demoSeed({ now: new Date('2030-06-01T00:00:00Z') });
    expect(later.workspaces.map(({ id }) => id)).toEqual(workspaces.map(({ id }) => id));
    const expired = later.workspaces.filter(({ expiresAt }) => expiresAt <= '2030-06-01T00:00:00.000Z');
    expect(expired).toHaveLength(1);
    expect(() => demoSeed({ now: 'yesterday' })).toThrow(RangeError);
  });

  test('`demoSeed` throws if `now` is close to the first or last valid instant', () => {
    const last = '9999-12-31T23:59:59.999Z';
    expect(() => demoSeed({ now: last })).toThrow(`The option \`now\` must not be ${last}`);
  });
});
