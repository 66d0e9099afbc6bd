/** Compares admin endpoints with the functions of a fake server that they call, with unusual values. */
import { createFakeServer, type FakeServer } from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
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

/** A call of a function, and the path and the body of the admin request for it. */
type Same = readonly [path: string, body: unknown, act: (fake: FakeServer, body: never) => unknown];

const same: readonly Same[] = [
  ...[0, '0ms', 0.4, 0.5, '1.5s', '-1s', -1, 864e13].map((advance): Same => [
    'POST /clock',
    { advance },
    ({ clock }) => clock.advance(advance as number),
  ]),
  ...[
    0,
    -1,
    '',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
    '2026-03-04',
    '2026-03-04T05:06:07+01:00',
  ].map((set): Same => ['POST /clock', { set }, ({ clock }) => clock.set(set)]),
  ...[{}, { title: '' }, { title: null }, { id: idOf(1).toUpperCase() }, { id: 'ü' }, []].map(
    (body): Same => ['POST /mock-services', body, ({ mockServices }, draft) => mockServices.add(draft)],
  ),
  ...[{}, { name: '' }, { configuration: {} }, { configuration: null }, { expiresAt: 'soon' }, 0].map(
    (body): Same => ['POST /workspaces', body, ({ workspaces }, draft) => workspaces.add(draft)],
  ),
  ...[
    {},
    { request: { body: '' } },
    { request: { body: 0 } },
    { response: { responseTimeMs: 0 } },
    [],
    '',
  ].flatMap((body) =>
    [id, id.toLowerCase()].map((each): Same => [
      `POST /workspaces/${each}/activity`,
      body,
      ({ activity }, exchange) => activity.record(each, exchange),
    ]),
  ),
  ...[null, '', 0, false].map((body): Same => [
    'POST /faults',
    { operation, body, status: 200 },
    ({ faults }, fault) => addFault(faults, fault),
  ]),
  ...[
    { delay: 0 },
    { truncated: 0 },
    { status: 200, after: 0 },
    { status: 200, times: 0 },
    { reset: false },
    {},
  ].map((fault): Same => [
    'POST /faults',
    { operation, ...fault },
    ({ faults }, given) => addFault(faults, given),
  ]),
  ...[{}, { mockServices: [] }, { mockServices: [{}] }, { workspaces: [{ id }, { id }] }, null, ''].map(
    (body): Same => ['PUT /seed', body, (fake, seed) => fake.seed(seed)],
  ),
  ...[{}, { body: '' }, { status: 0 }, { headers: {} }, { path: '/%C3%BC' }, ''].map((body): Same => [
    'POST /journal/find',
    body,
    ({ journal }, fields) => ({ found: journal.find(fields), explanation: journal.explain(fields) }),
  ]),
];

function addFault(faults: FakeServer['faults'], fault: Parameters<FakeServer['faults']['add']>[0]): unknown {
  const added = faults.add(fault);
  return faults.list().find((each) => each.id === added.id);
}

const rejected: unknown = expect.objectContaining({ title: 'Unprocessable Content', status: 422 });

/** Returns the expected status and body of the response. */
function expectedOf(twin: FakeServer, [path, body, act]: Same): unknown {
  try {
    const result = act(twin, body as never);
    if (path === 'POST /clock') return [200, { now: new Date(twin.clock.now()).toISOString() }];
    return result === undefined ? [204, undefined] : [path.includes('find') ? 200 : 201, result];
  } catch {
    return [422, rejected];
  }
}

describe('an admin endpoint', () => {
  test.each(same)('an admin endpoint does the same as its function: %s `%j`', async (...call) => {
    const { call: request, fake } = await startAdmin({}, changed());
    const twin = changed();
    const expected = expectedOf(twin, call);
    const [method = '', path = ''] = call[0].split(' ');
    const { status, text } = await request(method, path, JSON.stringify(call[1]));
    expect([status, text === '' ? undefined : (JSON.parse(text) as unknown)]).toEqual(expected);
    expect(fake.snapshot()).toEqual(twin.snapshot());
  });
});
