/** A storage that implements `saveLater`: it stores the changes of several requests together. */
import {
  createFakeServer,
  type FakeServer,
  type Settled,
  type Snapshot,
  type StorageChange,
} from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { mockServicePath, mockServicesPath } from '../support/paths.ts';
import { idOf, input, mockService } from '../support/samples.ts';
import { send } from '../support/wire.ts';
import { MemoryStorage } from './memory-storage.ts';

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

  /** Stores the waiting changes, or fails with an error. */
  settle(error?: Error): void {
    const changes = this.#waiting.flat();
    this.#waiting = [];
    if (error === undefined) this.save(changes);
    this.#settled(error);
  }
}

const seed = { mockServices: [mockService(1), mockService(2)] };
const start = (storage: MemoryStorage): FakeServer => createFakeServer({ seed, storage });
const create = (fake: FakeServer) => send(fake, 'POST', mockServicePath, input()).status;
const never = { operation: 'listWorkspaces', status: 503, when: () => false } as const;

/** A snapshot without the parts of which a storage may have an earlier state. */
function withoutFaultsAndJournal(snapshot: Snapshot) {
  const { faults: _, journal: __, ...others } = snapshot;
  return others;
}

describe('a storage that stores later', () => {
  test('has the world once it has stored', () => {
    const storage = new LaterStorage();
    const fake = start(storage);
    storage.isLater = true;
    expect([create(fake), create(fake), send(fake, 'GET', mockServicesPath).status]).toEqual([201, 201, 200]);
    fake.faults.add({ operation: 'listWorkspaces', status: 503 });
    expect(start(storage).mockServices.list()).toHaveLength(2);
    storage.settle();
    expect(start(storage).snapshot()).toEqual(fake.snapshot());
  });

  test('restores the world before the first change if it fails', () => {
    const storage = new LaterStorage();
    const fake = start(storage);
    create(fake);
    fake.faults.add(never);
    const before = fake.snapshot();
    for (let i = 0; i < 2; i += 1) {
      storage.isLater = true;
      create(fake);
      send(fake, 'GET', mockServicesPath);
      send(fake, 'DELETE', `${mockServicesPath}/${idOf(1)}`);
      fake.faults.add(never);
      fake.clock.advance('1h');
      expect(fake.snapshot()).not.toEqual(before);
      storage.settle(new Error('disk full'));
      expect(fake.snapshot()).toEqual(before);
      expect(fake.faults.list()).toMatchObject([never]);
    }
    storage.isLater = false;
    expect(create(fake)).toBe(201);
    expect(withoutFaultsAndJournal(start(storage).snapshot())).toEqual(
      withoutFaultsAndJournal(fake.snapshot()),
    );
  });

  test('restores the last stored world if it fails after it has stored', () => {
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

  test('makes requests fail as long as it can neither store nor load', () => {
    const storage = new LaterStorage();
    const fake = start(storage);
    const { data } = fake.snapshot();
    const { rows } = storage;
    const get = () => {
      throw new Error('disk lost');
    };
    storage.isLater = true;
    create(fake);
    Object.defineProperty(storage, 'rows', { configurable: true, get });
    storage.settle(new Error('disk full'));
    expect([create(fake), send(fake, 'GET', mockServicesPath).status]).toEqual([500, 500]);
    Object.defineProperty(storage, 'rows', { value: rows, writable: true });
    expect(create(fake)).toBe(507);
    expect(fake.mockServices.list()).toEqual(data.mockServices);
    storage.isLater = false;
    expect(create(fake)).toBe(201);
    expect(start(storage).mockServices.list()).toEqual(fake.mockServices.list());
  });
});
