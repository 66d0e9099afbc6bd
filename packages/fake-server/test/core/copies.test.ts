/**
 * Checks that the fake server copies values from callers as JSON, and rejects values that cannot be serialized as
 * JSON.
 */
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
import { mockServicePath, workspacesPath } from '../support/paths.ts';
import { activityEntry, idOf, input, mockService, workspace } from '../support/samples.ts';
import { nestedArrays } from '../support/values.ts';
import { dataAt, jsonHeaders, send } from '../support/wire.ts';

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
  const other = { toJSON: () => ({ id: 1 }) };
  const data = { mockServices: [{ ...mockService(1), ...other }] };
  const fake = withWorkspace();

  test.each<[string, () => unknown]>([
    ['a seed', () => createFakeServer({ seed: data })],
    ['a mock service', () => fake.mockServices.add(other as MockServiceDraft)],
    ['an entry', () => fake.activity.record(idOf(1), other as Exchange)],
    ['a snapshot', () => fake.restore({ ...fake.snapshot(), data } as unknown as Snapshot)],
  ])('`toJSON` is called on %s before the result is validated', (_, act) => {
    expect(act).toThrow(/expected (UUID|string|object)/);
  });

  test('a seed is accepted if the result of its `toJSON` methods is valid', () => {
    const seed = { mockServices: [{ toJSON: () => mockService(7) }] } as unknown as Seed;
    expect(dataAt(createFakeServer({ seed }), `${mockServicePath}/${idOf(7)}`)).toEqual(mockService(7));
  });

  test('storing a JSON value does not change how it is serialized', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (note) => {
        expect(storedNote(note)).toContain(`"note":${JSON.stringify(note)}`);
      }),
      { numRuns: 300 },
    );
  });

  test('dates, wrapper objects, undefined and `__proto__` have the same JSON when stored', () => {
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

  test.each([1000, 3000, 9000, 200_000])(
    'data nested %i levels too deeply is rejected everywhere',
    (levels) => {
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
    },
  );
});
