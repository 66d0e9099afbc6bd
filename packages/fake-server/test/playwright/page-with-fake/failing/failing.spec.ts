/** Tests that must fail. `../../page-with-fake.chromium.test.ts` checks how. */
import { expect, fakeTest } from '@mock-services/fake-server/playwright';
import { scenarios } from '../scenarios.ts';

const test = fakeTest({ baseUrl: '/api', assertClean: true });

test("the page's own worker", async ({ page }) => {
  await page.goto('/own-worker');
  await expect(page.getByText('listed')).toBeVisible();
});

test('a link that no scenario has', async ({ page }) => {
  await page.goto('/?fake=empty');
  await expect(page.getByRole('alert')).toContainText('There is no scenario "empty".');
});

test.describe('scenarios', () => {
  test.use({ fakeOptions: { baseUrl: '/api', scenarios } });

  test('a misspelled link', async ({ page }) => {
    await page.goto('/?fake=emtpy');
    await expect(page.getByRole('alert')).toBeVisible();
    expect(1, 'its own error').toBe(2);
  });
});
