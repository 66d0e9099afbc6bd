/** Thousands of faults take linear time. */
import { operationIds } from '@mock-services/sdk/contract';
import { createFakeServer, SnapshotError } from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { send } from '../support/wire.ts';

const path = '/configuration/workspaces';
const operation = 'listWorkspaces';

describe('thousands of faults', () => {
  const count = 3000;

  function withFaults() {
    const fake = createFakeServer();
    for (let i = 0; i < count; i += 1) {
      fake.faults.add({ operation: i % 2 === 0 ? operation : operationIds, status: 500 + (i % 7), times: 1 });
    }
    return fake;
  }

  test('strike one after the other, and those that are removed do not', () => {
    const fake = withFaults();
    const removed = new Set([1, 2, 500, 1500, 1501, 1502, count]);
    for (const id of removed) expect(fake.faults.remove(id)).toBe(true);
    const expected = fake.faults.list().map(({ status }) => status);
    expect(expected).toHaveLength(count - removed.size);
    expect(expected.map(() => send(fake, 'GET', path).status)).toEqual(expected);
    expect(send(fake, 'GET', path).status).toBe(200);
    fake.faults.add({ operation, status: 599 });
    expect(send(fake, 'GET', path).status).toBe(599);
  });

  test('are all removed one by one, or with their operation', () => {
    const fake = withFaults();
    expect(fake.faults.remove(operation)).toBe(true);
    expect(fake.faults.list()).toHaveLength(count / 2);
    for (const { id } of fake.faults.list()) expect(fake.faults.remove(id)).toBe(true);
    expect(fake.faults.list()).toEqual([]);
    expect(send(fake, 'GET', path).status).toBe(200);
  });

  test('of other operations are not looked at when those of one are removed', () => {
    const fake = createFakeServer();
    for (let i = 0; i < 30_000; i += 1) fake.faults.add({ operation: 'getMockService', status: 503 });
    for (let i = 0; i < 30_000; i += 1) {
      fake.faults.add({ operation, status: 503 });
      expect(fake.faults.remove(operation)).toBe(true);
      expect(fake.faults.remove(operation)).toBe(false);
    }
    expect(fake.faults.list()).toHaveLength(30_000);
  });

  test('with functions are restored from a snapshot, and only those of recent snapshots are kept', () => {
    const fake = createFakeServer();
    fake.faults.add({ operation, status: 500, when: () => true });
    const old = fake.snapshot();
    fake.faults.clear();
    for (let i = 0; i < count; i += 1)
      fake.faults.add({ operation, status: 501, when: () => i === count - 1 });
    const latest = fake.snapshot();
    fake.faults.clear();
    fake.snapshot();
    expect(() => fake.restore(old)).toThrow(SnapshotError);
    fake.faults.add({ operation, status: 502, when: () => true });
    const { faults } = fake.snapshot();
    fake.reset();
    fake.restore({ ...latest, faults });
    expect(send(fake, 'GET', path).status).toBe(502);
  });
});
