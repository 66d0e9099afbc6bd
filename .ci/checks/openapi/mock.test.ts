import { endpoints, operationIds } from '@mock-services/sdk/contract';
import { expect, test } from 'vitest';
import { mockServer } from './prism.ts';
import { session, violationsOf } from './session.ts';

test('the SDK passes all nine operations against a mock made from the document alone', async () => {
  await using prism = await mockServer();
  const { operations, violations } = await session(prism.url);
  expect(operations.toSorted()).toEqual([...operationIds].toSorted());
  expect(violations).toEqual([]);
});

test('the mock notices a request that breaks the document', async () => {
  await using prism = await mockServer();
  const { method, path } = endpoints.createMockService;
  const response = await fetch(prism.url + path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'REST' }),
  });
  expect(response.status).toBe(422);
  expect(violationsOf(response).join()).toContain('title');
});
