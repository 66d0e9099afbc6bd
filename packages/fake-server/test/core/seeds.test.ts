import { createFakeServer, emptyWorld, SeedError, type Seed } from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { activityEntry, idOf, mockService, workspace } from '../support/samples.ts';
import { dataAt } from '../support/wire.ts';

/** The error that a seed is refused with. */
function refusalOf(seed: unknown): unknown {
  try {
    createFakeServer({ seed: seed as Seed });
  } catch (error) {
    return error;
  }
  return undefined;
}

/** What is wrong with a seed, as `path: expected …, received …`. */
function problemsOf(seed: unknown): string[] {
  const error = refusalOf(seed) as SeedError;
  expect(error).toBeInstanceOf(SeedError);
  expect(error.name).toBe('SeedError');
  const problems = error.issues.map(
    ({ path, expected, received }) => `${path || '(the whole)'}: expected ${expected}, received ${received}`,
  );
  expect(error.message.split('\n- ').slice(1)).toEqual(problems);
  return problems;
}

describe('a seed', () => {
  test('may leave out any of its parts, which are then empty', () => {
    const fake = createFakeServer({ seed: { workspaces: [workspace(1)] } });
    expect(dataAt(fake, '/configuration/mock-services')).toEqual([]);
    expect(dataAt(fake, '/configuration/workspaces')).toEqual([workspace(1)]);
    expect(dataAt(fake, `/workspace/${idOf(1)}/activity`)).toEqual([]);
    const none = createFakeServer({ seed: emptyWorld() });
    expect(dataAt(none, '/configuration/workspaces')).toEqual([]);
  });

  test('that is invalid in many places is rejected with all of them', () => {
    const seed = {
      mockServices: [
        mockService(1),
        { ...mockService(2), title: 7, config: { ...mockService(2).config, upstreams: 'none' } },
        null,
      ],
      workspaces: [workspace(1), workspace(2, { expiresAt: workspace(2).createdAt })],
      activity: {
        [idOf(1)]: [activityEntry(1), { ...activityEntry(2), response: { statusCode: '200' } }],
        [idOf(2)]: [],
        [idOf(9)]: [],
      },
      configurations: { [idOf(1)]: { ...mockService(1), id: 'x' }, nobody: mockService(1) },
      workspace: [],
    };
    expect(problemsOf(seed)).toEqual([
      'workspace: expected one of mockServices, workspaces, activity, configurations, received another key',
      'mockServices[1].title: expected string, received number',
      'mockServices[1].config.upstreams: expected array, received string',
      'mockServices[2]: expected object, received null',
      'configurations["nobody"]: expected id of one of the seed\'s workspaces, received another key',
      `configurations["${idOf(1)}"].id: expected UUID, received string of another form`,
      'workspaces[1].expiresAt: expected timestamp later than createdAt, received string of another form',
      `activity["${idOf(9)}"]: expected id of one of the seed's workspaces, received another key`,
      `activity["${idOf(1)}"][1].response.statusCode: expected number, received string`,
      `activity["${idOf(1)}"][1].response.headers: expected object, received nothing`,
      `activity["${idOf(1)}"][1].response.bodyBase64Encoded: expected string, received nothing`,
      `activity["${idOf(1)}"][1].response.responseTimeMs: expected number, received nothing`,
    ]);
  });

  test('has each id but once, whatever its letter case', () => {
    const id = 'abcdefab-cdef-4abc-8def-abcdefabcdef';
    const upper = id.toUpperCase();
    const seed = {
      mockServices: [mockService(1, { id }), mockService(2), mockService(3, { id: upper })],
      workspaces: [workspace(1, { id }), workspace(1, { id })],
      activity: { [id]: [activityEntry(5), activityEntry(5)], [upper]: [] },
    };
    expect(problemsOf(seed)).toEqual([
      'mockServices[2].id: expected id of its own, received the id of mockServices[0]',
      'workspaces[1].id: expected id of its own, received the id of workspaces[0]',
      `activity["${upper}"]: expected id of its own, received an id that differs from another in case alone`,
      `activity["${id}"][1].id: expected id of its own, received the id of activity["${id}"][0]`,
    ]);
  });

  test.each([
    [null, ['(the whole): expected object, received null']],
    ['seed', ['(the whole): expected object, received string']],
    [{ mockServices: {} }, ['mockServices: expected array, received object']],
    [{ workspaces: null }, ['workspaces: expected array, received null']],
    [
      { activity: [], configurations: 'x' },
      ['configurations: expected object, received string', 'activity: expected object, received array'],
    ],
  ])('has to be an object of lists and objects: %j', (seed, problems) => {
    expect(problemsOf(seed)).toEqual(problems);
  });

  test('has issues with JSON pointers', () => {
    const seed = {
      workspaces: [workspace(1)],
      activity: { [idOf(1)]: [{ ...activityEntry(5), id: 7 }], 'a/b': [] },
    };
    const { issues } = refusalOf(seed) as SeedError;
    expect(issues.map(({ pointer }) => pointer)).toEqual(['/activity/a~1b', `/activity/${idOf(1)}/0/id`]);
  });

  test('can hold only what JSON can', () => {
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    const seed = {
      mockServices: [mockService(1), { ...mockService(2), note: cyclic }, { ...mockService(3), note: 1n }],
      workspaces: [workspace(1)],
      configurations: { [idOf(1)]: { ...mockService(1), note: cyclic } },
    };
    expect(problemsOf(seed)).toEqual([
      'mockServices[1]: expected what JSON can hold, received a cycle, or more than 1000 levels',
      'mockServices[2].note: expected what JSON can hold, received bigint',
      `configurations["${idOf(1)}"]: expected what JSON can hold, received a cycle, or more than 1000 levels`,
    ]);
  });

  test('is copied: changing its objects afterwards changes nothing', () => {
    const service = mockService(1);
    const entries = [activityEntry(5)];
    const fake = createFakeServer({
      seed: { mockServices: [service], workspaces: [workspace(1)], activity: { [idOf(1)]: entries } },
    });
    service.title = 'changed';
    entries.push(activityEntry(6));
    expect(dataAt(fake, `/configuration/mock-service/${idOf(1)}`)).toEqual(mockService(1));
    fake.reset();
    expect(dataAt(fake, `/workspace/${idOf(1)}/activity`)).toEqual([activityEntry(5)]);
  });

  test('may hold ids in upper case and unknown fields, which come back as they are', () => {
    const service = { ...mockService(1, { id: idOf(0xabc).toUpperCase() }), team: { name: 'shop' } };
    const fake = createFakeServer({ seed: { mockServices: [service] } });
    expect(dataAt(fake, `/configuration/mock-service/${idOf(0xabc)}`)).toEqual(service);
  });

  test('gives its logs and configurations to workspaces whose ids it spells in another case', () => {
    const id = idOf(0xabc);
    const seed = {
      workspaces: [workspace(1, { id })],
      activity: { [id.toUpperCase()]: [activityEntry(5)] },
      configurations: { [id.toUpperCase()]: mockService(7) },
    };
    const fake = createFakeServer({ seed });
    expect(dataAt(fake, `/workspace/${id}/activity`)).toEqual([activityEntry(5)]);
    expect(dataAt(fake, `/configuration/workspace/${id}`)).toEqual(mockService(7));
  });
});
