/** The same act has the same effect, whichever way it comes. */
import { toHar } from '@mock-services/sdk/activity';
import type { ActivityEntry } from '@mock-services/sdk/contract';
import { createFakeServer, type FakeServer, type FakeServerOptions } from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { activityEntry, idOf, input, mockService, workspace } from '../support/samples.ts';
import { create, everythingOf, send } from '../support/wire.ts';

const single = '/configuration/mock-service';
const plural = '/configuration/mock-services';
const logOf1 = `/workspace/${idOf(1)}/activity`;

const seed = {
  mockServices: [mockService(1), mockService(2)],
  workspaces: [workspace(1), workspace(2)],
  activity: { [idOf(1)]: [activityEntry(5), activityEntry(6)] },
};

type Act = (fake: FakeServer) => unknown;

/** All that can be read after an act, and what the next writes make of it. */
function afterwards(act: Act, options: FakeServerOptions = {}): unknown {
  const fake = createFakeServer({ seed, ...options });
  act(fake);
  const state = { clock: fake.clock.now(), everything: everythingOf(fake) };
  const { timestamp, id } = fake.activity.record(idOf(2));
  return { ...state, timestamp, id, created: create(fake), last: everythingOf(fake) };
}

/** Without credentials, which an HTTP Archive leaves out. */
function plainEntry(n: number): ActivityEntry {
  const { request, ...others } = activityEntry(n);
  return { ...others, request: { ...request, headers: {} } };
}

/** Ways to do one thing, and how many ticks of the clock it takes. */
const acts: Record<string, { readonly ticks: number; readonly ways: Readonly<Record<string, Act>> }> = {
  'creating a mock service': {
    ticks: 1,
    ways: {
      POST: (fake) => send(fake, 'POST', single, input()),
      'mockServices.add': (fake) => fake.mockServices.add(input()),
    },
  },
  'creating one with another field': {
    ticks: 1,
    ways: {
      POST: (fake) => send(fake, 'POST', single, { ...input(), team: 'shop' }),
      'mockServices.add': (fake) => fake.mockServices.add(Object.assign(input(), { team: 'shop' })),
    },
  },
  'updating a mock service': {
    ticks: 1,
    ways: {
      PUT: (fake) => send(fake, 'PUT', `${single}/${idOf(1)}`, { data: input({ title: 'New' }) }),
      'mockServices.update': (fake) => fake.mockServices.update(idOf(1), { title: 'New' }),
      'PUT, id in upper case': (fake) =>
        send(fake, 'PUT', `${single}/${idOf(1).toUpperCase()}`, { data: input({ title: 'New' }) }),
    },
  },
  'deleting a mock service': {
    ticks: 1,
    ways: {
      DELETE: (fake) => send(fake, 'DELETE', `${plural}/${idOf(1)}`),
      'mockServices.remove': (fake) => fake.mockServices.remove(idOf(1)),
    },
  },
  'deleting what is not there': {
    ticks: 0,
    ways: {
      DELETE: (fake) => send(fake, 'DELETE', `${plural}/${idOf(404)}`),
      'mockServices.remove': (fake) => fake.mockServices.remove(idOf(404)),
      'workspaces.remove': (fake) => fake.workspaces.remove(idOf(404)),
      'activity.remove': (fake) => fake.activity.remove(idOf(1), idOf(404)),
      nothing: () => {},
    },
  },
  'clearing a log': {
    ticks: 1,
    ways: {
      DELETE: (fake) => send(fake, 'DELETE', logOf1),
      'activity.clear': (fake) => fake.activity.clear(idOf(1)),
    },
  },
  'clearing an empty log': {
    ticks: 1,
    ways: {
      DELETE: (fake) => send(fake, 'DELETE', `/workspace/${idOf(2)}/activity`),
      'activity.clear': (fake) => fake.activity.clear(idOf(2)),
    },
  },
  'a write that is not valid': {
    ticks: 0,
    ways: {
      POST: (fake) => send(fake, 'POST', single, { ...input(), title: 7 }),
      PUT: (fake) => send(fake, 'PUT', `${single}/${idOf(1)}`, { data: {} }),
      'mockServices.add': (fake) => attempt(() => fake.mockServices.add({ id: 'x' })),
      'mockServices.add, id taken': (fake) => attempt(() => fake.mockServices.add({ id: idOf(1) })),
      'mockServices.update': (fake) => attempt(() => fake.mockServices.update(idOf(1), { createdAt: 'x' })),
      'workspaces.add': (fake) => attempt(() => fake.workspaces.add({ expiresAt: 'x' })),
      'workspaces.update': (fake) => attempt(() => fake.workspaces.update(idOf(1), { expiresAt: 'x' })),
      'activity.record': (fake) => attempt(() => fake.activity.record(idOf(1), { timestamp: 'x' })),
      'activity.fromHar': (fake) =>
        attempt(() => fake.activity.fromHar(idOf(1), toHar([plainEntry(7), activityEntry(5)]))),
      'activity.fromHar, the same id twice': (fake) =>
        attempt(() =>
          fake.activity.fromHar(
            idOf(1),
            toHar([plainEntry(7), { ...plainEntry(7), id: idOf(7).toUpperCase() }]),
          ),
        ),
    },
  },
  'recording an exchange': {
    ticks: 1,
    ways: {
      'activity.record': (fake) => fake.activity.record(idOf(1), plainEntry(7)),
      'activity.fromHar': (fake) => fake.activity.fromHar(idOf(1), toHar([plainEntry(7)])),
    },
  },
  'recording two exchanges': {
    ticks: 2,
    ways: {
      'activity.record': (fake) => {
        fake.activity.record(idOf(1), plainEntry(7));
        fake.activity.record(idOf(1), plainEntry(8));
      },
      'activity.fromHar': (fake) => fake.activity.fromHar(idOf(1), toHar([plainEntry(7), plainEntry(8)])),
    },
  },
};

