/** How many worlds there may be, and which one goes for another. */
import { createFakeServer, isWorldError, type Worlds } from '@mock-services/fake-server/core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { get, list, startWorlds } from './start-worlds.ts';

describe('at the maximum number of worlds', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  const minutes = (count: number) => vi.advanceTimersByTime(count * 60_000);

  test('a new one replaces the one that has been idle longest', () => {
    const worlds = startWorlds({ max: 3, idle: '10m' });
    for (const name of ['a', 'b', 'c']) worlds.get(name);
    minutes(5);
    worlds.handle(get(`/worlds/a${list}`));
    minutes(6);
    worlds.get('d');
    expect(worlds.names()).toEqual(['c', 'a', 'd']);
    worlds.get('e');
    expect(worlds.names()).toEqual(['a', 'd', 'e']);
  });

  test('there is a 503 that names the limit while none is idle', () => {
    const worlds = startWorlds({ max: 2, idle: '10m' });
    for (const name of ['a', 'b']) worlds.get(name);
    minutes(10);
    const { status, body } = worlds.handle(get(`/worlds/c${list}`));
    expect(status).toBe(503);
    expect(JSON.parse(body)).toMatchObject({
      detail: expect.stringContaining('the limit is 2 (max') as string,
    });
    const error = vi.fn();
    try {
      worlds.get('c');
    } catch (thrown) {
      error(thrown);
    }
    expect(error.mock.calls[0]?.[0]).toSatisfy(isWorldError);
    expect(worlds.names()).toEqual(['a', 'b']);
  });

  test('one whose response is delayed is in use until then', () => {
    const worlds = startWorlds({ max: 2, idle: '10m' });
    worlds.get('a').faults.add({ operation: 'listMockServices', delay: '15m' });
    worlds.handle(get(`/worlds/a${list}`));
    worlds.get('b');
    minutes(11);
    worlds.get('c');
    expect(worlds.names()).toEqual(['a', 'c']);
    minutes(15);
    // Since minute 15, and the other since minute 11.
    expect(worlds.list()).toEqual([
      { name: 'a', idleMs: 11 * 60_000 },
      { name: 'c', idleMs: 15 * 60_000 },
    ]);
    worlds.get('d');
    expect(worlds.names()).toEqual(['a', 'd']);
    worlds.get('e');
    expect(worlds.names()).toEqual(['d', 'e']);
  });

  test('one whose delay is over goes after those that were idle longer', () => {
    const worlds = startWorlds({ max: 2, idle: '10m' });
    worlds.get('a').faults.add({ operation: 'listMockServices', delay: '15m' });
    worlds.handle(get(`/worlds/a${list}`));
    minutes(1);
    worlds.get('b');
    minutes(19);
    worlds.get('c');
    expect(worlds.names()).toEqual(['a', 'c']);
  });

  test('nothing goes for one that cannot be made', () => {
    let broken = false;
    const create = () => {
      if (broken) throw new Error('no fake today');
      return createFakeServer();
    };
    const worlds = startWorlds({ create, max: 2, idle: '10m' });
    for (const name of ['a', 'b']) worlds.get(name);
    minutes(11);
    broken = true;
    expect(() => worlds.get('c')).toThrow('no fake today');
    expect(worlds.names()).toEqual(['a', 'b']);
  });

  test('nothing is made for one that has no room', () => {
    const create = vi.fn(() => createFakeServer());
    const worlds = startWorlds({ create, max: 1 });
    worlds.get('a');
    expect(() => worlds.get('b')).toThrow('the limit is 1 (max');
    expect(create).toHaveBeenCalledTimes(1);
  });

  test('there are no more, though a world is made from others', () => {
    const worlds: Worlds = startWorlds({
      max: 2,
      idle: '10m',
      create: (name) => {
        const fake = createFakeServer();
        if (name !== 'template') fake.restore(worlds.get('template').snapshot());
        return fake;
      },
    });
    worlds.get('a');
    expect(worlds.names()).toEqual(['template', 'a']);
    minutes(11);
    worlds.get('b');
    expect(worlds.names()).toEqual(['template', 'b']);
    worlds.delete('template');
    expect(() => worlds.get('c')).toThrow('the limit is 2 (max');
    expect(worlds.names()).toEqual(['b', 'template']);
  });

  test('those that there are still respond below the path of the base URL', () => {
    const worlds = startWorlds({ max: 1, create: () => createFakeServer({ baseUrl: 'https://a.test/api' }) });
    worlds.get('a');
    expect(worlds.handle(get(`/api/worlds/a${list}`)).status).toBe(200);
    expect(worlds.names()).toEqual(['a']);
  });

  test('the list says how long each has been idle', () => {
    const worlds = startWorlds();
    worlds.get('a');
    minutes(1);
    worlds.get('b');
    expect(worlds.list()).toEqual([
      { name: 'a', idleMs: 60_000 },
      { name: 'b', idleMs: 0 },
    ]);
  });
});
