import { createFakeServer } from '@mock-services/fake-server/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { idOf, mockService } from '../support/samples.ts';
import { dataAt } from '../support/wire.ts';

const path = '/configuration/mock-services';
const seeded = [1, 2, 3];
const act = fc.constantFrom('add', 'update', 'remove', 'reset', 'save', 'restore');

test('a list keeps the order of insertion, whatever is written, restored and read in between', () => {
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
          remove: () => expect(fake.mockServices.remove(id)).toBe(expected.delete(id)),
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
        const listed = dataAt(fake, path) as { readonly id: string; readonly title: string }[];
        expect(listed.map((item) => [item.id.toLowerCase(), item.title])).toEqual([...expected]);
        expect(fake.mockServices.get(id)?.title).toBe(expected.get(id));
      }
    }),
    { numRuns: 200 },
  );
});
