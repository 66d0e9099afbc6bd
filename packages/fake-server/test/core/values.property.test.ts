import {
  createFakeServer,
  isFakeServerError,
  type FakeServer,
  type Seed,
  type Snapshot,
} from '@mock-services/fake-server/core';
import { createClient } from '@mock-services/sdk';
import { expandPath, operationIds } from '@mock-services/sdk/contract';
import type fc from 'fast-check';
import { expect, test } from 'vitest';
import { attempt, holds, near } from '../../../../tools/lib/near.ts';
import { mockServicePath, workspacesPath } from '../support/paths.ts';
import { activityEntry, idOf, input, mockService, workspace } from '../support/samples.ts';
import { send } from '../support/wire.ts';

const seed = {
  mockServices: [mockService(1), mockService(2)],
  workspaces: [workspace(3), workspace(4)],
  activity: { [idOf(3)]: [activityEntry(5), activityEntry(6)] },
  configurations: { [idOf(3)]: mockService(8) },
};
const ids = { mockServiceId: idOf(1), workspaceId: idOf(3) };
const paths = operationIds.map((id) => expandPath(id, ids));

/** Expects that `fetch` accepts the response to every GET, and that a client can still use the service. */
function expectToRespond(fake: FakeServer): void {
  for (const path of paths) {
    const { status, headers, body } = send(fake, 'GET', path);
    expect(new Response([204, 205, 304].includes(status) ? null : body, { status, headers }).status).toBe(
      status,
    );
  }
  fake.faults.clear();
  expect(send(fake, 'GET', workspacesPath).status).toBe(200);
}

const exchange = {
  request: { path: '/orders', method: 'POST', headers: { accept: '*/*' }, body: { a: 1 } },
  response: { status: 201, body: 'ok' },
};
const fault = {
  operation: 'listWorkspaces',
  status: 503,
  headers: { 'retry-after': '1' },
  body: { a: [1] },
  times: 2,
  delay: '1ms',
};
const fixtures: Readonly<
  Record<string, [(fake: FakeServer, value: never) => unknown, fc.Arbitrary<unknown>]>
> = {
  'mock service': [(fake, value) => fake.mockServices.add(value), near(input(), mockService(7))],
  'change of a mock service': [
    (fake, value) => fake.mockServices.update(ids.mockServiceId, value),
    near(input(), { title: 'x' }),
  ],
  workspace: [
    (fake, value) => fake.workspaces.add(value),
    near(workspace(7), { name: 'A', configuration: input() }),
  ],
  'recorded exchange': [
    (fake, value) => fake.activity.record(ids.workspaceId, value),
    near(exchange, activityEntry(7)),
  ],
  fault: [(fake, value) => fake.faults.add(value), near(fault)],
};

test.each(Object.entries(fixtures))(
  'any %s is accepted, or rejected with a FakeServerError without changing data',
  async (_, [add, values]) => {
    const fake = createFakeServer({ seed, onWarning: () => {} });
    await holds(values, async (value) => {
      fake.reset();
      const before = JSON.stringify(fake.snapshot());
      const added = await attempt(() => [add(fake, value as never)], isFakeServerError);
      if (added === undefined) expect(JSON.stringify(fake.snapshot())).toBe(before);
      expectToRespond(fake);
    });
  },
);

test('any seed is either loaded and readable, or rejected with a FakeServerError', async () => {
  await holds(near(seed), async (value) => {
    const fake = await attempt(
      () => createFakeServer({ seed: value as Seed }),
      (error) => isFakeServerError(error, 'invalid-seed'),
    );
    if (fake === undefined) return;
    const client = createClient({ baseUrl: fake.baseUrl, fetch: fake.fetch, maxRetries: 0 });
    await client.mockServices.list();
    for (const { id } of await client.workspaces.list()) {
      await client.activity.list(id);
      await client.workspaces.getConfiguration(id);
    }
  });
});

test('any snapshot is restored completely, or rejected with a FakeServerError', async () => {
  const fake = createFakeServer({ seed, journal: { maxEntries: 3 } });
  const initial = fake.snapshot();
  fake.faults.add({ operation: 'getMockService', status: 503, times: 2, headers: { 'x-odd': '1' } });
  fake.faults.add({ operation: ['listWorkspaces'], delay: '1ms', after: 1 });
  for (const path of paths) send(fake, 'GET', path);
  send(fake, 'POST', mockServicePath, input());
  const later = fake.snapshot();
  await holds(near(initial, later), async (value) => {
    fake.restore(later);
    const before = JSON.stringify(fake.snapshot());
    const restored = await attempt(
      () => [fake.restore(value as Snapshot)],
      (error) => isFakeServerError(error, 'invalid-snapshot'),
    );
    const text = JSON.stringify(fake.snapshot());
    if (restored === undefined) expect(text).toBe(before);
    fake.restore(JSON.parse(text) as Snapshot);
    expect(JSON.stringify(fake.snapshot())).toBe(text);
    expectToRespond(fake);
  });
});
