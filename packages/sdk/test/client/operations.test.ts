import { createClient } from '@mock-services/sdk';
import ky from 'ky';
import { describe, expect, test } from 'vitest';
import { unhandledDuring } from '../support/failures.ts';
import { aMockService, anInput, mockServiceId } from '../support/fixtures.ts';
import { operationCases } from '../support/operations.ts';
import { answerWith, cutShort, startWireServer, type WireServer } from '../support/wire-server.ts';

const singular = `/configuration/mock-service/${mockServiceId}`;
const plural = `/configuration/mock-services/${mockServiceId}`;
const create = 'POST /configuration/mock-service';
const created = answerWith(201, { id: mockServiceId });
const read = answerWith(200, { data: aMockService() });
const callsTo = ({ requests }: WireServer) => requests.map(({ method, target }) => `${method} ${target}`);

describe.each(operationCases)('$operation', ({ call, method, path, sent, status, received, result }) => {
  test('each client operation sends its method, path and body, and resolves to the resource', async () => {
    await using server = await startWireServer(answerWith(status, received));
    const client = createClient({ baseUrl: `${server.url}/api/v1/` });

    await expect(call(client)).resolves.toEqual(result);

    expect(server.requests).toHaveLength(1);
    const [request] = server.requests;
    expect(request).toMatchObject({ method, target: `/api/v1${path}` });
    expect(request?.headers).toMatchObject({ accept: 'application/json' });
    expect(request?.headers.authorization).toBeUndefined();
    expect(request?.body).toBe(sent === undefined ? '' : JSON.stringify(sent));
    expect(request?.headers['content-type']).toBe(sent === undefined ? undefined : 'application/json');
  });

  test('each client operation sends the headers set for the client and for the call', async () => {
    await using server = await startWireServer(answerWith(status, received));
    const client = createClient({ baseUrl: server.url, headers: { 'x-team': 'blue' } });

    await call(client, { headers: { 'x-run': '7' } });

    expect(server.requests[0]?.headers).toMatchObject({ 'x-team': 'blue', 'x-run': '7' });
  });
});

test('workspaces.mockServices sends the same requests as mockServices', async () => {
  await using server = await startWireServer(created);
  const { workspaces } = createClient({ baseUrl: server.url });
  await workspaces.mockServices.create(anInput());
  await workspaces.mockServices.delete(mockServiceId);
  expect(callsTo(server)).toEqual([create, `DELETE ${plural}`]);
});

test('mockServices.create does not send the fields that the service sets', async () => {
  await using server = await startWireServer(created);
  const read = { ...anInput(), id: mockServiceId, createdAt: 'x', updatedAt: 'y' };
  await createClient({ baseUrl: server.url }).mockServices.create(read);
  expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual(anInput());
});

