/** Contains the failing tests that `api-error-report.test.ts` runs. */
import { fakeTest } from '@mock-services/fake-server/vitest';
import { expect } from 'vitest';
import { idOf, input } from '../../support/samples.ts';

const test = fakeTest({ seed: {} });

test('the client fails to get a mock service with an unknown id', async ({ client }) => {
  await client.mockServices.get(idOf(1));
});

test('the client fails to create a mock service that the fake server rejects', async ({ fake, client }) => {
  const body = { detail: 'refused', errors: [{ pointer: '/title', detail: 'is taken' }] };
  fake.faults.add({ operation: 'createMockService', status: 409, body });
  await client.mockServices.create(input());
});

test('the client fails if the fake server sends an HTML page instead of JSON', async ({ fake, client }) => {
  fake.faults.add({ operation: 'listWorkspaces', status: 404, body: '<p>'.repeat(1000) });
  await client.workspaces.list();
});

const cleanTest = fakeTest({ assertClean: true });

cleanTest('the test fails, and its request broke the contract', async ({ fake }) => {
  await fake.fetch(`${fake.baseUrl}/nothing`);
  expect('the only error').toBe('');
});

cleanTest('the test passes, but its request broke the contract', async ({ fake }) => {
  await fake.fetch(`${fake.baseUrl}/nothing`);
});

test('the test fails with several errors, of which the second is an ApiError', async ({ fake, client }) => {
  fake.faults.add({ operation: 'listWorkspaces', status: 418, body: { detail: 'after another error' } });
  expect.soft(1).toBe(2);
  await client.workspaces.list();
});

test('the test fails with an assertion error instead of an ApiError', async ({ client }) => {
  await expect(client.workspaces.list()).resolves.toEqual([1]);
});
