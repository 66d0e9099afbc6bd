/** Random files and services: what applying does, whatever happens while it runs. */
import { createClient } from '@mock-services/sdk';
import { createFakeServer } from '@mock-services/fake-server/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { apply, diff, dump } from '../src/code-commands.ts';
import { contentsOf, contextOf, directService, fileWith, idOf } from './support.ts';
import { readable, runs } from '../../../tools/lib/near.ts';

const text = fc.constantFrom('a', 'ü', '🍎', '__proto__', 'toString', 'x-b', '');
const url = fc.constantFrom('https://a.example', 'https://b.example/x?y=1');
const value = fc.oneof(readable(fc.jsonValue({ maxDepth: 2 })), fc.boolean());
const headers = fc.dictionary(fc.constantFrom('x-a', 'x-b', '__proto__', 'constructor'), value, {
  maxKeys: 2,
});
const list = fc.array(text, { maxLength: 3 });
const cors = fc.record(
  { allowedOrigins: list, allowedMethods: list, allowedHeaders: list },
  { requiredKeys: [] },
);
const upstreams = fc.array(
  fc.record({ name: fc.constantFrom('a', 'ü'), url, health: fc.nat(3) }, { requiredKeys: ['name', 'url'] }),
  { maxLength: 3 },
);
/** Unlike `tags`, the field `limits` may have fields of its own that only the service has. */
const unknown = { tags: list, limits: fc.dictionary(text, fc.nat(3), { maxKeys: 2 }) };
const config = fc.record(
  { cors, defaultResponseHeaders: headers, upstreams, ...unknown },
  { requiredKeys: [] },
);
const id = fc.nat(5).map(idOf);
const draft = fc.record(
  { id, type: fc.constantFrom('REST', 'SOAP'), title: fc.constantFrom('A', 'B', 'C', 'D', 'ü'), config },
  { requiredKeys: ['title'] },
);

/** A file in which each title and each id appears once. */
const file = fc
  .tuple(
    fc.uniqueArray(draft, { selector: ({ title }) => title, maxLength: 5 }),
    fc.shuffledSubarray([1, 2, 3, 4, 5], { minLength: 5 }),
  )
  .map(([drafts, ids]) =>
    drafts.map((one, index) => (one.id === undefined ? one : { ...one, id: idOf(ids[index] ?? 0) })),
  );

test('after an apply, diff is empty and a second apply changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(file, file, fc.boolean(), async (mockServices, existing, deletes) => {
      const { fake, context } = directService({ mockServices: existing });
      const path = fileWith({ mockServices });
      const options = { delete: deletes, yes: true };
      // The title of one entry may be the old title of a mock service that another entry renames.
      expect(await apply(context, path, options)).toBe(0);
      expect(await diff(context, path, options)).toBe(0);
      const before = contentsOf(fake);
      expect(await apply(context, path, options)).toBe(0);
      expect(contentsOf(fake)).toEqual(before);
      if (deletes) expect(before).toHaveLength(mockServices.length);
    }),
    runs(50),
  );
});

interface Config {
  readonly cors?: object;
  readonly defaultResponseHeaders?: object;
  readonly upstreams?: readonly { readonly name: string }[];
  readonly tags?: readonly string[];
  readonly limits?: object;
}

const noConfig = {
  cors: { allowedOrigins: [], allowedMethods: [], allowedHeaders: [] },
  defaultResponseHeaders: {},
  upstreams: [],
};
/** Unlike an assignment, entries can have the name `__proto__`. */
const merged = (...parts: (object | undefined)[]) =>
  Object.fromEntries(parts.flatMap((part) => Object.entries(part ?? {})));

/** What the documentation says about a config: objects are merged, but headers and lists are replaced. */
function expectedConfig(before: Config, given: Config): object {
  const [old, cors] = [before.upstreams ?? [], merged(before.cors, given.cors)];
  const upstreams = given.upstreams?.map((one, place) => {
    const sameName = old.find(({ name }) => name === one.name);
    return merged(old[place]?.name === one.name ? old[place] : sameName, one);
  });
  const limits = merged(before.limits, given.limits);
  return {
    ...before,
    ...given,
    cors,
    ...(upstreams && { upstreams }),
    ...((before.limits ?? given.limits) && { limits }),
  };
}

