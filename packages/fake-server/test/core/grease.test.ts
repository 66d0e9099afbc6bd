import { createClient, type Client } from '@mock-services/sdk';
import { openPoints } from '@mock-services/sdk/contract';
import {
  createFakeServer,
  type FakeServer,
  type GreaseOptions,
  OptionError,
} from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { demoWorld, emptyWorld } from '@mock-services/fake-server/core';
import { input } from '../support/samples.ts';
import { send } from '../support/wire.ts';

const header = 'x-mock-services-grease';
const points = openPoints.filter(({ grease }) => grease).map(({ id }) => id);
const [workspaceId = ''] = demoWorld().workspaces.map(({ id }) => id);
const [serviceId = ''] = demoWorld().mockServices.map(({ id }) => id);

/** Requests of every kind, one after the other; what is deleted was created before. */
function play(fake: FakeServer): ReturnType<typeof send>[] {
  const list = '/configuration/mock-services';
  const single = '/configuration/mock-service';
  const created = send(fake, 'POST', single, input());
  const id = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i.exec(created.body)?.[0] ?? '';
  return [
    created,
    send(fake, 'GET', list),
    send(fake, 'GET', `${single}/${serviceId}`),
    send(fake, 'DELETE', `${list}/${id}`),
    send(fake, 'DELETE', `/workspace/${workspaceId}/activity`),
    send(fake, 'GET', '/configuration/workspaces'),
    send(fake, 'GET', `/configuration/workspace/${workspaceId}`),
    send(fake, 'GET', `/workspace/${demoWorld().workspaces[1]?.id}/activity`),
    send(fake, 'GET', '/nothing'),
    send(fake, 'POST', single, {}),
  ];
}

/** The points that any of the responses names. */
function namedIn(responses: readonly ReturnType<typeof send>[]): Set<string> {
  return new Set(responses.flatMap(({ headers }) => headers[header]?.split(', ') ?? []));
}

function clientOf(fake: FakeServer): Client {
  return createClient({ baseUrl: fake.baseUrl, fetch: fake.fetch, maxRetries: 0 });
}

const seeds = Array.from({ length: 40 }, (_, seed) => seed);

