import { createClient } from '@mock-services/sdk';
import { describe, expect, test } from 'vitest';
import { aMockService, anInput, mockServiceId } from '../support/fixtures.ts';
import { type Answer, answerWith, startWireServer, type WireServer } from '../support/wire-server.ts';

const calls = ({ requests }: WireServer) => requests.map(({ method, target }) => `${method} ${target}`);
const singular = `/configuration/mock-service/${mockServiceId}`;
const plural = `/configuration/mock-services/${mockServiceId}`;

describe('modify', () => {
  test('reads, changes and writes, and keeps what it does not change', async () => {
    const current = { ...aMockService(), config: { ...aMockService().config, unknown: { kept: true } } };
    await using server = await startWireServer(answerWith(200, { data: current }));
    const client = createClient({ baseUrl: server.url });

    const after = await client.mockServices.modify(mockServiceId, (service) => ({
      ...service,
      title: 'New',
    }));

    expect(after).toEqual(current);
    expect(calls(server)).toEqual([`GET ${singular}`, `PUT ${singular}`]);
    const { type, config } = current;
    expect(JSON.parse(server.requests[1]?.body ?? '')).toEqual({ data: { type, title: 'New', config } });
  });

  test('writes nothing when the change throws, and rejects with what it threw', async () => {
    await using server = await startWireServer(answerWith(200, { data: aMockService() }));
    const reason = new Error('no');
    const call = createClient({ baseUrl: server.url }).mockServices.modify(mockServiceId, () =>
      Promise.reject(reason),
    );
    await expect(call).rejects.toBe(reason);
    expect(calls(server)).toEqual([`GET ${singular}`]);
  });

  test('hears of an abort while it waits for the change, and writes nothing then', async () => {
    await using server = await startWireServer(answerWith(200, { data: aMockService() }));
    const controller = new AbortController();
    const { mockServices } = createClient({ baseUrl: server.url });
    const change = () => {
      controller.abort('enough');
      return new Promise<never>(() => undefined);
    };
    const call = mockServices.modify(mockServiceId, change, { signal: controller.signal });
    await expect(call).rejects.toMatchObject({ name: 'AbortError', attempts: 0, cause: 'enough' });
    expect(calls(server)).toEqual([`GET ${singular}`]);
  });
});

describe('createTemporary', () => {
  const created: Answer = answerWith(201, { id: mockServiceId });

  test('deletes the mock service at the end of the scope', async () => {
    await using server = await startWireServer(created);
    {
      await using service = await createClient({ baseUrl: server.url }).mockServices.createTemporary(
        anInput(),
      );
      expect(service.id).toBe(mockServiceId);
      expect(calls(server)).toEqual(['POST /configuration/mock-service']);
    }
    expect(calls(server)).toEqual(['POST /configuration/mock-service', `DELETE ${plural}`]);
  });

  test('deletes it also when the scope throws', async () => {
    await using server = await startWireServer(created);
    const scope = async () => {
      await using _service = await createClient({ baseUrl: server.url }).mockServices.createTemporary(
        anInput(),
      );
      throw new Error('the test failed');
    };
    await expect(scope()).rejects.toThrow('the test failed');
    expect(calls(server)).toContain(`DELETE ${plural}`);
  });

  test('does not mind that it is gone, and does mind any other failure', async () => {
    let status = 404;
    await using server = await startWireServer((request, response, count) => {
      (request.method === 'POST' ? created : answerWith(status))(request, response, count);
    });
    const { mockServices } = createClient({ baseUrl: server.url });
    const gone = await mockServices.createTemporary(anInput());
    await expect(gone[Symbol.asyncDispose]()).resolves.toBeUndefined();
    const kept = await mockServices.createTemporary(anInput());
    status = 403;
    await expect(kept[Symbol.asyncDispose]()).rejects.toMatchObject({ status: 403 });
  });

  test('does not take a 404 that breaks off for one', async () => {
    await using server = await startWireServer((request, response, count) => {
      if (request.method === 'POST') return created(request, response, count);
      response.writeHead(404, { 'content-length': '100' });
      response.write('{', () => response.destroy());
    });
    const { mockServices } = createClient({ baseUrl: server.url, maxRetries: 0 });
    const service = await mockServices.createTemporary(anInput());
    await expect(service[Symbol.asyncDispose]()).rejects.toMatchObject({ name: 'NetworkError', status: 404 });
  });
});
