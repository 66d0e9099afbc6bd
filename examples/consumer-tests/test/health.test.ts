import { isApiError } from '@mock-services/sdk';
import { expect } from 'vitest';
import { healthOf } from '../src/health.ts';
import { placeOrder } from '../src/orders.ts';
import { test } from './shop.ts';

test('healthOf returns a line for each route that the shop called', async ({ fake, client, shop }) => {
  const slow = {
    request: { method: 'GET', path: '/orders/7' },
    response: { statusCode: 504, responseTimeMs: 900 },
  };
  fake.activity.record(shop.workspaceId, slow);
  fake.activity.record(shop.workspaceId, { ...slow, response: { statusCode: 200, responseTimeMs: 30 } });
  await placeOrder({ sku: 'lamp', quantity: 1 }, shop.environment);

  const [reads, writes] = await healthOf(client, 'Shop');
  expect(reads).toBe('GET /orders/:id: 2 calls, 1 failed, 90 % within 900 ms');
  expect(writes).toMatch(/^POST \/orders: 1 calls, 0 failed/);
});

test('healthOf rejects for an unknown workspace name and lists the existing names', async ({
  client,
  shop,
}) => {
  expect(shop.workspaceId).toBeTruthy();
  await expect(healthOf(client, 'Shopp')).rejects.toThrow(/the name Shopp\. .*\bShop\b/);
});

test('healthOf retries a request after a 503 and succeeds', async ({ fake, client, shop }) => {
  fake.faults.add({ operation: 'listActivity', status: 503, times: 1 });

  expect(await healthOf(client, 'Shop')).toEqual([]);
  expect(fake).toHaveReceived('listActivity', { params: { workspaceId: shop.workspaceId } }, { times: 2 });
});

test('healthOf rejects with an ApiError after a 403 and does not retry', async ({ fake, client, shop }) => {
  fake.faults.add({ operation: 'listActivity', status: 403, times: 1 });

  await expect(healthOf(client, 'Shop')).rejects.toSatisfy(
    (error) => isApiError(error) && error.status === 403,
  );
  expect(fake).toHaveReceived('listActivity', { params: { workspaceId: shop.workspaceId } }, { times: 1 });
});
