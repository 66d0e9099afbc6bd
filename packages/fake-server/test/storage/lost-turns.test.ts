/** Requests whose shared transaction fails: who is responded to anew, and who is not. */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import {
  createFakeServer,
  createWorlds,
  emptyWorld,
  type FakeServer,
  type WorldStorage,
} from '@mock-services/fake-server/core';
import { openWorldFile } from '@mock-services/fake-server/node';
import { expect, test, vi } from 'vitest';
import { open, openWith, rest, start } from '../node/raw-client.ts';
import { mockService } from '../support/samples.ts';
import { failingCommits } from './failing-commits.ts';
import { creation, list, request, statusesIn } from './requests.ts';

const seed = { ...emptyWorld(), mockServices: [mockService(1)] };

const created = (prefix = '', ...headers: string[]): string => creation('Created', prefix, ...headers);
const close = 'connection: close';

/** Sends requests that arrive in one turn, each list on a connection of its own. Resolves to the statuses. */
async function sendAtOnce(
  ...all: (readonly [to: { port: number }, requests: string])[]
): Promise<number[][]> {
  const sockets = await Promise.all(all.map(([to]) => openWith(to)));
  // The server has accepted them.
  await sleep(20);
  for (const [index, [, requests]] of all.entries()) sockets[index]?.write(requests);
  // Until all of them have arrived, nothing is read.
  for (const begun = performance.now(); performance.now() - begun < 20;);
  const texts = await Promise.all(sockets.map(rest));
  return texts.map(statusesIn);
}

const count = ({ mockServices }: FakeServer): number => mockServices.list().length;

test.each([1, 2])('a world that is made by one is whole, or not there at all (%i fail)', async (times) => {
  const failing = failingCommits();
  using file = openWorldFile(':memory:');
  const create = (_: string, storage: WorldStorage | undefined) => createFakeServer({ seed, storage });
  const worlds = createWorlds({ create, storage: file });
  const running = await start(worlds);
  worlds.get('default');
  failing.times = times;
  expect(await sendAtOnce([running, created('/worlds/new', close)])).toEqual([[507]]);
  failing.times = 0;
  expect(await sendAtOnce([running, created('/worlds/new', close)])).toEqual([[201]]);
  expect(count(worlds.get('new'))).toBe(2);
  expect(count(createFakeServer({ storage: file.world('new') }))).toBe(2);
});

test('those for worlds in memory, or that are stored already, are done once', async () => {
  const failing = failingCommits();
  using file = openWorldFile(':memory:');
  const worlds = createWorlds({
    create: (name, storage) => createFakeServer({ seed, ...(name === 'in-memory' ? {} : { storage }) }),
    storage: file,
  });
  const other = createFakeServer({ seed });
  const [running, another] = [await start(worlds, { admin: true }), await start(other)];
  for (const name of ['a', 'b']) worlds.get(name);
  for (const fake of [other, worlds.get('in-memory')])
    fake.faults.add({ operation: 'createMockService', status: 503, times: 1 });
  failing.times = 1;
  const statuses = await sendAtOnce(
    [
      running,
      [
        created('/worlds/a'),
        created('/worlds/in-memory'),
        request('DELETE', '/__fake/worlds/b'),
        created('/worlds/in-memory', close),
      ].join(''),
    ],
    [another, created() + created('', close)],
  );
  expect(statuses).toEqual([
    [201, 503, 204, 201],
    [503, 201],
  ]);
  expect(failing.times).toBe(0);
  expect([other, worlds.get('in-memory'), worlds.get('a')].map(count)).toEqual([2, 2, 2]);
  expect(other.journal.entries).toHaveLength(2);
});

test('those that read what is lost are done anew, with a journal and without', async () => {
  const failing = failingCommits();
  using file = openWorldFile(':memory:');
  for (const journal of [undefined, false] as const) {
    const fake = createFakeServer({ seed, journal, storage: file.world(String(journal)) });
    const running = await start(fake, { admin: true });
    failing.times = 2;
    const socket = await openWith(running);
    socket.write(created() + request('GET', list) + request('GET', '/__fake/snapshot', '', close));
    const text = await rest(socket);
    const [write, listed = '', snapshot = ''] = text.split('HTTP/1.1 ').slice(1);
    expect([write, listed, snapshot].map((response) => response?.slice(0, 3))).toEqual(['507', '200', '200']);
    const services = /"mockServices":\[(.*?)\]/.exec(snapshot)?.[1];
    for (const read of [listed, services]) {
      expect(read).toContain(mockService(1).title);
      expect(read).not.toContain('Created');
    }
    expect(count(fake)).toBe(1);
    failing.times = 0;
  }
});

test('what the process changes in another world does not fail for them', async () => {
  const failing = failingCommits();
  using file = openWorldFile(':memory:');
  const inFile = (name: string) => createFakeServer({ seed, storage: file.world(name) });
  const [a, b] = [inFile('a'), inFile('b')];
  let calls = 0;
  a.faults.add({
    operation: 'createMockService',
    status: 503,
    when: () => {
      calls += 1;
      if (calls === 1) queueMicrotask(() => b.mockServices.add(mockService(2)));
      return false;
    },
  });
  const running = await start(a);
  failing.times = 1;
  expect(await sendAtOnce([running, created('', close)])).toEqual([[201]]);
  expect([count(a), count(b)]).toEqual([2, 2]);
  expect([inFile('a'), inFile('b')].map(count)).toEqual([2, 2]);
});

test('timers that a test replaces are none of theirs', async () => {
  using file = openWorldFile(':memory:');
  const running = await start(createFakeServer({ seed, storage: file.world('a') }));
  const socket = await open(running, `GET ${list} HTTP/1.1`, close);
  vi.useFakeTimers({ toFake: ['setImmediate', 'setTimeout', 'queueMicrotask'] });
  try {
    expect(await rest(socket)).toMatch(/^HTTP\/1\.1 200 /);
  } finally {
    vi.useRealTimers();
  }
});

test('a log that throws keeps none of the others from their response', async () => {
  using file = openWorldFile(':memory:');
  const stored = createFakeServer({ seed, storage: file.world('a') });
  let calls = 0;
  const handle: FakeServer['handle'] = (request) => {
    calls += 1;
    if (calls === 2) throw new Error('broken');
    return stored.handle(request);
  };
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const log = (): never => {
    throw new Error('the log is full');
  };
  const running = await start({ ...stored, handle }, { log });
  expect(await sendAtOnce([running, created() + created() + created('', close)])).toEqual([[201, 500, 201]]);
  expect(write.mock.calls).toEqual([[expect.stringContaining('could not respond to POST')]]);
  write.mockRestore();
  await nextTurn();
  expect(count(stored)).toBe(3);
});
