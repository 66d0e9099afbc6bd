import {
  createFakeServer,
  SnapshotError,
  type FakeServer,
  type Snapshot,
} from '@mock-services/fake-server/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { idOf, input, mockService, workspace } from '../support/samples.ts';
import { create, everythingOf, send } from '../support/wire.ts';

const single = '/configuration/mock-service';
const list = '/configuration/mock-services';

/** Snapshot and JSON text are one and the same. */
function throughText(snapshot: Snapshot): Snapshot {
  return JSON.parse(JSON.stringify(snapshot)) as Snapshot;
}

/** One step of a play; the same steps from the same world give the same answers. */
type Step = (fake: FakeServer) => unknown;

const idAt = (fake: FakeServer, n: number): string => {
  const { data } = JSON.parse(send(fake, 'GET', list).body) as { data: { id: string }[] };
  return data[n % Math.max(data.length, 1)]?.id ?? idOf(404);
};

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.string({ unit: 'binary' }).map(
    (title): Step =>
      (fake) =>
        send(fake, 'POST', single, input({ title })),
  ),
  fc.nat(20).map(
    (n): Step =>
      (fake) =>
        send(fake, 'PUT', `${single}/${idAt(fake, n)}`, { data: { ...input(), 2: 'two', 1: 'one' } }),
  ),
  fc.nat(20).map(
    (n): Step =>
      (fake) =>
        send(fake, 'DELETE', `${list}/${idAt(fake, n)}`),
  ),
  fc.nat(1e6).map(
    (ms): Step =>
      (fake) =>
        fake.clock.advance(ms),
  ),
  fc.constant<Step>((fake) => everythingOf(fake)),
);

/** Plays the steps and returns all that could be seen. */
function play(fake: FakeServer, steps: readonly Step[]): string {
  return JSON.stringify([steps.map((each) => each(fake)), everythingOf(fake)]);
}

describe('a snapshot', () => {
  test('restored, makes whatever follows the same to the byte, here and in another fake server', () => {
    fc.assert(
      fc.property(fc.array(step), fc.array(step), fc.array(step), (before, after, astray) => {
        const fake = createFakeServer();
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
        other.restore(throughText(snapshot));
        expect(play(other, after)).toBe(expected);
      }),
      { numRuns: 60 },
    );
  });

  test('may be restored again and again, and reset still goes to the beginning', () => {
    const fake = createFakeServer();
    const beginning = everythingOf(fake);
    create(fake);
    const snapshot = fake.snapshot();
    const then = everythingOf(fake);
    for (let i = 0; i < 3; i += 1) {
      create(fake);
      fake.restore(snapshot);
      expect(everythingOf(fake)).toEqual(then);
    }
    fake.reset();
    expect(everythingOf(fake)).toEqual(beginning);
  });

  test('sets a clock that follows a function to its time, from where it runs on', () => {
    let time = 1000;
    const fake = createFakeServer({ clock: () => time });
    const snapshot = fake.snapshot();
    time += 500;
    fake.restore(snapshot);
    expect(fake.clock.now()).toBe(1000);
    time += 7;
    expect(fake.clock.now()).toBe(1007);
  });

  test('with a part that throws when it is read is refused, and changes nothing', () => {
    const fake = createFakeServer();
    const before = fake.snapshot();
    const snapshot = Object.defineProperty({ ...before }, 'ids', {
      get: () => {
        throw new Error('gone');
      },
    });
    create(fake);
    const after = fake.snapshot();
    expect(() => fake.restore(snapshot)).toThrow(
      /^The snapshot has 1 problem:\n- ids: expected .*, received one that throws when it is read$/,
    );
    expect(fake.snapshot()).toEqual(after);
  });

  test.each([
    [{ version: 2 }, 'The snapshot has version 2; this release restores version 1.'],
    [{ mockServices: [] }, 'The snapshot has no version; this release restores version 1.'],
    [null, 'The snapshot has no version; this release restores version 1.'],
    ['{"version":1}', 'The snapshot has no version; this release restores version 1.'],
  ])('of another version is refused by name: %j', (snapshot, message) => {
    const fake = createFakeServer();
    expect(() => fake.restore(snapshot as Snapshot)).toThrow(SnapshotError);
    expect(() => fake.restore(snapshot as Snapshot)).toThrow(message);
  });

  test('that is invalid in many places is rejected with all of them, and changes nothing', () => {
    const fake = createFakeServer();
    create(fake);
    const before = everythingOf(fake);
    const broken = {
      ...fake.snapshot(),
      clock: 'yesterday',
      ids: -1,
      data: {
        mockServices: [mockService(1), mockService(1)],
        workspaces: [workspace(1)],
        activity: { [idOf(1)]: [{}] },
      },
    };
    const error = refusalOf(() => fake.restore(broken as unknown as Snapshot));
    expect(error.name).toBe('SnapshotError');
    expect(error.issues.map(({ path }) => path)).toEqual([
      'clock',
      'ids',
      'data.mockServices[1].id',
      ...['id', 'request', 'response', 'metadata', 'timestamp'].map(
        (field) => `data.activity["${idOf(1)}"][0].${field}`,
      ),
    ]);
    expect(error.issues[2]?.pointer).toBe('/data/mockServices/1/id');
    expect(error.message).toContain('The snapshot has 8 problems:\n- clock: expected');
    expect(everythingOf(fake)).toEqual(before);
  });
});

function refusalOf(act: () => void): SnapshotError {
  try {
    act();
  } catch (error) {
    if (error instanceof SnapshotError) return error;
  }
  throw new Error('nothing was refused');
}
