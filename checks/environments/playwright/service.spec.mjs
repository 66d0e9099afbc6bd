import { createClient } from '@mock-services/sdk';
import { expect, test } from '@playwright/test';

test('the check whether the server is ready is not in the journal', async ({ request }) => {
  expect((await request.get('/')).status()).toBe(200);
  expect(await (await request.get('/__fake/journal.read')).json()).toMatchObject({
    clean: true,
    entries: [],
  });
});

test('a test has its own world', async ({ request, baseURL }) => {
  const { mockServices } = createClient({ baseUrl: `${baseURL}/worlds/test`, maxRetries: 0 });
  expect(await mockServices.list()).toHaveLength(5);
  const data = { operation: 'listMockServices', status: 503, times: 1 };
  await request.post('/worlds/test/__fake/faults.add', { data });
  await expect(mockServices.list()).rejects.toMatchObject({ name: 'ApiError', status: 503 });
  expect(await (await request.get('/worlds/test/__fake/journal.read')).json()).toMatchObject({ clean: true });
});
