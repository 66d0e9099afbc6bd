/** Servers are told while a fault is armed after which some runtimes send a request again by themselves. */
import { createFakeServer, type FaultOptions } from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { send } from '../support/wire.ts';

const operation = 'listWorkspaces';
const path = '/configuration/workspaces';

/** A fake server, and what it told a listener so far. */
function watched() {
  const fake = createFakeServer();
  const told: boolean[] = [];
  const end = fake.faults.onRepeated((armed) => void told.push(armed));
  return { fake, told, end };
}

describe('a listener', () => {
  test.each<[Omit<FaultOptions, 'operation'>, boolean[]]>([
    [{ reset: true }, [false, true]],
    [{ hang: true }, [false, true]],
    [{ status: 408 }, [false, true]],
    [{ reset: false, hang: false, status: 409 }, [false]],
    [{ truncated: true, delay: 5 }, [false]],
  ])('is told at once, and whether %j is armed', (fault, expected) => {
    const { fake, told } = watched();
    fake.faults.add({ operation, ...fault });
    expect(told).toEqual(expected);
  });

  test('is told of changes alone, until it ends that', () => {
    const { fake, told, end } = watched();
    const others: boolean[] = [];
    fake.faults.add({ operation, reset: true, times: 2 }).add({ operation: 'getMockService', hang: true });
    fake.faults.onRepeated((armed) => void others.push(armed));
    fake.faults.remove('getMockService');
    send(fake, 'GET', path);
    expect([told, others]).toEqual([[false, true], [true]]);
    send(fake, 'GET', path);
    expect([told, others]).toEqual([
      [false, true, false],
      [true, false],
    ]);
    end();
    fake.faults.add({ operation, status: 408 });
    expect(told).toEqual([false, true, false]);
    expect(others).toEqual([true, false, true]);
  });

  test.each<[string, (fake: ReturnType<typeof createFakeServer>) => unknown]>([
    ['removed', (fake) => fake.faults.remove(1)],
    ['removed by its operation', (fake) => fake.faults.remove(operation)],
    ['cleared', (fake) => fake.faults.clear()],
    ['reset', (fake) => fake.reset()],
    ['not in the snapshot', (fake) => fake.restore(createFakeServer().snapshot())],
  ])('is told when the fault is %s', (_, act) => {
    const { fake, told } = watched();
    fake.faults.add({ operation, hang: true });
    act(fake);
    expect(told).toEqual([false, true, false]);
  });

  test('is told of a fault in a snapshot, unless it has struck as often as it may', () => {
    const armed = createFakeServer();
    armed.faults.add({ operation, hang: true, times: 1 }).add({ operation, status: 500 });
    const { fake, told } = watched();
    fake.restore(armed.snapshot());
    expect(told).toEqual([false, true]);
    send(armed, 'GET', path);
    fake.restore(armed.snapshot());
    expect(told).toEqual([false, true, false]);
  });
});
