/** Compares admin calls with the functions of a fake server that they call, with unusual values. */
import { createFakeServer, type FakeServer } from '@mock-services/fake-server/core';
import { expect, test } from 'vitest';
import { activityEntry, idOf, mockService, workspace } from '../support/samples.ts';
import { send } from '../support/wire.ts';
import { mockServicesPath } from '../support/paths.ts';
import { startAdmin } from './call.ts';

const operation = 'listMockServices';
const id = idOf(2).toUpperCase();

/** Creates a fake server in which everything differs from its initial state. */
function changed(): FakeServer {
  const fake = createFakeServer({
    seed: { mockServices: [mockService(1)], workspaces: [workspace(2, { id })] },
    clock: '2026-03-04T05:06:07.089Z',
  });
  fake.faults.add({ operation: ['getMockService', operation], headers: { 'x-a': '' } });
  fake.faults.add({ operation, status: 503, times: 1, after: 1 });
  fake.mockServices.add({ title: 'Größe 📦' });
  fake.activity.record(id, activityEntry(3));
  fake.clock.advance('1h');
  for (const path of [mockServicesPath, '/ü', mockServicesPath]) send(fake, 'GET', path);
  return fake;
}

/** The name of a call, its arguments, and the same call of a function. */
type Same = readonly [
  name: string,
  args: readonly unknown[],
  act: (fake: FakeServer, ...args: never[]) => unknown,
];

const same: readonly Same[] = [
  ...[0, '0ms', 0.4, 0.5, '1.5s', '-1s', -1, 864e13].map((by): Same => [
    'clock.advance',
    [by],
    ({ clock }, duration) => clock.advance(duration),
  ]),
  ...[
    0,
    -1,
    '',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
    '2026-03-04',
    '2026-03-04T05:06:07+01:00',
  ].map((to): Same => ['clock.set', [to], ({ clock }, time) => clock.set(time)]),
  ...[{}, { title: '' }, { title: null }, { id: idOf(1).toUpperCase() }, { id: 'ü' }, []].map(
    (draft): Same => ['mockServices.add', [draft], ({ mockServices }, given) => mockServices.add(given)],
  ),
  ...[{}, { name: '' }, { configuration: {} }, { configuration: null }, { expiresAt: 'soon' }, 0].map(
    (draft): Same => ['workspaces.add', [draft], ({ workspaces }, given) => workspaces.add(given)],
  ),
  ...[
    {},
    { request: { body: '' } },
    { request: { body: 0 } },
    { response: { responseTimeMs: 0 } },
    [],
    '',
  ].flatMap((exchange) =>
    [id, id.toLowerCase()].map((each): Same => [
      'activity.record',
      [each, exchange],
      ({ activity }, ...given: [never, never]) => activity.record(...given),
    ]),
  ),
  ...[
    ...[null, '', 0, false].map((body) => ({ body, status: 200 })),
    { delay: 0 },
    { truncated: 0 },
    { status: 200, after: 0 },
    { status: 200, times: 0 },
    { reset: false },
    {},
  ].map((fault): Same => [
    'faults.add',
    [{ operation, ...fault }],
    ({ faults }, given) => faults.add(given).toJSON(),
  ]),
  ...[{}, { mockServices: [] }, { mockServices: [{}] }, { workspaces: [{ id }, { id }] }, null, ''].map(
    (seed): Same => ['seed', [seed], (fake, given) => fake.seed(given)],
  ),
  ...[{}, { body: '' }, { status: 0 }, { headers: {} }, { path: '/%C3%BC' }, ''].flatMap(
    (matcher): Same[] => [
      ['journal.find', [matcher], ({ journal }, given) => journal.find(given)],
      ['journal.explain', [matcher], ({ journal }, given) => journal.explain(given)],
    ],
  ),
];

const rejected: unknown = expect.objectContaining({ title: 'Unprocessable Content', status: 422 });

/** Returns the expected status and body of the response. */
function expectedOf(twin: FakeServer, [, args, act]: Same): unknown {
  try {
    const result = act(twin, ...(args as never[]));
    return result === undefined ? [204, undefined] : [200, result];
  } catch {
    return [422, rejected];
  }
}

test.each(same)('an admin call does the same as its function: %s `%j`', async (...call) => {
  const { call: send, fake } = await startAdmin({}, changed());
  const twin = changed();
  const expected = expectedOf(twin, call);
  const { status, text } = await send(call[0], call[1]);
  expect([status, text === '' ? undefined : (JSON.parse(text) as unknown)]).toEqual(expected);
  expect(fake.snapshot()).toEqual(twin.snapshot());
});
