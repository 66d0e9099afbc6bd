/** Functions that read and change a world without HTTP. */
import { replayHandlers } from '@mock-services/fake-server';
import type { FakeServer } from '@mock-services/fake-server/core';
import { toHar } from '@mock-services/sdk/activity';
import { constant, linear, type Probe } from '../../../../tools/bench/growth.ts';
import { activityEntries, idOf } from '../samples.ts';
import { emptyFake, inWorld, ofWorld, workspaceId, worldOf } from './world.ts';

const title = 'New';
const fresh = activityEntries(100, 1_000_000);
const har = toHar(activityEntries(1, 2_000_000));

/** All acts of a longer test, from an empty world on. */
function run(name: string, n: number, act: (fake: FakeServer, n: number) => unknown): Probe {
  return linear(name, n, (size) => {
    const fake = emptyFake({ maxActivityEntries: Number.POSITIVE_INFINITY });
    return () => {
      fake.reset();
      for (let n = 1; n <= size; n += 1) act(fake, n);
    };
  });
}

async function captured(fake: FakeServer, body: string): Promise<unknown> {
  const maxBodyBytes = Number.MAX_SAFE_INTEGER;
  const fetch = fake.activity.capture(workspaceId, () => Promise.resolve(new Response(body)), {
    maxBodyBytes,
  });
  const response = await fetch('https://api.example/', { method: 'POST', body });
  return response.text();
}

const single: readonly Probe[] = [
  inWorld('mockServices.add', ({ fake }) => fake.mockServices.add()),
  inWorld('mockServices.get', ({ fake }, id) => fake.mockServices.get(id)),
  inWorld('mockServices.update', ({ fake }, id) => fake.mockServices.update(id, { title })),
  inWorld('mockServices.remove', ({ fake }, id) => fake.mockServices.remove(id)),
  inWorld('workspaces.add', ({ fake }) => fake.workspaces.add()),
  inWorld('workspaces.get', ({ fake }, id) => fake.workspaces.get(id)),
  inWorld('workspaces.getConfiguration', ({ fake }, id) => fake.workspaces.getConfiguration(id)),
  inWorld('workspaces.update', ({ fake }, id) => fake.workspaces.update(id, { name: title })),
  inWorld('workspaces.remove', ({ fake }, id) => fake.workspaces.remove(id)),
  inWorld('activity.record', ({ fake }) => fake.activity.record(workspaceId)),
  inWorld('activity.record with an id', ({ fake }, _, n) => fake.activity.record(workspaceId, fresh[n])),
  inWorld('activity.remove', ({ fake }, id) => fake.activity.remove(workspaceId, id)),
  inWorld('activity.clear', ({ fake }) => fake.activity.clear(workspaceId)),
  inWorld(
    'activity.fromHar of one entry',
    ({ fake }, _, n) => n > 0 || fake.activity.fromHar(workspaceId, har),
  ),
  constant('activity.capture, by entries in the log', 3000, (size) => {
    const { fake } = worldOf(size);
    return async () => {
      fake.reset();
      await captured(fake, 'text');
    };
  }),
  constant('activity.record in a full log', 2000, (size) => {
    const fake = emptyFake({ maxActivityEntries: size });
    for (let n = 0; n < size; n += 1) fake.activity.record(workspaceId);
    return () => fake.activity.record(workspaceId);
  }),
  constant('activity.remove from a log that was written', 2000, (size) => {
    const { activity } = emptyFake({ maxActivityEntries: Number.POSITIVE_INFINITY });
    for (let n = 0; n < size; n += 1) activity.record(workspaceId);
    return () => activity.remove(workspaceId, activity.record(workspaceId).id);
  }),
  constant('mockServices.add and remove, after many', 2000, (size) => {
    const { mockServices } = emptyFake();
    for (let n = 0; n < size; n += 1) mockServices.add();
    return () => mockServices.remove(mockServices.add().id);
  }),
];

const whole: readonly Probe[] = [
  ofWorld('mockServices.list', 500, ({ fake }) => fake.mockServices.list()),
  ofWorld('workspaces.list', 500, ({ fake }) => fake.workspaces.list()),
  ofWorld('activity.list', 500, ({ fake }) => fake.activity.list(workspaceId)),
  run('mockServices.add, many', 200, (fake) => fake.mockServices.add()),
  run('mockServices.add with ids, many', 200, (fake, n) => fake.mockServices.add({ id: idOf(n) })),
  run('workspaces.add, many', 200, (fake) => fake.workspaces.add()),
  run('activity.record, many', 200, (fake) => fake.activity.record(workspaceId)),
  run('activity.record with ids, many', 200, (fake, n) => fake.activity.record(workspaceId, { id: idOf(n) })),
  ofWorld('mockServices.remove, all', 300, ({ fake, size }) => {
    fake.reset();
    for (let n = 0; n < size; n += 1) fake.mockServices.remove(idOf(n));
  }),
  ofWorld('workspaces.remove, all', 300, ({ fake, size }) => {
    fake.reset();
    for (let n = 0; n < size; n += 1) fake.workspaces.remove(idOf(n));
  }),
  ofWorld('activity.remove, all', 300, ({ fake, size }) => {
    fake.reset();
    for (let n = 0; n < size; n += 1) fake.activity.remove(workspaceId, idOf(n));
  }),
  ofWorld('mockServices.update, all', 100, ({ fake, size }) => {
    fake.reset();
    for (let n = 0; n < size; n += 1) fake.mockServices.update(idOf(n), { title });
  }),
  linear('activity.fromHar', 100, (size) => {
    const fake = emptyFake();
    const many = toHar(activityEntries(size, 3_000_000));
    return () => {
      fake.reset();
      fake.activity.fromHar(workspaceId, many);
    };
  }),
  linear('activity.record of a long body', 50_000, (size) => {
    const fake = emptyFake();
    const body = 'x'.repeat(size);
    return () => {
      fake.reset();
      fake.activity.record(workspaceId, { response: { body } });
    };
  }),
  linear('activity.capture of a long body', 200_000, (size) => {
    const fake = emptyFake();
    const body = 'x'.repeat(size);
    return async () => {
      fake.reset();
      await captured(fake, body);
    };
  }),
  linear('replayHandlers', 200, (size) => {
    const entries = activityEntries(size);
    return () => replayHandlers(entries);
  }),
];

export const fixtureProbes: readonly Probe[] = [...single, ...whole];