test('apply gives each mock service what its entry lists, and keeps the rest', async () => {
  await fc.assert(
    fc.asyncProperty(file, file, async (entries, existing) => {
      const { fake, context } = directService({ mockServices: existing });
      const before = fake.mockServices.list();
      expect(await apply(context, fileWith({ mockServices: entries }), {})).toBe(0);
      const after = fake.mockServices.list();
      const named = new Set(entries.map((entry) => before.find(({ id }) => id === entry.id)?.id));
      for (const entry of entries) {
        const own =
          before.find(({ id }) => id === entry.id) ??
          before.find(({ id, title }) => !named.has(id) && title === entry.title);
        const isSame = ({ id, title }: { readonly id: string; readonly title: string }) =>
          own ? id === own.id : title === entry.title && !before.some((old) => old.id === id);
        const { title, type, config } = after.find(isSame) ?? {};
        expect({ title, type, config }).toEqual({
          title: entry.title,
          type: entry.type ?? own?.type ?? 'REST',
          config: expectedConfig(own?.config ?? noConfig, (entry.config ?? {}) as Config),
        });
      }
    }),
    runs(100),
  );
});

/** Removes some of the fields that a file may leave out. A header is data, so all of them or none are removed. */
function thinned(value: unknown, isKept: () => boolean, name = ''): unknown {
  if (Array.isArray(value)) return name === 'upstreams' ? value.map((item) => thinned(item, isKept)) : value;
  if (typeof value !== 'object' || value === null || name === 'defaultResponseHeaders') return value;
  const kept = Object.entries(value).filter(([key]) => ['title', 'name', 'url'].includes(key) || isKept());
  return Object.fromEntries(kept.map(([key, inner]) => [key, thinned(inner, isKept, key)]));
}

test('diff ignores fields that the file leaves out', async () => {
  await fc.assert(
    fc.asyncProperty(
      file,
      fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }),
      async (existing, choices) => {
        const { fake, context } = directService({ mockServices: existing });
        let count = 0;
        const isKept = () => choices[(count += 1) % choices.length] ?? true;
        const mockServices = fake.mockServices.list().map((service) => thinned(service, isKept));
        expect(await diff(context, fileWith({ mockServices }), { delete: true })).toBe(0);
      },
    ),
    runs(100),
  );
});

test('applying a dump to an empty service gives two equal services', async () => {
  await fc.assert(
    fc.asyncProperty(file, async (mockServices) => {
      const { fake, context } = directService({ mockServices });
      const path = fileWith('');
      await dump(context, { output: path });
      const other = directService();
      expect(await apply(other.context, path, {})).toBe(0);
      expect(contentsOf(other.fake)).toEqual(contentsOf(fake));
      expect(await diff(context, path, { delete: true })).toBe(0);
    }),
    runs(50),
  );
});

test('after a crash at any request, the next apply reaches the same state', async () => {
  await fc.assert(
    fc.asyncProperty(
      file,
      file,
      fc.nat(8),
      fc.boolean(),
      async (mockServices, existing, requests, arrives) => {
        const path = fileWith({ mockServices });
        const options = { delete: true, yes: true };
        const whole = directService({ mockServices: existing });
        await apply(whole.context, path, options);

        const fake = createFakeServer({ seed: { mockServices: existing } });
        const state = { left: requests };
        const crashed = new Promise<void>((crash, fail) => {
          // The process dies while it waits for a response. The last request may or may not have arrived.
          const fetch: typeof fake.fetch = async (...args) => {
            if (state.left > 0) {
              state.left -= 1;
              return fake.fetch(...args);
            }
            if (state.left === 0 && arrives) await fake.fetch(...args);
            state.left = -1;
            crash();
            return new Promise<never>(() => {});
          };
          const client = createClient({ baseUrl: fake.baseUrl, fetch, timeout: false, totalTimeout: false });
          apply(contextOf(client).context, path, options).then(() => crash(), fail);
        });
        await crashed;

        const client = createClient({ baseUrl: fake.baseUrl, fetch: fake.fetch });
        expect(await apply(contextOf(client).context, path, options)).toBe(0);
        const byTitle = (services: ReturnType<typeof contentsOf>) =>
          services.toSorted((one, other) => (one.title < other.title ? -1 : 1));
        expect(byTitle(contentsOf(fake))).toEqual(byTitle(contentsOf(whole.fake)));
      },
    ),
    runs(50),
  );
});
