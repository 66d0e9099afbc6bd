/**
 * Checks that the fake server copies values from callers as JSON, and rejects values that cannot be serialized as
 * JSON.
 */
import { createFakeServer, type FakeServer, type MockServiceDraft } from '@mock-services/fake-server/core';
import { toHar } from '@mock-services/sdk/activity';
import type { MockService } from '@mock-services/sdk/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mockServicePath, workspacesPath } from '../support/paths.ts';
import { activityEntry, idOf, input, mockService, workspace } from '../support/samples.ts';
import { nestedArrays } from '../support/values.ts';
import { jsonHeaders, send } from '../support/wire.ts';
import { readable, runs } from '../../../../tools/lib/near.ts';

const withWorkspace = () => createFakeServer({ seed: { workspaces: [workspace(1)] } });

/** Creates a mock service with a field `x` whose JSON cannot be produced by `JSON.stringify`. */
function postWith(x: string, fake = createFakeServer({ seed: {} })) {
  const body = JSON.stringify({ ...input({ title: '[{"\\' }), x: 0 }).replace('"x":0', () => `"x":${x}`);
  return fake.handle({ method: 'POST', path: mockServicePath, headers: jsonHeaders, body });
}

/** Returns a mock service with the `note` field, which the interface does not name. */
const withNote = (note: unknown) => ({ ...mockService(1), note }) as MockService;

/** Creates a mock service with a field `note`. Returns the JSON of `note` in the response. */
function storedNote(note: unknown): string {
  const fake = createFakeServer({ seed: {} });
  const { id } = fake.mockServices.add({ note } as MockServiceDraft);
  return send(fake, 'GET', `${mockServicePath}/${id}`).body;
}

test('changing an option object after creating a fake server has no effect', () => {
  const errorStatuses = { 404: 418 };
  const fake = createFakeServer({ errorStatuses });
  errorStatuses[404] = 200;
  expect(send(fake, 'GET', '/nothing').status).toBe(418);
});

describe('copying values', () => {
  test('storing a JSON value does not change how it is serialized', () => {
    fc.assert(
      fc.property(readable(fc.jsonValue()), (note) => {
        expect(storedNote(note)).toContain(`"note":${JSON.stringify(note)}`);
      }),
      runs(300),
    );
  });

  test('dates, wrapper objects, `undefined` and `__proto__` have the same JSON when stored', () => {
    const note = {
      date: new Date(5),
      gone: undefined,
      list: [undefined, () => 1, Symbol('a')],
      map: new Map([[1, 2]]),
      wrapped: [Object('text'), Object(7), Object(false)] as unknown[],
      ['__proto__']: { a: 1 },
    };
    expect(storedNote(note)).toContain(`"note":${JSON.stringify(note)}`);
  });
});

/** Overwrites every field of a value, and of the values within it. */
function spoil(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    spoil(inner);
    Reflect.set(value, key, 'spoiled');
  }
}

describe('values that change later', () => {
  const seed = () => ({
    mockServices: [mockService(1)],
    workspaces: [workspace(1)],
    activity: { [idOf(1)]: [activityEntry(1)] },
    configurations: { [idOf(1)]: mockService(1) },
  });
  const match = { headers: { 'x-a': '1' }, body: { tags: ['a'] } };
  const fault = {
    operation: ['getMockService' as const],
    status: 503,
    headers: { 'x-a': '1' },
    body: ['b'],
    match,
  };
  const har = toHar([activityEntry(8)]);

  /** Each function returns the values that the fake server received and returned. */
  const calls: Record<string, (fake: FakeServer) => unknown> = {
    'mockServices.add': ({ mockServices }) => received(mockService(2), mockServices.add),
    'mockServices.update': ({ mockServices }) =>
      received(input(), (changes) => mockServices.update(idOf(1), changes)),
    'mockServices.get': ({ mockServices }) => mockServices.get(idOf(1)),
    'mockServices.list': ({ mockServices }) => mockServices.list(),
    'workspaces.add': ({ workspaces }) =>
      received({ ...workspace(2), configuration: input() }, workspaces.add),
    'workspaces.update': ({ workspaces }) =>
      received({ configuration: input() }, (changes) => workspaces.update(idOf(1), changes)),
    'workspaces.get': ({ workspaces }) => workspaces.get(idOf(1)),
    'workspaces.getConfiguration': ({ workspaces }) => workspaces.getConfiguration(idOf(1)),
    'workspaces.list': ({ workspaces }) => workspaces.list(),
    'activity.record': ({ activity }) =>
      received(activityEntry(2), (exchange) => activity.record(idOf(1), exchange)),
    'activity.fromHar': ({ activity }) => received(har, (given) => activity.fromHar(idOf(1), given)),
    'activity.list': ({ activity }) => activity.list(idOf(1)),
    'faults.add': ({ faults }) => received(fault, (given) => void faults.add(given)),
    'faults.list': ({ faults }) => faults.list(),
    seed: ({ seed: replace }) => received(seed(), replace),
    snapshot: (fake) => fake.snapshot(),
    restore: (fake) => received(fake.snapshot(), fake.restore),
  };

  function received<Given, Returned>(given: Given, act: (given: Given) => Returned): [Given, Returned] {
    const copy = structuredClone(given);
    return [copy, act(copy)];
  }

  test.each(Object.entries(calls))('`fake.%s` copies what it receives and returns', (_, call) => {
    const initial = seed();
    const fake = createFakeServer({ seed: initial });
    const beginning = JSON.stringify(fake.snapshot());
    spoil(initial);
    fake.reset();
    expect(JSON.stringify(fake.snapshot())).toBe(beginning);
    fake.faults.add(fault);
    fake.faults.add({ ...fault, match: undefined });
    const values = call(fake);
    const before = JSON.stringify(fake.snapshot());
    spoil(values);
    expect(JSON.stringify(fake.snapshot())).toBe(before);
  });
});

