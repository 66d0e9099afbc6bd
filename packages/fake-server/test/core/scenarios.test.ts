/** Tests scenarios: states of a fake server with names. */
import {
  createFakeServer,
  defineScenarios,
  type FakeServer,
  type FakeServerOptions,
} from '@mock-services/fake-server/core';
import { createClient } from '@mock-services/sdk';
import { describe, expect, expectTypeOf, test, vi } from 'vitest';
import { MemoryStorage } from '../storage/memory-storage.ts';
import { failureOf } from '../support/failure.ts';
import { activityEntry, idOf, mockService, workspace } from '../support/samples.ts';

const seed = {
  mockServices: [mockService(1), mockService(2)],
  workspaces: [workspace(1)],
  activity: { [idOf(1)]: [activityEntry(1)] },
};

function everything(fake: FakeServer): void {
  fake.mockServices.add({ title: 'Added' });
  fake.workspaces.update(idOf(1), { name: 'Renamed' });
  fake.activity.clear(idOf(1));
  fake.clock.advance('1h');
  fake.faults.add({ operation: 'listWorkspaces', status: 500, times: 1 });
}

const scenarios = defineScenarios({
  unchanged: () => undefined,
  empty: (fake) => fake.seed({}),
  'service down': {
    title: 'The list fails',
    apply: (fake) => fake.faults.add({ operation: 'listMockServices', status: 503 }),
  },
  'a 404 of Größe 📦': (fake) =>
    fake.faults.add({
      operation: 'createMockService',
      status: 404,
      match: ({ request }) => request.path.includes('mock-service'),
    }),
  everything,
});

const create = (options: FakeServerOptions = {}) => createFakeServer({ seed, ...options, scenarios });

/** Returns the state without the ids of faults, which no fault of a fake server repeats. */
function stateOf(fake: FakeServer): unknown {
  const { faults, ...state } = fake.snapshot();
  return { ...state, faults: faults.map((fault) => ({ ...fault, id: 0 })) };
}

/** Changes every part of a fake server. */
async function use(fake: FakeServer): Promise<void> {
  fake.mockServices.delete(idOf(1));
  fake.workspaces.add({ name: 'Other' });
  fake.activity.record(idOf(1));
  fake.clock.advance('2d');
  fake.faults.add({ operation: 'getMockService', status: 500 });
  await fake.fetch(`${fake.baseUrl}/configuration/workspaces`);
}

describe('a scenario', () => {
  test.each(Object.keys(scenarios) as (keyof typeof scenarios)[])(
    '`%s` leads to the same state, whatever happened before',
    async (name) => {
      const [fresh, used, seeded] = [create(), create(), create()];
      await use(used);
      used.scenario('everything');
      await use(used);
      seeded.seed({ mockServices: [{ title: 'Other seed' }] });
      for (const fake of [fresh, used, seeded]) fake.scenario(name);
      expect(stateOf(used)).toEqual(stateOf(fresh));
      expect(stateOf(seeded)).toEqual(stateOf(fresh));
      expect(used.journal.entries()).toEqual([]);
    },
  );

  test('has the effects of the same calls on a new fake server', () => {
    const [fake, twin] = [create(), create()];
    fake.scenario('everything');
    everything(twin);
    expect({ ...fake.snapshot(), scenario: undefined }).toEqual(twin.snapshot());
    expect(fake.mockServices.add().id).toBe(twin.mockServices.add().id);
  });

  test('does not change what `reset` restores, not even with `seed`', () => {
    const fake = create();
    const initial = fake.snapshot();
    fake.scenario('empty');
    expect(fake.mockServices.list()).toEqual([]);
    fake.reset();
    expect(fake.snapshot()).toEqual(initial);
    fake.seed({ mockServices: [{ title: 'Other seed' }] });
    fake.scenario('service down');
    fake.reset();
    expect(fake.mockServices.list()).toMatchObject([{ title: 'Other seed' }]);
  });

  test('can add faults with functions, which are applied', async () => {
    const fake = create();
    const client = createClient({ baseUrl: fake.baseUrl, fetch: fake.fetch, maxRetries: 0 });
    fake.scenario('a 404 of Größe 📦');
    const { type, title, config } = mockService(3);
    await expect(client.mockServices.create({ type, title, config })).rejects.toMatchObject({ status: 404 });
    expect(fake.faults.list()).toMatchObject([{ used: 1 }]);
  });

  test('can apply another one and reset to the seed', () => {
    const nested = createFakeServer({
      seed,
      scenarios: {
        ...scenarios,
        outer: (fake) => {
          fake.mockServices.add();
          fake.scenario('service down');
        },
        again: (fake) => {
          fake.seed({});
          fake.reset();
        },
      },
    });
    nested.scenario('outer');
    expect(nested.scenarios().find(({ applied }) => applied)?.name).toBe('outer');
    expect(nested.mockServices.list()).toHaveLength(2);
    expect(nested.faults.list()).toHaveLength(1);
    nested.scenario('again');
    expect(nested.mockServices.list()).toHaveLength(0);
  });

  test('is stored in one change, and not applied if it cannot be stored', () => {
    const storage = new MemoryStorage();
    const fake = create({ storage });
    const save = vi.spyOn(storage, 'save');
    fake.scenario('everything');
    expect(save).toHaveBeenCalledOnce();
    const applied = fake.snapshot();
    storage.failure = new Error('disk full');
    expect(failureOf(() => fake.scenario('empty'))).toMatchObject({ code: 'storage-unsaved' });
    expect(fake.snapshot()).toEqual(applied);
  });

  test('begins with the option `seed` in a world that was loaded from a storage', () => {
    const storage = new MemoryStorage();
    create({ storage }).mockServices.add({ title: 'Stored' });
    const fake = create({ storage });
    fake.scenario('unchanged');
    expect(fake.mockServices.list().map(({ id }) => id)).toEqual([idOf(1), idOf(2)]);
  });
});

