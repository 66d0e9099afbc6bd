import { expect, fakeTest } from '@mock-services/fake-server/playwright';

const test = fakeTest({ baseUrl: '/api', assertClean: true });

test('a refusal is shown', async ({ page, fake }) => {
  fake.mockServices.add({ title: 'Orders' });
  fake.faults.add({ operation: 'deleteMockService', status: 403 });

  await page.goto('/');
  await page.getByRole('button', { name: 'Delete' }).click();

  await expect(page.getByText('not allowed')).toBeVisible();
  expect(fake).toHaveReceived('deleteMockService', {}, { times: 1 });
});
