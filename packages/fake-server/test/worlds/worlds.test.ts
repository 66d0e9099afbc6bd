/** Worlds in a process: what they share, how many there are, and how a request chooses one. */
import {
  createFakeServer,
  createWorlds,
  emptyWorld,
  isWorldError,
  OptionError,
  WorldError,
  type FakeServer,
  type WireRequest,
  type Worlds,
} from '@mock-services/fake-server/core';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { input, mockService } from '../support/samples.ts';

const list = '/configuration/mock-services';
const seed = { mockServices: [mockService(1), mockService(2)] };

function startWorlds(options: Partial<Parameters<typeof createWorlds>[0]> = {}): Worlds {
  return createWorlds({ create: () => createFakeServer({ seed }), ...options });
}

const get = (path: string, headers: Record<string, string> = {}): WireRequest => ({
  method: 'GET',
  path,
  headers,
});

function create(path = '/configuration/mock-service'): WireRequest {
  const headers = { 'content-type': 'application/json' };
  return { method: 'POST', path, headers, body: JSON.stringify(input()) };
}

const countIn = (fake: FakeServer) => fake.mockServices.list().length;

describe('a request is for the world', () => {
  const name = 'Checkout_17.b-C';

  test.each([
    ['of its path', get(`/worlds/${name}${list}`)],
    ['of its header', get(list, { 'x-mock-services-world': name })],
    ['of its header in any letter case', get(list, { 'X-Mock-Services-World': name })],
    [
      'of its path, though the header names another',
      get(`/worlds/${name}${list}`, { 'x-mock-services-world': 'b' }),
    ],
    ['default, if it names none', get(list), 'default'],
  ])('%s', (_, request, expected = name) => {
    const worlds = startWorlds();
    expect(worlds.handle(request).status).toBe(200);
    expect(worlds.names()).toEqual([expected]);
    expect(worlds.get(expected).journal.entries).toMatchObject([
      { path: list, operation: 'listMockServices' },
    ]);
  });

  test('of its path, before or after the path of the base URL', () => {
    const worlds = startWorlds({ create: () => createFakeServer({ baseUrl: 'https://a.test/api' }) });
    expect(worlds.handle(get(`/api/worlds/a${list}?x=1`)).status).toBe(200);
    expect(worlds.handle(get(`/worlds/a/api${list}?x=1`)).status).toBe(200);
    expect(worlds.get('a').journal.entries.map(({ path }) => path)).toEqual(
      Array.from({ length: 2 }, () => `/api${list}?x=1`),
    );
    expect(worlds.handle(get(`/other/worlds/a${list}`)).status).toBe(404);
    expect(worlds.get('a').journal.entries).toHaveLength(2);
  });

  test('whose name differs in letter case from others', () => {
    const worlds = startWorlds();
    worlds.handle(create('/worlds/a/configuration/mock-service'));
    expect([countIn(worlds.get('a')), countIn(worlds.get('A'))]).toEqual([3, 2]);
  });

  test.each(['/worlds/a', '/worlds/a/', '/worlds/a?b', '/worlds/a/worlds/b/configuration/mock-services'])(
    'of %s, which has no such path',
    (path) => {
      const worlds = startWorlds();
      expect(worlds.handle(get(path)).status).toBe(404);
      expect(worlds.names()).toEqual(['a']);
    },
  );
});

