/** Playwright tests with a fake server in another process. Each test has its own world. */
import { expect } from '@playwright/test';
import { test } from './world.ts';

for (const time of ['first run', 'second run']) {
  test(`a mock service that the page deletes is still there for other tests (${time})`, async ({
    page,
    fake,
  }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Delete Payments' }).click();
    await expect(page.getByRole('listitem', { name: 'Payments' })).toBeHidden();
    await fake.journal.expect('deleteMockService', {}, { times: 1 });
    await fake.assertClean();
  });
}

test('the page shows the data that the test has seeded', async ({ page, fake }) => {
  await fake.seed({ mockServices: [{ title: 'Orders' }] });
  await page.goto('/');
  await expect(page.getByRole('listitem', { name: 'Orders' })).toBeVisible();
});

test('the page shows a refusal', async ({ page, fake }) => {
  const fault = await fake.faults.add({ operation: 'deleteMockService', status: 403, times: 1 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Delete Payments' }).click();
  await expect(page.getByText('The service refused the request (403).')).toBeVisible();
  expect(await fault.used()).toBe(1);
});
