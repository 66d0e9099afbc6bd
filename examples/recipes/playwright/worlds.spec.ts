/** Playwright with a fake server on a port, on which each test has a world of its own, made and removed by ./world.ts. */
import { expect, type Page } from 'playwright/test';
import { test } from './world.ts';

const refresh = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')));

for (const time of ['once', 'again']) {
  test(`a page adds a mock service to the world of its test, ${time}`, async ({ page, world }) => {
    await page.goto('/plain.html');
    await expect(page.getByRole('status')).toHaveText('5 mock services');
    await page.getByRole('button', { name: 'Add' }).click();
    await expect(page.getByRole('status')).toHaveText('6 mock services');
    const found = await world.admin('POST', '/journal/find', { operation: 'createMockService' });
    expect(found).toMatchObject({ found: [{ status: 201 }] });
    expect(await world.admin('GET', '/journal')).toMatchObject({ clean: true });
  });
}

test('a test prepares its world', async ({ page, world }) => {
  await world.admin('PUT', '/seed', {});
  await page.goto('/plain.html');
  await expect(page.getByRole('status')).toHaveText('0 mock services');
});

test('the service is down in the world of one test', async ({ page, world }) => {
  await world.admin('POST', '/faults', { operation: 'listMockServices', status: 503, times: 1 });
  await page.goto('/plain.html');
  await expect(page.getByRole('status')).toHaveText('Not available: ApiError');
  await refresh(page);
  await expect(page.getByRole('status')).toHaveText('5 mock services');
});
