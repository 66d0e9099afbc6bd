/** Tests the fixture functions that throw, and their error messages. `values.property.test.ts` passes any value. */
import {
  createFakeServer,
  type ExchangeDraft,
  type FakeServer,
  type MockServiceDraft,
} from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../support/failure.ts';
import { activityEntry, idOf, mockService, workspace } from '../support/samples.ts';

const now = '2026-01-01T00:00:00.000Z';
const seed = {
  mockServices: [mockService(1)],
  workspaces: [workspace(1)],
  activity: { [idOf(1)]: [activityEntry(5)] },
};

type Call = (fake: FakeServer) => unknown;

/** Returns the problems in the error of a call. Fails if the call changes the world. */
function problemsOf(name: string, call: Call): string[] {
  const fake = createFakeServer({ seed });
  const before = fake.snapshot();
  const { message } = failureOf(() => call(fake), 'invalid-fixture');
  expect(fake.snapshot()).toEqual(before);
  const [headline, ...problems] = message.split('\n- ');
  expect(headline).toBe(
    `The argument of ${name} has ${problems.length} problem${problems.length === 1 ? '' : 's'}:`,
  );
  return problems;
}

const taken = 'expected a unique id (omit the id to generate one), received the id of another resource';
const unknownService = `expected id of a mock service (fake.mockServices.list() returns all, fake.mockServices.add({ id }) creates one), received "${idOf(9)}"`;
const unknownWorkspace = `expected id of a workspace (fake.workspaces.list() returns all, fake.workspaces.add({ id }) creates one), received "${idOf(9)}"`;
const notJson =
  'expected a value that can be serialized as JSON, received TypeError: Do not know how to serialize a BigInt';

describe('an invalid resource', () => {
  const add = (draft: unknown) => (fake: FakeServer) => fake.mockServices.add(draft as MockServiceDraft);
  const update = (changes: unknown) => (fake: FakeServer) =>
    fake.mockServices.update(idOf(1), changes as MockServiceDraft);

  test.each<[string, string, Call]>([
    ['id: ' + taken, 'mockServices.add', add({ id: idOf(1).toUpperCase() })],
    ['id: expected UUID, received string of another form', 'mockServices.add', add({ id: 'x' })],
    [notJson, 'mockServices.add', add({ note: 1n })],
    ['type: expected string, received null', 'mockServices.update', update({ type: null })],
    ['id: ' + unknownService, 'mockServices.update', ({ mockServices }) => mockServices.update(idOf(9), {})],
    [
      'expiresAt: expected timestamp later than createdAt, received an earlier or equal one',
      'workspaces.add',
      ({ workspaces }) => workspaces.add({ createdAt: now, expiresAt: now }),
    ],
    [
      'type: expected string, received number',
      'workspaces.add, in the configuration,',
      ({ workspaces }) => workspaces.add({ configuration: { type: 1 as never } }),
    ],
  ])('throws an error: %s (%s)', (problem, name, call) => {
    expect(problemsOf(name, call)).toEqual([problem]);
  });

  test('throws an error that lists all its invalid fields', () => {
    const draft = { title: 7, config: { upstreams: [{}] } };
    expect(problemsOf('mockServices.add', add(draft)).map((problem) => problem.split(':')[0])).toEqual([
      'title',
      'config.upstreams[0].name',
      'config.upstreams[0].url',
    ]);
  });
});

test.each<[string, unknown]>([
  ['expected object, received number', 7],
  ['request.url: expected absolute URL, received "/a"', { request: { url: '/a' } }],
  ['request.url: expected absolute URL, received "…"', { request: { url: '//user:secret@a' } }],
  [`request.body: ${notJson}`, { request: { body: 1n } }],
  ['response.statusCode: expected number, received string', { response: { statusCode: '200' } }],
  ['metadata.scenarioId: expected string, received number', { metadata: { scenarioId: 7 } }],
])('recording an invalid exchange throws an error: %s', (problem, exchange) => {
  const record: Call = ({ activity }) => activity.record(idOf(1), exchange as ExchangeDraft);
  expect(problemsOf('activity.record', record)).toEqual([problem]);
});

test('the error of a fixture contains a JSON pointer to each field', () => {
  const record = () => createFakeServer({ seed }).activity.record(idOf(1), { request: { url: 'nonsense' } });
  expect(failureOf(record, 'invalid-fixture').issues).toMatchObject([
    { path: 'request.url', pointer: '/request/url' },
  ]);
});

describe('an id', () => {
  test.each<[string, (fake: FakeServer, id: never) => unknown]>([
    ['mockServices.get', ({ mockServices }, id) => mockServices.get(id)],
    ['mockServices.delete', ({ mockServices }, id) => mockServices.delete(id)],
    ['workspaces.update', ({ workspaces }, id) => workspaces.update(id, {})],
  ])('that is missing makes `%s` throw an error', (name, call) => {
    expect(problemsOf(name, (fake) => call(fake, undefined as never))).toEqual([
      'id: expected string, received nothing',
    ]);
  });

  test.each<[string, (fake: FakeServer, id: string) => unknown]>([
    ['activity.fromHar', ({ activity }, id) => activity.fromHar(id, {})],
    ['activity.list', ({ activity }, id) => activity.list(id)],
    ['activity.delete', ({ activity }, id) => activity.delete(id, idOf(5))],
  ])('of an unknown workspace makes `%s` throw an error', (name, call) => {
    expect(problemsOf(name, (fake) => call(fake, idOf(9)))).toEqual([`workspaceId: ${unknownWorkspace}`]);
  });
});
