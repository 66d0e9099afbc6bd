/** Faults as a client sees them. The SDK has an error for each. */
import { operationIds, type OperationId } from '@mock-services/sdk/contract';
import { createClient, type Client, type ClientOptions } from '@mock-services/sdk';
import type { FakeServerOptions, FaultOptions } from '@mock-services/fake-server';
import { demoWorld } from '@mock-services/fake-server';
import { describe, expect, onTestFinished, test } from 'vitest';
import { input } from '../support/samples.ts';
import type { FaceWithFake, SetupWithFake } from './face.ts';

const { mockServices, workspaces } = demoWorld();
// The operations run side by side, so that each that writes has a mock service of its own.
const [id = '', changed = '', deleted = ''] = mockServices.map((service) => service.id);
const [workspaceId = ''] = workspaces.map((workspace) => workspace.id);

const calls: { readonly [Id in OperationId]: (client: Client) => Promise<unknown> } = {
  listActivity: (client) => client.activity.list(workspaceId),
  clearActivity: (client) => client.activity.clear(workspaceId),
  listMockServices: (client) => client.mockServices.list(),
  getMockService: (client) => client.mockServices.get(id),
  createMockService: (client) => client.mockServices.create(input()),
  updateMockService: (client) => client.mockServices.update(changed, input()),
  deleteMockService: (client) => client.mockServices.delete(deleted),
  listWorkspaces: (client) => client.workspaces.list(),
  getWorkspaceConfiguration: (client) => client.workspaces.getConfiguration(workspaceId),
};

interface Connected {
  readonly client: Client;
  readonly fake: FaceWithFake['fake'];
}

async function connect(
  setup: SetupWithFake,
  client: Partial<ClientOptions> = {},
  options?: FakeServerOptions,
): Promise<Connected> {
  const face = await setup(options);
  onTestFinished(async () => {
    // Releases what still waits: not every face learns that its client went away.
    await face.fake.reset();
    await face.close();
  });
  const { baseUrl, fetch, fake } = face;
  return { client: createClient({ baseUrl, fetch, maxRetries: 0, ...client }), fake };
}

/** The name of the error that a call rejects with and what identifies it, or `no error`. */
function outcomeOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => 'no error',
    (error: { readonly name: string; readonly status?: number; readonly phase?: string }) =>
      [error.name, error.name === 'NetworkError' ? undefined : (error.status ?? error.phase)]
        .filter((part) => part !== undefined)
        .join(' '),
  );
}

const faults: [
  name: string,
  fault: Omit<FaultOptions, 'operation'>,
  outcome: string,
  withoutBody?: string,
][] = [
  ['an error status', { status: 503 }, 'ApiError 503'],
  ['a status with a body of its own', { status: 418, body: { reason: 'tea' } }, 'ApiError 418'],
  ['a hanging connection', { hang: true }, 'TimeoutError attempt'],
  ['a delay beyond the timeout', { delay: 5000 }, 'TimeoutError attempt'],
  ['a connection reset', { reset: true }, 'NetworkError'],
  ['a truncated body', { truncated: true }, 'NetworkError'],
  ['a body truncated at once', { truncated: 0 }, 'NetworkError'],
  ['a page in place of JSON', { notJson: true }, 'ParseError 200', 'no error'],
  ['a body of another shape', { body: { data: 'nothing' } }, 'ValidationError', 'no error'],
  ['another content type', { contentType: 'text/plain' }, 'no error'],
  ['a short delay', { delay: '5ms' }, 'no error'],
];

