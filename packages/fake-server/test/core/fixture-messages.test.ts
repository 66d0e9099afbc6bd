/** What the errors of fixtures say, word for word, and what fixtures fill in. */
import { createFakeServer, type Exchange, type FakeServer } from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../support/failure.ts';
import { activityEntry, idOf, mockService, workspace } from '../support/samples.ts';

const seed = {
  mockServices: [mockService(1)],
  workspaces: [workspace(1)],
  activity: { [idOf(1)]: [activityEntry(5)] },
};
const now = '2026-01-01T00:00:00.000Z';

const noWorkspace = `expected id of a workspace (fake.workspaces.list() has all, fake.workspaces.add({ id }) makes one), received "${idOf(9)}"`;

describe('the error of a fixture', () => {
  test.each<[string, string, (fake: FakeServer) => unknown]>([
    [
      'mockServices.add',
      'id: expected id that nothing else has (left out, a new one is made), received one that is taken',
      (fake) => fake.mockServices.add({ id: idOf(1) }),
    ],
    [
      'mockServices.add',
      '(the whole): expected object, received null',
      (fake) => fake.mockServices.add(null as never),
    ],
    [
      'mockServices.update',
      `id: expected id of a mock service (fake.mockServices.list() has all, fake.mockServices.add({ id }) makes one), received "${idOf(9)}"`,
      (fake) => fake.mockServices.update(idOf(9), {}),
    ],
    ...Object.entries({
      'mockServices.get': ({ mockServices }: FakeServer) => mockServices.get(undefined as never),
      'mockServices.update': ({ mockServices }: FakeServer) => mockServices.update(undefined as never, {}),
      'mockServices.remove': ({ mockServices }: FakeServer) => mockServices.remove(undefined as never),
      'workspaces.get': ({ workspaces }: FakeServer) => workspaces.get(undefined as never),
      'workspaces.getConfiguration': ({ workspaces }: FakeServer) =>
        workspaces.getConfiguration(undefined as never),
      'workspaces.update': ({ workspaces }: FakeServer) => workspaces.update(undefined as never, {}),
      'workspaces.remove': ({ workspaces }: FakeServer) => workspaces.remove(undefined as never),
    }).map(([call, act]): [string, string, typeof act] => [
      call,
      'id: expected string, received nothing',
      act,
    ]),
    ...Object.entries({
      'activity.record': ({ activity }: FakeServer) => activity.record(7 as never),
      'activity.fromHar': ({ activity }: FakeServer) => activity.fromHar(7 as never, '{}'),
      'activity.list': ({ activity }: FakeServer) => activity.list(7 as never),
      'activity.clear': ({ activity }: FakeServer) => activity.clear(7 as never),
      'activity.remove': ({ activity }: FakeServer) => activity.remove(7 as never, idOf(5)),
      'activity.capture': ({ activity }: FakeServer) => activity.capture(7 as never, fetch),
    }).map(([call, act]): [string, string, typeof act] => [
      call,
      'workspaceId: expected string, received number',
      act,
    ]),
    [
      'activity.remove',
      'entryId: expected string, received nothing',
      (fake) => fake.activity.remove(idOf(1), undefined as never),
    ],
    [
      'mockServices.update',
      'config: expected object, received number',
      (fake) => fake.mockServices.update(idOf(1), { config: 7 as never }),
    ],
    [
      'mockServices.add',
      'config.cors: expected object, received string',
      (fake) => fake.mockServices.add({ config: { cors: 'all' as never } }),
    ],
    [
      'workspaces.add',
      'id: expected id that nothing else has (left out, a new one is made), received one that is taken',
      (fake) => fake.workspaces.add({ id: idOf(1) }),
    ],
    [
      'workspaces.add, for its configuration,',
      'type: expected string, received number',
      (fake) => fake.workspaces.add({ configuration: { type: 1 as never } }),
    ],
    ['workspaces.update', `id: ${noWorkspace}`, (fake) => fake.workspaces.update(idOf(9), {})],
    ['activity.record', `workspaceId: ${noWorkspace}`, (fake) => fake.activity.record(idOf(9))],
    [
      'activity.record',
      'id: expected id that nothing else has (left out, a new one is made), received one that is taken',
      (fake) => fake.activity.record(idOf(1), { id: idOf(5) }),
    ],
    [
      'activity.record',
      'request.url: expected absolute URL, received "/a"',
      (fake) => fake.activity.record(idOf(1), { request: { url: '/a' } }),
    ],
    [
      'activity.record',
      'request: expected object, received number',
      (fake) => fake.activity.record(idOf(1), { request: 7 as never }),
    ],
    [
      'activity.record',
      'request.headers: expected object, received number',
      (fake) => fake.activity.record(idOf(1), { request: { headers: 7 as never } }),
    ],
    [
      'activity.record',
      'request.body: expected what JSON can hold, received bigint',
      (fake) => fake.activity.record(idOf(1), { request: { body: 1n } }),
    ],
    [
      'activity.record',
      'response: expected object, received number',
      (fake) => fake.activity.record(idOf(1), { response: 7 as never }),
    ],
    [
      'activity.record',
      'response.headers: expected object, received number',
      (fake) => fake.activity.record(idOf(1), { response: { headers: 7 as never } }),
    ],
    [
      'activity.record',
      'response.body: expected what JSON can hold, received bigint',
      (fake) => fake.activity.record(idOf(1), { response: { body: 1n } }),
    ],
    [
      'activity.record',
      'metadata: expected object, received number',
      (fake) => fake.activity.record(idOf(1), { metadata: 7 as never }),
    ],
    ['activity.fromHar', `workspaceId: ${noWorkspace}`, (fake) => fake.activity.fromHar(idOf(9), {})],
    ['activity.list', `workspaceId: ${noWorkspace}`, (fake) => fake.activity.list(idOf(9))],
    ['activity.clear', `workspaceId: ${noWorkspace}`, (fake) => fake.activity.clear(idOf(9))],
    ['activity.remove', `workspaceId: ${noWorkspace}`, (fake) => fake.activity.remove(idOf(9), idOf(5))],
    ['activity.capture', `workspaceId: ${noWorkspace}`, (fake) => fake.activity.capture(idOf(9), fetch)],
  ])('names the call, the field, what it takes and what it got: %s: %s', (call, problem, act) => {
    expect((failureOf(() => act(createFakeServer({ seed }))) as Error).message).toBe(
      `${call} was given 1 problem:\n- ${problem}`,
    );
  });
});

