/** Tests seeds, and the errors about invalid seeds. */
import { createFakeServer, emptyWorld, type Seed } from '@mock-services/fake-server/core';
import { seed as seedFormat } from '@mock-services/sdk/seed';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { failureOf } from '../support/failure.ts';
import { activityPath, mockServicePath, mockServicesPath, workspacesPath } from '../support/paths.ts';
import { activityEntry, idOf, mockService, workspace } from '../support/samples.ts';
import { cyclicValue } from '../support/values.ts';
import { dataAt } from '../support/wire.ts';

describe('a seed', () => {
  test('a fake server has no data for the parts that its seed omits', () => {
    const fake = createFakeServer({ seed: { workspaces: [workspace(1)] } });
    expect(dataAt(fake, mockServicesPath)).toEqual([]);
    expect(dataAt(fake, workspacesPath)).toEqual([workspace(1)]);
    expect(dataAt(fake, activityPath(idOf(1)))).toEqual([]);
    expect(dataAt(createFakeServer({ seed: emptyWorld() }), workspacesPath)).toEqual([]);
  });

  test('loading a seed keeps upper-case ids and unknown fields unchanged', () => {
    const service = { ...mockService(1, { id: idOf(0xabc).toUpperCase() }), team: { name: 'shop' } };
    const fake = createFakeServer({ seed: { mockServices: [service] } });
    expect(dataAt(fake, `${mockServicePath}/${idOf(0xabc)}`)).toEqual(service);
  });

  test('a workspace has the log and the configuration of its id in another letter case', () => {
    const [id, key] = [idOf(0xabc).toLowerCase(), idOf(0xabc).toUpperCase()];
    const fake = createFakeServer({
      seed: {
        workspaces: [workspace(1, { id })],
        activity: { [key]: [activityEntry(5)] },
        configurations: { [key]: mockService(7) },
      },
    });
    expect(dataAt(fake, activityPath(id))).toEqual([activityEntry(5)]);
    expect(dataAt(fake, `/configuration/workspace/${id}`)).toEqual(mockService(7));
  });
});

describe('a seed with variables', () => {
  const variables = { HOST: 'orders.test', NAME: 'ü ${HOST}' };
  const mockServices = [
    { title: '${NAME}', config: { upstreams: [{ name: '$${HOST}', url: 'https://${HOST}/v1' }] } },
  ];
  const meant = {
    title: 'ü ${HOST}',
    config: { upstreams: [{ name: '${HOST}', url: 'https://orders.test/v1' }] },
  };

  test('its strings have the defaults, but for logs, whenever the data is replaced by it', () => {
    const activity = { [idOf(1)]: [{ request: { path: '/${HOST}' } }] };
    const workspaces = [{ id: idOf(1), name: 'of ${HOST}' }];
    const configurations = { [idOf(1)]: { title: 'at ${HOST}' } };
    const seed = { variables, mockServices, workspaces, configurations, activity };
    const fake = createFakeServer({ seed });
    const all = () => [fake.mockServices.list(), fake.workspaces.list(), dataAt(fake, activityPath(idOf(1)))];
    const first = all();
    expect(first).toMatchObject([[meant], [{ name: 'of orders.test' }], activity[idOf(1)]]);
    expect(dataAt(fake, `/configuration/workspace/${idOf(1)}`)).toMatchObject({ title: 'at orders.test' });
    fake.seed({ mockServices: [{ title: '${NAME}' }] });
    expect(fake.mockServices.list()).toMatchObject([{ title: '${NAME}' }]);
    fake.seed(seed);
    fake.mockServices.add({ title: '${NAME}' });
    fake.reset();
    expect(all()).toMatchObject(first);
  });

  test('it never reads the environment, so a variable without a default is an error', () => {
    vi.stubEnv('MOCK_SERVICES_VAR_STAGE', 'secret');
    onTestFinished(() => void vi.unstubAllEnvs());
    const error = failureOf(() =>
      createFakeServer({ seed: { variables: { STAGE: null }, mockServices: [] } }),
    );
    expect(error).toMatchObject({ code: 'invalid-seed', issues: [{ path: 'variables.STAGE' }] });
    expect(String(error)).not.toContain('secret');
  });

  test('an undeclared variable leaves the data as it was', () => {
    const fake = createFakeServer({ seed: { variables, mockServices } });
    const error = failureOf(() => fake.seed({ variables, mockServices: [{ title: '${HOTS}' }] }));
    expect(error).toMatchObject({ code: 'invalid-seed', issues: [{ path: 'mockServices[0].title' }] });
    expect(fake.mockServices.list()).toMatchObject([meant]);
  });
});

