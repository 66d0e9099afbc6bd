/** Tests the `grease` option, which varies open points of the interface at random. */
import { isDeepStrictEqual } from 'node:util';
import { createClient, type Client } from '@mock-services/sdk';
import {
  createFakeServer,
  demoSeed,
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
const { mockServices, workspaces } = demoSeed();
const [firstId = '', secondId = ''] = workspaces.map(({ id }) => id);
/** 40 at night. */
const seeds = Array.from(
  { length: process.env['FUZZ_SECONDS'] === undefined ? 5 : 40 },
  (_, seed) => seed + 1,
);

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

  test('responses with `grease` never violate the interface', async () => {
    for (const seed of seeds) {
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
      for (const seed of seeds) {
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
});
