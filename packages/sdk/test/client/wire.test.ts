import { createClient } from '@mock-services/sdk';
import { describe, expect, test } from 'vitest';
import { anInput, mockServiceId } from '../support/fixtures.ts';
import { operationCases } from '../support/operations.ts';
import { answerWith, startWireServer } from '../support/wire-server.ts';

describe.each(operationCases)('$operation', ({ call, method, path, sent, status, received, result }) => {
  test('sends its method, path and body, and resolves to the resource without its envelope', async () => {
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

  test('takes headers and a query of the base URL to the service', async () => {
    await using server = await startWireServer(answerWith(status, received));
    const client = createClient({ baseUrl: `${server.url}?tenant=a%20b`, headers: { 'x-team': 'blue' } });

    await call(client, { headers: { 'x-run': '7' } });

    expect(server.requests[0]?.target).toBe(`${path}?tenant=a%20b`);
    expect(server.requests[0]?.headers).toMatchObject({ 'x-team': 'blue', 'x-run': '7' });
  });
});

test('the workspace area has the same three writes', async () => {
  await using server = await startWireServer(answerWith(201, { id: mockServiceId }));
  const client = createClient({ baseUrl: server.url });
  await client.workspaces.mockServices.create(anInput());
  await client.workspaces.mockServices.delete(mockServiceId);
  expect(server.requests.map(({ method, target }) => `${method} ${target}`)).toEqual([
    'POST /configuration/mock-service',
    `DELETE /configuration/mock-services/${mockServiceId}`,
  ]);
});

test('a mock service that was read can be written back: what the service sets is not sent', async () => {
  const read = { ...anInput(), id: mockServiceId, createdAt: 'x', updatedAt: 'y' };
  await using server = await startWireServer(answerWith(201, { id: mockServiceId }));
  await createClient({ baseUrl: server.url }).mockServices.create(read);
  expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual(anInput());
});

test('fields and header names called __proto__ arrive as they were given, and pollute nothing', async () => {
  const input: unknown = JSON.parse(
    `{"type":"REST","title":"t","__proto__":{"polluted":1},"config":{"__proto__":{"polluted":2},
      "cors":{"allowedOrigins":[],"allowedMethods":[],"allowedHeaders":["__proto__"]},
      "defaultResponseHeaders":{"__proto__":true},"upstreams":[]}}`,
  );
  await using server = await startWireServer((request, response) => {
    response
      .writeHead(200)
      .end(
        request.method === 'GET'
          ? `{"data":{"id":"${mockServiceId}","createdAt":"2026-01-01T00:00:00.000Z","updatedAt":"2026-01-01T00:00:00.000Z",${JSON.stringify(input).slice(1)}}`
          : `{"id":"${mockServiceId}"}`,
      );
  });
  const client = createClient({ baseUrl: server.url });

  await client.mockServices.create(input as ReturnType<typeof anInput>);
  expect(server.requests[0]?.body).toBe(JSON.stringify(input));

  const read = await client.mockServices.get(mockServiceId);
  expect(Object.keys(read.config.defaultResponseHeaders)).toEqual(['__proto__']);
  expect(Object.getOwnPropertyDescriptor(read, '__proto__')?.value).toEqual({ polluted: 1 });
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});
