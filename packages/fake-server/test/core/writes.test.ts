/**
 * Checks that each write has the same effect as a request and as a fixture call. Checks that each write advances the
 * clock by one tick.
 */
import { toHar } from '@mock-services/sdk/activity';
import type { ActivityEntry, MockService } from '@mock-services/sdk/contract';
import {
  createExamples,
  createFakeServer,
  type FakeServer,
  type FakeServerOptions,
} from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { activityPath, mockServicePath, mockServicesPath } from '../support/paths.ts';
import { activityEntry, idOf, input, mockService, workspace } from '../support/samples.ts';
import { create, everythingOf, send } from '../support/wire.ts';

const start = Date.parse('2026-01-01T00:00:00.000Z');
const seed = {
  mockServices: [mockService(1), mockService(2)],
  workspaces: [workspace(1), workspace(2)],
  activity: { [idOf(1)]: [activityEntry(5), activityEntry(6)] },
};

type Act = (fake: FakeServer) => unknown;

/** Returns all data after a call of `act`, and the results of the next writes. */
function afterwards(act: Act, options: FakeServerOptions = {}): unknown {
  const fake = createFakeServer({ seed, ...options });
  act(fake);
  const state = { clock: fake.clock.now(), everything: everythingOf(fake) };
  const { timestamp, id } = fake.activity.record(idOf(2));
  return { ...state, timestamp, id, created: create(fake), last: everythingOf(fake) };
}

/** Returns an activity entry without credentials, because an HTTP Archive omits credentials. */
function plainEntry(n: number): ActivityEntry {
  const { request, ...others } = activityEntry(n);
  return { ...others, request: { ...request, headers: {} } };
}

const throws =
  (act: Act): Act =>
  (fake) =>
    expect(() => act(fake)).toThrow(expect.objectContaining({ issues: expect.anything() as unknown }));
const put = (id: string, data: unknown) => (fake: FakeServer) =>
  send(fake, 'PUT', `${mockServicePath}/${id}`, { data });
const renamed = input({ title: 'New' });

test.each<[string, ticks: number, ways: Act[]]>([
  [
    'creating a mock service',
    1,
    [(fake) => send(fake, 'POST', mockServicePath, input()), (fake) => fake.mockServices.add(input())],
  ],
  [
    'updating a mock service',
    1,
    [
      put(idOf(1), renamed),
      put(idOf(1).toUpperCase(), renamed),
      (fake) => fake.mockServices.update(idOf(1), { title: 'New' }),
    ],
  ],
  [
    'clearing a log',
    1,
    [(fake) => send(fake, 'DELETE', activityPath(idOf(1))), (fake) => fake.activity.clear(idOf(1))],
  ],
  [
    'recording two exchanges',
    2,
    [
      (fake) => [7, 8].map((n) => fake.activity.record(idOf(1), plainEntry(n))),
      (fake) => fake.activity.fromHar(idOf(1), toHar([plainEntry(7), plainEntry(8)])),
    ],
  ],
  [
    'deleting with an unknown id, which does nothing,',
    0,
    [
      () => {},
      (fake) => send(fake, 'DELETE', `${mockServicesPath}/${idOf(404)}`),
      (fake) => fake.mockServices.delete(idOf(404)),
      (fake) => fake.workspaces.delete(idOf(404)),
      (fake) => fake.activity.delete(idOf(1), idOf(404)),
    ],
  ],
  [
    'an invalid write, which does nothing,',
    0,
    [
      () => {},
      (fake) => send(fake, 'POST', mockServicePath, { ...input(), title: 7 }),
      put(idOf(1), {}),
      throws((fake) => fake.mockServices.add({ id: 'x' })),
      throws((fake) => fake.workspaces.update(idOf(1), { expiresAt: 'x' })),
      throws((fake) => fake.activity.record(idOf(1), { timestamp: 'x' })),
    ],
  ],
])(
  '%s advances the clock by %i ms and has the same effect through every API',
  (_, ticks, [first = () => {}, ...others]) => {
    for (const updatedAt of ['changes', 'stays'] as const) {
      const expected = afterwards(first, { updatedAt });
      expect(expected).toMatchObject({ clock: start + ticks });
      for (const act of others) expect(afterwards(act, { updatedAt })).toEqual(expected);
    }
  },
);

describe('writes', () => {
  const time = '2025-07-01T00:00:00.000Z';

  test.each<[string, Act]>([
    ['mockServices.add', (fake) => fake.mockServices.add(mockService(7))],
    [
      'mockServices.update',
      (fake) => fake.mockServices.update(idOf(1), { createdAt: time, updatedAt: time }),
    ],
    ['workspaces.add', (fake) => fake.workspaces.add(workspace(7))],
    ['workspaces.update', (fake) => fake.workspaces.update(idOf(1), { configuration: { updatedAt: time } })],
    ['activity.record', (fake) => fake.activity.record(idOf(1), activityEntry(7))],
  ])('a write that specifies its own times and ids advances the clock by 1 ms: %s', (_, write) => {
    const fake = createFakeServer({ seed });
    write(fake);
    expect(fake.clock.now()).toBe(start + 1);
  });

  test('a write sets `updatedAt` unless the `updatedAt` option is `stays`', () => {
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

  const past = '2020-01-01T00:00:00.000Z';
  const future = '2030-01-01T00:00:00.000Z';

  test.each<[string, (fake: FakeServer) => MockService | undefined, string]>([
    ['add with an earlier `updatedAt`', (fake) => fake.mockServices.add({ updatedAt: past }), past],
    ['add with a later `createdAt`', (fake) => fake.mockServices.add({ createdAt: future }), future],
    [
      'update with a later `createdAt`',
      (fake) => fake.mockServices.update(idOf(1), { createdAt: future }),
      future,
    ],
    ['an example with an earlier `updatedAt`', () => createExamples().mockService({ updatedAt: past }), past],
    [
      'a configuration with an earlier `updatedAt`',
      (fake) => {
        fake.workspaces.update(idOf(1), { configuration: { updatedAt: past } });
        return fake.workspaces.getConfiguration(idOf(1));
      },
      past,
    ],
    [
      'a PUT after the clock was set back',
      (fake) => {
        fake.clock.set(past);
        put(idOf(1), renamed)(fake);
        return fake.mockServices.get(idOf(1));
      },
      mockService(1).createdAt,
    ],
  ])('moves the time that was not given: %s', (_, write, time) => {
    expect(write(createFakeServer({ seed }))).toMatchObject({ createdAt: time, updatedAt: time });
  });
});
