/** Tests snapshots, and tests that two fake servers share no state. */
import {
  createFakeServer,
  demoSeed,
  type FakeServer,
  type Fault,
  type Snapshot,
} from '@mock-services/fake-server/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../support/failure.ts';
import { activityPath, mockServicePath, mockServicesPath, workspacesPath } from '../support/paths.ts';
import { idOf, input, mockService, workspace } from '../support/samples.ts';
import { create, everythingOf, send } from '../support/wire.ts';
import { runs } from '../../../../tools/lib/near.ts';

/** Changes mock services, an activity log and the clock of a fake server. */
function disturb(fake: FakeServer): void {
  const { mockServices, workspaces } = demoSeed();
  const data = input({ title: 'changed' });
  create(fake);
  expect(send(fake, 'PUT', `${mockServicePath}/${mockServices[0]?.id}`, { data }).status).toBe(200);
  expect(send(fake, 'DELETE', `${mockServicesPath}/${mockServices[1]?.id}`).status).toBe(200);
  expect(send(fake, 'DELETE', activityPath(workspaces[0]?.id ?? '')).status).toBe(200);
  fake.clock.advance('1h');
}

describe('a snapshot', () => {
  type Step = (fake: FakeServer) => unknown;

  /** Changes the mock service with the given number, or responds with 404. */
  const change = (n: number, method: string, base: string, body?: unknown): Step => {
    return (fake) => send(fake, method, `${base}/${fake.mockServices.list()[n]?.id ?? idOf(404)}`, body);
  };
  const number = fc.nat(7);
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.string({ unit: 'binary' }).map((title): Step => {
      return (fake) => send(fake, 'POST', mockServicePath, input({ title }));
    }),
    number.map((n) => change(n, 'PUT', mockServicePath, { data: { ...input(), 2: 'two', 1: 'one' } })),
    number.map((n) => change(n, 'DELETE', mockServicesPath)),
    fc.nat(1e6).map((ms): Step => {
      return (fake) => fake.clock.advance(ms);
    }),
  );

  /** Performs the steps on a fake server. Returns all responses as a string. */
  const play = (fake: FakeServer, steps: readonly Step[]): string =>
    JSON.stringify([steps.map((each) => each(fake)), everythingOf(fake)]);

  test('fake servers that restore the same snapshot give byte-identical responses', () => {
    fc.assert(
      fc.property(fc.array(step), fc.array(step), fc.array(step), (before, after, astray) => {
        const fake = createFakeServer({ seed: demoSeed() });
        play(fake, before);
        const snapshot = fake.snapshot();
        const text = JSON.stringify(snapshot);
        const expected = play(fake, after);
        play(fake, astray);
        expect(JSON.stringify(snapshot)).toBe(text);
        fake.restore(snapshot);
        expect(JSON.stringify(fake.snapshot())).toBe(text);
        expect(play(fake, after)).toBe(expected);
        const other = createFakeServer({ seed: {}, randomSeed: 9, clock: 5 });
        other.restore(JSON.parse(text) as Snapshot);
        expect(play(other, after)).toBe(expected);
      }),
      runs(12),
    );
  });

  test.each([
    [{ version: 1 }, 'The snapshot has version 1, but this release restores version 3. Take a new snapshot.'],
    [null, 'The snapshot has no version, but this release restores version 3. Take a new snapshot.'],
  ])('a snapshot of an unsupported version is rejected: %j', (snapshot, message) => {
    const fake = createFakeServer({ seed: demoSeed() });
    expect(failureOf(() => fake.restore(snapshot as Snapshot), 'invalid-snapshot').message).toBe(message);
  });

  test('a snapshot can be edited, and contains the active faults', () => {
    const fake = createFakeServer({ seed: { mockServices: [mockService(1)] } });
    fake.faults.add({ operation: 'listWorkspaces', status: 500 });
    const snapshot = structuredClone(fake.snapshot());
    Object.assign(snapshot.data.mockServices[0] ?? {}, { title: 'Edited' });
    const other = createFakeServer();
    other.restore(snapshot);
    expect(other.mockServices.get(idOf(1))).toMatchObject({ title: 'Edited' });
    expect(send(other, 'GET', workspacesPath).status).toBe(500);
  });

  test.each<[string, Partial<Fault>[]]>([
    ['with the same id', [{}, {}]],
    ['with a function', [{ match: () => false }]],
  ])('a snapshot with faults %s is rejected', (_, changes) => {
    const fake = createFakeServer();
    fake.faults.add({ operation: 'listWorkspaces', status: 500 });
    const snapshot = fake.snapshot();
    const faults = changes.map((each) => ({ ...(snapshot.faults[0] as Fault), ...each }));
    const { message } = failureOf(() => fake.restore({ ...snapshot, faults }), 'invalid-snapshot');
    expect(message).toMatch(/^The snapshot has 1 problem:\n- faults: expected faults of a snapshot/);
    expect(fake.snapshot()).toEqual(snapshot);
  });

  test('an invalid snapshot is rejected with all its problems and changes no data', () => {
    const fake = createFakeServer({ seed: demoSeed() });
    create(fake);
    const before = fake.snapshot();
    const data = {
      mockServices: [mockService(1), mockService(1)],
      workspaces: [workspace(1)],
      activity: { [idOf(1)]: [{ request: 7 }] },
    };
    const wrong = { ...before, clock: 'yesterday', ids: -1, data } as unknown as Snapshot;
    const error = failureOf(() => fake.restore(wrong), 'invalid-snapshot');
    expect(error.issues.map(({ path }) => path)).toEqual([
      'clock',
      'ids',
      `data.activity["${idOf(1)}"][0].request`,
      'data.mockServices[1].id',
    ]);
    expect(error.issues[3]?.pointer).toBe('/data/mockServices/1/id');
    expect(error.message).toContain('The snapshot has 4 problems:\n- clock: expected');
    expect(fake.snapshot()).toEqual(before);
  });
});

describe('two fake servers', () => {
  test('two fake servers with the same seed share no state', () => {
    const seed = demoSeed();
    const fake = createFakeServer({ seed });
    const twin = createFakeServer({ seed });
    const beginning = everythingOf(twin);
    disturb(fake);
    expect(everythingOf(twin)).toEqual(beginning);
    disturb(twin);
    fake.reset();
    expect(everythingOf(fake)).toEqual(beginning);
    expect(everythingOf(twin)).not.toEqual(beginning);
  });

  test('two fake servers give byte-identical responses with equal random seeds only', () => {
    const [first, second, other] = [42, 42, 43].map((randomSeed) => {
      const fake = createFakeServer({ seed: demoSeed(), randomSeed });
      disturb(fake);
      return [...everythingOf(fake), create(fake), create(fake)];
    });
    expect(second).toEqual(first);
    expect(other?.at(-1)).not.toBe(first?.at(-1));
  });

  test("a fake server seeded with another one's data generates different ids", () => {
    const first = createFakeServer({ seed: {} });
    const ids = new Set(Array.from({ length: 500 }, () => create(first)));
    const second = createFakeServer({ seed: first.snapshot().data });
    for (let i = 0; i < 500; i += 1) ids.add(create(second));
    expect(ids.size).toBe(1000);
  });
});
