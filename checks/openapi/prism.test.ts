import { createFakeServer, demoSeed } from '@mock-services/fake-server';
import { serve } from '@mock-services/fake-server/node';
import { endpoints, operationIds } from '@mock-services/sdk/contract';
import { expect, test } from 'vitest';
import { mockServer, validatingProxy } from './prism.ts';
import { seed, session, violationsOf } from './session.ts';

test('all client operations succeed with a mock server generated from docs/openapi.json', async () => {
  await using prism = await mockServer();
  const { operations, violations } = await session(prism.url);
  expect(new Set(operations)).toEqual(new Set(operationIds));
  expect(violations).toEqual([]);
});

test('the fake server and the client conform to docs/openapi.json in all operations', async () => {
  await using fake = await serve(createFakeServer({ seed }));
  await using prism = await validatingProxy(fake.url);
  const { operations, violations } = await session(prism.url);
  expect(new Set(operations)).toEqual(new Set(operationIds));
  expect(violations).toEqual([]);
});

test('Prism reports a response that violates docs/openapi.json', async () => {
  const fake = createFakeServer({ seed: demoSeed() });
  fake.faults.add({ operation: 'listWorkspaces', status: 200, body: { data: [{ id: 'not a UUID' }] } });
  await using running = await serve(fake);
  await using prism = await validatingProxy(running.url);
  const response = await fetch(prism.url + endpoints.listWorkspaces.path);
  expect(response.status).toBe(500);
  expect(violationsOf(response).join()).toContain('expiresAt');
});
