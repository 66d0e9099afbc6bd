/** Calls of the client, by the size of what is sent and received. */
import { createClient, type Client } from '@mock-services/sdk';
import { linear, type Probe } from '../../../../tools/bench/growth.ts';
import { logText, workspaceId } from '../entries.ts';
import { clientOf, failing, fieldsOf, idOf, inputOf, mockServiceOf, textOf, time } from './samples.ts';

type Call = (client: Client) => PromiseLike<unknown>;

const id = idOf(1);
const get: Call = (client) => client.mockServices.get(id);
const list: Call = (client) => client.mockServices.list();

/** A call whose response grows. */
function reading(name: string, n: number, call: Call, bodyOf: (size: number) => string | object): Probe {
  return linear(name, n, (size) => {
    const client = clientOf(bodyOf(size));
    return () => call(client);
  });
}

/** A call that fails, in a way that grows. */
function rejecting(name: string, n: number, call: Call, clientAt: (size: number) => Client): Probe {
  return linear(name, n, (size) => {
    const client = clientAt(size);
    return failing(() => call(client));
  });
}

function summaries(count: number): object {
  const data = Array.from({ length: count }, (_, n) => ({
    id: idOf(n),
    type: 'REST',
    title: `Service ${n}`,
    createdAt: time,
    updatedAt: time,
  }));
  return { data };
}

function workspaces(count: number): object {
  const data = Array.from({ length: count }, (_, n) => ({
    id: idOf(n),
    name: `Team ${n}`,
    createdAt: time,
    expiresAt: time,
  }));
  return { data };
}

const wrong = (size: number) => ({ data: Array.from({ length: size }, () => 7) });
const strings = (size: number) => ({ problems: Array.from({ length: size }, (_, n) => `problem "${n}"`) });
const token = { token: 'secret-"of"-many' };

const responses: readonly Probe[] = [
  reading('mockServices.list', 300, list, summaries),
  reading('mockServices.get', 1000, get, (size) => ({ data: mockServiceOf(size) })),
  reading('workspaces.list', 300, (client) => client.workspaces.list(), workspaces),
  reading(
    'workspaces.getConfiguration',
    500,
    (client) => client.workspaces.getConfiguration(id),
    (size) => ({
      data: mockServiceOf(size),
    }),
  ),
  reading('activity.list', 100, (client) => client.activity.list(workspaceId), logText),
  reading('activity.clear', 500_000, (client) => client.activity.clear(workspaceId), textOf),
  reading('mockServices.delete', 500_000, (client) => client.mockServices.delete(id), textOf),
  linear('mockServices.list in warn mode, wrong items', 3000, (size) => {
    const client = clientOf(wrong(size), { validation: 'warn', onWarning: () => {} });
    return () => list(client);
  }),
  linear('mockServices.list in tiny chunks', 500, (size) => {
    const bytes = new TextEncoder().encode(JSON.stringify({ data: [], note: textOf(size * 10) }));
    const chunked = () => {
      let start = 0;
      return new ReadableStream<Uint8Array<ArrayBuffer>>({
        pull: (controller) => {
          if (start >= bytes.length) controller.close();
          else controller.enqueue(bytes.subarray(start, (start += 10)));
        },
      });
    };
    const client = clientOf('', { fetch: () => Promise.resolve(new Response(chunked())) });
    return () => list(client);
  }),
];

const requests: readonly Probe[] = [
  linear('mockServices.create', 2000, (size) => {
    const client = clientOf({ id }, {}, 201);
    return () => client.mockServices.create(inputOf(size));
  }),
  linear('mockServices.update', 500, (size) => {
    const client = clientOf({ data: mockServiceOf(1) });
    return () => client.mockServices.update(id, inputOf(size));
  }),
  linear('mockServices.modify', 1000, (size) => {
    const client = clientOf({ data: mockServiceOf(size) });
    return () => client.mockServices.modify(id, (current) => current);
  }),
  linear('mockServices.createTemporary', 2000, (size) => {
    const client = clientOf({ id }, {}, 201);
    return async () => {
      await using temporary = await client.mockServices.createTemporary(inputOf(size));
      return temporary.id;
    };
  }),
  linear('many headers', 1500, (size) => {
    const client = clientOf({ data: mockServiceOf(1) }, { headers: fieldsOf(size) });
    return () => get(client);
  }),
  linear('calls at once', 100, (size) => {
    const client = clientOf({ data: mockServiceOf(1) });
    return () => Promise.all(Array.from({ length: size }, () => get(client)));
  }),
  linear('calls at once that share a signal', 100, (size) => {
    const client = clientOf({ data: mockServiceOf(1) });
    const { signal } = new AbortController();
    return () => Promise.all(Array.from({ length: size }, () => client.mockServices.get(id, { signal })));
  }),
  linear('createClient with a base URL of many slashes', 5000, (size) => {
    const baseUrl = `https://mocks.example/a${'/'.repeat(size)}b${'/'.repeat(size)}`;
    return () => createClient({ baseUrl });
  }),
  linear('a call to a base URL of many segments', 10_000, (size) => {
    const client = clientOf(
      { data: mockServiceOf(1) },
      { baseUrl: `https://mocks.example${'/a'.repeat(size)}` },
    );
    return () => get(client);
  }),
];

const errors: readonly Probe[] = [
  rejecting('ValidationError of a response, many issues', 2000, list, (size) => clientOf(wrong(size))),
  rejecting('ValidationError of a response, many unknown fields', 2000, list, (size) =>
    clientOf({ data: [fieldsOf(size)] }),
  ),
  linear('ValidationError of a request, many issues', 2000, (size) => {
    const input = inputOf(1);
    const upstreams = Array.from({ length: size }, () => ({ name: 'live', url: 'no URL' }));
    const client = clientOf('');
    return failing(() => client.mockServices.create({ ...input, config: { ...input.config, upstreams } }));
  }),
  rejecting('ApiError with a long text', 200_000, get, (size) => clientOf(textOf(size), token, 500)),
  rejecting('ApiError with many strings', 2000, get, (size) => clientOf(strings(size), token, 422)),
  rejecting('ApiError with many fields', 2000, get, (size) => clientOf(fieldsOf(size), token, 422)),
  rejecting('ApiError, many headers sent', 1500, get, (size) =>
    clientOf({ detail: textOf(100) }, { headers: fieldsOf(size) }, 500),
  ),
  rejecting('ParseError with a long text', 200_000, get, (size) => clientOf(`<p>${textOf(size)}`, token)),
  rejecting('NetworkError with a long message', 100_000, get, (size) =>
    clientOf('', { ...token, fetch: () => Promise.reject(new TypeError(textOf(size))) }),
  ),
  rejecting('NetworkError with many causes', 1000, get, (size) => {
    let cause = new Error('connection refused');
    for (let n = 0; n < size; n += 1) cause = new Error(`hop ${n}`, { cause });
    return clientOf('', { ...token, fetch: () => Promise.reject(new TypeError('fetch failed', { cause })) });
  }),
];

export const clientProbes: readonly Probe[] = [...responses, ...requests, ...errors];
