/** Tests files that store worlds, and files that `openWorldFile` rejects. */
import {
  chmodSync,
  closeSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  createFakeServer,
  createWorlds,
  emptyWorld,
  type Change,
  type FakeServerError,
  type RowKind,
} from '@mock-services/fake-server/core';
import { openWorldFile } from '@mock-services/fake-server/node';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { errorWith, failureOf } from '../support/failure.ts';
import { mockServicePath } from '../support/paths.ts';
import { input, mockService } from '../support/samples.ts';
import { jsonHeaders } from '../support/wire.ts';
import { MemoryStorage } from './memory-storage.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mock-services-file-'));
  path = join(folder, 'world.db');
});
afterEach(() => {
  vi.restoreAllMocks();
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true });
});

/** Opens the file, and returns the error. Fails if opening the file changes it. */
function openError(): FakeServerError {
  const before = readFileSync(path);
  const error = failureOf(() => openWorldFile(path).close()) as FakeServerError;
  expect(readFileSync(path).equals(before)).toBe(true);
  return error;
}

/** Stores a world with `services` mock services in the file. */
const fillOne = (services: number): void => {
  using file = openWorldFile(path);
  const mockServices = Array.from({ length: services }, (_, i) => mockService(i));
  createFakeServer({ seed: { mockServices }, storage: file.world('a') });
};

