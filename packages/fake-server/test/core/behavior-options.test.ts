/** Tests the behavior options, and the default behavior that each option changes. */
import { openPoints } from '@mock-services/sdk/contract';
import { assumptions, createFakeServer, type FakeServerOptions } from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../support/failure.ts';
import { activityPath, mockServicePath, mockServicesPath, workspacesPath } from '../support/paths.ts';
import { activityEntry, idOf, input, mockService, workspace } from '../support/samples.ts';
import { dataAt, everythingOf, send } from '../support/wire.ts';

const log = activityPath(idOf(1));
const servicePath = `${mockServicePath}/${idOf(0xa1)}`;
const seed = {
  mockServices: [mockService(0xa1), mockService(0xa2), mockService(0xa3)],
  workspaces: [workspace(1)],
  activity: { [idOf(1)]: [activityEntry(5)] },
};
const fakeWith = (options: FakeServerOptions) => createFakeServer({ seed, ...options });

/** Returns the `data` field in the response of a fake server with the given options. */
function dataWith(options: FakeServerOptions, path: string): unknown {
  return dataAt(fakeWith(options), path);
}
const idsWith = (options: FakeServerOptions) =>
  (dataWith(options, mockServicesPath) as { id: string }[]).map(({ id }) => id);
const entryWith = (options: FakeServerOptions) =>
  (dataWith(options, log) as (typeof seed.activity)[string])[0] ?? activityEntry(404);

test('`assumptions` has one sentence or more about each open point', () => {
  expect(Object.keys(assumptions)).toEqual(openPoints.map(({ id }) => id));
  for (const { behavior } of Object.values(assumptions)) expect(behavior).toMatch(/^[A-Z0-9].*\.$/);
});

describe('createFakeServer', () => {
  test('the error about an invalid value of an option lists all valid values', () => {
    const options = { listOrder: 'random' } as unknown as FakeServerOptions;
    expect(failureOf(() => createFakeServer(options), 'invalid-option').message).toBe(
      "The option listOrder must be one of 'insertion', 'reversed', 'shuffled'; got \"random\".",
    );
  });

  test.each([{ 422: 399 }, { 422: 600 }, { 403: 400 }])(
    'the `errorStatuses` option rejects the value `%j`',
    (errorStatuses) => {
      const options = { errorStatuses } as unknown as FakeServerOptions;
      expect(failureOf(() => createFakeServer(options), 'invalid-option').message).toMatch(
        /^The option errorStatuses must be an object from .*\b422\b.* to error statuses/,
      );
    },
  );

  test.each(['', 'Bearer canary'])(
    'the `requiredToken` option rejects %j without showing the value in the error',
    (requiredToken) => {
      expect(failureOf(() => createFakeServer({ requiredToken }), 'invalid-option').message).toMatch(
        /^The option requiredToken is invalid\. (?!.*canary)/,
      );
    },
  );

  test('a behavior option set to `undefined` uses its default', () => {
    const options = { listOrder: undefined, onExpiry: undefined, grease: undefined };
    expect(everythingOf(fakeWith(options))).toEqual(everythingOf(fakeWith({})));
  });
});

test('the `listOrder` option reverses or shuffles lists', () => {
  expect(idsWith({ listOrder: 'reversed' })).toEqual(idsWith({}).toReversed());
  const shuffled = fakeWith({ listOrder: 'shuffled' });
  const orders = Array.from({ length: 50 }, () => JSON.stringify(dataAt(shuffled, mockServicesPath)));
  expect(new Set(orders).size).toBe(6);
});

test.each([
  ['empty', undefined, ''],
  ['object', 'application/json', '{}'],
  ['text', 'text/plain; charset=utf-8', 'OK'],
  ['json', 'application/json', '{"message":"Done."}'],
] as const)('`deleteBody` and `clearActivityBody` can select this response body: %s', (value, type, body) => {
  const fake = fakeWith({ deleteBody: value, clearActivityBody: value });
  const date: unknown = expect.any(String);
  const headers = type === undefined ? { date } : { date, 'content-type': type };
  for (const path of [`${mockServicesPath}/${idOf(0xa1)}`, log]) {
    expect(send(fake, 'DELETE', path)).toEqual({ status: 200, headers, body, fault: undefined });
  }
  expect(send(fakeWith({ deleteBody: value }), 'DELETE', log).body).toBe('');
});

