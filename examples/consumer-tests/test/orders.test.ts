import { bodyOf, explainNoMatch, findActivity, toHar, waitForActivity } from '@mock-services/sdk/activity';
import { describe, expect } from 'vitest';
import { OutOfStockError, placeOrder } from '../src/orders.ts';
import { test } from './shop.ts';

const order = { sku: 'lamp', quantity: 2 };
const soon = { timeout: 2_000, interval: 10 };

describe('placeOrder', () => {
  test('placeOrder sends the order once with the token and returns the order number', async ({
    fake,
    shop,
  }) => {
    expect(await placeOrder(order, shop.environment)).toBe('A-1001');

    const request = { method: 'POST', host: 'orders.example.com', path: '/orders', body: order };
    const entries = fake.activity.list(shop.workspaceId);
    expect(findActivity(entries, request), explainNoMatch(entries, request)).toHaveLength(1);
    expect(findActivity(entries, { ...request, headers: { authorization: true } })).toHaveLength(1);
  });

  test('placeOrder notifies the warehouse in the background', async ({ client, shop }) => {
    await placeOrder(order, shop.environment);

    const picking = { method: 'POST', host: 'warehouse.example.com', path: '/pickings' };
    const entry = await waitForActivity(client, shop.workspaceId, picking, soon);
    expect(bodyOf(entry, 'request').json()).toEqual({ ...order, number: 'A-1001' });
  });

  test('placeOrder rejects if the product is out of stock, and does not notify the warehouse', async ({
    client,
    shop,
  }) => {
    shop.responses.set('orders', () => new Response(null, { status: 409 }));

    await expect(placeOrder(order, shop.environment)).rejects.toBeInstanceOf(OutOfStockError);

    const entries = await client.activity.list(shop.workspaceId);
    const refused = { path: '/orders', status: 409 };
    expect(findActivity(entries, refused), explainNoMatch(entries, refused)).toHaveLength(1);
    expect(findActivity(entries, { path: '/pickings' })).toEqual([]);
  });

  test('placeOrder succeeds and logs a warning if the warehouse responds with 503', async ({
    client,
    shop,
  }) => {
    shop.responses.set('pickings', () => new Response(null, { status: 503 }));

    expect(await placeOrder(order, shop.environment)).toBe('A-1001');

    await waitForActivity(client, shop.workspaceId, { path: '/pickings', status: 503 }, soon);
    await expect.poll(() => shop.environment.warn).toHaveBeenCalledWith(expect.stringContaining('A-1001'));
  });
});

test('toHar exports the requests of the shop without the token', async ({ client, shop }) => {
  await placeOrder(order, shop.environment);

  const har = toHar(await client.activity.list(shop.workspaceId));
  expect(har.log.entries[0]?.request).toMatchObject({
    method: 'POST',
    url: 'https://orders.example.com/orders',
  });
  expect(JSON.stringify(har)).not.toContain('a-secret-token');
});