function attempt(act: () => unknown): void {
  expect(act).toThrow(expect.objectContaining({ issues: expect.anything() as unknown }));
}

const start = Date.parse('2026-01-01T00:00:00.000Z');

describe.each(Object.entries(acts))('%s', (_, { ticks, ways }) => {
  const [first = () => {}, ...others] = Object.values(ways);

  test.each(['changes', 'stays'] as const)('has one effect, by whichever way: updatedAt %s', (updatedAt) => {
    const expected = afterwards(first, { updatedAt });
    expect(expected).toMatchObject({ clock: start + ticks });
    for (const act of others) expect(afterwards(act, { updatedAt })).toEqual(expected);
  });
});

test('every write is one tick of the clock, also when it is given its own times and ids', () => {
  const time = '2025-07-01T00:00:00.000Z';
  const writes: Act[] = [
    (fake) => fake.mockServices.add(mockService(7)),
    (fake) => fake.mockServices.update(idOf(1), { createdAt: time, updatedAt: time }),
    (fake) => fake.workspaces.add(workspace(7)),
    (fake) => fake.workspaces.add(),
    (fake) => fake.workspaces.update(idOf(1), { name: 'New' }),
    (fake) => fake.workspaces.update(idOf(1), { configuration: { updatedAt: time } }),
    (fake) => fake.workspaces.remove(idOf(1)),
    (fake) => fake.activity.record(idOf(1), activityEntry(7)),
    (fake) => fake.activity.record(idOf(1)),
    (fake) => fake.activity.remove(idOf(1), idOf(5)),
  ];
  for (const write of writes) {
    const fake = createFakeServer({ seed });
    write(fake);
    expect(fake.clock.now()).toBe(start + 1);
  }
});

test('an update leaves updatedAt alone where the option says so, and sets it otherwise', () => {
  const times = (updatedAt: 'changes' | 'stays') => {
    const fake = createFakeServer({ seed, updatedAt });
    fake.clock.set('2026-02-01T00:00:00.000Z');
    fake.workspaces.update(idOf(1), { name: 'New' });
    const untouched = fake.workspaces.getConfiguration(idOf(1))?.updatedAt;
    fake.workspaces.update(idOf(1), { configuration: { title: 'New' } });
    const service = fake.mockServices.update(idOf(1), { title: 'New' }).updatedAt;
    return [untouched, fake.workspaces.getConfiguration(idOf(1))?.updatedAt, service];
  };
  const before = workspace(1).createdAt;
  expect(times('stays')).toEqual([before, before, mockService(1).updatedAt]);
  expect(times('changes')).toEqual([before, '2026-02-01T00:00:00.001Z', '2026-02-01T00:00:00.002Z']);
});

test('a recorded exchange never gets the id of an entry that is there', () => {
  const first = createFakeServer({ seed });
  const ids = [1, 2, 3].map(() => first.activity.record(idOf(1)).id);
  const second = createFakeServer({ seed: first.snapshot().data });
  for (let i = 0; i < 3; i += 1) ids.push(second.activity.record(idOf(1)).id);
  expect(new Set(ids).size).toBe(6);
  expect(() => second.restore(second.snapshot())).not.toThrow();
});

test('a workspace that is added again has an empty log, whatever its former log held', () => {
  const fake = createFakeServer({ seed });
  fake.workspaces.remove(idOf(1).toUpperCase());
  fake.workspaces.add(workspace(1));
  expect(fake.activity.list(idOf(1))).toEqual([]);
  fake.reset();
  expect(fake.activity.list(idOf(1))).toEqual(seed.activity[idOf(1)]);
});
