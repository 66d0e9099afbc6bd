/** Faults in snapshots. */
import { createFakeServer, type Snapshot } from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../support/failure.ts';

const operation = 'listWorkspaces';

describe('faults in a snapshot', () => {
  const restoreWith = (faults: object): string => {
    const fake = createFakeServer();
    const snapshot = { ...fake.snapshot(), faults };
    return (
      (failureOf(() => fake.restore(snapshot as unknown as Snapshot)) as Error | undefined)?.message ?? ''
    );
  };
  const fault = { id: 1, operation, status: 500, seen: 0, used: 0 };

  test('have ids of their own, below the next', () => {
    expect(restoreWith({ faults: [fault], next: 2 })).toBe('');
    for (const faults of [
      { faults: [fault], next: 1 },
      { faults: [fault, fault], next: 2 },
      { faults: [], next: 0.5 },
      { faults: [{ ...fault, seen: -1 }], next: 2 },
      { faults: [{ ...fault, id: undefined }], next: 2 },
    ]) {
      expect(restoreWith(faults)).toBe(
        'The snapshot has 1 problem:\n- faults: expected faults of a snapshot, received object',
      );
    }
  });

  test('have functions of the fake server that took it, not those of another', () => {
    const [taking, other] = [createFakeServer(), createFakeServer()];
    for (const fake of [taking, other]) fake.faults.add({ operation, status: 500, when: () => true });
    const snapshot = taking.snapshot();
    const before = other.snapshot();
    const when = snapshot.faults.faults[0]?.when;
    expect(() => other.restore(snapshot)).toThrow(
      `- faults.faults[0].when: expected the name of a function that this fake server has in a snapshot (no other knows it), received "${when}"`,
    );
    expect(other.snapshot()).toEqual(before);
    taking.restore(snapshot);
    expect(taking.snapshot()).toEqual(snapshot);
  });
});
