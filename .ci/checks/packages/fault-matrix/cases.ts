/** The fault matrix: every fault for every operation, and what else could need more of the client than a success. */
import type { Client, ClientOptions } from '@mock-services/sdk';
import {
  budgetsFor,
  faults,
  respond,
  type Fault,
} from '../../../../packages/sdk/test/support/fault-server.ts';
import { anInput, mockServiceId, workspaceId } from '../../../../packages/sdk/test/support/fixtures.ts';
import { operationCases } from '../../../../packages/sdk/test/support/operations.ts';

/** A call against a server with one fault. */
export interface Case {
  readonly name: string;
  /** Without one, the connection is refused. */
  readonly fault: Fault | undefined;
  readonly call: (client: Client) => Promise<unknown>;
  readonly options: Omit<ClientOptions, 'baseUrl'>;
}

/** Milliseconds, enough for a response to begin on a busy machine. */
const runsOutAfter = 10_000;

const controller = new AbortController();
const wrongInput = anInput({ title: 7 as unknown as string });

export const cases: readonly Case[] = [
  ...Object.entries(faults).flatMap(([name, fault]) => forEachOperation(name, fault)),
  ...forEachOperation('connection refused', undefined),
  ...forEachOperation('warn mode', faults['JSON null'], { validation: 'warn' }),
  ...forEachOperation('rejected token', rejectToken, { token: () => 'a token' }),
  {
    name: 'input that differs, create',
    fault: faults['503 for ever'],
    call: (client) => client.mockServices.create(wrongInput),
    options: {},
  },
  {
    name: 'input that differs, update',
    fault: faults['503 for ever'],
    call: (client) => client.mockServices.update(mockServiceId, wrongInput),
    options: {},
  },
  {
    name: 'invalid id',
    fault: faults['503 for ever'],
    call: (client) => client.mockServices.get('x'),
    options: {},
  },
  {
    name: 'abort',
    fault: () => {
      controller.abort();
    },
    call: (client) => client.workspaces.list({ signal: controller.signal }),
    options: {},
  },
  {
    name: 'log that breaks off',
    fault: faults['body shorter than content-length'],
    call: async (client) => {
      const { chunks } = await client.activity.open(workspaceId);
      const sizes: number[] = [];
      for await (const { byteLength } of chunks) sizes.push(byteLength);
      return sizes;
    },
    options: {},
  },
];

function forEachOperation(name: string, fault: Fault | undefined, options: Case['options'] = {}): Case[] {
  return operationCases.map(({ operation, call }) => ({
    name: `${name}, ${operation}`,
    fault,
    call: (client) => call(client),
    options: { ...budgetsFor(name, runsOutAfter), ...options },
  }));
}

function rejectToken(...[socket]: Parameters<Fault>): void {
  respond(socket, 401, '');
}
