import { createClient, type RetryEvent } from '@mock-services/sdk';
import { describe, expect, test, vi } from 'vitest';
import { anInput, mockServiceId } from '../support/fixtures.ts';
import { operationCases } from '../support/operations.ts';
import { type Answer, answerWith, startWireServer } from '../support/wire-server.ts';

/** Answers with the given failure first, and then as the operation expects. */
function failing(times: number, failure: Answer, success: Answer): Answer {
  return (request, response, count) => {
    (count <= times ? failure : success)(request, response, count);
  };
}

const unavailable = answerWith(503, undefined, { 'retry-after': '0' });
const cut: Answer = (_, response) => response.destroy();

describe.each(operationCases.filter(({ method }) => method !== 'POST'))(
  '$operation',
  ({ call, status, received, result }) => {
    test('is repeated after a failure that may pass', async () => {
      await using server = await startWireServer(failing(2, unavailable, answerWith(status, received)));
      await expect(call(createClient({ baseUrl: server.url }))).resolves.toEqual(result);
      expect(server.requests).toHaveLength(3);
    });

    test('is sent once with maxRetries: 0', async () => {
      await using server = await startWireServer(unavailable);
      const once = call(createClient({ baseUrl: server.url }), { maxRetries: 0 });
      await expect(once).rejects.toMatchObject({ status: 503, attempts: 1 });
      expect(server.requests).toHaveLength(1);
    });
  },
);

describe('a POST', () => {
  test.each([
    ['a 503', unavailable],
    ['a connection that is cut', cut],
  ])('is sent once after %s', async (_, failure) => {
    await using server = await startWireServer(failure);
    const client = createClient({ baseUrl: server.url, maxRetries: 5 });
    await expect(client.mockServices.create(anInput())).rejects.toMatchObject({ attempts: 1 });
    expect(server.requests).toHaveLength(1);
  });

  test('is repeated when the call says so', async () => {
    await using server = await startWireServer(failing(1, cut, answerWith(201, { id: mockServiceId })));
    const client = createClient({ baseUrl: server.url });
    await expect(client.mockServices.create(anInput(), { maxRetries: 1 })).resolves.toEqual({
      id: mockServiceId,
    });
    expect(server.requests.map(({ body }) => body)).toEqual([
      JSON.stringify(anInput()),
      JSON.stringify(anInput()),
    ]);
  });
});

test.each([408, 429, 500, 502, 503, 504])('a %i is worth another attempt', async (status) => {
  await using server = await startWireServer(
    failing(1, answerWith(status, undefined, { 'retry-after': '0' }), answerWith(200, { data: [] })),
  );
  await expect(createClient({ baseUrl: server.url }).workspaces.list()).resolves.toEqual([]);
});

test.each([400, 401, 403, 404, 405, 409, 413, 422, 501, 505])('a %i is not', async (status) => {
  await using server = await startWireServer(answerWith(status, undefined, { 'retry-after': '0' }));
  await expect(createClient({ baseUrl: server.url }).workspaces.list()).rejects.toMatchObject({
    status,
    attempts: 1,
  });
  expect(server.requests).toHaveLength(1);
});

test('a body that ends early is worth another attempt', async () => {
  const truncated: Answer = (_, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('{"data":', () => response.destroy());
  };
  await using server = await startWireServer(failing(1, truncated, answerWith(200, { data: [] })));
  await expect(createClient({ baseUrl: server.url }).workspaces.list()).resolves.toEqual([]);
});

test('a 401 that ends early is repeated as what breaks off, and asks for no other token', async () => {
  const truncated: Answer = (_, response) => {
    response.writeHead(401, { 'content-length': '100' });
    response.write('{', () => response.destroy());
  };
  await using server = await startWireServer(failing(2, truncated, answerWith(200, { data: [] })));
  const call = createClient({ baseUrl: server.url, token: 'fixed' }).workspaces.list();
  await expect(call).resolves.toEqual([]);
});

