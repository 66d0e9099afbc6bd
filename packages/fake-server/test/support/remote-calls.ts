/** Calls functions of a fake server in the process and from afar, and compares their results. */
import {
  createFakeServer,
  type FakeServer,
  type JournalEntry,
  type RemoteFake,
} from '@mock-services/fake-server/core';
import { toHar } from '@mock-services/sdk/activity';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rejectionOf } from './failure.ts';
import { mockServicePath, mockServicesPath } from './paths.ts';
import { activityEntry, idOf, input, mockService, workspace } from './samples.ts';
import { runs } from '../../../../tools/lib/near.ts';

/** Options of the compared fake servers, as JSON. */
export const options = {
  seed: {
    mockServices: [mockService(1), mockService(2)],
    workspaces: [workspace(1)],
    activity: { [idOf(1)]: [activityEntry(1), activityEntry(2)] },
  },
  clock: '2026-03-01T12:00:00Z',
};

export const create = (): FakeServer => createFakeServer(options);

type Send = (path: string, init?: RequestInit) => Promise<Response>;

/** A call of the same function in the process and from afar, or a request of a client. */
type Both = (fake: FakeServer | RemoteFake, send: Send) => unknown;

const har = toHar([activityEntry(7)]);

const post = (send: Send, body: unknown) =>
  send(mockServicePath, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** The value of a variable that a test forgot to set. */
const hole = undefined as never;

/** The transport adds other headers to a request. */
const shown = ({ number, operation, problem, fault, request, response }: JournalEntry) => [
  [number, operation, problem, fault],
  [request.method, request.path, request.bodyBase64Encoded, response.statusCode],
];

const calls: Record<string, Both> = {
  'a request for a list': async (_, send) => (await send(mockServicesPath)).text(),
  'a request that creates a mock service': async (_, send) => (await post(send, input())).text(),
  'a request that breaks the contract': async (_, send) => (await post(send, { title: 7 })).status,
  'a request for an unknown path': async (_, send) => (await send('/nothing')).status,
  'mockServices.add without fields': ({ mockServices }) => mockServices.add(),
  'mockServices.add': ({ mockServices }) => mockServices.add({ title: 'Größe 📦', id: idOf(0xabc) }),
  'mockServices.add with a taken id': ({ mockServices }) => mockServices.add({ id: idOf(1) }),
  'mockServices.add with an invalid field': ({ mockServices }) =>
    mockServices.add({ config: { upstreams: [{ name: 'a', url: 7 as never }] } }),
  'mockServices.get': ({ mockServices }) => mockServices.get(idOf(1)),
  'mockServices.get of an unknown id': ({ mockServices }) => mockServices.get(idOf(9)),
  'mockServices.list': ({ mockServices }) => mockServices.list(),
  'mockServices.update': ({ mockServices }) => mockServices.update(idOf(1), { title: 'New' }),
  'mockServices.delete': ({ mockServices }) => mockServices.delete(idOf(1)),
  'mockServices.delete of an unknown id': ({ mockServices }) => mockServices.delete(idOf(9)),
  'workspaces.add': ({ workspaces }) => workspaces.add({ name: 'New', configuration: { title: 'Own' } }),
  'workspaces.get': ({ workspaces }) => workspaces.get(idOf(1)),
  'workspaces.getConfiguration': ({ workspaces }) => workspaces.getConfiguration(idOf(1)),
  'workspaces.list': ({ workspaces }) => workspaces.list(),
  'workspaces.update': ({ workspaces }) => workspaces.update(idOf(1), { configuration: { title: 'B' } }),
  'workspaces.delete': ({ workspaces }) => workspaces.delete(idOf(1)),
  'activity.record': ({ activity }) =>
    activity.record(idOf(1), { request: { url: 'https://a.test/b?c=1', body: { d: 'ü' } } }),
  'activity.list': ({ activity }) => activity.list(idOf(1)),
  'activity.clear': ({ activity }) => activity.clear(idOf(1)),
  'activity.delete': ({ activity }) => activity.delete(idOf(1), idOf(1)),
  'activity.delete of an unknown entry': ({ activity }) => activity.delete(idOf(1), idOf(9)),
  'activity.fromHar': ({ activity }) => activity.fromHar(idOf(1), har),
  'activity.fromHar of text': ({ activity }) => activity.fromHar(idOf(1), JSON.stringify(har)),
  'activity.fromHar of no HAR': ({ activity }) => activity.fromHar(idOf(1), { log: 7 }),
  data: (fake) => fake.data(),
  seed: (fake) => fake.seed({ mockServices: [{ title: 'Seeded' }] }),
  'seed that is invalid': (fake) => fake.seed({ mockServices: [{ title: 7 as never }] }),
  scenarios: (fake) => fake.scenarios(),
  'scenario that is unknown': (fake) => fake.scenario('empty'),
  reset: (fake) => fake.reset(),
  snapshot: (fake) => fake.snapshot(),
  restore: (fake) => fake.restore(create().snapshot()),
  'restore of the current state': async (fake) => fake.restore(await fake.snapshot()),
  'restore that is invalid': (fake) => fake.restore({} as never),
  'clock.now': ({ clock }) => clock.now(),
  'clock.now as a function of TanStack Query': ({ clock }) =>
    (clock.now as (context: object) => unknown)({ signal: {} }),
  'clock.advance': ({ clock }) => clock.advance('1h'),
  'faults.add as a function of TanStack Query': async ({ faults: { add } }) => {
    const mutate = add as (fault: object, context: object) => Promise<{ readonly id: number }>;
    return (await mutate({ operation: 'listWorkspaces', status: 404 }, { client: {} })).id;
  },
  'clock.set to 0': ({ clock }) => clock.set(0),
  'clock.set to a Date': ({ clock }) => clock.set(new Date('2030-01-01T00:00:00Z')),
  'faults.add': async ({ faults }) =>
    (await faults.add({ operation: 'listMockServices', status: 503, times: 2 })).id,
  'faults.add with an empty body': async ({ faults }) =>
    (await faults.add({ operation: 'listMockServices', status: 200, body: '', delay: 0 })).id,
  'faults.add with a matcher': async ({ faults }) =>
    (await faults.add({ operation: 'createMockService', status: 409, after: 1, match: { body: input() } }))
      .id,
  'faults.remove': ({ faults }) => faults.remove(1),
  'faults.remove of an operation': ({ faults }) => faults.remove('listMockServices'),
  'faults.clear': ({ faults }) => faults.clear(),
  'fault.remove': async ({ faults }) => {
    const fault = await faults.add({ operation: 'listWorkspaces', delay: '1h' });
    return [await fault.remove(), await fault.remove()];
  },
  'faults.add that is invalid': ({ faults }) => faults.add({ operation: 'listWorkspaces', status: 7 }),
  'faults.list': ({ faults }) => faults.list(),
  'faults.remove of an unknown id': ({ faults }) => faults.remove(9),
  'faults.assertClean': ({ faults }) => faults.assertClean(),
  'journal.entries': async ({ journal }) => (await journal.entries()).map(shown),
  'journal.read': async ({ journal }) => {
    const { since: _, entries, problems, ...others } = await journal.read();
    return { ...others, entries: entries.map(shown), problems: problems.map(shown) };
  },
  'journal.problems': async ({ journal }) => (await journal.problems()).map(shown),
  'journal.find': async ({ journal }) => (await journal.find({ method: 'POST' })).map(shown),
  'journal.explain': ({ journal }) => journal.explain({ operation: 'deleteMockService' }),
  'journal.waitFor': async ({ journal }) =>
    shown(await journal.waitFor({ operation: 'listMockServices' }, { timeout: 1 })),
  'journal.since': async ({ journal }) => typeof (await journal.since()),
  'journal.clear': ({ journal }) => journal.clear(),
  'journal.find with a misspelled field': ({ journal }) => journal.find({ stauts: 1 } as never),
  'journal.find with an undefined parameter': ({ journal }) => journal.find({ params: { id: hole } }),
  'journal.expect with an undefined item in the body': ({ journal }) =>
    journal.expect('createMockService', { body: { tags: ['a', hole] } }),
  'faults.add with an undefined header': ({ faults }) =>
    faults.add({ operation: 'listMockServices', status: 503, match: { headers: { accept: hole } } }),
  'journal.expect': ({ journal }) => journal.expect('listWorkspaces', {}, { times: 0 }),
  'journal.expect of a request that was not received': ({ journal }) =>
    journal.expect('listWorkspaces', { status: 200 }, { times: 2 }),
  'journal.expect of an unknown operation': ({ journal }) => journal.expect('listServices' as never),
  'journal.expect with an unknown option': ({ journal }) =>
    journal.expect('listWorkspaces', {}, { time: 1 } as never),
  'mockServices.get of a number': ({ mockServices }) => mockServices.get(7 as never),
  'journal.assertClean': ({ journal }) => journal.assertClean(),
  'activity.fromHar of text that is not JSON': ({ activity }) => activity.fromHar(idOf(1), '{'),
  'clock.advance by no duration': ({ clock }) => clock.advance('soon' as never),
};

/** The result as JSON, or the name, code, message and issues of the error. */
async function outcomeOf(act: () => unknown): Promise<unknown> {
  let result: unknown;
  const error = await rejectionOf((async () => (result = await act()))());
  if (error === undefined) return { result: JSON.stringify(result) };
  const { name, code, message, issues } = error as Error & { code?: string; issues?: unknown };
  return { name, code, message, issues };
}

/** After these calls, no part of the world is as it was at first. */
const preparation = [
  'faults.add',
  'a request for a list',
  'a request that creates a mock service',
  'a request that breaks the contract',
  'mockServices.update',
  'activity.record',
  'clock.advance',
];

/** Calls that show what others left behind, in addition to the snapshot. */
const observations = ['journal.entries', 'journal.assertClean', 'faults.list', 'clock.now'];

export interface Connected {
  readonly remote: RemoteFake;
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
}

/**
 * Tests that each function has the same results from afar.
 * @param connect - Connects to a new fake server with `options`.
 */
export function compareCalls(connect: () => Promise<Connected>): void {
  const compare = async (names: readonly string[]) => {
    const { remote, fetch } = await connect();
    const twin = create();
    for (const name of [...names, ...observations]) {
      const call = calls[name] as Both;
      const there = await outcomeOf(() => call(remote, (path, init) => fetch(remote.baseUrl + path, init)));
      const here = await outcomeOf(() => call(twin, (path, init) => twin.fetch(twin.baseUrl + path, init)));
      expect([name, there]).toEqual([name, here]);
    }
    expect(await remote.snapshot()).toEqual(twin.snapshot());
  };

  describe('a fake server from afar', () => {
    test.each(Object.keys(calls))('`%s` has the same result as in the process', async (name) => {
      expect.hasAssertions();
      await compare([...preparation, name]);
    });

    test('calls and requests in any order have the same results as in the process', async () => {
      expect.hasAssertions();
      const names = fc.array(fc.constantFrom(...Object.keys(calls)), { maxLength: 30, size: 'max' });
      await fc.assert(fc.asyncProperty(names, compare), runs(20));
    });
  });
}