describe('an invalid seed', () => {
  const errorOf = (seed: unknown) =>
    failureOf(() => createFakeServer({ seed: seed as Seed }), 'invalid-seed');

  /**
   * Returns the problems of a seed in the form `path: expected …, received …`. Checks that the error message lists
   * the problems.
   */
  function problemsOf(seed: unknown): string[] {
    const { message, issues } = errorOf(seed);
    const problems = issues.map(
      ({ path, expected, received }) => `${path && `${path}: `}expected ${expected}, received ${received}`,
    );
    expect(message.split('\n- ').slice(1)).toEqual(problems);
    return problems;
  }

  test('the error about an id says that the id may be omitted', () => {
    const seed = { mockServices: [{ id: 'orders' }] };
    const { message } = failureOf(() => createFakeServer({ seed }), 'invalid-seed');
    expect(message).toContain('mockServices[0].id: expected UUID (omit the id to generate one)');
  });

  test('an invalid seed is rejected with a list of all its problems', () => {
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
      configurations: { [idOf(1)]: { ...mockService(1), id: 'x' }, 'a/b': mockService(1) },
      workspace: [],
    };
    expect(errorOf(seed).issues.slice(-2)[0]?.pointer).toBe('/configurations/a~1b');
    const response = `activity["${idOf(1)}"][1].response`;
    expect(problemsOf(seed)).toEqual([
      'mockServices[2]: expected object, received null',
      'mockServices[1].title: expected string, received number',
      'mockServices[1].config.upstreams: expected array, received string',
      'workspaces[1].expiresAt: expected timestamp later than createdAt, received an earlier or equal one',
      `${response}.statusCode: expected number, received string`,
      `configurations["${idOf(1)}"].id: expected UUID, received string of another form`,
      `workspace: expected one of ${Object.keys(seedFormat.shape).join(', ')}, received array`,
      'configurations["a/b"]: expected the id of a workspace in the seed, received an unknown key',
      `activity["${idOf(9)}"]: expected the id of a workspace in the seed, received an unknown key`,
    ]);
  });

  test('a seed may contain the path of its JSON Schema in `$schema`', () => {
    const $schema = 'node_modules/@mock-services/fake-server/seed.schema.json';
    const fake = createFakeServer({ seed: { $schema, mockServices: [mockService(1)] } });
    expect(fake.mockServices.list()).toEqual([mockService(1)]);
  });

  test('a seed is rejected if an id appears twice, even in a different letter case', () => {
    const id = 'abcdefab-cdef-4abc-8def-abcdefabcdef';
    const upper = id.toUpperCase();
    const seed = {
      mockServices: [mockService(1, { id }), mockService(2), mockService(3, { id: upper })],
      workspaces: [workspace(1, { id }), workspace(1, { id })],
      activity: { [id]: [activityEntry(5), activityEntry(5)], [upper]: [] },
    };
    expect(problemsOf(seed)).toEqual([
      'mockServices[2].id: expected a unique id, received the id of mockServices[0]',
      'workspaces[1].id: expected a unique id, received the id of workspaces[0]',
      `activity["${upper}"]: expected a unique id, received an id that differs from another only in letter case`,
      `activity["${id}"][1].id: expected a unique id, received the id of activity["${id}"][0]`,
    ]);
  });

  test.each([
    [null, ['expected object, received null']],
    [{ workspaces: null }, ['workspaces: expected array, received null']],
    [
      { activity: [], configurations: 'x' },
      ['activity: expected object, received array', 'configurations: expected object, received string'],
    ],
  ])('a seed is rejected if a part has the wrong type: %j', (seed, problems) => {
    expect(problemsOf(seed)).toEqual(problems);
  });

  test('a seed is rejected if it contains values that JSON cannot represent', () => {
    const seed = {
      mockServices: [mockService(1), { ...mockService(2), note: 1n }],
      workspaces: [workspace(1)],
      configurations: { [idOf(1)]: { ...mockService(1), note: cyclicValue() } },
    };
    const expected = 'expected a value that can be serialized as JSON, received';
    expect(problemsOf(seed)).toEqual([
      `mockServices[1]: ${expected} TypeError: Do not know how to serialize a BigInt`,
      `configurations["${idOf(1)}"]: ${expected} a cycle, or more than 1000 levels`,
    ]);
  });
});
