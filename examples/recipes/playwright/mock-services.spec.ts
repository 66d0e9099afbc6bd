/** Playwright against a page with a fake server in it. `playwright/test` is what `@playwright/test` is made of. */
import type { FakeServer } from '@mock-services/fake-server';
import { expect, test, type Page } from 'playwright/test';

/** The fake server that the page has put into its globals. */
type FakeInPage = typeof globalThis & { readonly fake: FakeServer };

const refresh = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')));

test.beforeEach(async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('status')).toHaveText('5 mock services');
});

test('what is added outlives a reload', async ({ page }) => {
  await page.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByRole('listitem')).toHaveCount(6);
  await page.reload();
  await expect(page.getByRole('listitem').last()).toHaveText('Added by hand');
});

test('every test begins with the seed', async ({ page }) => {
  await expect(page.getByRole('listitem')).toHaveCount(5);
});

test('a test arranges the fake server of the page', async ({ page }) => {
  await page.evaluate(() => (globalThis as FakeInPage).fake.mockServices.add({ title: 'Arranged' }));
  await refresh(page);
  await expect(page.getByRole('listitem').last()).toHaveText('Arranged');
});

test('the page says when the service is down', async ({ page }) => {
  await page.evaluate(() => {
    (globalThis as FakeInPage).fake.faults.add({ operation: 'listMockServices', status: 503, times: 1 });
  });
  await refresh(page);
  await expect(page.getByRole('status')).toHaveText('Not available: ApiError');
  await refresh(page);
  await expect(page.getByRole('status')).toHaveText('5 mock services');
});

test('the page asks as the contract has it', async ({ page }) => {
  await page.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByRole('listitem')).toHaveCount(6);
  const received = await page.evaluate(() => {
    const { journal } = (globalThis as FakeInPage).fake;
    journal.assertClean();
    return journal.find({ operation: 'createMockService', body: { title: 'Added by hand' } }).length;
  });
  expect(received).toBe(1);
});
