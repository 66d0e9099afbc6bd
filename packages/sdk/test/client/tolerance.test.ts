import { createClient } from '@mock-services/sdk';
import { expect, test } from 'vitest';
import {
  aMockService,
  anEntry,
  aWorkspace,
  mockServiceId,
  withField,
  workspaceId,
} from '../support/fixtures.ts';
import { answerWith, startWireServer } from '../support/wire-server.ts';

test.each([
  ['an unknown type', withField(aMockService(), ['type'], 'GRAPHQL')],
  [
    'unknown fields',
    { ...aMockService(), owner: { team: 'blue' }, config: { ...aMockService().config, x: [1] } },
  ],
  [
    'a header value of any type',
    withField(aMockService(), ['config', 'defaultResponseHeaders'], {
      a: 'x',
      b: 1,
      c: null,
      d: ['y'],
      e: {},
    }),
  ],
  ['a timestamp without fraction', withField(aMockService(), ['createdAt'], '2026-03-01T10:00:00Z')],
  [
    'a timestamp with nine fraction digits',
    withField(aMockService(), ['updatedAt'], '2026-03-01T10:00:00.123456789Z'),
  ],
  ['an id in capitals', withField(aMockService(), ['id'], mockServiceId.toUpperCase())],
  ['the nil id', withField(aMockService(), ['id'], '00000000-0000-0000-0000-000000000000')],
  [
    'a CORS method of another name',
    withField(aMockService(), ['config', 'cors', 'allowedMethods', 0], 'PATCH'),
  ],
])('%s is read and kept', async (_, body) => {
  await using server = await startWireServer(answerWith(200, { data: body, more: 1 }));
  const client = createClient({ baseUrl: server.url });
  await expect(client.mockServices.get(mockServiceId)).resolves.toEqual(body);
});

test('metadata of an entry keeps its other fields', async () => {
  const entry = anEntry({ metadata: { ...anEntry().metadata, region: 'eu', attempt: 2 } });
  await using server = await startWireServer(answerWith(200, { data: [entry] }));
  await expect(createClient({ baseUrl: server.url }).activity.list(workspaceId)).resolves.toEqual([entry]);
});

test.each([
  ['nothing', ''],
  ['an object', '{}'],
  ['text', 'deleted'],
  ['null', 'null'],
])('a delete answered with %s resolves to undefined', async (_, body) => {
  await using server = await startWireServer((__, response) => {
    response.writeHead(200).end(body);
  });
  const client = createClient({ baseUrl: server.url });
  await expect(client.mockServices.delete(mockServiceId)).resolves.toBeUndefined();
  await expect(client.activity.clear(workspaceId)).resolves.toBeUndefined();
});

test('a list may be empty, and have any 2xx', async () => {
  await using server = await startWireServer(answerWith(203, { data: [] }));
  await expect(createClient({ baseUrl: server.url }).workspaces.list()).resolves.toEqual([]);
});

test('a workspace that does not expire after its creation does not hide the others', async () => {
  const equal = aWorkspace({ expiresAt: aWorkspace().createdAt });
  await using server = await startWireServer(answerWith(200, { data: [aWorkspace(), equal] }));
  await expect(createClient({ baseUrl: server.url }).workspaces.list()).resolves.toEqual([
    aWorkspace(),
    equal,
  ]);
});