describe('a file of worlds', () => {
  test('the worlds of a database file store all changes of a `save` in order, or none', () => {
    const kind = fc.constantFrom<RowKind>('mockService', 'entry');
    const parent = fc.constantFrom('', 'ü', 'Ü');
    const key = { kind, parent, id: fc.constantFrom('1', '2', 'x', 'X') };
    const act = <Act extends string>(name: Act) => fc.constant(name);
    const anyChange = fc.oneof<fc.Arbitrary<Change>[]>(
      fc.record({ act: act('put'), ...key, value: fc.constantFrom('', '{"title":"🚀\\u0000"}') }),
      fc.record({ act: act('remove'), ...key }),
      fc.record({ act: act('clear'), kind, parent: fc.option(parent, { nil: undefined }) }),
    );
    /** SQLite rejects this change, as it rejects any change if the disk is full. */
    const broken = { act: 'put', kind: 'entry', parent: '', id: '1', value: undefined as never } as const;
    const anySave = fc.record({
      name: fc.constantFrom('a', 'A'),
      changes: fc.array(anyChange, { maxLength: 6 }),
      isBroken: fc.boolean(),
      isDeleted: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    });
    fc.assert(
      fc.property(fc.array(anySave, { maxLength: 12, size: 'max' }), (saves) => {
        using file = openWorldFile(':memory:');
        const expected = { a: new MemoryStorage(), A: new MemoryStorage() };
        for (const { name, changes, isBroken, isDeleted } of saves) {
          expect(isDeleted && file.delete(name)).toBe(isDeleted && expected[name].rows.size > 0);
          if (isDeleted) expected[name] = new MemoryStorage();
          const save = () => file.world(name).save(isBroken ? [...changes, broken] : changes);
          expect(failureOf(save) === undefined).toBe(!isBroken);
          if (!isBroken) expected[name].save(changes);
          for (const each of ['a', 'A'] as const) {
            expect([...file.world(each).load()]).toEqual(expected[each].load());
          }
          const filled = (['a', 'A'] as const).filter((each) => expected[each].rows.size > 0);
          expect([...file.names()].toSorted()).toEqual(filled.toSorted());
        }
      }),
    );
  });

  test('a database file cannot be opened twice until it is closed, and can be closed twice', () => {
    const file = openWorldFile(path);
    expect(failureOf(() => openWorldFile(path), 'storage-in-use').message).toBe(
      `${path} is already open in this process. Close it, or choose another file.`,
    );
    file.close();
    using again = openWorldFile(path);
    file.close();
    failureOf(() => openWorldFile(path), 'storage-in-use');
    expect(again.names()).toEqual([]);
  });

  const sql = (statements: string) => {
    const other = new DatabaseSync(path);
    other.exec(statements);
    other.close();
  };
  const damage = () => {
    fillOne(200);
    const descriptor = openSync(path, 'r+');
    for (let page = 2; page < 20; page += 3)
      writeSync(descriptor, Buffer.alloc(4096, 0xa5), 0, 4096, page * 4096);
    closeSync(descriptor);
  };
  const setVersion = () => {
    fillOne(1);
    sql('PRAGMA journal_mode = DELETE; PRAGMA user_version = 9');
  };

  test.each<[string, () => void, string, string]>([
    ['is a text', () => writeFileSync(path, 'x'), 'storage-damaged', 'world.db'],
    ['belongs to another program', () => sql('CREATE TABLE mine (x)'), 'storage-damaged', 'another program'],
    ['is damaged', damage, 'storage-damaged', 'was not changed'],
    ['has another version', setVersion, 'storage-version', 'version 9'],
  ])('a database file that %s is rejected and stays unchanged', (_, write, code, message) => {
    write();
    const error = openError();
    expect(error.code).toBe(code);
    expect(error.message).toContain(path);
    expect(error.message).toContain(message);
  });

  // Root may write to every file.
  test.skipIf(process.getuid?.() === 0).each([
    ['a file in a read-only folder', 0o555, 0o644, 'the folder {folder} (EACCES)'],
    ['a read-only file', 0o777, 0o444, 'the file {folder}/world.db (EACCES)'],
  ])('the error of %s says that the permission is missing (not as root)', (_, ofFolder, ofFile, reason) => {
    fillOne(1);
    chmodSync(path, ofFile);
    chmodSync(folder, ofFolder);
    expect(failureOf(() => openWorldFile(path), 'storage-unavailable').message).toContain(
      `${path} cannot be opened: this process has no permission to write to ${reason.replace('{folder}', folder)}`,
    );
  });

  const elsewhere = () => join(folder, 'elsewhere');
  test.each<[string, () => void, (() => void)?]>([
    ['deleted', () => rmSync(path)],
    [
      'replaced',
      () => {
        renameSync(path, elsewhere());
        copyFileSync(elsewhere(), path);
      },
      () => renameSync(elsewhere(), path),
    ],
  ])('a write to a database file that was %s gets a 507 and changes nothing', (_, act, undo) => {
    using file = openWorldFile(path);
    const fake = createFakeServer({ storage: file.world('a') });
    fake.mockServices.add({ title: 'Kept' });
    act();
    const body = JSON.stringify(input());
    const post = { method: 'POST', path: mockServicePath, headers: jsonHeaders, body };
    const response = fake.handle(post);
    expect([response.status, response.body]).toEqual([507, expect.stringContaining(path)]);
    expect(() => fake.reset()).toThrow(errorWith('storage-unsaved'));
    expect(() => file.delete('a')).toThrow('was deleted, moved or replaced while it was open');
    expect(fake.mockServices.list()).toMatchObject([{ title: 'Kept' }]);
    if (!undo) return;
    undo();
    expect(fake.handle(post).status).toBe(201);
  });

  test('only the latest fake server that loaded a world of a database file can change it', () => {
    using file = openWorldFile(path);
    const earlier = createFakeServer({ storage: file.world('a') });
    earlier.mockServices.add({ title: 'Kept' });
    const later = createFakeServer({ storage: file.world('a') });
    createFakeServer({ storage: file.world('b') });
    const { cause } = failureOf(() => earlier.mockServices.add(), 'storage-unsaved');
    expect(cause).toMatchObject({ code: 'storage-in-use' });
    later.mockServices.add({ title: 'Later' });
    const titles = createFakeServer({ storage: file.world('a') }).mockServices.list();
    expect(titles).toMatchObject([{ title: 'Kept' }, { title: 'Later' }]);
  });

  test('every world throws a FakeServerError after its database file is closed', () => {
    const file = openWorldFile(path);
    const fake = createFakeServer({ storage: file.world('a') });
    file.close();
    expect(() => fake.mockServices.add()).toThrow(errorWith('storage-unsaved'));
    expect(() => createFakeServer({ storage: file.world('a') })).toThrow(errorWith('storage-unavailable'));
    expect(fake.mockServices.list()).toEqual([]);
  });

  test('opening a database file requires a Node version with SQLite', () => {
    vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
    expect(() => openWorldFile(path)).toThrow(`${path} requires node:sqlite, which Node 22.13 or newer has`);
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
      create: () => createFakeServer({ seed: emptyWorld() }),
    });
    return { worlds, storage };
  };

  test('worlds evicted from memory are loaded unchanged from the database file', () => {
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

  test('a world can be deleted from its database file', () => {
    const { worlds, storage } = open();
    const removed = worlds.get('a');
    removed.mockServices.add();
    expect([worlds.delete('a'), worlds.delete('a'), storage.names()]).toEqual([true, false, []]);
    expect(() => removed.mockServices.add()).toThrow('The world a was deleted or evicted.');
    expect(worlds.get('a').mockServices.list()).toEqual([]);
    expect(() => removed.mockServices.add()).toThrow(errorWith('storage-unsaved'));
    storage.close();
  });
});
