/** The client: whatever a service responds with is data of the contract, or an error of the tree. */
import { createClient, isMockServicesError, type Client, type OperationId } from '@mock-services/sdk';
import { isActivityError, streamActivity } from '@mock-services/sdk/activity';
import fc from 'fast-check';
import { textNear } from '../mutation.ts';
import { anInput, ids, world } from '../samples.ts';
import { fail, toResponse, type Target } from '../target.ts';

interface Input {
  readonly operation: number;
  readonly validation: 'strict' | 'warn' | 'off';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const { mockServiceId, workspaceId } = ids;

const calls: readonly (readonly [OperationId, (client: Client) => Promise<unknown>])[] = [
  ['listMockServices', (client) => client.mockServices.list()],
  ['getMockService', (client) => client.mockServices.get(mockServiceId)],
  ['createMockService', (client) => client.mockServices.create(anInput)],
  ['updateMockService', (client) => client.mockServices.update(mockServiceId, anInput)],
  ['deleteMockService', (client) => client.mockServices.delete(mockServiceId)],
  ['listWorkspaces', (client) => client.workspaces.list()],
  ['getWorkspaceConfiguration', (client) => client.workspaces.getConfiguration(workspaceId)],
  ['listActivity', (client) => client.activity.list(workspaceId)],
  ['clearActivity', (client) => client.activity.clear(workspaceId)],
  ['listActivity', (client) => all(streamActivity(client, workspaceId))],
];

async function all(entries: AsyncIterable<unknown>): Promise<unknown[]> {
  const list = [];
  for await (const entry of entries) list.push(entry);
  return list;
}

const { mockServices, workspaces, activity } = world;
const log = Object.values(activity)[0] ?? [];
const header = fc.constantFrom(
  'content-type',
  'location',
  'retry-after',
  'content-length',
  'x-odd',
  'content-encoding',
);
const value = fc.oneof(
  fc.constantFrom(
    'application/json',
    '0',
    '-1',
    '1e999',
    'Fri, 31 Dec 9999 23:59:59 GMT',
    '/',
    '//',
    'http://[',
    'data:,x',
  ),
  fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) }),
);

export const responses: Target<Input> = {
  inputs: fc.record({
    operation: fc.nat(calls.length - 1),
    validation: fc.constantFrom('strict', 'warn', 'off'),
    status: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(200, 201, 404, 422) },
      fc.integer({ min: 200, max: 599 }),
    ),
    headers: fc.dictionary(header, value, { maxKeys: 3 }),
    body: fc.oneof(
      {
        weight: 4,
        arbitrary: textNear(
          { data: mockServices },
          { data: mockServices[0] },
          { id: mockServiceId },
          { data: workspaces },
          { data: log },
        ),
      },
      {
        weight: 1,
        arbitrary: textNear({
          type: 'about:blank',
          title: 'Not Found',
          status: 404,
          detail: 'No such thing.',
        }),
      },
      fc.string({ unit: 'binary' }),
    ),
  }),
  check: async ({ operation, validation, status, headers, body }) => {
    const fetch = () => Promise.resolve(toResponse({ status, headers, body }));
    const client = createClient({
      baseUrl: 'https://mocks.example',
      fetch,
      maxRetries: 0,
      validation,
      onWarning: () => {},
    });
    const [id, call] = calls[operation] ?? fail('no such operation');
    try {
      JSON.stringify(await call(client));
    } catch (error) {
      if (isActivityError(error)) return;
      if (!isMockServicesError(error)) throw error;
      if (error.operation !== id) fail(`the error names ${error.operation}`);
      JSON.stringify(error);
    }
  },
};
