/** Tests the fixture functions that throw, and their error messages. */
import {
  activityEntry as entrySchema,
  check,
  mockService as serviceSchema,
  workspace as workspaceSchema,
} from '@mock-services/sdk/contract';
import {
  createFakeServer,
  type ExchangeDraft,
  type FakeServer,
  type MockServiceDraft,
  type WorkspaceDraft,
  isFakeServerError,
} from '@mock-services/fake-server/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../support/failure.ts';
import { activityEntry, idOf, mockService, workspace } from '../support/samples.ts';
import { runs } from '../../../../tools/lib/near.ts';

const now = '2026-01-01T00:00:00.000Z';
const seed = {
  mockServices: [mockService(1)],
  workspaces: [workspace(1)],
  activity: { [idOf(1)]: [activityEntry(5)] },
};

type Call = (fake: FakeServer) => unknown;

/** Returns the name of a function that throws, and the problems in the error. Fails if the call changes the world. */
function problemsOf(call: Call): string[] {
  const fake = createFakeServer({ seed });
  const before = fake.snapshot();
  const error = failureOf(() => call(fake), 'invalid-fixture');
  expect(fake.snapshot()).toEqual(before);
  const [headline = '', ...problems] = error.message.split('\n- ');
  expect(problems.map((line) => line.replace(/(: |^)expected [^]*/, ''))).toEqual(
    error.issues.map(({ path }) => path),
  );
  expect(headline).toMatch(
    new RegExp(` has ${problems.length} problem${problems.length === 1 ? '' : 's'}:$`),
  );
  return [headline.replace(/^The argument of | has .*/g, ''), ...problems];
}

const taken = 'expected a unique id (omit the id to generate one), received the id of another resource';
const unknownService = `expected id of a mock service (fake.mockServices.list() returns all, fake.mockServices.add({ id }) creates one), received "${idOf(9)}"`;
const unknownWorkspace = `expected id of a workspace (fake.workspaces.list() returns all, fake.workspaces.add({ id }) creates one), received "${idOf(9)}"`;

describe('invalid resources', () => {
  const add = (draft: unknown) => (fake: FakeServer) => fake.mockServices.add(draft as MockServiceDraft);
  const addWorkspace = (draft: unknown) => (fake: FakeServer) => fake.workspaces.add(draft as WorkspaceDraft);

  test.each<[string, string, Call]>([
    ['id: ' + taken, 'mockServices.add', add({ id: idOf(1).toUpperCase() })],
    ['id: expected UUID, received string of another form', 'mockServices.add', add({ id: 'x' })],
    ['expected object, received null', 'mockServices.add', add(null)],
    [
      'expected a value that can be serialized as JSON, received TypeError: Do not know how to serialize a BigInt',
      'mockServices.add',
      add({ note: 1n }),
    ],
    [
      'config: expected object, received number',
      'mockServices.update',
      (fake) => fake.mockServices.update(idOf(1), { config: 7 as never }),
    ],
    [
      'type: expected string, received null',
      'mockServices.update',
      (fake) => fake.mockServices.update(idOf(1), { type: null as never }),
    ],
    ['id: ' + unknownService, 'mockServices.update', (fake) => fake.mockServices.update(idOf(9), {})],
    ['id: ' + taken, 'workspaces.add', addWorkspace({ id: idOf(1) })],
    [
      'expiresAt: expected timestamp later than createdAt, received an earlier or equal one',
      'workspaces.add',
      addWorkspace({ createdAt: now, expiresAt: now }),
    ],
    [
      'type: expected string, received number',
      'workspaces.add, in the configuration,',
      addWorkspace({ configuration: { type: 1 } }),
    ],
    ['id: ' + unknownWorkspace, 'workspaces.update', (fake) => fake.workspaces.update(idOf(9), {})],
  ])('an invalid mock service or workspace throws an error: %s (%s)', (problem, name, call) => {
    expect(problemsOf(call)).toEqual([name, problem]);
  });

  test.each<[string[], Call]>([
    [
      ['title', 'config.upstreams[0].name', 'config.upstreams[0].url'],
      add({ title: 7, config: { upstreams: [{}] } }),
    ],
    [['createdAt', 'expiresAt'], addWorkspace({ createdAt: 'soon' })],
  ])('the error about an invalid resource lists all its invalid fields: %j', (paths, call) => {
    const [, ...problems] = problemsOf(call);
    expect(problems.map((problem) => problem.split(':')[0])).toEqual(paths);
  });
});