test('the observer is notified of each retry and its delay', async () => {
  const events: RetryEvent[] = [];
  await using server = await startWireServer(failing(2, cut, answerWith(200, { data: [] })));
  const client = createClient({ baseUrl: server.url, onRetry: (event) => events.push(event) });
  await client.workspaces.list();
  expect(events).toMatchObject([
    { operation: 'listWorkspaces', attempt: 1, reason: 'NetworkError' },
    { operation: 'listWorkspaces', attempt: 2, reason: 'NetworkError' },
  ]);
  expect(events[0]?.delayMs).toBeLessThanOrEqual(300);
  expect(events[1]?.delayMs).toBeLessThanOrEqual(600);
});

test.each([
  ['seconds', () => '1'],
  ['an HTTP date', () => new Date(Date.now() + 2000).toUTCString()],
])('Retry-After in %s is waited for', async (_, header) => {
  const onRetry = vi.fn<(event: RetryEvent) => void>();
  await using server = await startWireServer((request, response, count) => {
    (count === 1 ? answerWith(429, undefined, { 'retry-after': header() }) : answerWith(200, { data: [] }))(
      request,
      response,
      count,
    );
  });
  await createClient({ baseUrl: server.url, onRetry }).workspaces.list();
  const delayMs = onRetry.mock.calls[0]?.[0].delayMs ?? 0;
  expect(delayMs).toBeGreaterThan(0);
  expect(delayMs).toBeLessThanOrEqual(2000);
});

test('Retry-After beyond the cap of the caller, or beyond the budget, ends the call at once', async () => {
  await using server = await startWireServer(answerWith(503, undefined, { 'retry-after': '5' }));
  const client = createClient({ baseUrl: server.url });
  const expected = { name: 'ApiError', status: 503, retryAfterMs: 5000, attempts: 1 };
  await expect(client.workspaces.list({ maxRetryAfter: 4999 })).rejects.toMatchObject(expected);
  await expect(client.workspaces.list({ totalTimeout: 3000 })).rejects.toMatchObject(expected);
});

describe('a delete whose response was lost', () => {
  test('resolves when the repeat finds nothing, and warns', async () => {
    const onWarning = vi.fn();
    await using server = await startWireServer(failing(1, cut, answerWith(404)));
    const client = createClient({ baseUrl: server.url, onWarning });
    await expect(client.mockServices.delete(mockServiceId)).resolves.toBeUndefined();
    expect(onWarning.mock.calls).toEqual([
      [
        {
          operation: 'deleteMockService',
          method: 'DELETE',
          url: `${server.url}/configuration/mock-services/${mockServiceId}`,
          attempt: 2,
          kind: 'delete-repeated',
          message: 'The response to an earlier attempt was lost; this one found nothing left to delete.',
        },
      ],
    ]);
  });

  test('is an error when nothing was lost before', async () => {
    await using server = await startWireServer(failing(1, unavailable, answerWith(404)));
    const client = createClient({ baseUrl: server.url });
    await expect(client.mockServices.delete(mockServiceId)).rejects.toMatchObject({
      status: 404,
      attempts: 2,
    });
  });

  test('does not make a 404 of a read a success', async () => {
    await using server = await startWireServer(failing(1, cut, answerWith(404)));
    const client = createClient({ baseUrl: server.url });
    await expect(client.mockServices.get(mockServiceId)).rejects.toMatchObject({ status: 404 });
  });
});

test('an abort during the wait ends the call', async () => {
  await using server = await startWireServer(answerWith(503, undefined, { 'retry-after': '20' }));
  const controller = new AbortController();
  const client = createClient({
    baseUrl: server.url,
    onRetry: () => {
      setTimeout(() => {
        controller.abort();
      }, 10);
    },
  });
  await expect(client.workspaces.list({ signal: controller.signal })).rejects.toMatchObject({
    name: 'AbortError',
    attempts: 1,
  });
});
