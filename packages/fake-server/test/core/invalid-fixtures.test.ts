import {
  activityEntry as entrySchema,
  check,
  mockService as serviceSchema,
  workspace as workspaceSchema,
} from '@mock-services/sdk/contract';
import {
  FixtureError,
  createFakeServer,
  type Exchange,
  type MockServiceDraft,
  type WorkspaceDraft,
} from '@mock-services/fake-server/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../support/failure.ts';
import { activityEntry, idOf, mockService, workspace } from '../support/samples.ts';

const now = '2026-01-01T00:00:00.000Z';

/** The paths of all that is wrong with what was given. */
function problemsOf(act: () => unknown): string[] {
  const error = failureOf(act) as FixtureError;
  expect(error).toBeInstanceOf(FixtureError);
  return error.issues.map(({ path }) => path);
}

describe('what does not conform', () => {
  const seed = {
    mockServices: [mockService(1)],
    workspaces: [workspace(1)],
    activity: { [idOf(1)]: [activityEntry(5)] },
  };
  const fake = createFakeServer({ seed });
  const loose = fake as unknown as Record<
    'mockServices' | 'workspaces' | 'activity',
    Record<string, (...given: unknown[]) => unknown>
  >;

  test.each<[string, () => unknown, string[]]>([
    [
      'two wrong fields',
      () => loose.mockServices['add']?.({ title: 7, config: { upstreams: [{}] } }),
      ['title', 'config.upstreams[0].name', 'config.upstreams[0].url'],
    ],
    ['a taken id', () => fake.mockServices.add({ id: idOf(1).toUpperCase() }), ['id']],
    ['no UUID', () => fake.mockServices.add({ id: 'x' }), ['id']],
    ['an id that is no text', () => loose.mockServices['add']?.({ id: 7 }), ['id']],
    ['no object', () => loose.mockServices['add']?.(null), ['']],
    ['a config that is none', () => loose.mockServices['add']?.({ config: [] }), ['config']],
    ['CORS that are none', () => loose.mockServices['add']?.({ config: { cors: 'all' } }), ['config.cors']],
    ['what JSON cannot hold', () => loose.mockServices['add']?.({ note: 1n }), ['note']],
    ['a change of nothing', () => fake.mockServices.update(idOf(9), {}), ['id']],
    ['a wrong change', () => loose.mockServices['update']?.(idOf(1), { type: null }), ['type']],
    [
      'a workspace that expires at once',
      () => fake.workspaces.add({ createdAt: now, expiresAt: now }),
      ['expiresAt'],
    ],
    ['a time that is none', () => fake.workspaces.add({ createdAt: 'soon' }), ['createdAt', 'expiresAt']],
    ['a taken workspace', () => fake.workspaces.add({ id: idOf(1) }), ['id']],
    ['a wrong configuration', () => loose.workspaces['add']?.({ configuration: { type: 1 } }), ['type']],
    ['a change of no workspace', () => fake.workspaces.update(idOf(9), {}), ['id']],
    ['no workspace', () => fake.activity.record(idOf(9)), ['workspaceId']],
    ['the list of no workspace', () => fake.activity.list(idOf(9)), ['workspaceId']],
    ['a URL that is none', () => fake.activity.record(idOf(1), { request: { url: '/a' } }), ['request.url']],
    ['a taken entry', () => fake.activity.record(idOf(1), { id: idOf(5) }), ['id']],
    [
      'a wrong status',
      () => loose.activity['record']?.(idOf(1), { response: { statusCode: '200' } }),
      ['response.statusCode'],
    ],
    [
      'a wrong scenario',
      () => fake.activity.record(idOf(1), { metadata: { scenarioId: 7 } }),
      ['metadata.scenarioId'],
    ],
  ])('is refused, and changes nothing: %s', (_, act, paths) => {
    const before = JSON.stringify(fake.snapshot());
    expect(problemsOf(act)).toEqual(paths);
    expect(JSON.stringify(fake.snapshot())).toBe(before);
  });

  test('of any kind is rejected, or what it makes is valid', () => {
    const anything = fc.anything();
    const draft = fc.oneof(
      anything,
      fc.record(
        {
          id: anything,
          title: anything,
          name: anything,
          createdAt: fc.oneof(fc.string(), fc.constant(now)),
          config: anything,
          request: anything,
          response: anything,
          metadata: anything,
          configuration: anything,
        },
        { requiredKeys: [] },
      ),
    );
    fc.assert(
      fc.property(draft, (given) => {
        const world = createFakeServer({ seed });
        const acts = [
          () => check(serviceSchema, world.mockServices.add(given as MockServiceDraft)),
          () => check(workspaceSchema, world.workspaces.add(given as WorkspaceDraft)),
          () => check(entrySchema, world.activity.record(idOf(1), given as Exchange)),
        ];
        for (const act of acts) {
          const error = failureOf(() => expect(act()).toEqual([]));
          expect(error === undefined || error instanceof FixtureError).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});