describe('invalid exchanges', () => {
  test.each<[string, unknown]>([
    ['expected object, received number', 7],
    ['id: ' + taken, { id: idOf(5) }],
    ['request: expected object, received number', { request: 7 }],
    ['request.url: expected absolute URL, received "/a"', { request: { url: '/a' } }],
    ['request.headers: expected object, received number', { request: { headers: 7 } }],
    [
      'request.body: expected a value that can be serialized as JSON, received TypeError: Do not know how to serialize a BigInt',
      { request: { body: 1n } },
    ],
    ['response: expected object, received number', { response: 7 }],
    ['response.statusCode: expected number, received string', { response: { statusCode: '200' } }],
    ['response.headers: expected object, received number', { response: { headers: 7 } }],
    [
      'response.body: expected a value that can be serialized as JSON, received TypeError: Do not know how to serialize a BigInt',
      { response: { body: 1n } },
    ],
    ['metadata: expected object, received number', { metadata: 7 }],
    ['metadata.scenarioId: expected string, received number', { metadata: { scenarioId: 7 } }],
  ])('recording an invalid exchange throws an error: %s', (problem, exchange) => {
    expect(problemsOf((fake) => fake.activity.record(idOf(1), exchange as ExchangeDraft))).toEqual([
      'activity.record',
      problem,
    ]);
  });

  test('the error about an invalid exchange contains a JSON pointer to the field', () => {
    const { activity } = createFakeServer({ seed });
    const issuesOf = (id: string, exchange: unknown) =>
      failureOf(() => activity.record(id, exchange as ExchangeDraft), 'invalid-fixture').issues;
    expect(issuesOf(idOf(1), 7)).toMatchObject([{ path: '', pointer: '' }]);
    expect(issuesOf('nobody', {})).toMatchObject([{ path: 'workspaceId', pointer: '/workspaceId' }]);
    expect(issuesOf(idOf(1), { request: { url: 'nonsense' } })).toMatchObject([
      { path: 'request.url', pointer: '/request/url' },
    ]);
  });
});

describe('an id that is not a string', () => {
  test.each<[string, (fake: FakeServer, id: never) => unknown]>([
    ['mockServices.get', ({ mockServices }, id) => mockServices.get(id)],
    ['mockServices.update', ({ mockServices }, id) => mockServices.update(id, {})],
    ['mockServices.delete', ({ mockServices }, id) => mockServices.delete(id)],
    ['workspaces.get', ({ workspaces }, id) => workspaces.get(id)],
    ['workspaces.getConfiguration', ({ workspaces }, id) => workspaces.getConfiguration(id)],
    ['workspaces.update', ({ workspaces }, id) => workspaces.update(id, {})],
    ['workspaces.delete', ({ workspaces }, id) => workspaces.delete(id)],
  ])('`%s` throws an error if the id is not a string', (name, call) => {
    expect(problemsOf((fake) => call(fake, undefined as never))).toEqual([
      name,
      'id: expected string, received nothing',
    ]);
  });

  test('`activity.delete` throws an error if the entry id is not a string', () => {
    expect(problemsOf(({ activity }) => activity.delete(idOf(1), undefined as never))).toEqual([
      'activity.delete',
      'entryId: expected string, received nothing',
    ]);
  });
});

describe('invalid workspace ids', () => {
  test.each<[string, (fake: FakeServer, id: string) => unknown]>([
    ['activity.record', ({ activity }, id) => activity.record(id)],
    ['activity.fromHar', ({ activity }, id) => activity.fromHar(id, {})],
    ['activity.list', ({ activity }, id) => activity.list(id)],
    ['activity.clear', ({ activity }, id) => activity.clear(id)],
    ['activity.delete', ({ activity }, id) => activity.delete(id, idOf(5))],
  ])('`%s` throws an error if the workspace id is unknown or not a string', (name, call) => {
    const wrong = 'workspaceId: expected string, received number';
    expect(problemsOf((fake) => call(fake, 7 as never))).toEqual([name, wrong]);
    const unknown = `workspaceId: ${unknownWorkspace}`;
    expect(problemsOf((fake) => call(fake, idOf(9)))).toEqual([name, unknown]);
  });
});

test('for any arguments, fixture methods create valid data or throw a FakeServerError', () => {
  const anything = fc.anything();
  const fields = 'id title name config request response metadata configuration'.split(' ');
  const draft = fc.oneof(
    anything,
    fc.record(
      {
        ...Object.fromEntries(fields.map((field) => [field, anything])),
        createdAt: fc.oneof(fc.string(), fc.constant(now)),
      },
      { requiredKeys: [] },
    ),
  );
  fc.assert(
    fc.property(draft, (given) => {
      const fake = createFakeServer({ seed, onWarning: () => {} });
      const acts = [
        () => check(serviceSchema, fake.mockServices.add(given as MockServiceDraft)),
        () => check(workspaceSchema, fake.workspaces.add(given as WorkspaceDraft)),
        () => check(entrySchema, fake.activity.record(idOf(1), given as ExchangeDraft)),
      ];
      for (const act of acts) {
        const error = failureOf(() => expect(act()).toEqual([]));
        expect(error === undefined || isFakeServerError(error, 'invalid-fixture')).toBe(true);
      }
    }),
    runs(500),
  );
});
