import { createClient } from '@mock-services/sdk';
import { describe, expect, test } from 'vitest';
import { type Fault, oddities, respond, startFaultServer } from '../support/fault-server.ts';
import { operationCases } from '../support/operations.ts';

const entries = Object.entries(oddities);
const reads = operationCases.filter(({ received }) => received !== undefined);

describe.concurrent.each(entries)('%s is no fault', (_, oddity) => {
  test.each(reads)('for $operation', async ({ call, received, result }) => {
    await using server = await startFaultServer((socket) => {
      oddity(socket, JSON.stringify(received));
    });
    await expect(call(createClient({ baseUrl: server.origin }))).resolves.toEqual(result);
    expect(server.requests).toHaveLength(1);
  });
});

describe.concurrent('a redirect within the origin', () => {
  const moved =
    (received: unknown): Fault =>
    (socket, { target }, _, origin) => {
      if (target === '/moved') respond(socket, 200, '', JSON.stringify(received));
      else respond(socket, 307, `location: ${origin}/moved\r\n`);
    };

  test.each(operationCases.filter(({ method }) => method === 'GET'))(
    'is followed by $operation',
    async ({ call, result, received }) => {
      await using server = await startFaultServer(moved(received));
      await expect(call(createClient({ baseUrl: server.origin, token: 'secret' }))).resolves.toEqual(result);
      expect(server.requests[1]?.head).toContain('Bearer secret');
    },
  );

  test.each(operationCases.filter(({ method }) => method !== 'GET'))(
    'is not followed by $operation, which writes',
    async ({ call }) => {
      await using server = await startFaultServer(moved({}));
      const writing = call(createClient({ baseUrl: server.origin }));
      await expect(writing).rejects.toMatchObject({ name: 'ApiError', status: 307, attempts: 1 });
      expect(server.requests).toHaveLength(1);
    },
  );
});

test('a redirect to another origin sends nothing there, and the error names both', async () => {
  await using other = await startFaultServer((socket) => {
    respond(socket, 200, '', '{"data":[]}');
  });
  await using server = await startFaultServer((socket) => {
    respond(socket, 302, `location: ${other.origin}/configuration/workspaces\r\n`);
  });
  const client = createClient({ baseUrl: server.origin, token: 'secret', headers: { 'x-key': 'secret' } });
  const error = await client.workspaces.list().then(undefined, (reason: Error) => reason);
  expect(error).toMatchObject({ name: 'ApiError', status: 302, attempts: 1 });
  expect((error as Error).message).toContain(server.origin);
  expect((error as Error).message).toContain(other.origin);
  expect(other.requests).toHaveLength(0);
});
