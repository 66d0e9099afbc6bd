/** What comes in is copied, as JSON has it; what goes out is a copy. */
import {
  createFakeServer,
  type Exchange,
  type MockServiceDraft,
  type Seed,
  type Snapshot,
} from '@mock-services/fake-server/core';
import type { MockService } from '@mock-services/sdk/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { activityEntry, idOf, input, mockService, workspace } from '../support/samples.ts';
import { dataAt, send } from '../support/wire.ts';

const single = '/configuration/mock-service';
const list = '/configuration/mock-services';
const operation = 'listMockServices';

test('entries of the journal are copies, of requests that are the same too, and none has credentials', () => {
  const fake = createFakeServer();
  const headers = { accept: '*/*', authorization: 'Bearer canary' };
  for (let i = 0; i < 3; i += 1) fake.handle({ method: 'GET', path: `${list}?token=canary`, headers });
  const [first] = fake.journal.entries;
  Object.assign(first?.headers ?? {}, { accept: 'changed' });
  for (const entry of fake.journal.entries) {
    expect(entry).toMatchObject({
      path: `${list}?token=REDACTED`,
      headers: { ...headers, authorization: 'REDACTED' },
    });
  }
  // Many others, and long ones, in between.
  for (let i = 0; i < 250; i += 1)
    fake.handle({ method: 'GET', path: `${list}?token=${i}${'x'.repeat(i * 40)}`, headers });
  expect(new Set(fake.journal.entries.map(({ path }) => path))).toEqual(new Set([`${list}?token=REDACTED`]));
  expect(fake.journal.entries).toHaveLength(253);
});

describe('faults are copies', () => {
  test('of the options they were added with', () => {
    const fake = createFakeServer();
    const body: Record<string, unknown> = { a: 1 };
    const headers = { 'x-a': '1' };
    const operations = [operation] as 'listMockServices'[];
    fake.faults.add({ operation: operations, status: 503, body, headers });
    body['self'] = body;
    headers['x-a'] = '\n';
    operations.pop();
    expect(send(fake, 'GET', list)).toMatchObject({ status: 503, body: '{"a":1}', headers: { 'x-a': '1' } });
  });

  test('when they are listed', () => {
    const fake = createFakeServer();
    const when = (): boolean => true;
    fake.faults.add({ operation, status: 503, body: { a: [1] }, when });
    const before = fake.faults.list();
    send(fake, 'GET', list);
    expect(before).toEqual([{ id: 1, operation, status: 503, body: { a: [1] }, when, seen: 0, used: 0 }]);
    Object.assign(fake.faults.list()[0]?.body as object, { a: 2 });
    Object.assign(fake.faults.list()[0] ?? {}, { status: 7 });
    expect(send(fake, 'GET', list)).toMatchObject({ status: 503, body: '{"a":[1]}' });
  });

  test('of those in a snapshot', () => {
    const fake = createFakeServer();
    fake.faults.add({ operation, status: 503, body: { a: 1 } });
    const snapshot = fake.snapshot();
    fake.restore(snapshot);
    Object.assign(snapshot.faults.faults[0]?.body as object, { a: snapshot });
    expect(send(fake, 'GET', list).body).toBe('{"a":1}');
  });

  test.each<[string, unknown, string]>([
    ['NaN', { a: [Number.NaN] }, 'body.a[0]'],
    ['a cycle', cycle(), ''],
    ['1,001 levels', nested(1001), ''],
    [
      'a throwing getter',
      {
        get a() {
          throw new Error('no');
        },
      },
      'body.a',
    ],
    ['a number that is not finite', Number.NEGATIVE_INFINITY, 'body'],
  ])('and their bodies what JSON can hold, which %s is not', (_, body, path) => {
    expect(() => createFakeServer().faults.add({ operation, body })).toThrow(
      expect.objectContaining({ name: 'FaultError', issues: [expect.objectContaining({ path })] }),
    );
  });
});

test('options are copied', () => {
  const errorStatuses = { 404: 418 };
  const fake = createFakeServer({ errorStatuses });
  errorStatuses[404] = 200;
  expect(send(fake, 'GET', '/nothing').status).toBe(418);
});

test('the journal that a fake server without one has in a snapshot is its own', () => {
  const fake = createFakeServer({ journal: false });
  (fake.snapshot().journal.entries as unknown[]).push('x');
  expect(fake.snapshot().journal).toEqual({ next: 1, entries: [], problems: [] });
});

