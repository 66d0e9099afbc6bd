/** Tests the `grease` option, which varies open points of the interface at random. */
import { isDeepStrictEqual } from 'node:util';
import { createClient, type Client } from '@mock-services/sdk';
import {
  createFakeServer,
  demoSeed,
  emptyWorld,
  type FakeServer,
  type FakeServerOptions,
  type WireResponse,
} from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { activityPath, mockServicePath, mockServicesPath, workspacesPath } from '../support/paths.ts';
import { input } from '../support/samples.ts';
import { send } from '../support/wire.ts';

/** For each point, the option that decides it, with its default. */
const usual: Readonly<Record<string, FakeServerOptions>> = {
  'unknown-fields': { unknownFields: 'stored' },
  'identifier-form': { identifierCase: 'stored' },
  'timestamp-fraction': { timestampFraction: 'stored' },
  'header-value-types': { headerValueTypes: 'stored' },
  'metadata-fields': { metadataFields: 'stored' },
  'list-order': { listOrder: 'insertion' },
  'clear-activity-body': { clearActivityBody: 'empty' },
  'delete-body': { deleteBody: 'empty' },
  'content-type': { contentType: 'application/json' },
  'error-body': { errorBody: 'problem' },
};
const points = Object.keys(usual);
/** Returns options with which grease varies only these points. */
const only = (...varied: readonly string[]): FakeServerOptions =>
  Object.fromEntries(
    points.filter((point) => !varied.includes(point)).flatMap((point) => Object.entries(usual[point] ?? {})),
  );
/** For each point, an option that decides it without chance. */
const decided: Readonly<Record<string, FakeServerOptions>> = {
  'identifier-form': { identifierCase: 'upper' },
  'timestamp-fraction': { timestampFraction: 'microseconds' },
  'list-order': { listOrder: 'reversed' },
  'clear-activity-body': { clearActivityBody: 'text' },
  'delete-body': { deleteBody: 'json' },
  'content-type': { contentType: 'application/vnd.api+json' },
  'error-body': { errorBody: 'nested' },
};
const timeAndId = new Set(['identifier-form', 'timestamp-fraction']);
const { mockServices, workspaces } = demoSeed();
const [firstId = '', secondId = ''] = workspaces.map(({ id }) => id);
const seeds = Array.from({ length: 40 }, (_, seed) => seed);

/** Sends a request for each operation, and deletes the mock service that it creates. */
function play(fake: FakeServer): WireResponse[] {
  const created = send(fake, 'POST', mockServicePath, input());
  const id = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i.exec(created.body)?.[0] ?? '';
  return [
    created,
    send(fake, 'GET', mockServicesPath),
    send(fake, 'GET', `${mockServicePath}/${mockServices[0]?.id}`),
    send(fake, 'DELETE', `${mockServicesPath}/${id}`),
    send(fake, 'DELETE', activityPath(firstId)),
    send(fake, 'GET', workspacesPath),
    send(fake, 'GET', `/configuration/workspace/${firstId}`),
    send(fake, 'GET', activityPath(secondId)),
    send(fake, 'GET', '/nothing'),
    send(fake, 'POST', mockServicePath, {}),
  ];
}

/** Returns the open points that the responses list as varied. */
function namedIn(responses: readonly WireResponse[]): string[] {
  return responses.flatMap(({ headers }) => headers['x-mock-services-grease']?.split(', ') ?? []);
}

/** Returns the open points that at least one of the random seeds varies. */
function variedWith(options: FakeServerOptions = {}): Set<string> {
  return new Set(
    seeds.flatMap((grease) => namedIn(play(createFakeServer({ seed: demoSeed(), ...options, grease })))),
  );
}

function clientOf(fake: FakeServer): Client {
  return createClient({ baseUrl: fake.baseUrl, fetch: fake.fetch, maxRetries: 0 });
}