describe('a scenario that cannot be applied', () => {
  test.each<[string, (fake: FakeServer) => unknown, string]>([
    [
      'throws',
      (fake) => {
        fake.mockServices.delete(idOf(1));
        throw new Error('no such luck');
      },
      'The scenario "wrong" failed: Error: no such luck',
    ],
    [
      'returns a promise',
      async (fake) => {
        fake.mockServices.delete(idOf(1));
        await Promise.reject(new Error('later'));
      },
      'The scenario "wrong" returned a promise, but a scenario must be synchronous.',
    ],
  ])('leaves the fake server as it was if it %s', async (_, wrong, message) => {
    const fake = createFakeServer({ seed, scenarios: { wrong } });
    await use(fake);
    const before = fake.snapshot();
    const error = failureOf(() => fake.scenario('wrong'));
    expect(error).toMatchObject({ code: 'scenario' });
    expect((error as Error).message).toContain(message);
    expect(fake.snapshot()).toEqual(before);
    expect(fake.journal.entries()).toHaveLength(1);
  });

  test('is an error that lists the others if it is unknown', () => {
    const error = failureOf(() => create().scenario('constructor' as 'empty'));
    expect(error).toMatchObject({ code: 'scenario' });
    expect((error as Error).message).toContain('The scenarios are unchanged, empty, service down');
  });

  test('is an error that suggests a similar name, or how to define scenarios', () => {
    expect(() => create().scenario('emtpy' as 'empty')).toThrow('Did you mean empty?');
    expect(() => createFakeServer().scenario('empty' as never)).toThrow(
      'There is no scenario "empty". Pass some with the option `scenarios`, or `--scenarios`.',
    );
  });

  test.each<[unknown, string]>([
    [5, 'The option scenarios must be an object with a function for each name; got 5.'],
    [
      { a: 5 },
      'The option scenarios["a"] must be a function, or an object with the function `apply`; got 5.',
    ],
    [{ a: { title: 5, apply: () => 1 } }, 'scenarios["a"].title must be a string; got 5.'],
  ])('the scenarios `%j` are rejected', (given, message) => {
    expect(() => defineScenarios(given as never)).toThrow(message);
    expect(failureOf(() => createFakeServer({ scenarios: given as never }))).toMatchObject({
      code: 'invalid-option',
    });
  });
});

describe('the list of scenarios says which one is applied', () => {
  const appliedIn = (fake: FakeServer) =>
    fake
      .scenarios()
      .filter(({ applied }) => applied)
      .map(({ name }) => name);

  test('until another one is applied, or the state is replaced', () => {
    const fake = create();
    expect(fake.scenarios().slice(1, 3)).toEqual([
      { name: 'empty', title: 'empty', applied: false },
      { name: 'service down', title: 'The list fails', applied: false },
    ]);
    const before = fake.snapshot();
    const replacements: (() => void)[] = [fake.reset, () => fake.seed({}), () => fake.restore(before)];
    for (const replace of replacements) {
      fake.scenario('empty');
      fake.scenario('service down');
      fake.faults.clear();
      fake.mockServices.add();
      expect(appliedIn(fake)).toEqual(['service down']);
      replace();
      expect(appliedIn(fake)).toEqual([]);
    }
  });

  test('after its snapshot is restored, and after its world is loaded again', () => {
    const storage = new MemoryStorage();
    const [fake, other] = [create({ storage }), create()];
    fake.scenario('empty');
    other.restore(fake.snapshot());
    expect([fake, other, create({ storage })].map(appliedIn)).toEqual([['empty'], ['empty'], ['empty']]);
  });
});

test('the names of scenarios are typed', () => {
  const fake = create();
  expectTypeOf(fake.scenario).parameter(0).toEqualTypeOf<keyof typeof scenarios>();
  // @ts-expect-error there is no such scenario
  expect(() => fake.scenario('emtpy')).toThrow('There is no scenario');
  // @ts-expect-error there are no scenarios
  expect(() => createFakeServer().scenario('empty')).toThrow('There is no scenario');
  const anyFake: FakeServer = fake;
  expectTypeOf(anyFake.scenario).parameter(0).toBeString();
});