describe('grease', () => {
  test('varies every point that the register lets vary, and names what it varied', () => {
    const seen = new Set(seeds.flatMap((seed) => [...namedIn(play(createFakeServer({ grease: seed })))]));
    expect([...seen].toSorted()).toEqual(points.toSorted());
  });

  test.each(points)('varies only %s when `only` names it, and all others when `except` does', (point) => {
    const only = [point] as unknown as NonNullable<GreaseOptions['only']>;
    const alone = new Set(
      seeds.flatMap((seed) => [...namedIn(play(createFakeServer({ grease: { seed, only } })))]),
    );
    expect([...alone]).toEqual([point]);
    const others = new Set(
      seeds.flatMap((seed) => [...namedIn(play(createFakeServer({ grease: { seed, except: only } })))]),
    );
    expect(others.has(point)).toBe(false);
    expect(others.size).toBe(points.length - 1);
  });

  test('is off by default, and where nothing is left to vary', () => {
    const plain = play(createFakeServer());
    expect(namedIn(plain).size).toBe(0);
    expect(play(createFakeServer({ grease: false }))).toEqual(plain);
    expect(play(createFakeServer({ grease: { only: [] } }))).toEqual(plain);
  });

  test('is the same to the byte with the same seed, and after a reset or a restore', () => {
    const fake = createFakeServer({ grease: 7 });
    const first = play(fake);
    expect(play(createFakeServer({ grease: { seed: 7 } }))).toEqual(first);
    const snapshot = fake.snapshot();
    const second = play(fake);
    expect(second).not.toEqual(first);
    fake.restore(structuredClone(snapshot));
    expect(play(fake)).toEqual(second);
    fake.reset();
    expect(play(fake)).toEqual(first);
    expect(play(createFakeServer({ grease: 8 }))).not.toEqual(first);
    expect(play(createFakeServer({ grease: true, randomSeed: 7 }))).not.toEqual(
      play(createFakeServer({ grease: true })),
    );
  });

  test('leaves what the interface states as it is, under a hundred seeds', async () => {
    for (let seed = 0; seed < 100; seed += 1) {
      const fake = createFakeServer({ grease: seed });
      const client = clientOf(fake);
      const { id } = await client.mockServices.create(input({ title: 'mine' }));
      expect(await client.mockServices.get(id)).toMatchObject({ ...input({ title: 'mine' }), id });
      expect(await client.mockServices.update(id, input({ title: 'yours' }))).toMatchObject({
        id,
        title: 'yours',
      });
      expect((await client.mockServices.list()).map(({ title }) => title)).toContain('yours');
      expect(await client.mockServices.delete(id)).toBeUndefined();
      await expect(client.mockServices.get(id)).rejects.toMatchObject({ name: 'ApiError', status: 404 });
      const workspaces = await client.workspaces.list();
      expect(workspaces).toHaveLength(4);
      const ofLog = workspaces.find((workspace) => workspace.name === 'Checkout team')?.id ?? '';
      expect(await client.workspaces.getConfiguration(ofLog)).toMatchObject({
        title: 'Checkout team defaults',
      });
      expect(await client.activity.list(ofLog)).toHaveLength(18);
      expect(await client.activity.clear(ofLog)).toBeUndefined();
      expect(await client.activity.list(ofLog)).toHaveLength(0);
      fake.journal.assertClean();
    }
  });

  test('keeps the meaning of identifiers and instants, and each the same in every response', async () => {
    const [plain] = await clientOf(createFakeServer()).mockServices.list();
    for (const seed of seeds) {
      const client = clientOf(createFakeServer({ grease: seed }));
      const list = await client.mockServices.list();
      const found = list.find(({ title }) => title === plain?.title);
      expect(found?.id.toLowerCase()).toBe(plain?.id);
      expect(Date.parse(found?.createdAt ?? '')).toBe(Date.parse(plain?.createdAt ?? ''));
      const read = await client.mockServices.get(found?.id ?? '');
      expect(read).toMatchObject({ id: found?.id, createdAt: found?.createdAt, updatedAt: found?.updatedAt });
    }
  });

  /** A consumer that depends on the order of the list. */
  const firstTitle = async (client: Client): Promise<string | undefined> =>
    (await client.mockServices.list())[0]?.title;
  /** A consumer that does not. */
  const hasTitle = async (client: Client): Promise<boolean> =>
    (await client.mockServices.list()).some(({ title }) => title === 'Catalogue');

  test('catches a consumer that depends on the order of a list, and none that does not', async () => {
    expect(await firstTitle(clientOf(createFakeServer()))).toBe('Catalogue');
    const clients = () => seeds.map((seed) => clientOf(createFakeServer({ grease: seed })));
    const titles = await Promise.all(clients().map(firstTitle));
    expect(titles.filter((title) => title !== 'Catalogue').length).toBeGreaterThan(seeds.length / 4);
    expect(await Promise.all(clients().map(hasTitle))).toEqual(seeds.map(() => true));
  });

  test.each([
    { only: ['pagination'] },
    { except: ['list-orders'] },
    { only: 'list-order' },
    { seed: 1.5 },
    { points: [] },
    { seed: 1, points: [] },
    'yes',
    Number.NaN,
    null,
  ])('is an error when it is invalid: %j', (grease) => {
    expect(() => createFakeServer({ grease: grease as unknown as GreaseOptions })).toThrow(OptionError);
  });

  test.each([
    [{ only: ['pagination'] }, /^The option grease\.only has to be: .*list-order.*got "pagination"/],
    [{ only: 'list-order' }, /^The option grease\.only has to be: .*got "list-order"/],
    [{ except: ['pagination'] }, /^The option grease\.except has to be: .*list-order.*got "pagination"/],
    [{ seed: 1.5 }, /^The option grease\.seed has to be: whole number; got 1\.5/],
    ['yes', /^The option grease has to be: .*a seed.*got "yes"/],
  ])('says what is invalid: %j', (grease, message) => {
    expect(() => createFakeServer({ grease: grease as unknown as GreaseOptions })).toThrow(message);
  });

  test('does not name what it cannot vary', () => {
    const namedWith = (services: number) =>
      new Set(
        seeds.flatMap((seed) => {
          const fake = createFakeServer({ seed: emptyWorld(), grease: { seed, only: ['list-order'] } });
          for (let i = 0; i < services; i += 1) fake.mockServices.add({ title: `${i}` });
          return [...namedIn([send(fake, 'GET', '/configuration/mock-services')])];
        }),
      );
    expect([0, 1, 2].map((services) => [...namedWith(services)])).toEqual([[], [], ['list-order']]);
  });

  test('names the known points when it is given another', () => {
    const only = ['pagination'];
    // @ts-expect-error nothing varies there
    expect(() => createFakeServer({ grease: { only } })).toThrow(points[0]);
  });
});
