/** Playwright tests of a page with a fake server in it. `playwright/test` is the same as `@playwright/test`. */
import type { FakeServer } from '@mock-services/fake-server';
import { expect, test, type Page } from 'playwright/test';

/** The globals of the page, which include the fake server. */
type FakeInPage = typeof globalThis & { readonly fake: FakeServer };

const refresh = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')));

test.beforeEach(async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('status')).toHaveText('5 mock services');
});

test('a mock service that the page adds survives a reload', async ({ page }) => {
  await page.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByRole('listitem')).toHaveCount(6);
  await page.reload();
  await expect(page.getByRole('listitem').last()).toHaveText('Added by hand');
});

test('each test starts with the sample data', async ({ page }) => {
  await expect(page.getByRole('listitem')).toHaveCount(5);
});

test('the page shows a mock service that the test adds', async ({ page }) => {
  await page.evaluate(() => (globalThis as FakeInPage).fake.mockServices.add({ title: 'Prepared' }));
  await refresh(page);
  await expect(page.getByRole('listitem').last()).toHaveText('Prepared');
});

test('the page shows an error if the service responds with 503', async ({ page }) => {
  await page.evaluate(() => {
    (globalThis as FakeInPage).fake.faults.add({ operation: 'listMockServices', status: 503, times: 1 });
  });
  await refresh(page);
  await expect(page.getByRole('status')).toHaveText('Not available: ApiError');
  await refresh(page);
  await expect(page.getByRole('status')).toHaveText('5 mock services');
});

test('the page sends one request that conforms to the contract', async ({ page }) => {
  await page.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByRole('listitem')).toHaveCount(6);
  const received = await page.evaluate(() => {
    const { journal } = (globalThis as FakeInPage).fake;
    journal.assertClean();
    return journal.find({ operation: 'createMockService', body: { title: 'Added by hand' } }).length;
  });
  expect(received).toBe(1);
});
