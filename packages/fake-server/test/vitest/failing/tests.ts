/** Contains the failing tests that `api-error-report.test.ts` runs. */
import { fakeTest } from '@mock-services/fake-server/vitest';
import { expect } from 'vitest';
import { idOf, input } from '../../support/samples.ts';

const test = fakeTest({ seed: {} });

test('requests a mock service with an unknown id', async ({ client }) => {
  await client.mockServices.get(idOf(1));
});

test('sends a mock service that the server rejects', async ({ fake, client }) => {
  const body = { detail: 'refused', errors: [{ pointer: '/title', detail: 'is taken' }] };
  fake.faults.add({ operation: 'createMockService', status: 409, body });
  await client.mockServices.create(input());
});

test('receives an HTML page instead of JSON', async ({ fake, client }) => {
  fake.faults.add({ operation: 'listWorkspaces', status: 404, body: '<p>'.repeat(1000) });
  await client.workspaces.list();
});

test('fails with an error that is not an ApiError', async ({ client }) => {
  await expect(client.workspaces.list()).resolves.toEqual([1]);
});
