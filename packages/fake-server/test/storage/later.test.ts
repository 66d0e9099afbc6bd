/** A storage that stores the changes of several requests together, later than it is told of them. */
import {
  createFakeServer,
  type FakeServer,
  type Settled,
  type StorageChange,
} from '@mock-services/fake-server/core';
import { expect, test } from 'vitest';
import { idOf, input, mockService } from '../support/samples.ts';
import { send } from '../support/wire.ts';
import { MemoryStorage } from './memory-storage.ts';

/** Stores what it was told since when it is asked to. */
class LaterStorage extends MemoryStorage {
  isLater = false;
  #waiting: (readonly StorageChange[])[] = [];
  #settled: Settled = () => {};

  readonly saveLater = (changes: readonly StorageChange[], settled: Settled): boolean => {
    if (!this.isLater) return false;
    this.#waiting.push(changes);
    this.#settled = settled;
    return true;
  };

  /** @param error - What to fail with in place of storing. */
  settle(error?: Error): void {
    const changes = this.#waiting.flat();
    this.#waiting = [];
    if (error === undefined) this.save(changes);
    this.#settled(error);
  }
}

const list = '/configuration/mock-services';
const service = '/configuration/mock-service';
const seed = { mockServices: [mockService(1), mockService(2)] };
const start = (storage: MemoryStorage): FakeServer => createFakeServer({ seed, storage });
const create = (fake: FakeServer) => send(fake, 'POST', service, input());
const never = { operation: 'listWorkspaces', status: 503, when: () => false } as const;

test('has the world once it has stored', () => {
  const storage = new LaterStorage();
  const fake = start(storage);
  storage.isLater = true;
  expect([create(fake), create(fake), send(fake, 'GET', list)].map(({ status }) => status)).toEqual([
    201, 201, 200,
  ]);
  fake.faults.add({ operation: 'listWorkspaces', status: 503 });
  expect(start(storage).mockServices.list()).toHaveLength(2);
  storage.settle();
  expect(start(storage).snapshot()).toEqual(fake.snapshot());
});

test('that fails leaves the world as it was before the first change', () => {
  const storage = new LaterStorage();
  const fake = start(storage);
  create(fake);
  fake.faults.add(never);
  const before = fake.snapshot();
  for (let i = 0; i < 2; i += 1) {
    storage.isLater = true;
    create(fake);
    send(fake, 'GET', list);
    send(fake, 'DELETE', `${list}/${idOf(1)}`);
    fake.faults.add(never);
    fake.clock.advance('1h');
    expect(fake.snapshot()).not.toEqual(before);
    storage.settle(new Error('disk full'));
    expect(fake.snapshot()).toEqual(before);
    expect(fake.faults.list()).toMatchObject([never]);
  }
  storage.isLater = false;
  expect(create(fake).status).toBe(201);
  const { journal: _, faults: __, ...stored } = start(storage).snapshot();
  const { journal: ___, faults: ____, ...present } = fake.snapshot();
  expect(stored).toEqual(present);
});

test('that fails after it has stored leaves the world as it was stored', () => {
  const storage = new LaterStorage();
  const fake = start(storage);
  storage.isLater = true;
  create(fake);
  fake.faults.add(never);
  storage.settle();
  const before = fake.snapshot();
  create(fake);
  fake.faults.clear();
  storage.settle(new Error('disk full'));
  expect(fake.snapshot()).toEqual(before);
});

test('that fails, and cannot be read, has the world fail until it can', () => {
  const storage = new LaterStorage();
  const fake = start(storage);
  const before = fake.snapshot();
  const rows = storage.rows;
  storage.isLater = true;
  create(fake);
  Object.defineProperty(storage, 'rows', {
    configurable: true,
    get: () => {
      throw new Error('disk lost');
    },
  });
  storage.settle(new Error('disk full'));
  expect([create(fake).status, send(fake, 'GET', list).status]).toEqual([500, 500]);
  Object.defineProperty(storage, 'rows', { value: rows, writable: true });
  expect(create(fake).status).toBe(507);
  expect(fake.mockServices.list()).toEqual(before.data.mockServices);
  storage.isLater = false;
  expect(create(fake).status).toBe(201);
  expect(start(storage).mockServices.list()).toEqual(fake.mockServices.list());
});
