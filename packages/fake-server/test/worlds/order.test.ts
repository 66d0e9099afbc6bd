/** The order in which worlds were used, which decides which of them goes. */
import { createFakeServer, createWorlds, emptyWorld } from '@mock-services/fake-server/core';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';

const list = '/configuration/workspaces';
const seed = emptyWorld();
const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', '1', '__proto__');
const kind = fc.constantFrom('get', 'delete', 'ask');

test('is that of the latest uses, whatever comes and goes', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(kind, name), { maxLength: 60 }), (steps) => {
      const worlds = createWorlds({ create: () => createFakeServer({ seed }) });
      let expected: string[] = [];
      for (const [what, which] of steps) {
        const wasThere = expected.includes(which);
        expected = expected.filter((each) => each !== which);
        const act = {
          get: () => worlds.get(which).mockServices.list().length === 0,
          ask: () => worlds.handle({ method: 'GET', path: `/worlds/${which}${list}` }).status === 200,
          delete: () => worlds.delete(which) === wasThere,
        };
        expect(act[what]()).toBe(true);
        if (what !== 'delete') expected.push(which);
        expect(worlds.names()).toEqual(expected);
      }
    }),
  );
});

test('has the one go that was used longest ago', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    fc.assert(
      fc.property(fc.array(name, { maxLength: 40 }), (names) => {
        const worlds = createWorlds({ create: () => createFakeServer({ seed }), max: 3, idle: 0 });
        let expected: string[] = [];
        for (const which of names) {
          vi.advanceTimersByTime(1);
          worlds.get(which);
          expected = [...expected.filter((each) => each !== which), which].slice(-3);
          expect(worlds.names()).toEqual(expected);
        }
      }),
    );
  } finally {
    vi.useRealTimers();
  }
});

test('stays as it is while hundreds of other names come and go', () => {
  const worlds = createWorlds({ create: () => createFakeServer({ seed }) });
  const [first, second] = [worlds.get('first'), worlds.get('second')];
  for (let n = 0; n < 500; n += 1) {
    worlds.get(`w${n}`);
    expect(worlds.delete(`w${n}`)).toBe(true);
  }
  expect(worlds.names()).toEqual(['first', 'second']);
  expect(worlds.get('first')).toBe(first);
  expect(worlds.get('second')).toBe(second);
  expect(worlds.delete('w0')).toBe(false);
});