describe('the option errorBody', () => {
  test.each([
    ['message', 'application/json', /^\{"message":"There is no/],
    ['nested', 'application/json', /^\{"error":\{"code":"NOT_FOUND","message":"There/],
    ['text', 'text/plain; charset=utf-8', /^There is no/],
    ['html', 'text/html; charset=utf-8', /^<!doctype html>/],
    ['empty', undefined, /^$/],
  ] as const)(
    'the `errorBody` option can select this form of error response: %s',
    (errorBody, type, body) => {
      const response = send(fakeWith({ errorBody }), 'GET', `${mockServicePath}/${idOf(9)}`);
      expect([response.status, response.headers['content-type']]).toEqual([404, type]);
      expect(response.body).toMatch(body);
    },
  );

  test('the error that a fault sends has this form, too, but keeps its status', () => {
    const fake = fakeWith({ errorBody: 'nested', errorStatuses: { 404: 410 } });
    fake.faults.add({ operation: 'getMockService', status: 404 });
    const { status, body } = send(fake, 'GET', servicePath);
    const error = { code: 'NOT_FOUND', message: 'The fake server injected this fault.' };
    expect([status, JSON.parse(body)]).toEqual([404, { error }]);
  });

  test('grease does not vary the error that a fault sends', () => {
    for (let grease = 1; grease <= 20; grease += 1) {
      const fake = fakeWith({ grease });
      fake.faults.add({ operation: 'getMockService', status: 404 });
      const { headers } = send(fake, 'GET', servicePath);
      expect(headers).toEqual({ 'content-type': 'application/problem+json' });
    }
  });
});

test('the `errorStatuses` option replaces only the statuses that it contains', () => {
  const fake = fakeWith({ errorStatuses: { 422: 400, 404: 599 } });
  const contentOf = ({ status, body }: ReturnType<typeof send>) => [status, JSON.parse(body) as unknown];
  const contents = [
    send(fake, 'POST', mockServicePath, {}),
    send(fake, 'GET', '/nothing'),
    send(fake, 'DELETE', servicePath),
  ].map(contentOf);
  expect(contents).toMatchObject([
    [400, { title: 'Bad Request', status: 400 }],
    [599, { title: 'Internal Server Error', status: 599 }],
    [405, { title: 'Method Not Allowed', status: 405 }],
  ]);
});

test('the `identifierCase` option changes the case of ids in lists and logs', () => {
  const upper = idsWith({ identifierCase: 'upper' });
  expect(upper).toEqual(idsWith({}).map((id) => id.toUpperCase()));
  const mixed = idsWith({ identifierCase: 'mixed' }).join('');
  expect([/[A-F]/.test(mixed), /[a-f]/.test(mixed)]).toEqual([true, true]);
  const { id, metadata, ...others } = activityEntry(5);
  expect(entryWith({ identifierCase: 'upper' })).toEqual({
    ...others,
    id: id.toUpperCase(),
    metadata: { scenarioId: metadata.scenarioId.toUpperCase() },
  });
});

test.each([
  ['stored', '.120', '.120Z'],
  ['trimmed', '.000', 'Z'],
  ['trimmed', '.120', '.12Z'],
  ['microseconds', '', '.000000Z'],
  ['microseconds', '.120', '.120000Z'],
  ['nanoseconds', '.120', '.120000000Z'],
] as const)(
  'timestampFraction "%s" converts the fraction %j to %s',
  (timestampFraction, fraction, written) => {
    const second = '2025-06-01T12:00:00';
    const mockServices = [mockService(1, { createdAt: `${second}${fraction}Z` })];
    const data = dataWith({ seed: { mockServices }, timestampFraction }, `${mockServicePath}/${idOf(1)}`);
    expect(data).toMatchObject({ createdAt: `${second}${written}` });
  },
);

describe('the options unknownFields, metadataFields and headerValueTypes', () => {
  /** Returns the number of fields that were added to each object. */
  const added = (...objects: readonly object[]) =>
    objects.map((object) => Object.keys(object).filter((key) => key.startsWith('grease')).length);

  test('the `unknownFields` option adds a field to every object except maps', () => {
    const options = { unknownFields: 'added' } as const;
    const service = dataWith(options, servicePath) as ReturnType<typeof mockService>;
    const { config } = service;
    expect(service).toMatchObject(mockService(0xa1));
    expect(added(service, config, config.cors, config.upstreams[0] ?? {})).toEqual([1, 1, 1, 1]);
    expect(config.defaultResponseHeaders).toEqual(mockService(1).config.defaultResponseHeaders);
    const entry = entryWith(options);
    expect(added(entry, entry.request, entry.response, entry.metadata)).toEqual([1, 1, 1, 0]);
  });

  test('the `metadataFields` option adds a field only to metadata', () => {
    const entry = entryWith({ metadataFields: 'added' });
    expect(Object.keys(entry.metadata)).toHaveLength(2);
    expect({ ...entry, metadata: activityEntry(5).metadata }).toEqual(activityEntry(5));
  });

  test('the `headerValueTypes` option adds a header only to workspace configurations', () => {
    const options = { headerValueTypes: 'added' } as const;
    expect(dataWith(options, `/configuration/workspace/${idOf(1)}`)).toHaveProperty(
      'config.defaultResponseHeaders.x-grease',
    );
    expect(dataWith(options, servicePath)).toEqual(mockService(0xa1));
  });
});

test('behavior options do not change fields that the interface does not define', () => {
  const { config, ...service } = mockService(0xa1);
  const own = { id: 'own', createdAt: '2030-01-01T00:00:00.000Z' };
  const mockServices = [{ ...service, config: { ...config, ...own }, other: own }];
  const fake = createFakeServer({
    seed: { mockServices },
    identifierCase: 'upper',
    timestampFraction: 'trimmed',
  });
  expect(dataAt(fake, servicePath)).toMatchObject({ id: idOf(0xa1).toUpperCase(), config: own, other: own });
});

test('the `contentType` option replaces the content type of JSON responses', () => {
  const contentType = 'application/vnd.api+json';
  expect(send(fakeWith({ contentType }), 'GET', mockServicesPath).headers).toEqual({
    date: expect.any(String) as unknown,
    'content-type': contentType,
  });
});

test("`updatedAt: 'stays'` keeps the value of `updatedAt` during an update", () => {
  const data = input({ title: 'changed' });
  const fake = fakeWith({ updatedAt: 'stays' });
  send(fake, 'PUT', servicePath, { data });
  expect(dataAt(fake, servicePath)).toEqual({ ...mockService(0xa1), ...data });
});

test("`repeatedDelete: 'accepted'` accepts a second delete of a resource", () => {
  const fake = fakeWith({ repeatedDelete: 'accepted' });
  const path = `${mockServicesPath}/${idOf(0xa1)}`;
  expect([1, 2].map(() => send(fake, 'DELETE', path).status)).toEqual([200, 200]);
});

test('only requests with exactly the required token are accepted', () => {
  const fake = fakeWith({ requiredToken: 'open-sesame' });
  const statuses = ['Bearer open-sesame', 'Bearer open', 'Bearer open-sesame2', ''].map(
    (Authorization) =>
      fake.handle({ method: 'GET', path: mockServicesPath, headers: { Authorization } }).status,
  );
  expect(statuses).toEqual([200, 401, 401, 401]);
});

test.each([
  ['keep', 1, 200],
  ['hide', 0, 200],
  ['gone', 0, 410],
] as const)(
  'with `onExpiry: %s`, %i expired workspaces are listed and other requests get %i',
  (onExpiry, listed, status) => {
    const fake = fakeWith({ onExpiry, clock: workspace(1).createdAt });
    const statuses = () => [
      send(fake, 'GET', log).status,
      send(fake, 'GET', `/configuration/workspace/${idOf(1)}`).status,
    ];
    expect(statuses()).toEqual([200, 200]);
    fake.clock.set(workspace(1).expiresAt);
    expect(dataAt(fake, workspacesPath)).toHaveLength(listed);
    expect(statuses()).toEqual([status, status]);
    expect(fake.activity.list(idOf(1))).toEqual([activityEntry(5)]);
    expect(send(fake, 'DELETE', log).status).toBe(status);
  },
);