test('fields and header names called __proto__ are sent and returned unchanged', async () => {
  const input: unknown = JSON.parse(
    `{"type":"REST","title":"t","__proto__":{"polluted":1},"config":{"__proto__":{"polluted":2},
      "cors":{"allowedOrigins":[],"allowedMethods":[],"allowedHeaders":["__proto__"]},
      "defaultResponseHeaders":{"__proto__":true},"upstreams":[]}}`,
  );
  const { id, createdAt, updatedAt } = aMockService();
  const set = JSON.stringify({ id, createdAt, updatedAt }).slice(0, -1);
  const body = `{"id":"${id}","data":${set},${JSON.stringify(input).slice(1)}}`;
  await using server = await startWireServer((_, response) => response.writeHead(200).end(body));
  const { mockServices } = createClient({ baseUrl: server.url });

  await mockServices.create(input as ReturnType<typeof anInput>);
  expect(server.requests[0]?.body).toBe(JSON.stringify(input));

  const service = await mockServices.get(mockServiceId);
  expect(Object.keys(service.config.defaultResponseHeaders)).toEqual(['__proto__']);
  expect(Object.getOwnPropertyDescriptor(service, '__proto__')?.value).toEqual({ polluted: 1 });
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

describe('promises of calls', () => {
  test('a call sends one request even if its promise is awaited several times', async () => {
    await using server = await startWireServer(answerWith(200, { data: [] }));
    const call = createClient({ baseUrl: server.url }).workspaces.list();
    expect(call.withResponse()).toBe(call.withResponse());
    await Promise.all([
      call,
      call.then(({ length }) => length),
      call.withResponse(),
      call.finally(() => undefined),
    ]);
    expect(server.requests).toHaveLength(1);
  });

  test('withResponse() returns the data with the status, headers, URL and number of requests', async () => {
    await using server = await startWireServer(answerWith(201, { data: [] }, { 'x-trace': 't1' }));
    const withKey = ky.extend({ searchParams: { key: 'canary' } });
    const call = createClient({ baseUrl: server.url, ky: withKey }).workspaces.list();
    const { data, response, attempts } = await call.withResponse();
    expect({ data, attempts }).toEqual({ data: [], attempts: 1 });
    expect(response).toMatchObject({ status: 201, url: `${server.url}/configuration/workspaces` });
    expect(response.headers.get('x-trace')).toBe('t1');
    await expect(call).resolves.toEqual([]);
  });

  test('a call causes no unhandled rejection if withResponse() handles the failure', async () => {
    await using server = await startWireServer(answerWith(404));
    const { mockServices } = createClient({ baseUrl: server.url });
    const work = () => expect(mockServices.get(mockServiceId).withResponse()).rejects.toThrow('404');
    expect(await unhandledDuring(work)).toEqual([]);
  });
});

describe('mockServices.modify', () => {
  test('without a change function, mockServices.modify rejects with a TypeError and sends nothing', async () => {
    await using server = await startWireServer(answerWith(200));
    const { mockServices } = createClient({ baseUrl: server.url });
    const call = mockServices.modify(mockServiceId, { title: 'New' } as never);
    await expect(call).rejects.toThrow(TypeError);
    expect(server.requests).toEqual([]);
  });

  test('mockServices.modify writes the changed mock service and keeps its unknown fields', async () => {
    const current = { ...aMockService(), config: { ...aMockService().config, unknown: { kept: true } } };
    await using server = await startWireServer(answerWith(200, { data: current }));
    const { mockServices } = createClient({ baseUrl: server.url });

    const after = await mockServices.modify(mockServiceId, (service) => ({ ...service, title: 'New' }));

    expect(after).toEqual(current);
    expect(callsTo(server)).toEqual([`GET ${singular}`, `PUT ${singular}`]);
    const { type, config } = current;
    expect(JSON.parse(server.requests[1]?.body ?? '')).toEqual({ data: { type, title: 'New', config } });
  });

  test('mockServices.modify writes nothing if JSON.parse may have rounded a number', async () => {
    const text = JSON.stringify({ data: aMockService() }).replace(
      '"config":{',
      '"config":{"quota":9007199254740993,',
    );
    await using server = await startWireServer((_, response) => response.end(text));
    const { mockServices } = createClient({ baseUrl: server.url });
    const issues = [{ path: 'config.quota', expected: expect.stringContaining('2^53') as string }];
    await expect(mockServices.modify(mockServiceId, (it) => it)).rejects.toMatchObject({
      name: 'ValidationError',
      side: 'request',
      issues,
    });
    expect(callsTo(server)).toEqual([`GET ${singular}`]);
  });

  test('mockServices.modify rejects if the change function does not return a mock service', async () => {
    await using server = await startWireServer(read);
    const { mockServices } = createClient({ baseUrl: server.url });
    const call = mockServices.modify(mockServiceId, () => Symbol('x') as never);
    await expect(call).rejects.toMatchObject({ name: 'ValidationError', side: 'request' });
  });

  test("mockServices.modify rejects with the change function's error and writes nothing", async () => {
    await using server = await startWireServer(read);
    const reason = new Error('no');
    const { mockServices } = createClient({ baseUrl: server.url });
    await expect(mockServices.modify(mockServiceId, () => Promise.reject(reason))).rejects.toBe(reason);
    expect(callsTo(server)).toEqual([`GET ${singular}`]);
  });

  test('mockServices.modify can be aborted while the change function runs', async () => {
    await using server = await startWireServer(read);
    const controller = new AbortController();
    const change = () => {
      controller.abort('enough');
      return new Promise<never>(() => undefined);
    };
    const { signal } = controller;
    const call = createClient({ baseUrl: server.url }).mockServices.modify(mockServiceId, change, { signal });
    await expect(call).rejects.toMatchObject({ name: 'AbortError', attempts: 0, cause: 'enough' });
    expect(callsTo(server)).toEqual([`GET ${singular}`]);
  });

  test('mockServices.modify passes its options to both requests that it sends', async () => {
    await using server = await startWireServer(read);
    const options = { headers: { authorization: 'Basic eA==' } };
    await createClient({ baseUrl: server.url }).mockServices.modify(mockServiceId, (it) => it, options);
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(['Basic eA==', 'Basic eA==']);
  });
});

describe('mockServices.createTemporary', () => {
  test('mockServices.createTemporary deletes the mock service at the end of the scope', async () => {
    await using server = await startWireServer(created);
    {
      await using service = await createClient({ baseUrl: server.url }).mockServices.createTemporary(
        anInput(),
      );
      expect(service.id).toBe(mockServiceId);
      expect(callsTo(server)).toEqual([create]);
    }
    expect(callsTo(server)).toEqual([create, `DELETE ${plural}`]);
  });

  test('mockServices.createTemporary deletes the mock service if the scope throws', async () => {
    await using server = await startWireServer(created);
    const scope = async () => {
      await using _service = await createClient({ baseUrl: server.url }).mockServices.createTemporary(
        anInput(),
      );
      throw new Error('the test failed');
    };
    await expect(scope()).rejects.toThrow('the test failed');
    expect(callsTo(server)).toContain(`DELETE ${plural}`);
  });

  test.each([
    ['ignores a 404', answerWith(404), { status: 'fulfilled' }],
    ['rejects with any other error', answerWith(403), { reason: { status: 403 } }],
    [
      'rejects if the body of a 404 is cut off',
      cutShort(404),
      { reason: { name: 'NetworkError', status: 404 } },
    ],
  ])('deleting a temporary mock service %s', async (_, answer, end) => {
    await using server = await startWireServer((request, response, count) => {
      (request.method === 'POST' ? created : answer)(request, response, count);
    });
    const { mockServices } = createClient({ baseUrl: server.url, maxRetries: 0 });
    const service = await mockServices.createTemporary(anInput());
    await expect(Promise.allSettled([service[Symbol.asyncDispose]()])).resolves.toMatchObject([end]);
  });

  test('mockServices.createTemporary passes all its options except the signal to the delete call', async () => {
    await using server = await startWireServer(created);
    const controller = new AbortController();
    const options = { headers: { authorization: 'Basic eA==' }, signal: controller.signal };
    const { mockServices } = createClient({ baseUrl: server.url });
    const service = await mockServices.createTemporary(anInput(), options);
    controller.abort();
    await service[Symbol.asyncDispose]();
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(['Basic eA==', 'Basic eA==']);
  });
});
