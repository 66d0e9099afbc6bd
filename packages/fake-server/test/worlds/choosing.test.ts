/** How a request chooses its world. */
import { createFakeServer, WorldError } from '@mock-services/fake-server/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { create, get, list, startWorlds } from './start-worlds.ts';

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

  test('of its path, though the base URL has worlds in its path too', () => {
    const baseUrl = 'https://a.test/my/worlds/of/api';
    const worlds = startWorlds({ create: () => createFakeServer({ baseUrl }) });
    expect(worlds.handle(get(`/my/worlds/of/api/worlds/a${list}`)).status).toBe(200);
    expect(worlds.handle(get(`/worlds/a/my/worlds/of/api${list}`)).status).toBe(200);
    expect(worlds.get('a').journal.entries).toHaveLength(2);
    expect(worlds.handle(get(`/my/worlds/of/api${list}`)).status).toBe(200);
    expect(worlds.get('default').journal.entries).toHaveLength(1);
  });

  describe('and makes no other', () => {
    const below = (path: string) => {
      const made: string[] = [];
      const create = (name: string) => {
        made.push(name);
        return createFakeServer({ baseUrl: `https://a.test${path}` });
      };
      const { handle, names: listed } = startWorlds({ create, max: 1 });
      return { handle, made, listed };
    };

    test('to know the path of the base URL', () => {
      const { handle, made } = below('/api');
      expect(handle(get(`/api/worlds/a${list}`)).status).toBe(200);
      expect(handle(get(`/worlds/a/api${list}`)).status).toBe(200);
      expect(made).toEqual(['a']);
    });

    test('for what a query says', () => {
      const { handle, made } = below('');
      expect(handle(get(`${list}?x=/worlds/b/`)).status).toBe(200);
      expect(made).toEqual(['default']);
    });

    test.each([
      ['/my/worlds/of/api', '/my/worlds/of/api/worlds/a'],
      ['/my/worlds/of/api', '/my/worlds/of/api', 'default'],
      ['/my/worlds/%C3%B6', '/my/worlds/%C3%B6/worlds/a'],
    ])('that stays, though the base URL has worlds in its path: %s, %s', (path, sent, name = 'a') => {
      const { handle, listed } = below(path);
      expect(handle(get(sent + list)).status).toBe(200);
      expect(listed()).toEqual([name]);
    });

    test.each([
      ['/other/worlds/a', 404, ['default']],
      ['/api/worlds/a%20b', 400, []],
    ])('that stays, for %s', (sent, status, names) => {
      const { handle, listed } = below('/api');
      expect(handle(get(sent + list)).status).toBe(status);
      expect(listed()).toEqual(names);
    });
  });

  test('whose name differs in letter case from others', () => {
    const worlds = startWorlds();
    worlds.handle(create('/worlds/a/configuration/mock-service'));
    const counts = ['a', 'A'].map((name) => worlds.get(name).mockServices.list().length);
    expect(counts).toEqual([3, 2]);
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

  test('that is malformed gets a HEAD request a response without a body', () => {
    const { status, body } = startWorlds().handle({ method: 'HEAD', path: `/worlds/a b${list}` });
    expect([status, body]).toEqual([400, '']);
  });

  test.each(wellFormed)('may be %j', (name) => {
    const worlds = startWorlds();
    expect(worlds.handle(get(`/worlds/${name}${list}`)).status).toBe(200);
    expect(worlds.handle(get(list, { 'x-mock-services-world': name })).status).toBe(200);
    expect(worlds.get(name).journal.entries).toHaveLength(2);
    expect(worlds.names()).toEqual([name]);
  });
});

describe('any request', () => {
  const names = fc.stringMatching(/^[\w.-]{1,128}$/).filter((name) => !/^\.{1,2}$/.test(name));
  const paths = fc
    .oneof(fc.constantFrom(list, `${list}?x=/worlds/b/`, '/worlds/b/', '/worlds/%2e'), fc.string())
    .map((path) => `/${path.replace(/^\//, '')}`);

  test.each(['', '/api', '/my/worlds/of'])(
    'reaches its world as a fake server of its own, below %j',
    (below) => {
      const baseUrl = `https://a.test${below}`;
      fc.assert(
        fc.property(names, paths, fc.boolean(), (name, path, isBefore) => {
          const worlds = startWorlds({ create: () => createFakeServer({ baseUrl }) });
          const prefixed = isBefore ? `/worlds/${name}${below}` : `${below}/worlds/${name}`;
          worlds.get(name);
          const response = worlds.handle(get(prefixed + path));
          expect(worlds.names()).toEqual([name]);
          expect(response).toEqual(createFakeServer({ baseUrl }).handle(get(below + path)));
        }),
      );
    },
  );

  test('gets a response, and makes no world with a malformed name', () => {
    const texts = fc.oneof(fc.string(), fc.constantFrom('/worlds/', '..', '/worlds/a', 'x'.repeat(129)));
    fc.assert(
      fc.property(texts, texts, fc.option(texts), (before, after, header) => {
        const worlds = startWorlds();
        const headers = header === null ? {} : { 'x-mock-services-world': header };
        const { status } = worlds.handle(get(before + after, headers));
        expect([200, 400, 404]).toContain(status);
        for (const name of worlds.names()) expect(name).toMatch(/^[\w.-]{1,128}$/);
      }),
    );
  });
});
