/** Blocks the loading of more modules, makes calls that fail, and checks their errors. */
import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { basename } from 'node:path';
import {
  createClient,
  isMockServicesError,
  type ClientOptions,
  type MockServiceInput,
} from '@mock-services/sdk';

const loaded = new Set<string>();
registerHooks({
  load: (url) => {
    loaded.add(basename(url));
    throw new Error('offline');
  },
});

const id = '6a5f1c8e-0b0e-4c0e-9d0a-3f1f6a5b4c3d';
const input: MockServiceInput = {
  type: 'REST',
  title: 'Orders',
  config: {
    cors: { allowedOrigins: [], allowedMethods: [], allowedHeaders: [] },
    defaultResponseHeaders: {},
    upstreams: [],
  },
};

const faults: readonly [string, NonNullable<ClientOptions['fetch']>][] = [
  ['ApiError', () => Promise.resolve(new Response('{"title":"Busy"}', { status: 503 }))],
  ['ApiError', () => Promise.resolve(new Response(null, { status: 401 }))],
  ['NetworkError', () => Promise.reject(new TypeError('fetch failed'))],
  ['NetworkError', () => Promise.resolve(new Response(brokenBody()))],
  ['TimeoutError', () => new Promise<never>(() => {})],
  ['ParseError', () => Promise.resolve(new Response('<html>'))],
  ['ValidationError', () => Promise.resolve(new Response('{"data":7}'))],
  ['AbortError', () => new Promise<never>(() => {})],
];

function brokenBody(): ReadableStream {
  return new ReadableStream({ pull: (controller) => controller.error(new TypeError('terminated')) });
}

for (const [name, fetch] of faults) {
  const client = createClient({ baseUrl: 'https://mocks.example', fetch, maxRetries: 1, timeout: 300 });
  const options = name === 'AbortError' ? { signal: AbortSignal.timeout(50) } : {};
  const calls = [
    client.workspaces.list(options),
    client.mockServices.get(id, options),
    client.mockServices.create(input, options),
    client.mockServices.update(id, input, options),
  ];
  for (const error of await Promise.all(calls.map((call) => call.catch((reason: unknown) => reason)))) {
    assert.ok(isMockServicesError(error), String(error));
    assert.equal(error.name, name);
    if (error.name === 'ValidationError') assert.ok(error.issues.length > 0);
  }
}
assert.deepEqual([...loaded], []);
