/** The world that a request is for, by its path or its header. */
import { createFakeServer, WorldError } from '@mock-services/fake-server/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mockServicePath, mockServicesPath as list } from '../support/paths.ts';
import { input } from '../support/samples.ts';
import { wireRequest } from '../support/wire.ts';
import { get, startWorlds } from './start-worlds.ts';

describe('a request is for the world named', () => {
  const name = 'Checkout_17.b-C';

  test.each([
    ['by its path', get(`/worlds/${name}${list}`)],
    ['by its header', get(list, { 'x-mock-services-world': name })],
    ['by its header, whose name may be in any case', get(list, { 'X-Mock-Services-World': name })],
    [
      'by its path, even if the header names another world',
      get(`/worlds/${name}${list}`, { 'x-mock-services-world': 'b' }),
    ],
    ['`default`, if it has neither', get(list), 'default'],
  ])('%s', (_, request, expected = name) => {
    const worlds = startWorlds();
    expect(worlds.handle(request).status).toBe(200);
    expect(worlds.names()).toEqual([expected]);
    expect(worlds.get(expected).journal.entries).toMatchObject([
      { path: list, operation: 'listMockServices' },
    ]);
  });

  test('by its path, before or after the path of the base URL', () => {
    const worlds = startWorlds({ create: () => createFakeServer({ baseUrl: 'https://a.test/api' }) });
    expect(worlds.handle(get(`/api/worlds/a${list}?x=1`)).status).toBe(200);
    expect(worlds.handle(get(`/worlds/a/api${list}?x=1`)).status).toBe(200);
    expect(worlds.get('a').journal.entries.map(({ path }) => path)).toEqual(
      Array.from({ length: 2 }, () => `/api${list}?x=1`),
    );
    expect(worlds.handle(get(`/other/worlds/a${list}`)).status).toBe(404);
    expect(worlds.get('a').journal.entries).toHaveLength(2);
  });

  test('by its path, even if the path of the base URL contains `worlds`', () => {
    const baseUrl = 'https://a.test/my/worlds/of/api';
    const worlds = startWorlds({ create: () => createFakeServer({ baseUrl }) });
    expect(worlds.handle(get(`/my/worlds/of/api/worlds/a${list}`)).status).toBe(200);
    expect(worlds.handle(get(`/worlds/a/my/worlds/of/api${list}`)).status).toBe(200);
    expect(worlds.get('a').journal.entries).toHaveLength(2);
    expect(worlds.handle(get(`/my/worlds/of/api${list}`)).status).toBe(200);
    expect(worlds.get('default').journal.entries).toHaveLength(1);
  });

  describe('and creates no other world', () => {
    const below = (path: string) => {
      const created: string[] = [];
      const create = (name: string) => {
        created.push(name);
        return createFakeServer({ baseUrl: `https://a.test${path}` });
      };
      const { handle, names: listed } = startWorlds({ create, max: 1 });
      return { handle, created, listed };
    };

    test('to find out the path of the base URL', () => {
      const { handle, created } = below('/api');
      expect(handle(get(`/api/worlds/a${list}`)).status).toBe(200);
      expect(handle(get(`/worlds/a/api${list}`)).status).toBe(200);
      expect(created).toEqual(['a']);
    });

    test('for a path in the query', () => {
      const { handle, created } = below('');
      expect(handle(get(`${list}?x=/worlds/b/`)).status).toBe(200);
      expect(created).toEqual(['default']);
    });

    test.each([
      ['/my/worlds/of/api', '/my/worlds/of/api/worlds/a'],
      ['/my/worlds/of/api', '/my/worlds/of/api', 'default'],
      ['/my/worlds/%C3%B6', '/my/worlds/%C3%B6/worlds/a'],
    ])(
      'that counts to the maximum, even if the path of the base URL contains `worlds`: %s, %s',
      (path, sent, name = 'a') => {
        const { handle, listed } = below(path);
        expect(handle(get(sent + list)).status).toBe(200);
        expect(listed()).toEqual([name]);
      },
    );

    test.each([
      ['/other/worlds/a', 404, ['default']],
      ['/api/worlds/a%20b', 400, []],
    ])('that counts to the maximum, for the wrong path %s', (sent, status, names) => {
      const { handle, listed } = below('/api');
      expect(handle(get(sent + list)).status).toBe(status);
      expect(listed()).toEqual(names);
    });
  });

  test('in the same case, because names are case-sensitive', () => {
    const worlds = startWorlds();
    worlds.handle(wireRequest('POST', `/worlds/a${mockServicePath}`, input()));
    const counts = ['a', 'A'].map((name) => worlds.get(name).mockServices.list().length);
    expect(counts).toEqual([3, 2]);
  });

  test.each(['/worlds/a', '/worlds/a/', '/worlds/a?b', '/worlds/a/worlds/b/configuration/mock-services'])(
    'by the path %s, and gets a 404 from it',
    (path) => {
      const worlds = startWorlds();
      expect(worlds.handle(get(path)).status).toBe(404);
      expect(worlds.names()).toEqual(['a']);
    },
  );
});

describe('a path and a header that disagree', () => {
  test('are a problem in the journal, and the path is used', () => {
    const worlds = startWorlds();
    const { status } = worlds.handle(get(`/worlds/a${list}`, { 'x-mock-services-world': 'b' }));
    expect([status, worlds.names()]).toEqual([200, ['a']]);
    const { journal } = worlds.get('a');
    expect(journal.entries).toMatchObject([
      { status: 200, problem: expect.stringContaining('the path counts') as string },
    ]);
    expect(() => journal.assertClean()).toThrow('names the world a');
  });

  test('are recorded together with another problem', () => {
    const worlds = startWorlds();
    worlds.handle(get('/worlds/a/nothing', { 'x-mock-services-world': 'b' }));
    expect(worlds.get('a').journal.problems).toMatchObject([
      { problem: expect.stringMatching(/the path counts.*No endpoint/) as string },
    ]);
  });

  test('are not a problem if they name the same world', () => {
    const worlds = startWorlds();
    worlds.handle(get(`/worlds/a${list}`, { 'x-mock-services-world': 'a' }));
    expect(worlds.get('a').journal.problems).toEqual([]);
  });
});

describe('the name of a world', () => {
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

  test('leads to a response without a body if it is malformed in a HEAD request', () => {
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
    'gets the same response as from a separate fake server, with the base path %j',
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

  test('gets a response, and never creates a world with a malformed name', () => {
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