describe('what is stored is what was checked', () => {
  const other = { toJSON: () => ({ bad: 1 }) };

  test.each<[string, () => unknown]>([
    ['a seed', () => createFakeServer({ seed: { mockServices: [{ ...mockService(1), ...other }] } })],
    ['a mock service', () => createFakeServer().mockServices.add(other as MockServiceDraft)],
    ['an entry', () => withWorkspace().activity.record(idOf(1), other as Exchange)],
    [
      'a snapshot',
      () => {
        const fake = withWorkspace();
        fake.restore({
          ...fake.snapshot(),
          data: { mockServices: [{ ...mockService(1), ...other }] },
        } as unknown as Snapshot);
      },
    ],
  ])('and not what toJSON makes of it: %s', (_, act) => {
    expect(act).toThrow(/expected (UUID|string|object)/);
  });

  test('so that an item may be what only toJSON shows', () => {
    const { id } = mockService(7);
    const seed = { mockServices: [{ toJSON: () => mockService(7) }] } as unknown as Seed;
    expect(dataAt(createFakeServer({ seed }), `${single}/${id}`)).toEqual(mockService(7));
  });

  test('whatever JSON makes of it, for any value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (note) => {
        const fake = createFakeServer({ seed: {} });
        const { id } = fake.mockServices.add({ note } as MockServiceDraft);
        const stored = JSON.stringify((dataAt(fake, `${single}/${id}`) as { note: unknown }).note);
        expect(stored).toBe(JSON.stringify(note));
      }),
      { numRuns: 300 },
    );
  });

  test('with dates, wrapped values, what is undefined and __proto__ as JSON has them', () => {
    const fake = createFakeServer({ seed: {} });
    const note = {
      date: new Date(5),
      gone: undefined,
      list: [undefined, () => 1, Symbol('a')],
      map: new Map([[1, 2]]),
      wrapped: [Object('text'), Object(7), Object(false)] as unknown[],
      ['__proto__']: { a: 1 },
    };
    const { id } = fake.mockServices.add({ note } as MockServiceDraft);
    expect(send(fake, 'GET', `${single}/${id}`).body).toContain(`"note":${JSON.stringify(note)}`);
  });
});

describe('a number that JSON could not give back', () => {
  test.each([
    ['1e999', 'x'],
    ['-1e999', 'x'],
    [`[1,{"a":${'9'.repeat(400)}}]`, 'x/1/a'],
  ])('is an error in a body: %s', (number, pointer) => {
    const fake = createFakeServer({ seed: {} });
    const body = JSON.stringify({ ...input(), x: 0 }).replace('"x":0', `"x":${number}`);
    const headers = { 'content-type': 'application/json' };
    const response = fake.handle({ method: 'POST', path: single, headers, body });
    expect(response.status).toBe(422);
    expect(JSON.parse(response.body)).toMatchObject({ errors: [{ pointer: `/${pointer}` }] });
    expect(fake.mockServices.list()).toEqual([]);
  });

  test('is an error in a seed, a fixture and the body of an exchange', () => {
    const note: unknown[] = [Number.POSITIVE_INFINITY];
    const bad = { ...mockService(1), note };
    expect(() => createFakeServer({ seed: { mockServices: [bad] } })).toThrow(
      'mockServices[0].note[0]: expected what JSON can hold, received Infinity',
    );
    expect(() => createFakeServer().mockServices.add(bad)).toThrow('note[0]: expected what JSON can hold');
    expect(() => withWorkspace().activity.record(idOf(1), { request: { body: note } })).toThrow(
      'request.body: expected what JSON can hold, received Infinity',
    );
    note[0] = Object(Number.NaN);
    expect(() => createFakeServer().mockServices.add(bad)).toThrow('what JSON can hold, received NaN');
  });
});

describe('nesting', () => {
  test('of 1,000 levels is kept everywhere, and a snapshot with it can be restored', () => {
    const note = nested(999);
    const fake = createFakeServer({
      seed: { mockServices: [{ ...mockService(1), note } as MockService], workspaces: [workspace(1)] },
      grease: true,
    });
    fake.mockServices.add({ note } as MockServiceDraft);
    fake.activity.record(idOf(1), { ...activityEntry(2), metadata: { note: nested(998) } });
    fake.faults.add({ operation: 'listWorkspaces', body: note });
    expect(send(fake, 'GET', '/configuration/workspaces').status).toBe(200);
    const snapshot = fake.snapshot();
    fake.reset();
    fake.restore(structuredClone(snapshot));
    expect(JSON.stringify(fake.snapshot())).toBe(JSON.stringify(snapshot));
  });

  test.each([1000, 3000, 9000, 200_000])('of %i more levels is an error everywhere', (levels) => {
    const note = nested(levels);
    const fake = withWorkspace();
    const before = JSON.stringify(fake.snapshot());
    expect(() =>
      createFakeServer({ seed: { mockServices: [{ ...mockService(1), note } as MockService] } }),
    ).toThrow('more than 1000 levels');
    expect(() => fake.mockServices.add({ note } as MockServiceDraft)).toThrow('more than 1000 levels');
    expect(() => fake.faults.add({ operation, body: note })).toThrow('more than 1000 levels');
    const text = '['.repeat(levels) + ']'.repeat(levels);
    const body = JSON.stringify({ ...input(), x: 0 }).replace('"x":0', `"x":${text}`);
    const request = { method: 'POST', path: single, headers: { 'content-type': 'application/json' }, body };
    expect(createFakeServer().handle(request).status).toBe(400);
    expect(JSON.stringify(fake.snapshot())).toBe(before);
  });
});

function withWorkspace() {
  return createFakeServer({ seed: { workspaces: [workspace(1)] } });
}

/** Arrays in arrays, so many levels of them. */
function nested(levels: number): unknown {
  let value: unknown = [];
  for (let level = 1; level < levels; level += 1) value = [value];
  return value;
}

function cycle(): unknown {
  const value: Record<string, unknown> = {};
  value['a'] = { b: value, c: value };
  return value;
}
