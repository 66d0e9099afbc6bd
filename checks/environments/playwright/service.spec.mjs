import { expect, test } from '@playwright/test';
import { createClient } from '@mock-services/sdk';

test('the server is ready, and adds no world', async ({ request }) => {
  expect((await request.get('/')).status()).toBe(200);
  expect(await (await request.get('/__fake/worlds')).json()).toEqual({});
});

test('each test has its own world', async ({ request, baseURL }) => {
  const { mockServices } = createClient({ baseUrl: `${baseURL}/worlds/test`, maxRetries: 0 });
  expect(await mockServices.list()).toHaveLength(5);
  const data = { operation: 'listMockServices', status: 503, times: 1 };
  await request.post('/worlds/test/__fake/faults', { data });
  await expect(mockServices.list()).rejects.toMatchObject({ name: 'ApiError', status: 503 });
  expect(await (await request.get('/worlds/test/__fake/journal')).json()).toMatchObject({ clean: true });
});
