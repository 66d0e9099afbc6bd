/** Requests that arrive together at a port whose world is in a file: they are stored together, and each is responded to as if it were alone. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createFakeServer,
  createWorlds,
  emptyWorld,
  type FakeServer,
  type StoredRow,
  type WorldStorage,
} from '@mock-services/fake-server/core';
import { openWorldFile, serve } from '@mock-services/fake-server/node';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { openWith, rest, start } from '../node/raw-client.ts';
import { mockService } from '../support/samples.ts';
import { creation, list, request, statusesIn } from './requests.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mock-services-turns-'));
  path = join(folder, 'world.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Sends requests in one piece, and returns the statuses of the responses. */
async function sendAll({ port }: { readonly port: number }, requests: readonly string[]): Promise<number[]> {
  const socket = await openWith({ port });
  socket.write(
    [...requests.slice(0, -1), requests.at(-1)?.replace('host:', 'connection: close\r\nhost:')].join(''),
  );
  return statusesIn(await rest(socket));
}

const titlesOf = ({ mockServices }: FakeServer): string[] => mockServices.list().map(({ title }) => title);

/** How many transactions SQLite's log has: a frame that ends one has the size of the database (sqlite.org/fileformat2.html, 4.1). */
function transactions(): number {
  const log = readFileSync(`${path}-wal`);
  const frameBytes = 24 + log.readUInt32BE(8);
  let count = 0;
  for (let frame = 32; frame + frameBytes <= log.length; frame += frameBytes) {
    if (log.readUInt32BE(frame + 4) > 0) count += 1;
  }
  return count;
}

const titles = Array.from({ length: 10 }, (_, i) => `Service ${i}`);

test('they are one transaction, and all in the file', async () => {
  using file = openWorldFile(path);
  const fake = createFakeServer({ seed: emptyWorld(), storage: file.world('a') });
  const running = await start(fake);
  const before = transactions();
  const statuses = await sendAll(running, [...titles.map((title) => creation(title)), request('GET', list)]);
  expect(statuses).toEqual([...titles.map(() => 201), 200]);
  expect(titlesOf(fake)).toEqual(titles);
  expect(transactions() - before).toBe(1);
  file.close();
  using again = openWorldFile(path);
  expect(createFakeServer({ storage: again.world('a') }).snapshot()).toEqual(fake.snapshot());
});

test('they may be for several worlds, of which one is removed meanwhile', async () => {
  using file = openWorldFile(path);
  const named: (readonly string[])[] = [];
  const create = (name: string, storage: WorldStorage | undefined): FakeServer => {
    if (name === 'c') queueMicrotask(() => named.push(file.names()));
    return createFakeServer({ seed: emptyWorld(), storage });
  };
  const worlds = createWorlds({ create, storage: file });
  const running = await serve(worlds, { admin: true });
  onTestFinished(() => running.close({ grace: 0 }));
  const statuses = await sendAll(running, [
    ...['a', 'c', 'a', 'b'].map((name) => creation(name, `/worlds/${name}`)),
    request('DELETE', '/__fake/worlds/b'),
    creation('new', '/worlds/b'),
  ]);
  expect(statuses).toEqual([201, 201, 201, 201, 204, 201]);
  expect(named).toEqual([['a', 'c', 'default']]);
  const inFile = ['a', 'b', 'c'].map((name) => titlesOf(createFakeServer({ storage: file.world(name) })));
  expect(inFile).toEqual([['a', 'a'], ['new'], ['c']]);
});

test('what the process itself changes between them is stored at once, with them', async () => {
  using file = openWorldFile(path);
  const fake = createFakeServer({ seed: emptyWorld(), storage: file.world('a') });
  let calls = 0;
  let counted: number | undefined;
  let loaded: readonly StoredRow[] = [];
  const changeWithin = (): boolean => {
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
  fake.faults.add({ operation: 'createMockService', status: 503, when: changeWithin });
  const running = await start(fake);
  const before = transactions();
  expect(
    await sendAll(
      running,
      titles.slice(0, 3).map((title) => creation(title)),
    ),
  ).toEqual([201, 201, 201]);
  expect(loaded.filter(({ kind }) => kind === 'mockService')).toHaveLength(2);
  expect(counted).toBe(before + 2);
  expect(titlesOf(fake)).toContain(mockService(1).title);
  const { faults: _, ...present } = fake.snapshot();
  file.close();
  using again = openWorldFile(path);
  const { faults: __, ...stored } = createFakeServer({ storage: again.world('a') }).snapshot();
  expect(stored).toEqual(present);
});

test('on a full disk each fails or succeeds for itself, and the file has what was acknowledged', () => {
  // A limit of the size of files, in units of 1,024 bytes, stands for a full disk.
  const command = `ulimit -f 300; exec "$0" --import "$1" "$2" "$3"`;
  const sources = new URL('../node/from-sources.ts', import.meta.url).href;
  const program = new URL('full-disk.ts', import.meta.url).pathname;
  const { stdout, stderr } = spawnSync('bash', ['-c', command, process.execPath, sources, program, path], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  const {
    writes,
    reads,
    titles: acknowledged,
    listed,
  } = JSON.parse(stdout) as {
    writes: number[];
    reads: number[];
    titles: string[];
    listed: string[];
  };
  expect(new Set(writes)).toEqual(new Set([201, 507]));
  expect(new Set(reads)).toEqual(new Set([200]));
  expect(listed).toEqual(acknowledged);
  using again = openWorldFile(path);
  expect(titlesOf(createFakeServer({ storage: again.world('a') })).map((title) => title.trimEnd())).toEqual(
    acknowledged,
  );
});
