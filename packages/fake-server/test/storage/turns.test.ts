/**
 * Requests that arrive together at a server whose world is in a file. They are stored in one transaction, and each gets the
 * response that it would get alone, even if the transaction fails.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import {
  createFakeServer,
  createWorlds,
  emptyWorld,
  type FakeServer,
  type StoredRow,
} from '@mock-services/fake-server/core';
import { openWorldFile } from '@mock-services/fake-server/node';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { open, openWith, rest, start } from '../node/raw-client.ts';
import { mockServicesPath } from '../support/paths.ts';
import { mockService } from '../support/samples.ts';
import { failingCommits } from './failing-commits.ts';
import { creation, request, statusesIn } from './requests.ts';

const seed = { ...emptyWorld(), mockServices: [mockService(1)] };
const close = 'connection: close';
const create = (prefix = '', ...headers: string[]): string => creation('Created', prefix, ...headers);

/** Sends requests in one piece, the last of which closes the connection. Resolves to the statuses of the responses. */
async function sendAll(to: { readonly port: number }, requests: readonly string[]): Promise<number[]> {
  const socket = await openWith(to);
  socket.write([...requests.slice(0, -1), requests.at(-1)?.replace('host:', `${close}\r\nhost:`)].join(''));
  return statusesIn(await rest(socket));
}

const titlesOf = ({ mockServices }: FakeServer): string[] => mockServices.list().map(({ title }) => title);
const count = (fake: FakeServer): number => titlesOf(fake).length;

describe('requests that arrive together', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mock-services-turns-'));
    path = join(folder, 'world.db');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const titles = Array.from({ length: 10 }, (_, i) => `Service ${i}`);

  /** The number of transactions in SQLite's log: the last frame of one has the size of the database (sqlite.org/fileformat2.html, 4.1). */
  function transactions(): number {
    const log = readFileSync(`${path}-wal`);
    const frameBytes = 24 + log.readUInt32BE(8);
    let count = 0;
    for (let frame = 32; frame + frameBytes <= log.length; frame += frameBytes) {
      if (log.readUInt32BE(frame + 4) > 0) count += 1;
    }
    return count;
  }

  test('are stored in one transaction', async () => {
    using file = openWorldFile(path);
    const fake = createFakeServer({ seed: emptyWorld(), storage: file.world('a') });
    const running = await start(fake);
    const before = transactions();
    const requests = [...titles.map((title) => creation(title)), request('GET', mockServicesPath)];
    expect(await sendAll(running, requests)).toEqual([...titles.map(() => 201), 200]);
    expect(titlesOf(fake)).toEqual(titles);
    expect(transactions() - before).toBe(1);
    file.close();
    using again = openWorldFile(path);
    expect(createFakeServer({ storage: again.world('a') }).snapshot()).toEqual(fake.snapshot());
  });

  test('may be for several worlds, one of which is removed in between', async () => {
    using file = openWorldFile(path);
    const named: (readonly string[])[] = [];
    const worlds = createWorlds({
      create: (name, storage) => {
        if (name === 'c') queueMicrotask(() => named.push(file.names()));
        return createFakeServer({ seed: emptyWorld(), storage });
      },
      storage: file,
    });
    const statuses = await sendAll(await start(worlds, { admin: true }), [
      ...['a', 'c', 'a', 'b'].map((name) => creation(name, `/worlds/${name}`)),
      request('DELETE', '/__fake/worlds/b'),
      creation('new', '/worlds/b'),
    ]);
    expect(statuses).toEqual([201, 201, 201, 201, 204, 201]);
    expect(named).toEqual([['a', 'c', 'default']]);
    const stored = ['a', 'b', 'c'].map((name) => titlesOf(createFakeServer({ storage: file.world(name) })));
    expect(stored).toEqual([['a', 'a'], ['new'], ['c']]);
  });

  test('are stored early, with a change that the process makes between them', async () => {
    using file = openWorldFile(path);
    const fake = createFakeServer({ seed: emptyWorld(), storage: file.world('a') });
    let calls = 0;
    let counted: number | undefined;
    let loaded: readonly StoredRow[] = [];
    const when = (): boolean => {
      calls += 1;
      if (calls === 2) {
        queueMicrotask(() => {
          loaded = Array.from(file.world('a').load());
          fake.mockServices.add(mockService(1));
          counted = transactions();
        });
      }
      return false;
    };
    fake.faults.add({ operation: 'createMockService', status: 503, when });
    const running = await start(fake);
    const before = transactions();
    const statuses = await sendAll(running, [create(), create(), create()]);
    expect(statuses).toEqual([201, 201, 201]);
    expect(loaded.filter(({ kind }) => kind === 'mockService')).toHaveLength(2);
    expect(counted).toBe(before + 2);
    expect(titlesOf(fake)).toContain(mockService(1).title);
    const { faults: _, ...present } = fake.snapshot();
    file.close();
    using again = openWorldFile(path);
    const { faults: __, ...stored } = createFakeServer({ storage: again.world('a') }).snapshot();
    expect(stored).toEqual(present);
  });

  test('each succeed or fail alone on a full disk, and the file has the acknowledged writes', () => {
    // A limit of the file size, in units of 1,024 bytes, simulates a full disk.
    const command = `ulimit -f 300; exec "$0" --import "$1" "$2" "$3"`;
    const sources = new URL('../node/from-sources.ts', import.meta.url).href;
    const program = new URL('full-disk.ts', import.meta.url).pathname;
    const { stdout, stderr } = spawnSync('bash', ['-c', command, process.execPath, sources, program, path], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    const { writes, reads, acknowledged, listed } = JSON.parse(stdout) as Record<string, unknown[]>;
    expect(new Set(writes)).toEqual(new Set([201, 507]));
    expect(new Set(reads)).toEqual(new Set([200]));
    expect(listed).toEqual(acknowledged);
    using again = openWorldFile(path);
    const stored = titlesOf(createFakeServer({ storage: again.world('a') }));
    expect(stored.map((title) => title.trimEnd())).toEqual(acknowledged);
  });
});

