import { createClient, type Client, type ClientOptions } from '@mock-services/sdk';
import type { FaultOptions } from '@mock-services/fake-server';
import { demoSeed } from '@mock-services/fake-server/core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { rejectionOf } from '../support/failure.ts';
import { input } from '../support/samples.ts';
import type { AdapterWithFake, Setup } from './adapter.ts';

const [first, second] = demoSeed().mockServices;
const id = first?.id ?? '';

/**
 * An operation for each HTTP method. Other operations behave in the same way, because a fault does not depend on the
 * operation.
 */
const calls = {
  listWorkspaces: (client: Client): Promise<unknown> => client.workspaces.list(),
  createMockService: (client: Client): Promise<unknown> => client.mockServices.create(input()),
  updateMockService: (client: Client): Promise<unknown> => client.mockServices.update(id, input()),
  deleteMockService: (client: Client): Promise<unknown> => client.mockServices.delete(second?.id ?? ''),
};
const operations = Object.keys(calls) as (keyof typeof calls)[];

type Fault = Omit<FaultOptions, 'operation'>;

const faults: [name: string, fault: Fault, outcome: string, outcomeWithoutBody?: string][] = [
  ['an error status', { status: 503 }, 'ApiError 503'],
  ['an error status and a body', { status: 418, body: { reason: 'tea' } }, 'ApiError 418'],
  ['a hanging connection', { hang: true }, 'TimeoutError timeout'],
  ['a delay beyond the timeout', { delay: 5000 }, 'TimeoutError timeout'],
  ['a connection reset', { reset: true }, 'NetworkError'],
  ['a truncated body', { truncated: true }, 'NetworkError'],
  ['a body that is truncated at once', { truncated: 0 }, 'NetworkError'],
  ['a page in place of JSON', { notJson: true }, 'ParseError', 'no error'],
  ['a body of another shape', { body: { data: 'nothing' } }, 'ValidationError', 'no error'],
  ['another content type', { contentType: 'text/plain' }, 'no error'],
  ['a short delay', { delay: '5ms' }, 'no error'],
];

interface Connected {
  readonly client: Client;
  readonly fake: AdapterWithFake['fake'];
}

async function connect(setup: Setup, client: Partial<ClientOptions> = {}): Promise<Connected> {
  const adapter = await setup();
  onTestFinished(async () => {
    // End waiting responses, because some adapters do not notice that a client has disconnected.
    await adapter.fake.reset();
    await adapter.close();
  });
  const { baseUrl, fetch, fake } = adapter;
  return { client: createClient({ baseUrl, fetch, maxRetries: 0, ...client }), fake };
}

/**
 * Returns the name of the error with which a call rejects, and the status or limit of the error. Returns `no error`
 * if the call does not reject.
 */
async function outcomeOf(call: Promise<unknown>): Promise<string> {
  const error = (await rejectionOf(call)) as { name: string; status?: number; limit?: string } | undefined;
  if (error === undefined) return 'no error';
  if (error.name === 'ApiError') return `ApiError ${error.status}`;
  return error.name === 'TimeoutError' ? `TimeoutError ${error.limit}` : error.name;
}

export function faultBehavior(setup: Setup): void {
  describe('a fault', () => {
    test.each(faults)(
      'a fault with %s makes the SDK report the expected error',
      async (_, fault, outcome, withoutBody = outcome) => {
        const { client, fake } = await connect(setup, {
          timeout: outcome.startsWith('Timeout') ? 150 : 5000,
        });
        await fake.faults.add({ operation: operations, ...fault });
        const outcomes = await Promise.all(
          operations.map((operation) => outcomeOf(calls[operation](client))),
        );
        expect(outcomes).toEqual([outcome, outcome, outcome, withoutBody]);
      },
    );

    test('aborting a call of the client ends the delay of a fault', async () => {
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

    test('resetting the fake server breaks the connections that a fault delays', async () => {
      const { client, fake } = await connect(setup);
      await fake.faults.add({ operation: 'listWorkspaces', delay: '1h' });
      const outcome = outcomeOf(client.workspaces.list());
      await expect.poll(async () => (await fake.faults.list())[0]?.used).toBe(1);
      await fake.reset();
      expect(await outcome).toBe('NetworkError');
    });
  });
}