describe('a path and a header that disagree', () => {
  test('are noted in the journal, and the path counts', () => {
    const worlds = startWorlds();
    const { status } = worlds.handle(get(`/worlds/a${list}`, { 'x-mock-services-world': 'b' }));
    expect([status, worlds.names()]).toEqual([200, ['a']]);
    const { journal } = worlds.get('a');
    expect(journal.entries).toMatchObject([
      { status: 200, problem: expect.stringContaining('the path counts') as string },
    ]);
    expect(() => journal.assertClean()).toThrow('names the world a');
  });

  test('are noted beside what else is wrong', () => {
    const worlds = startWorlds();
    worlds.handle(get('/worlds/a/nothing', { 'x-mock-services-world': 'b' }));
    expect(worlds.get('a').journal.problems).toMatchObject([
      { problem: expect.stringMatching(/the path counts.*No endpoint/) as string },
    ]);
  });

  test('do not, when they name the same', () => {
    const worlds = startWorlds();
    worlds.handle(get(`/worlds/a${list}`, { 'x-mock-services-world': 'a' }));
    expect(worlds.get('a').journal.problems).toEqual([]);
  });
});

describe('a name', () => {
  const malformed = ['', '.', '..', '%2e%2e', 'a%2Fb', 'a b', 'ä', 'a:b', 'x'.repeat(129)];
  const wellFormed = ['a', '...', '.a', '-', '_', '0', 'x'.repeat(128), '__proto__', 'constructor'];

  test.each(malformed)('cannot be %j', (name) => {
    const worlds = startWorlds();
    for (const request of [get(`/worlds/${name}${list}`), get(list, { 'x-mock-services-world': name })]) {
      const { status, headers, body } = worlds.handle(request);
      expect([status, headers['content-type']]).toEqual([400, 'application/problem+json']);
      expect(JSON.parse(body)).toMatchObject({
        detail: expect.stringContaining('1 to 128 characters') as string,
      });
    }
    expect(() => worlds.get(name)).toThrow(WorldError);
    expect(worlds.names()).toEqual([]);
  });

  test.each(wellFormed)('may be %j', (name) => {
    const worlds = startWorlds();
    expect(worlds.handle(get(`/worlds/${name}${list}`)).status).toBe(200);
    expect(worlds.handle(get(list, { 'x-mock-services-world': name })).status).toBe(200);
    expect(worlds.get(name).journal.entries).toHaveLength(2);
    expect(worlds.names()).toEqual([name]);
  });
});

