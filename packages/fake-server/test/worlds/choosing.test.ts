/** Tests how a request names its world in the path or in a header. */
import { createFakeServer, type JournalEntry } from '@mock-services/fake-server/core';
import { toCurl, toHar, urlOf } from '@mock-services/sdk/activity';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { mockServicePath, mockServicesPath as list } from '../support/paths.ts';
import { input } from '../support/samples.ts';
import { wireRequest } from '../support/wire.ts';
import { get, startWorlds } from './start-worlds.ts';
import { errorWith } from '../support/failure.ts';

/** Creates worlds whose base URL has a path. */
const startWorldsAt = (baseUrl: string, created: (name: string) => void = () => {}) =>
  startWorlds({
    baseUrl,
    create: (name) => {
      created(name);
      return createFakeServer({ baseUrl });
    },
  });

describe('choosing a world', () => {
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
  ])('a request is for the world named %s', (_, request, expected = name) => {
    const worlds = startWorlds();
    expect(worlds.handle(request).status).toBe(200);
    expect(worlds.names()).toEqual([expected]);
    expect(worlds.get(expected).journal.entries()).toMatchObject([
      { request: { path: list }, operation: 'listMockServices' },
    ]);
  });

  test.each([
    ['', `${list}?x=/worlds/b/`, 'default'],
    ['/api', `/api/worlds/a${list}`, 'a'],
    ['/api', `/worlds/a/api${list}`, 'a'],
    ['/my/worlds/of/api', `/my/worlds/of/api/worlds/a${list}`, 'a'],
    ['/my/worlds/of/api', `/my/worlds/of/api${list}`, 'default'],
  ])('a request creates only the world that its path names (base path %j, path %s)', (below, path, name) => {
    const created: string[] = [];
    const worlds = startWorldsAt(`https://a.test${below}`, (name) => void created.push(name));
    expect(worlds.handle(get(path)).status).toBe(200);
    expect(created).toEqual([name]);
  });

  test.each([
    ['', `/worlds/a${list}?b=/c`],
    ['/api', `/api/worlds/a${list}`],
    ['/api', `/worlds/a/api${list}?token=x`],
  ])(
    'an entry has the path without the world, but the URL of the request (base path %j, %s)',
    (below, path) => {
      const worlds = startWorldsAt(`https://a.test${below}`);
      worlds.handle(get(path));
      const { journal } = worlds.get('a');
      const [entry] = journal.find({ path: below + list });
      expect(urlOf(entry as JournalEntry)).toBe(`https://a.test${path}`);
      expect(toCurl(entry as JournalEntry)).toContain(`https://a.test${path.replace('=x', '=REDACTED')}`);
      expect(toHar(journal.entries()).log.entries[0]?.request.url).toContain(`/worlds/a${below && '/'}`);
    },
  );

  test('world names in paths are case-sensitive', () => {
    const worlds = startWorlds();
    worlds.handle(wireRequest('POST', `/worlds/a${mockServicePath}`, input()));
    const counts = ['a', 'A'].map((name) => worlds.get(name).mockServices.list().length);
    expect(counts).toEqual([3, 2]);
  });
});

describe('a request that matches no endpoint', () => {
  test.each<[string, number, string?]>([
    ['/worlds/ghost/x', 404],
    ['/worlds/ghost', 404],
    [`/other/worlds/ghost${list}`, 404],
    [`/worlds/ghost${list}`, 405, 'PUT'],
    ['/api/worlds/gh%20ost/configuration/mock-services', 400],
  ])('a request that matches no endpoint creates no world: %s gets %i', (path, status, method = 'GET') => {
    const create = vi.fn(() => createFakeServer({ baseUrl: 'https://a.test/api' }));
    const worlds = startWorlds({ baseUrl: 'https://a.test/api', create });
    const sent = path.startsWith('/worlds/') ? path.replace(/^(\/worlds\/[^/]+)/, '$1/api') : path;
    const response = worlds.handle({ method, path: sent });
    expect(response.status).toBe(status);
    expect(create).not.toHaveBeenCalled();
    expect(worlds.names()).toEqual([]);
  });
});

describe('the name of a world', () => {
  const malformed = ['', '..', '%2e%2e', 'a%2Fb', 'a b', 'ä', 'x'.repeat(129)];
  const wellFormed = ['a', '...', '-', '_', '0', 'x'.repeat(128), '__proto__'];

  test.each(malformed)('the world name %j is rejected', (name) => {
    const worlds = startWorlds();
    for (const request of [get(`/worlds/${name}${list}`), get(list, { 'x-mock-services-world': name })]) {
      const { status, headers, body } = worlds.handle(request);
      expect([status, headers['content-type']]).toEqual([400, 'application/problem+json']);
      expect(JSON.parse(body)).toMatchObject({
        detail: expect.stringContaining('1 to 128 characters') as string,
      });
    }
    expect(() => worlds.get(name)).toThrow(errorWith('world-name'));
    expect(worlds.names()).toEqual([]);
  });

  test.each(wellFormed)('the world name %j is accepted', (name) => {
    const worlds = startWorlds();
    expect(worlds.handle(get(`/worlds/${name}${list}`)).status).toBe(200);
    expect(worlds.handle(get(list, { 'x-mock-services-world': name })).status).toBe(200);
    expect(worlds.get(name).journal.entries()).toHaveLength(2);
    expect(worlds.names()).toEqual([name]);
  });
});

describe('random requests to worlds', () => {
  const names = fc.stringMatching(/^[\w.-]{1,128}$/).filter((name) => !/^\.{1,2}$/.test(name));
  const paths = fc
    .oneof(fc.constantFrom(list, `${list}?x=/worlds/b/`, '/worlds/b/', '/worlds/%2e'), fc.string())
    .map((path) => `/${path.replace(/^\//, '')}`);

  test.each(['', '/api', '/my/worlds/of'])(
    'any request to a world gets the response of a separate fake server (path %j)',
    (below) => {
      const baseUrl = `https://a.test${below}`;
      fc.assert(
        fc.property(names, paths, fc.boolean(), (name, path, isBefore) => {
          const worlds = startWorldsAt(baseUrl);
          const prefixed = isBefore ? `/worlds/${name}${below}` : `${below}/worlds/${name}`;
          worlds.get(name);
          const response = worlds.handle(get(prefixed + path));
          expect(worlds.names()).toEqual([name]);
          expect(response).toEqual(createFakeServer({ baseUrl }).handle(get(below + path)));
        }),
      );
    },
  );

  test('every request gets a response and creates no world with a malformed name', () => {
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
