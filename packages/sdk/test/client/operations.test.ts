/** What each method sends, and what it resolves to. */
import { createClient, type MockService } from '@mock-services/sdk';
import { describe, expect, test, vi } from 'vitest';
import { emptyList, fetchOf, hang, networkFailure, status, type FetchAnswer } from '../support/fetches.ts';
import { failureOf } from '../support/failures.ts';
import { aMockService, anInput, baseUrl, mockServiceId } from '../support/fixtures.ts';
import { operationCases } from '../support/operations.ts';
import { answerWith, startWireServer } from '../support/wire-server.ts';
import { advance, pause, settle, useVirtualTime } from '../support/virtual-time.ts';

const singular = `${baseUrl}/configuration/mock-service/${mockServiceId}`;
const plural = `${baseUrl}/configuration/mock-services/${mockServiceId}`;
const created = Response.json({ id: mockServiceId }, { status: 201 });
const read = Response.json({ data: aMockService() });
/** Options that send a request once. */
const base = { baseUrl, maxRetries: 0 };

/** Creates a client of a custom `fetch`, and a function that lists the sent requests. */
function clientOf(...answers: FetchAnswer[]) {
  const { fetch, sent } = fetchOf(...answers);
  const calls = () => sent.map(({ method, url }) => `${method} ${url}`);
  return { ...createClient({ ...base, fetch }), sent, calls };
}

describe.each(operationCases)('$operation', ({ call, method, path, sent, status, received, result }) => {
  test('sends its method, path, body and headers, and resolves to the resource', async () => {
    await using server = await startWireServer(answerWith(status, received));
    const client = createClient({ baseUrl: `${server.url}/api/v1/`, headers: { 'x-team': 'blue' } });

    await expect(call(client, { headers: { 'x-run': '7' } })).resolves.toEqual(result);

    expect(server.requests).toHaveLength(1);
    const [request] = server.requests;
    expect(request).toMatchObject({
      method,
      target: `/api/v1${path}`,
      body: sent === undefined ? '' : JSON.stringify(sent),
    });
    expect(request?.headers).toMatchObject({ accept: 'application/json', 'x-team': 'blue', 'x-run': '7' });
    expect(request?.headers['content-type']).toBe(sent === undefined ? undefined : 'application/json');
    expect(request?.headers.authorization).toBeUndefined();
  });
});

test('workspaces.mockServices sends the same requests as mockServices', async () => {
  const client = clientOf(created, read, status(200));
  await client.workspaces.mockServices.create(anInput());
  await client.workspaces.mockServices.update(mockServiceId, anInput());
  await client.workspaces.mockServices.delete(mockServiceId);
  expect(client.calls()).toEqual([
    `POST ${baseUrl}/configuration/mock-service`,
    `PUT ${singular}`,
    `DELETE ${plural}`,
  ]);
});

test('create and update omit the id and timestamps of a mock service that was read', async () => {
  const { mockServices, sent } = clientOf(created, read);
  await mockServices.create(aMockService());
  await mockServices.update(mockServiceId, aMockService());
  expect(sent.map(({ body }) => JSON.parse(body ?? '') as unknown)).toEqual([anInput(), { data: anInput() }]);
});

describe('the promise of a call', () => {
  test('a call sends one request, however often it is awaited', async () => {
    const { workspaces, sent } = clientOf(emptyList);
    const call = workspaces.list();
    await Promise.all([call, call.then(({ length }) => length), call.withResponse(), call.withResponse()]);
    expect(sent).toHaveLength(1);
  });

  test('withResponse() adds the status, headers, URL without query, and attempts', async () => {
    await using server = await startWireServer((request, response, count) => {
      if (count === 1) response.writeHead(503, { 'retry-after': '0' }).end();
      else if (count === 2) response.writeHead(302, { location: '/moved?key=canary#part' }).end();
      else answerWith(203, { data: [] }, { 'x-trace': 't1' })(request, response, count);
    });
    const call = createClient({ baseUrl: server.url }).workspaces.list();
    const { data, response, attempts } = await call.withResponse();
    expect({ data, attempts }).toEqual({ data: [], attempts: 2 });
    expect(response).toMatchObject({ status: 203, url: `${server.url}/moved`, text: '{"data":[]}' });
    expect(response.headers.get('x-trace')).toBe('t1');
    await expect(call).resolves.toBe(data);
  });
});

