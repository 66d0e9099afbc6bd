/** Tests the order of worlds by their last use, and which world is evicted when the maximum is reached. */
import { createFakeServer, emptyWorld, type FakeServer } from '@mock-services/fake-server/core';
import type { OperationId } from '@mock-services/sdk/contract';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { failureOf } from '../support/failure.ts';
import { mockServicePath, mockServicesPath as list } from '../support/paths.ts';
import { input } from '../support/samples.ts';
import { dataAt, send } from '../support/wire.ts';
import { ClassStorage } from './class-storage.ts';
import { get, startWorlds } from './start-worlds.ts';
import { runs } from '../../../../tools/lib/near.ts';

describe('the maximum number of worlds', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  const minutes = (count: number) => vi.advanceTimersByTime(count * 60_000);

  test('a request for a new world gets a 503 with the limit if no world is idle', () => {
    const worlds = startWorlds({ max: 2, idle: '10m' });
    for (const name of ['a', 'b']) worlds.get(name);
    minutes(10);
    const { status, body } = worlds.handle(get(`/worlds/c${list}`));
    expect(status).toBe(503);
    expect(JSON.parse(body)).toMatchObject({
      detail: expect.stringContaining('the limit is 2 (max') as string,
    });
    expect(failureOf(() => worlds.get('c'), 'worlds-full').message).toContain('the limit is 2 (max');
    expect(worlds.names()).toEqual(['a', 'b']);
  });

  test('a world can be evicted once it has been idle since its last response', () => {
    const delays = { listWorkspaces: 0, listMockServices: 3, getWorkspaceConfiguration: 15 };
    const paths = { 0: '/configuration/workspaces', 3: list, 15: '/configuration/workspace/x' };
    const create = () => {
      const fake = createFakeServer();
      for (const [operation, minutes] of Object.entries(delays))
        if (minutes > 0)
          fake.faults.add({ operation: operation as OperationId, delay: `${minutes}m`, status: 200 });
      return fake;
    };
    const delay = fc.constantFrom<keyof typeof paths>(0, 3, 15);
    const step = fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), delay, fc.nat(12));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const worlds = startWorlds({ create, max: 3, idle: '10m' });
        /** Minute at which each world becomes idle, from the least to the most recently used world. */
        const idleSince = new Map<string, number>();
        let now = 0;
        for (const [name, delay, pause] of steps) {
          const isOpen = idleSince.has(name);
          const idle = [...idleSince].find(([, since]) => now - since > 10)?.[0];
          const isFull = !isOpen && idleSince.size === 3;
          const isRefused = isFull && idle === undefined;
          if (isFull && idle !== undefined) idleSince.delete(idle);
          expect(worlds.handle(get(`/worlds/${name}${paths[delay]}`)).status).toBe(isRefused ? 503 : 200);
          if (!isRefused) {
            const since = Math.max(idleSince.get(name) ?? 0, now + delay);
            idleSince.delete(name);
            idleSince.set(name, since);
          }
          expect(worlds.list()).toEqual(
            Array.from(idleSince, ([name, since]) => ({ name, idleMs: Math.max(0, now - since) * 60_000 })),
          );
          minutes(pause);
          now += pause;
        }
      }),
      runs(100),
    );
  });
});

describe('the order of worlds', () => {
  const create = () => createFakeServer({ seed: emptyWorld() });
  const name = fc.constantFrom('a', 'b', 'c', 'd', '1', '__proto__');
  const kind = fc.constantFrom('get', 'ask', 'write', 'hang', 'delete');

  test.each([false, true])(
    'worlds are listed, evicted, loaded and deleted like those of a model (with a storage: %s)',
    (isStored) => {
      vi.useFakeTimers({ toFake: ['performance'] });
      onTestFinished(() => void vi.useRealTimers());
      fc.assert(
        fc.property(fc.array(fc.tuple(kind, name), { maxLength: 60 }), (steps) => {
          const storage = isStored ? new ClassStorage() : undefined;
          const worlds = startWorlds({ create, storage, max: 3, idle: 0 });
          /** Names of the worlds in memory, from the least to the most recently used. */
          let open: string[] = [];
          /** Number of mock services and faults in each world, in the order in which the worlds were created. */
          const contents = new Map<string, readonly [services: number, faults: number]>();
          for (const [what, which] of steps) {
            vi.advanceTimersByTime(1);
            const path = `/worlds/${which}`;
            const known = contents.get(which);
            const [services, faults] = known ?? [0, 0];
            const contentOf = ({ mockServices, faults }: FakeServer) => [
              mockServices.list().length,
              faults.list().length,
            ];
            const [found, expected] = {
              delete: () => [worlds.delete(which), known !== undefined],
              get: () => [contentOf(worlds.get(which)), [services, faults]],
              ask: () => [(dataAt(worlds, path + list) as unknown[]).length, services],
              write: () => [send(worlds, 'POST', path + mockServicePath, input()).status, 201],
              hang: () => [worlds.get(which).faults.add({ operation: 'listWorkspaces', hang: true }).used, 0],
            }[what]();
            expect([what, found]).toEqual([what, expected]);
            open = open.filter((each) => each !== which);
            if (what === 'delete') contents.delete(which);
            else {
              open.push(which);
              contents.set(which, [
                services + (what === 'write' ? 1 : 0),
                faults + (what === 'hang' ? 1 : 0),
              ]);
            }
            const [evicted = ''] = open.splice(0, open.length - 3);
            if (!isStored) contents.delete(evicted);
            const closed = [...contents.keys()].filter((each) => !open.includes(each));
            expect(worlds.names()).toEqual([...closed, ...open]);
          }
        }),
      );
    },
  );
});
