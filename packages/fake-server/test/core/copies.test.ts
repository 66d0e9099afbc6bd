/**
 * Checks that the fake server copies values from callers as JSON, and rejects values that cannot be serialized as
 * JSON.
 */
import {
  createFakeServer,
  type ExchangeDraft,
  type FakeServer,
  type MockServiceDraft,
} from '@mock-services/fake-server/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mockServicePath } from '../support/paths.ts';
import { activityEntry, idOf, mockService, workspace } from '../support/samples.ts';
import { nestedArrays } from '../support/values.ts';
import { send } from '../support/wire.ts';
import { readable, runs } from '../../../../tools/lib/near.ts';

/** Creates a mock service with a field `note`. Returns the JSON of the mock service in the response. */
function storedNote(note: unknown): string {
  const fake = createFakeServer({ seed: {} });
  const { id } = fake.mockServices.add({ note } as MockServiceDraft);
  return send(fake, 'GET', `${mockServicePath}/${id}`).body;
}

describe('a stored value', () => {
  test('a JSON value is serialized as it was given', () => {
    fc.assert(
      fc.property(readable(fc.jsonValue()), (note) => {
        expect(storedNote(note)).toContain(`"note":${JSON.stringify(note)}`);
      }),
      runs(300),
    );
  });

  test('dates, `undefined` and `__proto__` are serialized as `JSON.stringify` does', () => {
    const note = { date: new Date(5), gone: undefined, list: [undefined], ['__proto__']: { a: 1 } };
    expect(storedNote(note)).toContain(`"note":${JSON.stringify(note)}`);
  });
});

/** Overwrites every field of a value that is not frozen, and of the values within it. */
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

  /** Each function returns the values that the fake server received and returned. */
  const calls: Record<string, (fake: FakeServer) => unknown> = {
    'mockServices.add': ({ mockServices }) => received(mockService(2), mockServices.add),
    'mockServices.add without a draft': ({ mockServices }) => mockServices.add(),
    'mockServices.list': ({ mockServices }) => mockServices.list(),
    'activity.record': ({ activity }) =>
      received<ExchangeDraft, unknown>(activityEntry(2), (exchange) => activity.record(idOf(1), exchange)),
    'faults.add': ({ faults }) => received(fault, (given) => void faults.add(given)),
    'faults.list': ({ faults }) => faults.list(),
    seed: ({ seed: replace }) => received(seed(), replace),
    snapshot: (fake) => fake.snapshot(),
    restore: (fake) => received(fake.snapshot(), fake.restore),
    'journal.entries': ({ journal }) => journal.entries(),
  };

  function received<Given, Returned>(given: Given, act: (given: Given) => Returned): [Given, Returned] {
    const copy = structuredClone(given);
    return [copy, act(copy)];
  }

  test.each(Object.entries(calls))('`%s` copies what it receives and returns', (_, call) => {
    const initial = seed();
    const fake = createFakeServer({ seed: initial });
    const beginning = JSON.stringify(fake.snapshot());
    spoil(initial);
    fake.reset();
    expect(JSON.stringify(fake.snapshot())).toBe(beginning);
    fake.faults.add(fault);
    send(fake, 'GET', '/nothing');
    const values = call(fake);
    const stateOf = () => JSON.stringify([fake.snapshot(), fake.journal.entries()]);
    const before = stateOf();
    spoil(values);
    expect(stateOf()).toBe(before);
    expect(fake.mockServices.add().config).toMatchObject({ cors: { allowedMethods: [] }, upstreams: [] });
  });
});

describe('nesting depth', () => {
  const addTo = (fake: FakeServer, levels: number) =>
    fake.mockServices.add({ note: nestedArrays(levels - 1) } as MockServiceDraft);

  test('data nested 1,000 levels deep is accepted and preserved by a snapshot', () => {
    const fake = createFakeServer();
    addTo(fake, 1000);
    const snapshot = fake.snapshot();
    fake.reset();
    fake.restore(structuredClone(snapshot));
    expect(JSON.stringify(fake.snapshot())).toBe(JSON.stringify(snapshot));
  });

  test.each([1001, 200_000])('data nested %i levels deep is rejected', (levels) => {
    const fake = createFakeServer();
    expect(() => addTo(fake, levels)).toThrow('more than 1000 levels');
    expect(fake.mockServices.list()).toEqual([]);
  });
});
