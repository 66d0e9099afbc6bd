import { fakeTest } from '@mock-services/fake-server/vitest';
import type { OperationId } from '@mock-services/sdk';
import { describe, expect } from 'vitest';
import { idOf, input } from '../support/samples.ts';
import { messageOf } from './message-of.ts';

const test = fakeTest({ client: { token: 'hunter2', maxRetries: 0 } });

describe('toHaveReceived', () => {
  test('passes when a request matches', async ({ fake, client }) => {
    expect(fake).not.toHaveReceived('createMockService');
    await client.mockServices.create(input({ title: 'Orders' }));
    expect(fake).toHaveReceived('createMockService');
    expect(fake).toHaveReceived('createMockService', { body: { title: 'Orders' }, status: 201 });
    expect(fake).not.toHaveReceived('createMockService', { body: { title: 'Payments' } });
    expect(fake).not.toHaveReceived('listMockServices');
  });

  test('can ask for a number of requests', async ({ fake, client }) => {
    await client.workspaces.list();
    await client.workspaces.list();
    expect(fake).toHaveReceived('listWorkspaces', {}, { times: 2 });
    expect(fake).toHaveReceived('listMockServices', {}, { times: 0 });
    const message = messageOf(() => expect(fake).toHaveReceived('listWorkspaces', {}, { times: 1 }));
    expect(message).toContain(
      'to have received exactly 1 request for listWorkspaces that matches\n\n2 requests match:',
    );
    expect(message).toContain('#1 GET /configuration/workspaces → 200');
  });

  test('shows the nearest requests when none matches, and no credentials', async ({ fake, client }) => {
    await client.mockServices.create(input({ title: 'Orders' }));
    const message = messageOf(() =>
      expect(fake).toHaveReceived('createMockService', { body: { title: 'Payments' } }),
    );
    expect(message).toContain(
      'expected the fake server to have received a request for createMockService that matches',
    );
    expect(message).toContain('body.title: expected "Payments", received "Orders"');
    expect(message).not.toContain('hunter2');
  });

  test('shows the requests that it should not have found', async ({ fake, client }) => {
    for (let i = 0; i < 7; i += 1) await client.workspaces.list();
    const message = messageOf(() => expect(fake).not.toHaveReceived('listWorkspaces'));
    expect(message).toContain(
      'not to have received a request for listWorkspaces that matches\n\n7 requests match:',
    );
    expect(message).toMatch(/\n… and 2 more$/);
  });

  test('waits with expect.poll', async ({ fake, client, expect }) => {
    setTimeout(() => void client.workspaces.list(), 20);
    await expect.poll(() => fake).toHaveReceived('listWorkspaces');
  });

  test('names the nine operations when it is given another, and wants a fake server', ({ fake }) => {
    const other = 'deleteWorkspace' as OperationId;
    expect(() => expect(fake).toHaveReceived(other)).toThrow(/"deleteWorkspace"; there are .*listWorkspaces/);
    expect(() => expect({ journal: {} }).toHaveReceived('listWorkspaces')).toThrow(
      'a matcher for fake servers',
    );
  });
});

describe('assertClean', () => {
  const cleanTest = fakeTest({ assertClean: true, client: { maxRetries: 0 } });

  cleanTest('lets a test pass that asks for what does not exist', async ({ client }) => {
    await expect(client.mockServices.get(idOf(404))).rejects.toMatchObject({ status: 404 });
  });

  cleanTest.fails('fails a test that breaks the contract', async ({ fake }) => {
    await fake.fetch(`${fake.baseUrl}/configuration/mock-service`, { method: 'POST', body: '{}' });
  });

  cleanTest.fails('fails a test whose fault did not strike', async ({ fake, client }) => {
    fake.faults.add({ operation: 'getMockService', status: 503 });
    await client.workspaces.list();
  });
});
