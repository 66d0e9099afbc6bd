/** Requests to the fake, by the size of its world or of the request. */
import type { FakeServerOptions, WireRequest } from '@mock-services/fake-server/core';
import { constant, linear, type Probe } from '../../../../tools/bench/growth.ts';
import { requests } from '../samples.ts';
import { emptyFake, inWorld, json, ofWorld, paths, workspaceId, worldOf, type World } from './world.ts';

const { body = '' } = requests.create;
const [get, lists] = [
  (path: string) => ({ method: 'GET', path }),
  [paths.mockServices, paths.workspaces, paths.activity],
];

function request(name: string, of: (id: string) => WireRequest, options?: FakeServerOptions): Probe {
  return inWorld(`handle: ${name}`, ({ fake }, id) => fake.handle(of(id)), options);
}

/** What the size of a request costs. */
function sending(
  name: string,
  n: number,
  requestOf: (size: number) => WireRequest,
  options?: FakeServerOptions,
): Probe {
  return linear(`handle: ${name}`, n, (size) => {
    const fake = emptyFake({ journal: false, ...options });
    const request = requestOf(size);
    return () => {
      fake.reset();
      fake.handle(request);
    };
  });
}

function listing(
  name: string,
  n: number,
  act: (world: World) => unknown,
  options?: FakeServerOptions,
): Probe {
  return ofWorld(`handle: ${name}`, n, act, { journal: false, ...options });
}

const readAll = ({ fake }: World) => lists.map((path) => fake.handle(get(path)));
const post = (text: string): WireRequest => ({
  method: 'POST',
  path: paths.create,
  headers: json,
  body: text,
});
const withConfig = (config: object) => post(JSON.stringify({ ...JSON.parse(body), config }));

const ofOne: readonly Probe[] = [
  request('getMockService', (id) => get(paths.mockService(id))),
  request('getMockService, unknown id', () => get(paths.mockService('ffffffff-0000-4000-8000-000000000000'))),
  request('getWorkspaceConfiguration', (id) => get(paths.configuration(id))),
  request('createMockService', () => post(body)),
  request('updateMockService', (id) => ({
    method: 'PUT',
    path: paths.mockService(id),
    headers: json,
    body: `{"data":${body}}`,
  })),
  request('deleteMockService', (id) => ({ method: 'DELETE', path: paths.deleted(id) })),
  request('clearActivity', () => ({ method: 'DELETE', path: paths.activity })),
  request('getMockService under grease', (id) => get(paths.mockService(id)), { grease: 1 }),
  constant('handle: lists that have not changed', 1000, (size) => {
    const world = worldOf(size, { journal: false });
    return () => readAll(world);
  }),
];

const ofLists: readonly Probe[] = [
  listing('lists after writes', 200, (world) => {
    world.fake.mockServices.add();
    world.fake.workspaces.add();
    world.fake.activity.record(workspaceId);
    readAll(world);
    world.fake.reset();
  }),
  listing('lists under grease', 100, readAll, { grease: 1 }),
  listing('lists, hidden when expired', 500, readAll, { onExpiry: 'hide' }),
  listing('lists, shuffled', 200, readAll, { listOrder: 'shuffled' }),
];

const ofRequests: readonly Probe[] = [
  sending('a long unknown path', 100_000, (size) => get(`/configuration/${'x'.repeat(size)}`)),
  sending('a path of many segments', 10_000, (size) => get('/configuration'.repeat(size))),
  sending('a path of many slashes', 50_000, (size) => get(`${paths.mockServices}${'/'.repeat(size)}`)),
  sending('a long id', 50_000, (size) => get(paths.mockService('é'.repeat(size)))),
  sending('a query of many parameters', 100_000, (size) =>
    get(`${paths.mockServices}?${'a=b&'.repeat(size)}`),
  ),
  sending(
    'many headers, journaled',
    2000,
    (size) => ({
      ...get(paths.mockService('x')),
      headers: Object.fromEntries(Array.from({ length: size }, (_, n) => [`x-${n}`, String(n)])),
    }),
    { journal: {} },
  ),
  sending('a long title', 200_000, (size) => post(body.replace('Created', 'x'.repeat(size)))),
  sending('a long title, journaled', 200_000, (size) => post(body.replace('Created', 'x'.repeat(size))), {
    journal: {},
  }),
  sending('many upstreams', 500, (size) =>
    withConfig({
      cors: { allowedOrigins: [], allowedMethods: [], allowedHeaders: [] },
      defaultResponseHeaders: {},
      upstreams: Array.from({ length: size }, (_, n) => ({ name: `${n}`, url: 'https://live.example' })),
    }),
  ),
  sending('many wrong upstreams', 2000, (size) =>
    withConfig({ upstreams: Array.from({ length: size }, () => 7) }),
  ),
  sending('many unknown fields', 2000, (size) =>
    withConfig(Object.fromEntries(Array.from({ length: size }, (_, n) => [`f${n}`, n]))),
  ),
  sending('malformed JSON', 200_000, (size) => post(`{"title":"${'x'.repeat(size)}`)),
  sending('deep nesting', 10_000, (size) => post('['.repeat(size) + ']'.repeat(size))),
  sending('a long content type', 50_000, (size) => ({
    ...post(body),
    headers: { 'content-type': `application/json${';a=b'.repeat(size)}` },
  })),
  linear('fetch: a long body', 200_000, (size) => {
    const fake = emptyFake({ journal: false });
    const text = body.replace('Created', 'x'.repeat(size));
    return async () => {
      fake.reset();
      const response = await fake.fetch(`${fake.baseUrl}${paths.create}`, {
        method: 'POST',
        headers: json,
        body: text,
      });
      return response.text();
    };
  }),
  linear('fetch: delayed requests that share a signal', 100, (size) => {
    const fake = emptyFake({ latency: 1 });
    const { signal } = new AbortController();
    const url = `${fake.baseUrl}${paths.mockServices}`;
    return () => Promise.all(Array.from({ length: size }, () => fake.fetch(url, { signal })));
  }),
  linear('fetch: delayed requests, released by a reset', 100, (size) => {
    const fake = emptyFake({ latency: '1h' });
    const url = `${fake.baseUrl}${paths.mockServices}`;
    return async () => {
      const pending = Array.from({ length: size }, () => fake.fetch(url));
      await new Promise(setImmediate);
      fake.reset();
      return Promise.allSettled(pending);
    };
  }),
];

export const requestProbes: readonly Probe[] = [...ofOne, ...ofLists, ...ofRequests];