test('a DELETE resolves after a 404 if an earlier attempt may have deleted', async () => {
  const onWarning = vi.fn();
  const { fetch } = fetchOf(networkFailure(), status(404), status(502), status(404));
  const client = createClient({ baseUrl, fetch, onWarning });
  for (let calls = 0; calls < 2; calls += 1)
    await expect(client.mockServices.delete(mockServiceId)).resolves.toBeUndefined();
  const warning = {
    operation: 'deleteMockService',
    method: 'DELETE',
    url: plural,
    attempt: 2,
    kind: 'delete-repeated',
    message: 'A retry received a 404, probably because an earlier attempt deleted the resource.',
  };
  expect(onWarning.mock.calls).toEqual([[warning], [warning]]);
});

describe('modify', () => {
  test('writes what the function returns and resolves to the stored mock service', async () => {
    const current = { ...aMockService(), config: { ...aMockService().config, unknown: { kept: true } } };
    const after = aMockService({ title: 'after' });
    const client = clientOf(Response.json({ data: current }), Response.json({ data: after }));
    const options = { headers: { authorization: 'Basic eA==' } };
    const change = (service: MockService) => Promise.resolve({ ...service, title: 'Größer 🎊' });

    await expect(client.mockServices.modify(mockServiceId, change, options)).resolves.toEqual(after);

    expect(client.calls()).toEqual([`GET ${singular}`, `PUT ${singular}`]);
    const { type, config } = current;
    expect(JSON.parse(client.sent[1]?.body ?? '')).toEqual({ data: { type, title: 'Größer 🎊', config } });
    expect(client.sent.map(({ headers }) => headers['authorization'])).toEqual(['Basic eA==', 'Basic eA==']);
  });

  test.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new RangeError('mine');
      },
    ],
    ['rejects', () => Promise.reject(new RangeError('mine'))],
  ])('modify rejects with the same error and writes nothing if the function %s', async (_, change) => {
    const client = clientOf(read);
    const call = client.mockServices.modify(mockServiceId, change as () => never);
    await expect(call).rejects.toThrow(new RangeError('mine'));
    expect(client.calls()).toEqual([`GET ${singular}`]);
  });

  const circle: Record<string, unknown> = { ...anInput() };
  circle['self'] = circle;
  test.each<[string, unknown]>([
    ['a field of the wrong type', { ...anInput(), title: 7 }],
    ['a cycle', circle],
    ['an integer of 2^53, which JavaScript may have rounded', { ...anInput(), many: [1, 2 ** 53] }],
  ])('modify rejects with a ValidationError, writing nothing, if the result has %s', async (_, input) => {
    const client = clientOf(read);
    const call = client.mockServices.modify(mockServiceId, () => input as never);
    await expect(call).rejects.toMatchObject({ name: 'ValidationError', side: 'request', attempts: 0 });
    expect(client.calls()).toEqual([`GET ${singular}`]);
  });

  test('writes integers from -(2^53 - 1) to 2^53 - 1, and fractions', async () => {
    const numbers = [1 - 2 ** 53, -0.5, 0, 1e-7, 2 ** 53 - 1];
    const client = clientOf(Response.json({ data: { ...aMockService(), numbers } }), read);
    await client.mockServices.modify(mockServiceId, (current) => current);
    expect(client.sent[1]?.body).toContain('"numbers":[-9007199254740991,-0.5,0,1e-7,9007199254740991]');
  });

  test.each(['0.1234567890123456789', '-1e400', '9007199254740993'])(
    'modify writes nothing if the function keeps %s, which JavaScript changed',
    async (literal) => {
      const text = JSON.stringify({ data: { ...aMockService(), deep: { n: 0 } } });
      const exact = () => new Response(text.replace('"n":0', `"n":[0.5,${literal}]`));
      const client = clientOf(exact, exact, read);
      const issues = [expect.objectContaining({ path: 'deep.n[1]' })];
      const kept = client.mockServices.modify(mockServiceId, (current) => current);
      await expect(kept).rejects.toMatchObject({ name: 'ValidationError', side: 'request', issues });
      await client.mockServices.modify(mockServiceId, (current) => ({ ...current, deep: { n: [0.5] } }));
      expect(client.sent.map(({ method }) => method)).toEqual(['GET', 'GET', 'PUT']);
    },
  );

  test('rejects with an AbortError if the signal is aborted during the write', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const write = () => {
      controller.abort('enough');
      return hang();
    };
    const call = clientOf(read, write).mockServices.modify(mockServiceId, (it) => it, { signal });
    const error = { name: 'AbortError', cause: 'enough', attempts: 1, mayHaveBeenApplied: true };
    await expect(call).rejects.toMatchObject(error);
  });

  test.each([
    ['nothing is passed', 'takes a function', undefined],
    ['an object is passed', 'takes a function', { title: 'New' }],
    ['the function returns nothing', 'returned nothing', () => undefined],
  ])('modify rejects with a TypeError if %s', async (_, message, change) => {
    const client = clientOf(read);
    const call = client.mockServices.modify(mockServiceId, change as never);
    await expect(call).rejects.toThrow(TypeError);
    await expect(call).rejects.toThrow(message);
    expect(client.calls()).not.toContain(`PUT ${singular}`);
  });

  describe('limits of modify', () => {
    useVirtualTime();

    test('`timeout` limits the requests of modify, and a signal also limits the function', async () => {
      const { fetch } = fetchOf(async () => pause(50).then(() => read.clone()));
      const { mockServices } = createClient({ ...base, fetch, timeout: 60, totalTimeout: 60 });
      const change = async (service: MockService) => pause(1_000_000).then(() => service);
      await expect(settle(mockServices.modify(mockServiceId, change))).resolves.toEqual(aMockService());

      const controller = new AbortController();
      const ended = failureOf(mockServices.modify(mockServiceId, change, { signal: controller.signal }));
      await advance(0);
      await advance(50);
      controller.abort('enough');
      expect(await settle(ended)).toMatchObject({ name: 'AbortError', cause: 'enough', attempts: 0 });
    });
  });
});

