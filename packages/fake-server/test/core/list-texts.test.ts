/** Lists that are read again are not written anew, and never out of date. */
import { createFakeServer, type FakeServer } from '@mock-services/fake-server/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { idOf, workspace } from '../support/samples.ts';
import { dataAt, send } from '../support/wire.ts';

const path = '/configuration/workspaces';
const day = 86_400_000;
const start = Date.parse('2026-01-01T00:00:00.000Z');

const seed = {
  workspaces: [1, 2, 3].map((n) => workspace(n, { expiresAt: new Date(start + n * day).toISOString() })),
};

type Step = (fake: FakeServer) => unknown;

const id = fc.integer({ min: 1, max: 3 }).map(idOf);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.integer({ min: -2, max: 5 }).map(
    (days): Step =>
      ({ clock }) =>
        clock.set(start + days * day),
  ),
  fc.constant<Step>(({ workspaces }) => workspaces.add()),
  fc.tuple(id, fc.integer({ min: 1, max: 4 })).map(
    ([id, days]): Step =>
      ({ workspaces }) =>
        workspaces.get(id) &&
        workspaces.update(id, { expiresAt: new Date(start + days * day).toISOString() }),
  ),
  id.map(
    (id): Step =>
      ({ workspaces }) =>
        workspaces.remove(id),
  ),
  id.map(
    (id): Step =>
      ({ workspaces, activity }) =>
        workspaces.get(id) && activity.record(id),
  ),
  id.map(
    (id): Step =>
      (fake) =>
        send(fake, 'DELETE', `/workspace/${id}/activity`),
  ),
  id.map((id): Step => ({ workspaces, activity }) => {
    if (!workspaces.get(id)) return;
    const [first] = activity.list(id);
    if (first) activity.remove(id, first.id);
  }),
  fc.constant<Step>((fake) => fake.reset()),
  fc.constant<Step>((fake) => fake.restore(fake.snapshot())),
);

test('a list shows what is there, whatever happened since it was last read', () => {
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const fake = createFakeServer({ seed, onExpiry: 'hide' });
      for (const each of steps) {
        each(fake);
        const all = fake.workspaces.list();
        const now = fake.clock.now();
        expect(dataAt(fake, path)).toEqual(all.filter(({ expiresAt }) => Date.parse(expiresAt) > now));
        for (const { id } of all) {
          const log = { data: fake.activity.list(id) };
          expect(send(fake, 'GET', `/workspace/${id.toUpperCase()}/activity`).body).toBe(JSON.stringify(log));
        }
      }
    }),
    { numRuns: 200, seed: 1 },
  );
});

describe('a log that is gone', () => {
  test.each<[string, Step]>([
    ['with its workspace', ({ workspaces }) => workspaces.remove(idOf(1))],
    ['with all data', (fake) => fake.restore(createFakeServer({ seed: {} }).snapshot())],
  ])('is a 404: %s', (_, act) => {
    const fake = createFakeServer({ seed });
    const log = `/workspace/${idOf(1)}/activity`;
    expect(send(fake, 'GET', log).status).toBe(200);
    act(fake);
    expect(send(fake, 'GET', log).status).toBe(404);
  });
});