describe('grease', () => {
  test('`grease` varies ten open points and reports which of them it varied', () => {
    expect([...variedWith()].toSorted()).toEqual(points.toSorted());
  });

  test.each(points)(
    'varies only %s if options set the others, and only the others if one sets it',
    (point) => {
      expect([...variedWith(only(point))]).toEqual([point]);
      const others = variedWith(usual[point]);
      expect([others.has(point), others.size]).toEqual([false, points.length - 1]);
    },
  );

  test.each(points)('a response without %s stays as it is if an option sets that point', (point) => {
    for (const grease of seeds.slice(0, 10)) {
      const all = play(createFakeServer({ seed: demoSeed(), grease }));
      const without = play(createFakeServer({ seed: demoSeed(), ...usual[point], grease }));
      const unvaried = all.flatMap((response, index) => (namedIn([response]).includes(point) ? [] : index));
      expect(unvaried.map((index) => without[index])).toEqual(unvaried.map((index) => all[index]));
    }
  });

  test('the same grease seed gives identical responses, even after a reset or restore', () => {
    const fake = createFakeServer({ seed: demoSeed(), grease: 7 });
    const first = play(fake);
    expect(play(createFakeServer({ seed: demoSeed(), grease: 7 }))).toEqual(first);
    const snapshot = fake.snapshot();
    const second = play(fake);
    expect(second).not.toEqual(first);
    fake.restore(structuredClone(snapshot));
    expect(play(fake)).toEqual(second);
    fake.reset();
    expect(play(fake)).toEqual(first);
    expect(play(createFakeServer({ seed: demoSeed(), grease: 8 }))).not.toEqual(first);
    expect(play(createFakeServer({ seed: demoSeed(), grease: true, randomSeed: 7 }))).not.toEqual(
      play(createFakeServer({ seed: demoSeed(), grease: true })),
    );
  });

  test.each(points)('only the grease seed, and not `randomSeed`, determines how %s varies', (point) => {
    const responsesWith = (seed: number, randomSeed: number) => {
      const fake = createFakeServer({ seed: demoSeed(), randomSeed, ...only(point), grease: seed });
      const paths = [mockServicesPath, workspacesPath, `/configuration/workspace/${firstId}`, '/nothing'];
      return JSON.stringify([
        ...[...paths, activityPath(secondId)].map((path) => send(fake, 'GET', path)),
        send(fake, 'DELETE', `${mockServicesPath}/${mockServices[0]?.id}`),
        send(fake, 'DELETE', activityPath(firstId)),
      ]);
    };
    const some = seeds.slice(0, 10);
    const forms = some.map((seed) => responsesWith(seed, 1));
    expect(some.map((seed) => responsesWith(seed, 2))).toEqual(forms);
    expect(new Set(forms).size).toBeGreaterThan(1);
  });

  test.each([0, -1, Number.MAX_SAFE_INTEGER])('the number %d is accepted as a grease seed', (grease) => {
    expect(namedIn(play(createFakeServer({ seed: demoSeed(), grease })))).not.toEqual([]);
  });

  test('responses with `grease` never violate the interface with any of 20 seeds', async () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const fake = createFakeServer({ seed: demoSeed(), grease: seed });
      const client = clientOf(fake);
      const mine = input({ title: 'mine' });
      const { id } = await client.mockServices.create(mine);
      expect(await client.mockServices.get(id)).toMatchObject({ ...mine, id });
      expect(await client.mockServices.update(id, input({ title: 'yours' }))).toMatchObject({
        id,
        title: 'yours',
      });
      expect((await client.mockServices.list()).map(({ title }) => title)).toContain('yours');
      expect(await client.mockServices.delete(id)).toBeUndefined();
      await expect(client.mockServices.get(id)).rejects.toMatchObject({ name: 'ApiError', status: 404 });
      const listed = await client.workspaces.list();
      expect(listed).toHaveLength(4);
      const workspaceId = listed.find(({ name }) => name === 'Checkout team')?.id ?? '';
      expect(await client.workspaces.getConfiguration(workspaceId)).toMatchObject({
        title: 'Checkout team defaults',
      });
      expect(await client.activity.list(workspaceId)).toHaveLength(18);
      expect(await client.activity.clear(workspaceId)).toBeUndefined();
      expect(await client.activity.list(workspaceId)).toHaveLength(0);
      fake.journal.assertClean();
    }
  });

  test('`grease` changes the form of ids and timestamps, but not their values', async () => {
    const [plain] = await clientOf(createFakeServer({ seed: demoSeed() })).mockServices.list();
    for (const seed of seeds) {
      const client = clientOf(createFakeServer({ seed: demoSeed(), grease: seed }));
      const list = await client.mockServices.list();
      const found = list.find(({ title }) => title === plain?.title);
      expect(found?.id.toLowerCase()).toBe(plain?.id);
      expect(Date.parse(found?.createdAt ?? '')).toBe(Date.parse(plain?.createdAt ?? ''));
      const read = await client.mockServices.get(found?.id ?? '');
      expect(read).toMatchObject({ id: found?.id, createdAt: found?.createdAt, updatedAt: found?.updatedAt });
    }
  });

  test('`grease` breaks clients that rely on list order, but not those that search', async () => {
    const titlesOf = async (fake: FakeServer) =>
      (await clientOf(fake).mockServices.list()).map(({ title }) => title);
    expect((await titlesOf(createFakeServer({ seed: demoSeed() })))[0]).toBe('Catalogue');
    const lists = await Promise.all(
      seeds.map((seed) => titlesOf(createFakeServer({ seed: demoSeed(), grease: seed }))),
    );
    expect(lists.filter(([first]) => first !== 'Catalogue').length).toBeGreaterThan(seeds.length / 4);
    expect(lists.every((titles) => titles.includes('Catalogue'))).toBe(true);
  });

  test.each(['identifier-form', 'timestamp-fraction'] as const)(
    'a seed gives %s the same form, whatever else varies',
    (point) => {
      const bodyWith = (grease: number, options: FakeServerOptions) => {
        const fake = createFakeServer({ seed: demoSeed(), ...options, grease });
        return send(fake, 'GET', `${mockServicePath}/${mockServices[0]?.id}`).body;
      };
      const part = point === 'identifier-form' ? /"id":"[^"]*"/ : /"createdAt":"[^"]*"/;
      for (const seed of seeds) {
        const [alone] = part.exec(bodyWith(seed, only(point))) ?? [];
        expect(alone).toBe(part.exec(bodyWith(seed, only(...timeAndId)))?.[0]);
      }
    },
  );

  test.each(points)(
    'the header names %s exactly if it is varied, whatever options decide the other points',
    (point) => {
      const { [point]: _, ...others } = decided;
      const options = {
        seed: demoSeed(),
        ...only(point),
        ...Object.assign({}, ...Object.values(others)),
      } as FakeServerOptions;
      const expected = play(createFakeServer(options));
      let varied = 0;
      for (const seed of seeds.slice(0, 10)) {
        const responses = play(createFakeServer({ ...options, grease: seed }));
        for (const [index, { headers, ...response }] of responses.entries()) {
          const { 'x-mock-services-grease': named, ...found } = headers;
          const isVaried = !isDeepStrictEqual({ ...response, headers: found }, expected[index]);
          expect([index, named]).toEqual([index, isVaried ? point : undefined]);
          varied += isVaried ? 1 : 0;
        }
      }
      expect(varied).toBeGreaterThan(0);
    },
  );

  test.each<[string, FakeServerOptions]>([
    ['unknown-fields', { unknownFields: 'added' }],
    ['list-order', { listOrder: 'shuffled' }],
    ...Object.entries(usual),
    ...Object.entries(decided),
  ])('does not vary %s if an option sets it: %o', (point, option) => {
    expect(variedWith(option)).not.toContain(point);
    const options = { seed: demoSeed(), ...only(point), ...option };
    expect(play(createFakeServer({ ...options, grease: 1 }))).toEqual(play(createFakeServer(options)));
  });

  test('varies what a profile sets, but not what an option sets, even if the option is in the profile', () => {
    const lists = {
      listMockServices: 'newest first',
      listActivity: 'too short',
      listWorkspaces: 'too short',
    };
    const profile = { version: 1, observed: { 'list-order': lists } };
    const namedWith = (options: FakeServerOptions) =>
      new Set(
        seeds.flatMap((seed) =>
          namedIn(play(createFakeServer({ seed: demoSeed(), profile, grease: seed, ...options }))),
        ),
      );
    expect(namedWith({ listOrder: undefined })).toContain('list-order');
    expect(namedWith({ listOrder: 'reversed' })).not.toContain('list-order');
  });

  test.each([
    [0, []],
    [1, []],
    [2, ['list-order']],
  ])('the order of %i mock services is reported as varied only if it can vary', (count, named) => {
    const responses = seeds.map((seed) => {
      const fake = createFakeServer({ seed: emptyWorld(), ...only('list-order'), grease: seed });
      for (let i = 0; i < count; i += 1) fake.mockServices.add({ title: `${i}` });
      return send(fake, 'GET', mockServicesPath);
    });
    expect([...new Set(namedIn(responses))]).toEqual(named);
  });
});