describe('createTemporary', () => {
  test('deletes the mock service at the end of the scope, even if the scope throws', async () => {
    const client = clientOf(created);
    const scope = async () => {
      await using service = await client.mockServices.createTemporary(anInput());
      expect(service.id).toBe(mockServiceId);
      expect(client.calls()).toHaveLength(1);
      throw new Error('the scope failed');
    };
    await expect(scope()).rejects.toThrow('the scope failed');
    expect(client.calls()[1]).toBe(`DELETE ${plural}`);
  });

  test('deletes with the same headers except idempotency-key, even after an abort', async () => {
    const { mockServices, sent } = clientOf(created);
    const controller = new AbortController();
    // An iterator can be read only once.
    const headers = new Map([
      ['Idempotency-Key', 'k'],
      ['x-team', 'blue'],
    ]).entries();
    const service = await mockServices.createTemporary(anInput(), { headers, signal: controller.signal });
    controller.abort();
    await service[Symbol.asyncDispose]();
    expect(sent.map((request) => request.headers)).toMatchObject([
      { 'idempotency-key': 'k', 'x-team': 'blue' },
      { 'x-team': 'blue' },
    ]);
    expect(sent[1]?.headers).not.toHaveProperty('idempotency-key');
  });

  test('the disposal succeeds if the mock service has already been deleted', async () => {
    const service = await clientOf(created, status(404)).mockServices.createTemporary(anInput());
    await expect(service[Symbol.asyncDispose]()).resolves.toBeUndefined();
  });

  test.each<[string, FetchAnswer, object, object]>([
    ['a refusal', status(403), {}, { name: 'ApiError', status: 403 }],
    ['a lost connection', networkFailure(), {}, { name: 'NetworkError' }],
  ])('the disposal throws if the deletion fails because of %s', async (_, answer, options, error) => {
    const service = await clientOf(created, answer).mockServices.createTemporary(anInput(), options);
    await expect(service[Symbol.asyncDispose]()).rejects.toMatchObject(error);
  });
});
