/** Tests that fail, for what vitest then reports of them. */
import { fakeTest } from '@mock-services/fake-server/vitest';
import { expect } from 'vitest';
import { idOf, input } from '../../support/samples.ts';

const test = fakeTest({ seed: {} });

test('an unknown id', async ({ client }) => {
  await client.mockServices.get(idOf(1));
});

test('a body that a service refuses', async ({ fake, client }) => {
  const body = { detail: 'refused', errors: [{ pointer: '/title', detail: 'is taken' }] };
  fake.faults.add({ operation: 'createMockService', status: 409, body });
  await client.mockServices.create(input());
});

test('a page', async ({ fake, client }) => {
  fake.faults.add({ operation: 'listWorkspaces', status: 404, body: '<p>'.repeat(1000) });
  await client.workspaces.list();
});

test('another error', async ({ client }) => {
  await expect(client.workspaces.list()).resolves.toEqual([1]);
});