describe('nesting depth', () => {
  test('data nested 1,000 levels deep is accepted and preserved by a snapshot', () => {
    const note = nestedArrays(999);
    const fake = createFakeServer({
      seed: { mockServices: [withNote(note)], workspaces: [workspace(1)] },
      grease: true,
    });
    fake.mockServices.add({ note } as MockServiceDraft);
    fake.activity.record(idOf(1), { ...activityEntry(2), metadata: { note: nestedArrays(998) } });
    fake.faults.add({ operation: 'listWorkspaces', body: note });
    expect(send(fake, 'GET', workspacesPath).status).toBe(200);
    expect(postWith('['.repeat(999) + ']'.repeat(999)).status).toBe(201);
    const snapshot = fake.snapshot();
    fake.reset();
    fake.restore(structuredClone(snapshot));
    expect(JSON.stringify(fake.snapshot())).toBe(JSON.stringify(snapshot));
  });

  test.each([1000, 200_000])('data nested %i levels too deeply is rejected everywhere', (levels) => {
    const note = nestedArrays(levels);
    const fake = withWorkspace();
    const before = JSON.stringify(fake.snapshot());
    for (const act of [
      () => createFakeServer({ seed: { mockServices: [withNote(note)] } }),
      () => fake.mockServices.add({ note } as MockServiceDraft),
      () => fake.faults.add({ operation: 'listWorkspaces', body: [note] }),
    ]) {
      expect(act).toThrow('more than 1000 levels');
    }
    expect(JSON.stringify(fake.snapshot())).toBe(before);
    expect(postWith('['.repeat(levels) + ']'.repeat(levels)).status).toBe(400);
  });
});

describe('what the fake server hands out', () => {
  const one = `${mockServicePath}/${idOf(1)}`;

  /** Replaces every string and every number in a value. Ignores frozen objects. */
  function spoil(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, part] of Object.entries(value)) {
      spoil(part);
      if (typeof part !== 'object') Reflect.set(value, key, 'spoilt');
    }
    Reflect.set(value, 'added', true);
  }

  test.each<[string, (fake: FakeServer) => unknown]>([
    ['journal.entries', ({ journal }) => journal.entries()],
    ['journal.problems', ({ journal }) => journal.problems()],
    ['journal.find', ({ journal }) => journal.find({ method: 'GET' })],
    ['journal.waitFor', ({ journal }) => journal.waitFor({ method: 'GET' })],
    ['journal.find with a function', ({ journal }) => journal.find((entry) => (spoil(entry), true))],
  ])('changing the result of %s does not change the fake server', async (_, read) => {
    const seed = {
      mockServices: [mockService(1)],
      workspaces: [workspace(2)],
      activity: { [idOf(2)]: [activityEntry(3)] },
    };
    const fake = createFakeServer({ seed });
    const match = { headers: { 'x-a': '1' }, params: { mockServiceId: idOf(1) } };
    fake.faults.add({ operation: 'getMockService', status: 503, match });
    for (const path of [one, '/nothing', mockServicePath])
      fake.handle({ method: 'GET', path, headers: { 'x-a': '1', authorization: 'Bearer 2' } });
    const stateOf = () =>
      JSON.stringify([fake.snapshot(), fake.journal.find({ headers: { authorization: 'Bearer 2' } })]);
    const before = stateOf();
    spoil(await read(fake));
    expect(stateOf()).toBe(before);
  });

  test('a snapshot can be edited', () => {
    const fake = createFakeServer({ seed: { mockServices: [mockService(1)] } });
    const snapshot = structuredClone(fake.snapshot());
    Object.assign(snapshot.data.mockServices[0] ?? {}, { title: 'Edited' });
    fake.restore(snapshot);
    expect(fake.mockServices.get(idOf(1))).toMatchObject({ title: 'Edited' });
  });
});
