import { createFakeServer } from '@mock-services/fake-server';
import { serve } from '@mock-services/fake-server/node';
import { endpoints, operationIds } from '@mock-services/sdk/contract';
import { expect, onTestFinished, test } from 'vitest';
import { answerWith, startWireServer } from '../../../packages/sdk/test/support/wire-server.ts';
import { validatingProxy } from './prism.ts';
import { session, violationsOf } from './session.ts';

test('the fake server and the SDK conform to the document in all nine operations', async () => {
  const fake = await serve(createFakeServer());
  onTestFinished(() => fake.close());
  await using prism = await validatingProxy(fake.url);
  const { operations, violations } = await session(prism.url);
  expect(operations.toSorted()).toEqual([...operationIds].toSorted());
  expect(violations).toEqual([]);
});

test('the proxy reports a request that breaks the document', async () => {
  await using upstream = await startWireServer(answerWith(200, {}));
  await using prism = await validatingProxy(upstream.url);
  const { method, path } = endpoints.createMockService;
  const response = await fetch(prism.url + path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'REST', title: 5, config: {} }),
  });
  expect(response.status).toBe(422);
  expect(await response.text()).toContain('title');
});

test('the proxy reports a response that breaks the document', async () => {
  const wrong = { data: [{ id: 'not a UUID', name: 'Checkout team' }] };
  await using upstream = await startWireServer(answerWith(200, wrong));
  await using prism = await validatingProxy(upstream.url);
  const response = await fetch(prism.url + endpoints.listWorkspaces.path);
  expect(response.status).toBe(500);
  expect(violationsOf(response).join()).toContain('expiresAt');
});
