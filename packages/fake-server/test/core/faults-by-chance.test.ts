/** Tests faults with a probability. */
import { createFakeServer, type FakeServer, type FaultOptions } from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../support/failure.ts';
import { mockServicesPath } from '../support/paths.ts';
import { MemoryStorage } from '../storage/memory-storage.ts';
import { send } from '../support/wire.ts';

const fault = {
  operation: 'listMockServices',
  status: 503,
  probability: 0.2,
} as const satisfies FaultOptions;

/** Lists the mock services, and returns for each request whether it failed. */
const failures = (fake: FakeServer, count: number): boolean[] =>
  Array.from({ length: count }, () => send(fake, 'GET', mockServicesPath).status === 503);

function fakeWith(options: Partial<FaultOptions> = {}, randomSeed?: number): FakeServer {
  const fake = createFakeServer({ randomSeed });
  fake.faults.add({ ...fault, ...options });
  return fake;
}

const shareOf = (results: readonly boolean[]) => results.filter(Boolean).length / results.length;

describe('a fault with a probability', () => {
  test.each([0.02, 0.5])('applies to a share of %d of the requests, not in a pattern', (probability) => {
    for (const randomSeed of [1, 99]) {
      const results = failures(fakeWith({ probability }, randomSeed), 5000);
      expect(Math.abs(shareOf(results) - probability)).toBeLessThan(0.03);
      // After a failure, the next request fails as often as any other.
      const afterFailure = results.filter((_, index) => results[index - 1] === true);
      expect(Math.abs(shareOf(afterFailure) - probability)).toBeLessThan(probability < 0.1 ? 0.06 : 0.05);
    }
  });

  test('with 0 it never applies, and with 1 or none always', () => {
    expect(shareOf(failures(fakeWith({ probability: 0 }), 200))).toBe(0);
    expect(shareOf(failures(fakeWith({ probability: 1 }), 200))).toBe(1);
    expect(shareOf(failures(fakeWith({ probability: undefined }), 200))).toBe(1);
  });

  test('makes the same choices with the same `randomSeed`, also after a reset, and others with another', () => {
    const fake = fakeWith({}, 7);
    const results = failures(fake, 100);
    expect(failures(fakeWith({}, 7), 100)).toEqual(results);
    expect(failures(fakeWith({}, 8), 100)).not.toEqual(results);
    expect(failures(fakeWith({}), 100)).toEqual(failures(fakeWith({}, 1), 100));
    fake.reset();
    fake.faults.add(fault);
    expect(failures(fake, 100)).toEqual(results);
  });

  test('continues after `restore` and in a storage as if nothing had happened', () => {
    const all = failures(fakeWith(), 100);
    const first = fakeWith();
    failures(first, 40);
    const second = createFakeServer();
    second.restore(first.snapshot());
    expect(failures(second, 60)).toEqual(all.slice(40));
    const storage = new MemoryStorage();
    const stored = createFakeServer({ storage });
    stored.faults.add(fault);
    failures(stored, 40);
    expect(failures(createFakeServer({ storage }), 60)).toEqual(all.slice(40));
  });

  test('is applied at most `times` times, and not to the first `after` requests', () => {
    const results = failures(fakeWith({ times: 3, after: 10, probability: 0.5 }), 100);
    expect(results.filter(Boolean)).toHaveLength(3);
    expect(results.slice(0, 10)).not.toContain(true);
  });

  test('need not be applied for `assertClean`, but other faults must be', () => {
    const fake = fakeWith({ times: 5 });
    fake.faults.assertClean();
    fake.journal.assertClean();
    fake.faults.add({ operation: 'listWorkspaces', status: 500 });
    expect(failureOf(() => fake.faults.assertClean(), 'not-clean').message).not.toContain('listMockServices');
  });

  test('rejects a probability greater than 1', () => {
    const { issues } = failureOf(() => fakeWith({ probability: 1.1 }), 'invalid-fault');
    expect(issues).toMatchObject([{ path: 'probability', expected: 'number from 0 to 1' }]);
  });
});