describe('requests whose common transaction fails', () => {
  /** Sends requests that arrive in one turn of the event loop, on one connection for each list. Resolves to the statuses. */
  async function sendAtOnce(
    ...all: (readonly [to: { port: number }, requests: string])[]
  ): Promise<number[][]> {
    const sockets = await Promise.all(all.map(([to]) => openWith(to)));
    // Gives the server time to accept the connections.
    await sleep(20);
    for (const [index, [, requests]] of all.entries()) sockets[index]?.write(requests);
    // Blocks the event loop until all requests have arrived.
    for (const begun = performance.now(); performance.now() - begun < 20;);
    const texts = await Promise.all(sockets.map(rest));
    return texts.map(statusesIn);
  }

  test.each([1, 2])('leave no part of a world that one of them creates (%i commits fail)', async (times) => {
    const failing = failingCommits();
    using file = openWorldFile(':memory:');
    const worlds = createWorlds({
      create: (_, storage) => createFakeServer({ seed, storage }),
      storage: file,
    });
    const running = await start(worlds);
    worlds.get('default');
    failing.times = times;
    expect(await sendAtOnce([running, create('/worlds/new', close)])).toEqual([[507]]);
    failing.times = 0;
    expect(await sendAtOnce([running, create('/worlds/new', close)])).toEqual([[201]]);
    expect(count(worlds.get('new'))).toBe(2);
    expect(count(createFakeServer({ storage: file.world('new') }))).toBe(2);
  });

  test('are handled again, except for those of worlds in memory and those that were stored', async () => {
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
    const requests = [
      create('/worlds/a'),
      create('/worlds/in-memory'),
      request('DELETE', '/__fake/worlds/b'),
      create('/worlds/in-memory', close),
    ];
    expect(await sendAtOnce([running, requests.join('')], [another, create() + create('', close)])).toEqual([
      [201, 503, 204, 201],
      [503, 201],
    ]);
    expect(failing.times).toBe(0);
    expect([other, worlds.get('in-memory'), worlds.get('a')].map(count)).toEqual([2, 2, 2]);
    expect(other.journal.entries).toHaveLength(2);
  });

  test.each([undefined, false] as const)(
    'do not show reads a write that was lost (journal: %s)',
    async (journal) => {
      const failing = failingCommits();
      using file = openWorldFile(':memory:');
      const fake = createFakeServer({ seed, journal, storage: file.world('a') });
      const running = await start(fake, { admin: true });
      failing.times = 2;
      const socket = await openWith(running);
      socket.write(
        create() + request('GET', mockServicesPath) + request('GET', '/__fake/snapshot', '', close),
      );
      const text = await rest(socket);
      expect(statusesIn(text)).toEqual([507, 200, 200]);
      const [, listed = '', snapshot = ''] = text.split('HTTP/1.1 ').slice(1);
      for (const read of [listed, /"mockServices":\[(.*?)\]/.exec(snapshot)?.[1]]) {
        expect(read).toContain(mockService(1).title);
        expect(read).not.toContain('Created');
      }
      expect(count(fake)).toBe(1);
    },
  );

  test('do not lose a change that the process makes in another world', async () => {
    const failing = failingCommits();
    using file = openWorldFile(':memory:');
    const inFile = (name: string) => createFakeServer({ seed, storage: file.world(name) });
    const [a, b] = [inFile('a'), inFile('b')];
    let calls = 0;
    const when = () => {
      calls += 1;
      if (calls === 1) queueMicrotask(() => b.mockServices.add(mockService(2)));
      return false;
    };
    a.faults.add({ operation: 'createMockService', status: 503, when });
    const running = await start(a);
    failing.times = 1;
    expect(await sendAtOnce([running, create('', close)])).toEqual([[201]]);
    expect([count(a), count(b)]).toEqual([2, 2]);
    expect([inFile('a'), inFile('b')].map(count)).toEqual([2, 2]);
  });

  test('get their responses even if the log of another request throws', async () => {
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
    expect(await sendAtOnce([running, create() + create() + create('', close)])).toEqual([[201, 500, 201]]);
    expect(write.mock.calls).toEqual([[expect.stringContaining('could not respond to POST')]]);
    write.mockRestore();
    await nextTurn();
    expect(count(stored)).toBe(3);
  });
});

test('a request is stored while the timers of the process are fake', async () => {
  using file = openWorldFile(':memory:');
  const running = await start(createFakeServer({ seed, storage: file.world('a') }));
  const socket = await open(running, `GET ${mockServicesPath} HTTP/1.1`, close);
  vi.useFakeTimers({ toFake: ['setImmediate', 'setTimeout', 'queueMicrotask'] });
  try {
    expect(await rest(socket)).toMatch(/^HTTP\/1\.1 200 /);
  } finally {
    vi.useRealTimers();
  }
});
