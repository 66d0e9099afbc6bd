import { createClient, type ValidationMode, type WarningEvent } from '@mock-services/sdk';
import { type ActivityOpener, streamActivity } from '@mock-services/sdk/activity';
import { expect, test } from 'vitest';
import { anExchange, idOf } from '../support/activity-entries.ts';
import { workspaceId } from '../support/fixtures.ts';
import { answerWith, startWireServer } from '../support/wire-server.ts';

const entry = anExchange({ id: idOf(1) });
const odd = [{ ...entry, timestamp: 'late' }, { id: 7 }, entry, { ...entry, timestamp: '' }];
const startOddServer = () => startWireServer(answerWith(200, { data: odd }));

/** A client with this validation, and its warnings. */
function clientOf(baseUrl: string, validation?: ValidationMode) {
  const warnings: WarningEvent[] = [];
  const client = createClient({ baseUrl, validation, onWarning: (event) => warnings.push(event) });
  return { client, warnings };
}

async function read(client: ActivityOpener) {
  const entries: unknown[] = [];
  for await (const entry of streamActivity(client, workspaceId)) entries.push(entry);
  return entries;
}

test('an invalid entry ends a stream', async () => {
  await using server = await startOddServer();
  const { client, warnings } = clientOf(server.url);
  await expect(read(client)).rejects.toMatchObject({
    name: 'ValidationError',
    issues: [{ path: 'data[0].timestamp' }],
  });
  expect(warnings).toEqual([]);
});

test('in warn mode it is yielded, and each path is reported once, whether streamed or listed', async () => {
  await using server = await startOddServer();
  const { client, warnings } = clientOf(server.url, 'warn');
  for (const entries of [await read(client), await read(client), await client.activity.list(workspaceId)]) {
    expect(entries).toEqual(odd);
  }
  expect(warnings.map(({ path }) => path)).toEqual([
    'data[0].timestamp',
    'data[1].id',
    'data[1].request',
    'data[1].response',
    'data[1].metadata',
  ]);
  expect(warnings[0]).toMatchObject({
    kind: 'validation',
    operation: 'listActivity',
    method: 'GET',
    attempt: 1,
    message: expect.stringContaining('data[0].timestamp: expected ISO 8601 UTC timestamp') as string,
  });
});

test('in off mode it is yielded without a check', async () => {
  await using server = await startOddServer();
  const { client, warnings } = clientOf(server.url, 'off');
  expect(await read(client)).toEqual(odd);
  expect(warnings).toEqual([]);
});

test.each(['warn', 'off'] as const)('a body that is not a log is an error in %s mode too', async (mode) => {
  await using server = await startWireServer(answerWith(200, { data: {} }));
  await expect(read(clientOf(server.url, mode).client)).rejects.toMatchObject({
    name: 'ValidationError',
    issues: [{ path: 'data' }],
  });
});

test('without a validation mode every entry is checked', async () => {
  const open = () =>
    Promise.resolve({
      chunks: new Blob([JSON.stringify({ data: odd })]).stream(),
      failure: (reason: unknown) => Promise.resolve(new Error('refused', { cause: reason })),
    });
  await expect(read({ activity: { open } })).rejects.toMatchObject({
    cause: [{ path: 'data[0].timestamp' }],
  });
});