/** @param remote - Whether functions cannot be given to the fake server. */
export function faultBehaviour(setup: SetupWithFake, remote: boolean): void {
  describe('faults', () => {
    test.each(faults)(
      'of every operation, %s: the SDK reports it',
      async (_, fault, outcome, withoutBody) => {
        const { client, fake } = await connect(setup, {
          timeout: outcome.startsWith('Timeout') ? 150 : 5000,
        });
        await fake.faults.add({ operation: operationIds, ...fault });
        const outcomes = await Promise.all(
          operationIds.map(async (operation) => [operation, await outcomeOf(calls[operation](client))]),
        );
        const open = new Set<OperationId>(['clearActivity', 'deleteMockService']);
        const expected = operationIds.map((operation) => [
          operation,
          open.has(operation)
            ? (withoutBody ?? outcome)
            : outcome.replace(
                'ParseError 200',
                operation === 'createMockService' ? 'ParseError 201' : 'ParseError 200',
              ),
        ]);
        expect(outcomes).toEqual(expected);
      },
    );

    test('strike as often as planned, after the requests that they let pass', async () => {
      const { client, fake } = await connect(setup);
      await fake.faults.add({ operation: 'listWorkspaces', status: 500, after: 1, times: 2 });
      const outcomes = [];
      for (let i = 0; i < 5; i += 1) outcomes.push(await outcomeOf(client.workspaces.list()));
      expect(outcomes).toEqual(['no error', 'ApiError 500', 'ApiError 500', 'no error', 'no error']);
      expect(await outcomeOf(client.mockServices.list())).toBe('no error');
    });

    test('are overcome by retries, and carry headers', async () => {
      const { client, fake } = await connect(setup, { maxRetries: 2 });
      const once = { operation: 'getMockService', times: 1 } as const;
      await fake.faults.add({ ...once, status: 503, headers: { 'Retry-After': '0' } });
      await fake.faults.add({ ...once, reset: true });
      const { attempts } = await client.mockServices.get(id).withResponse();
      expect(attempts).toBe(3);
      await fake.journal.assertClean();
    });

    test('can lose the response to a request that took effect', async () => {
      const { client, fake } = await connect(setup);
      await fake.faults.add({ operation: 'createMockService', reset: true, times: 1 });
      expect(await outcomeOf(client.mockServices.create(input()))).toBe('NetworkError');
      expect(await fake.mockServices.list()).toHaveLength(5);
      await fake.faults.add({ operation: 'createMockService', reset: true, applied: true, times: 1 });
      expect(await outcomeOf(client.mockServices.create(input()))).toBe('NetworkError');
      expect(await fake.mockServices.list()).toHaveLength(6);
    });

    // A function cannot be sent to a fake server in another process.
    test.for(remote ? [] : ['the request'])('can depend on %s', async () => {
      const { client, fake } = await connect(setup);
      await fake.faults.add({
        operation: 'listWorkspaces',
        status: 500,
        when: ({ headers = {} }) => headers['x-chosen'] === 'yes',
      });
      expect(await outcomeOf(client.workspaces.list())).toBe('no error');
      expect(await outcomeOf(client.workspaces.list({ headers: { 'x-chosen': 'yes' } }))).toBe(
        'ApiError 500',
      );
    });

    test('that keep a caller waiting end when it aborts', async () => {
      const { client, fake } = await connect(setup);
      await fake.faults.add({ operation: 'listWorkspaces', hang: true });
      await fake.faults.add({ operation: 'listMockServices', delay: '1h' });
      for (const resource of [client.workspaces, client.mockServices]) {
        const controller = new AbortController();
        const outcome = outcomeOf(resource.list({ signal: controller.signal }));
        setTimeout(() => controller.abort(), 20);
        expect(await outcome).toBe('AbortError');
      }
    });

    test('are gone after a reset', async () => {
      const { client, fake } = await connect(setup);
      await fake.faults.add({ operation: 'listWorkspaces', reset: true });
      await fake.reset();
      expect(await outcomeOf(client.workspaces.list())).toBe('no error');
      expect(await fake.faults.list()).toEqual([]);
    });

    test('the latency delays every response', async () => {
      const { client } = await connect(setup, {}, { latency: '30ms' });
      const started = performance.now();
      await client.workspaces.list();
      expect(performance.now() - started).toBeGreaterThan(28);
    });
  });
}
