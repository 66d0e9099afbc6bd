/** Checks that cached lists are always up to date and in the correct order. */
import { createFakeServer, type FakeServer } from '@mock-services/fake-server/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { activityPath, mockServicesPath, workspacesPath } from '../support/paths.ts';
import { idOf, mockService, workspace } from '../support/samples.ts';
import { dataAt, send } from '../support/wire.ts';

describe('the list of mock services', () => {
  const seeded = [1, 2, 3];
  const act = fc.constantFrom('add', 'update', 'remove', 'reset', 'save', 'restore');

  test('mock services stay in insertion order after any sequence of changes', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(act, fc.integer({ min: 1, max: 6 })), { maxLength: 40 }), (steps) => {
        const fake = createFakeServer({ seed: { mockServices: seeded.map((n) => mockService(n)) } });
        const atFirst = seeded.map((n): [string, string] => [idOf(n), mockService(n).title]);
        let [expected, saved, snapshot] = [new Map(atFirst), new Map(atFirst), fake.snapshot()];
        for (const [index, [name, n]] of steps.entries()) {
          const [id, title] = [idOf(n), `Title ${index}`];
          const acts = {
            add: () => {
              if (expected.has(id)) return;
              fake.mockServices.add({ id: id.toUpperCase(), title });
              expected.set(id, title);
            },
            update: () => {
              if (!expected.has(id)) return;
              fake.mockServices.update(id, { title });
              expected.set(id, title);
            },
            remove: () => expect(fake.mockServices.delete(id)).toBe(expected.delete(id)),
            reset: () => {
              fake.reset();
              expected = new Map(atFirst);
            },
            save: () => {
              [saved, snapshot] = [new Map(expected), fake.snapshot()];
            },
            restore: () => {
              fake.restore(snapshot);
              expected = new Map(saved);
            },
          };
          acts[name]();
          const listed = dataAt(fake, mockServicesPath) as { readonly id: string; readonly title: string }[];
          expect(listed.map((item) => [item.id.toLowerCase(), item.title])).toEqual([...expected]);
          expect(fake.mockServices.get(id)?.title).toBe(expected.get(id));
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('the list of workspaces and the activity logs', () => {
  const start = Date.parse('2026-01-01T00:00:00.000Z');
  const instant = (days: number) => new Date(start + days * 86_400_000).toISOString();
  const seed = { workspaces: [1, 2, 3].map((n) => workspace(n, { expiresAt: instant(n) })) };

  type Step = (fake: FakeServer, id: string, days: number) => unknown;
  const ifKnown =
    (act: Step): Step =>
    (fake, id, days) =>
      fake.workspaces.get(id) && act(fake, id, days);
  const step = fc.constantFrom<Step[]>(
    ({ clock }, _, days) => clock.set(instant(days)),
    ({ workspaces }) => workspaces.add(),
    ifKnown(({ workspaces }, id, days) => workspaces.update(id, { expiresAt: instant(Math.max(days, 1)) })),
    ({ workspaces }, id) => workspaces.delete(id),
    ifKnown(({ activity }, id) => activity.record(id)),
    (fake, id) => send(fake, 'DELETE', activityPath(id)),
    ifKnown(({ activity }, id) => activity.delete(id, activity.list(id)[0]?.id ?? '')),
    (fake) => fake.reset(),
    (fake) => fake.restore(fake.snapshot()),
  );
  const id = fc.integer({ min: 1, max: 3 }).map(idOf);
  const days = fc.integer({ min: -2, max: 5 });

  test('the workspace list and activity logs are up to date after any sequence of changes', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(step, id, days)), (steps) => {
        const fake = createFakeServer({ seed, onExpiry: 'hide' });
        for (const [act, id, days] of steps) {
          act(fake, id, days);
          const all = fake.workspaces.list();
          const now = fake.clock.now();
          expect(dataAt(fake, workspacesPath)).toEqual(
            all.filter(({ expiresAt }) => Date.parse(expiresAt) > now),
          );
          for (const { id } of all) {
            const log = JSON.stringify({ data: fake.activity.list(id) });
            expect(send(fake, 'GET', activityPath(id.toUpperCase())).body).toBe(log);
          }
        }
      }),
      { numRuns: 200, seed: 1 },
    );
  });

  test.each<[string, (fake: FakeServer) => unknown]>([
    ['its workspace is removed', ({ workspaces }) => workspaces.delete(idOf(1))],
    ['another world is restored', (fake) => fake.restore(createFakeServer({ seed: {} }).snapshot())],
  ])('reading an activity log gets a 404 after %s', (_, act) => {
    const fake = createFakeServer({ seed });
    expect(send(fake, 'GET', activityPath(idOf(1))).status).toBe(200);
    act(fake);
    expect(send(fake, 'GET', activityPath(idOf(1))).status).toBe(404);
  });
});