describe('what is left out', () => {
  test('of a mock service or a workspace is filled in', () => {
    const fake = createFakeServer({ seed: {} });
    const cors = { allowedOrigins: [], allowedMethods: [], allowedHeaders: [] };
    const config = { cors, defaultResponseHeaders: {}, upstreams: [] };
    const service = fake.mockServices.add();
    const times = { createdAt: now, updatedAt: now };
    expect(service).toEqual({ id: service.id, type: 'REST', title: 'Mock service', config, ...times });
    fake.clock.set(now);
    const added = fake.workspaces.add();
    const { id } = added;
    expect(added).toEqual({ id, name: 'Workspace', createdAt: now, expiresAt: '2026-01-08T00:00:00.000Z' });
    expect(fake.workspaces.getConfiguration(id)).toEqual({
      id,
      type: 'REST',
      title: 'Workspace',
      config,
      ...times,
    });
    expect(fake.mockServices.add({ createdAt: '2020-01-01T00:00:00Z' }).updatedAt).toBe(
      '2020-01-01T00:00:00Z',
    );
  });

  test.each<[Exchange, object, object]>([
    [
      {},
      { hostname: 'api.example', port: 443, path: '/', method: 'GET', headers: {} },
      { statusCode: 200, headers: {}, responseTimeMs: 0 },
    ],
    [{ request: { url: 'http://a.test' } }, { hostname: 'a.test', port: 80, path: '/' }, {}],
    [{ request: { url: 'https://a.test/b?c' } }, { hostname: 'a.test', port: 443, path: '/b?c' }, {}],
    [
      { request: { body: 'text' } },
      {
        method: 'POST',
        headers: { 'content-type': 'text/plain; charset=utf-8' },
        bodyBase64Encoded: 'dGV4dA==',
      },
      {},
    ],
    [
      { request: { body: 'text', method: 'PUT', headers: { 'Content-TYPE': 'a/b' } } },
      { method: 'PUT', headers: { 'Content-TYPE': 'a/b' } },
      {},
    ],
    [
      { response: { body: Uint8Array.of(1) } },
      { method: 'GET' },
      { headers: { 'content-type': 'application/octet-stream' }, bodyBase64Encoded: 'AQ==' },
    ],
    [
      { response: { body: null, headers: { a: 'b' } } },
      {},
      { headers: { a: 'b', 'content-type': 'application/json' }, bodyBase64Encoded: 'bnVsbA==' },
    ],
    [
      { response: { bodyBase64Encoded: 'AQ==' } },
      { bodyBase64Encoded: '' },
      { headers: {}, bodyBase64Encoded: 'AQ==' },
    ],
  ])('of an exchange is filled in: %j', (exchange, request, response) => {
    const fake = createFakeServer({ seed });
    const entry = fake.activity.record(idOf(1), exchange);
    expect(entry).toMatchObject({ request, response, timestamp: now });
    expect(entry.request.headers).toEqual(Reflect.get(request, 'headers') ?? {});
    expect(entry.response.headers).toEqual(Reflect.get(response, 'headers') ?? {});
  });
});
