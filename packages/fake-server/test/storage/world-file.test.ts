/** Worlds in a file: whose file it is, and who may open it. */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createFakeServer, createWorlds, emptyWorld, StorageError } from '@mock-services/fake-server/core';
import { openWorldFile } from '@mock-services/fake-server/node';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mockService } from '../support/samples.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mock-services-file-'));
  path = join(folder, 'world.db');
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** The error of opening a file, and whether the file is as it was. */
function refusal(): unknown {
  const before = readFileSync(path);
  let error: unknown;
  try {
    openWorldFile(path).close();
  } catch (thrown) {
    error = thrown;
  }
  expect(readFileSync(path).equals(before)).toBe(true);
  return error;
}

const fillOne = (services: number): void => {
  using file = openWorldFile(path);
  const mockServices = Array.from({ length: services }, (_, i) => mockService(i));
  createFakeServer({ seed: { mockServices }, storage: file.world('a') });
};

describe('a file of worlds', () => {
  test('keeps several worlds', () => {
    {
      using file = openWorldFile(path);
      createFakeServer({ seed: emptyWorld(), storage: file.world('a') });
      createFakeServer({ seed: { mockServices: [mockService(1)] }, storage: file.world('b') });
    }
    using file = openWorldFile(path);
    expect([...file.names()].sort()).toEqual(['a', 'b']);
    expect(createFakeServer({ storage: file.world('a') }).mockServices.list()).toEqual([]);
    expect(createFakeServer({ storage: file.world('b') }).mockServices.list()).toHaveLength(1);
    expect([file.delete('a'), file.delete('a'), file.names()]).toEqual([true, false, ['b']]);
  });

  test('is closed once, and may be told again', () => {
    const file = openWorldFile(path);
    file.close();
    expect(() => file.close()).not.toThrow();
    expect(() => openWorldFile(path).close()).not.toThrow();
  });

  test('that another process uses is refused, with the path and what to do', () => {
    using _ = openWorldFile(path);
    const script = `try { new (require('node:sqlite').DatabaseSync)(process.argv[1]).exec('SELECT * FROM rows'); } catch (error) { console.log(error.errcode); }`;
    expect(execFileSync(process.execPath, ['-e', script, path], { encoding: 'utf8' }).trim()).toBe('5');
    const error = refusal();
    expect(error).toBeInstanceOf(StorageError);
    expect(error).toMatchObject({
      reason: 'in-use',
      message: `${path} is in use by another process. Stop that one, or choose another file.`,
    });
  });

  test.each([
    ['text', 'not a database, but long enough to be taken for one: '.repeat(20)],
    ['another text', 'x'],
  ])('that is %s is refused', (_, content) => {
    writeFileSync(path, content);
    expect(refusal()).toMatchObject({
      name: 'StorageError',
      reason: 'damaged',
      message: expect.stringContaining(path) as string,
    });
  });

  test('of another program is refused', () => {
    const other = new DatabaseSync(path);
    other.exec('CREATE TABLE mine (x)');
    other.close();
    expect(refusal()).toMatchObject({
      reason: 'damaged',
      message: expect.stringContaining('another program') as string,
    });
  });

  test('of another version is refused', () => {
    fillOne(1);
    const other = new DatabaseSync(path);
    other.exec('PRAGMA journal_mode = DELETE; PRAGMA user_version = 9');
    other.close();
    expect(refusal()).toMatchObject({
      reason: 'version',
      message: expect.stringContaining('version 9') as string,
    });
  });

  test('that is damaged is refused', () => {
    fillOne(200);
    const descriptor = openSync(path, 'r+');
    for (let page = 2; page < 20; page += 3)
      writeSync(descriptor, Buffer.alloc(4096, 0xa5), 0, 4096, page * 4096);
    closeSync(descriptor);
    expect(refusal()).toMatchObject({
      reason: 'damaged',
      message: expect.stringContaining('left as it is') as string,
    });
  });

  test('in a folder that does not exist is refused', () => {
    expect(() => openWorldFile(join(folder, 'no', 'world.db'))).toThrow(StorageError);
  });

  test('needs a Node that has SQLite', () => {
    vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
    expect(() => openWorldFile(path)).toThrow(`${path} needs node:sqlite, which Node has from 22.13`);
  });
});

describe('worlds in a file', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  const open = (max = 2) => {
    const storage = openWorldFile(path);
    const worlds = createWorlds({
      storage,
      max,
      idle: 0,
      create: (_, world) => createFakeServer({ seed: emptyWorld(), storage: world }),
    });
    return { worlds, storage };
  };

  test('that leave memory come back as they were', () => {
    const { worlds, storage } = open();
    for (const name of ['a', 'b', 'c']) {
      vi.advanceTimersByTime(1);
      worlds.get(name).mockServices.add({ title: name });
    }
    expect(worlds.list()).toEqual([{ name: 'a' }, { name: 'b', idleMs: 1 }, { name: 'c', idleMs: 0 }]);
    vi.advanceTimersByTime(1);
    expect(worlds.get('a').mockServices.list()).toMatchObject([{ title: 'a' }]);
    storage.close();
    const again = open();
    expect([...again.worlds.names()].sort()).toEqual(['a', 'b', 'c']);
    expect(again.worlds.get('c').mockServices.list()).toMatchObject([{ title: 'c' }]);
    again.storage.close();
  });

  test('that are deleted are gone from the file', () => {
    const { worlds, storage } = open();
    const removed = worlds.get('a');
    removed.mockServices.add();
    expect([worlds.delete('a'), worlds.delete('a'), storage.names()]).toEqual([true, false, []]);
    expect(() => removed.mockServices.add()).toThrow('The world a was removed, or left memory.');
    expect(worlds.get('a').mockServices.list()).toEqual([]);
    expect(() => removed.mockServices.add()).toThrow(StorageError);
    storage.close();
  });
});