describe('worlds', () => {
  test('share nothing: each is as a fake server of its own', () => {
    const names = fc.constantFrom('default', 'a', 'b');
    const act = fc.constantFrom<(fake: FakeServer, request: (to: WireRequest) => unknown) => unknown>(
      (_, send) => send(create()),
      (_, send) => send(get(list)),
      (_, send) => send({ method: 'DELETE', path: `${list}/${mockService(1).id}` }),
      (_, send) => send(get('/nothing')),
      (fake) => fake.clock.advance('1h'),
      (fake) => void fake.faults.add({ operation: 'listMockServices', status: 503, times: 1 }),
      (fake) => fake.workspaces.add(),
      (fake) => fake.reset(),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(names, act), { maxLength: 30 }), (steps) => {
        const worlds = startWorlds();
        const alone = new Map<string, FakeServer>();
        for (const [name, perform] of steps) {
          const model = alone.get(name) ?? createFakeServer({ seed });
          alone.set(name, model);
          const inWorld = perform(worlds.get(name), (to) =>
            worlds.handle({ ...to, path: `/worlds/${name}${to.path}` }),
          );
          const expected = perform(model, (to) => model.handle(to));
          expect(inWorld).toEqual(expected);
        }
        for (const [name, model] of alone) {
          expect(worlds.get(name).snapshot()).toEqual(model.snapshot());
        }
      }),
    );
  });

  test('are made at their first use, with their name', () => {
    const made = vi.fn<(name: string) => FakeServer>(() => createFakeServer());
    const worlds = startWorlds({ create: made });
    expect(made).not.toHaveBeenCalled();
    const first = worlds.get('a');
    worlds.handle(get(`/worlds/a${list}`));
    expect(worlds.get('a')).toBe(first);
    expect(made.mock.calls).toEqual([['a', undefined]]);
  });

  test('read a seed once, as it was then', () => {
    const own = { mockServices: [mockService(1)] };
    const read = vi.spyOn(own, 'mockServices', 'get').mockImplementation(() => [mockService(1)]);
    const worlds = startWorlds({ create: () => createFakeServer({ seed: own }) });
    worlds.get('a');
    const reads = read.mock.calls.length;
    expect(countIn(worlds.get('b'))).toBe(1);
    expect(read.mock.calls.length).toBe(reads);
    createFakeServer({ seed: own });
    expect(read.mock.calls.length).toBeGreaterThan(reads);
  });

  test('have a fetch', async () => {
    const worlds = startWorlds();
    const response = await worlds.fetch(`https://any.test/worlds/a${list}`);
    expect([response.status, worlds.names()]).toEqual([200, ['a']]);
  });

  test('have the base URL of the world default', () => {
    expect(startWorlds({ create: () => createFakeServer({ baseUrl: 'https://a.test/api' }) }).baseUrl).toBe(
      'https://a.test/api',
    );
  });

  test('that cannot be made are a 500, or throw what went wrong', () => {
    const worlds = startWorlds({
      create: () => {
        throw new Error('no fake today');
      },
    });
    expect(worlds.handle(get(list))).toMatchObject({
      status: 500,
      body: expect.stringContaining('no fake today') as string,
    });
    expect(() => worlds.get('a')).toThrow('no fake today');
    expect(worlds.names()).toEqual([]);
  });

  test('respond with a 500 to what is no request', () => {
    const worlds = startWorlds();
    for (const wrong of [undefined, {}, { method: 'GET', path: 7 }]) {
      expect(worlds.handle(wrong as unknown as WireRequest).status).toBe(500);
    }
  });

  test.each([
    ['max', { max: 0 }],
    ['max', { max: 1.5 }],
    ['idle', { idle: 'soon' as '1h' }],
    ['maxBodyBytes', { maxBodyBytes: -1 }],
  ])('cannot have %s as in %j', (option, wrong) => {
    expect(() => startWorlds(wrong)).toThrow(OptionError);
    expect(() => startWorlds(wrong)).toThrow(option);
  });
});

describe('a world that is deleted', () => {
  test('is gone, and the next request finds a new one', () => {
    const worlds = startWorlds();
    worlds.handle(create('/worlds/a/configuration/mock-service'));
    expect([worlds.delete('a'), worlds.delete('a'), worlds.names()]).toEqual([true, false, []]);
    expect(countIn(worlds.get('a'))).toBe(2);
  });

  test('lets the requests finish that are under way', async () => {
    const worlds = startWorlds();
    worlds.get('a').faults.add({ operation: 'listMockServices', delay: '20ms', times: 1 });
    const response = worlds.fetch(`https://any.test/worlds/a${list}`);
    worlds.delete('a');
    expect((await response).status).toBe(200);
  });
});

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
      detail: expect.stringContaining('There are 2 worlds') as string,
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
    worlds.get('d');
    expect(worlds.names()).toEqual(['c', 'd']);
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

describe('a fault that some runtimes repeat', () => {
  const reset = { operation: 'listMockServices', reset: true, times: 1 } as const;

  test('is reported for all worlds together, also later ones', () => {
    const worlds = startWorlds({ create: () => createFakeServer({ seed: emptyWorld() }) });
    worlds.get('a').faults.add(reset);
    const listener = vi.fn<(armed: boolean) => void>();
    const end = worlds.faults.onRepeated(listener);
    worlds.get('b').faults.add(reset);
    worlds.get('a').faults.clear();
    expect(listener.mock.calls).toEqual([[true]]);
    worlds.handle(get(`/worlds/b${list}`));
    expect(listener.mock.calls).toEqual([[true], [false]]);
    worlds.get('c').faults.add(reset);
    worlds.delete('c');
    expect(listener.mock.calls).toEqual([[true], [false], [true], [false]]);
    end();
    worlds.get('b').faults.add(reset);
    expect(listener).toHaveBeenCalledTimes(4);
  });
});
