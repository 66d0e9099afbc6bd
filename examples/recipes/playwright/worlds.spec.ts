/** Playwright tests with a fake server on a port. Each test has its own world. */
import { expect, type Page } from 'playwright/test';
import { test } from './world.ts';

const refresh = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')));

for (const time of ['first run', 'second run']) {
  test(`a mock service that the page adds is not visible to other tests (${time})`, async ({
    page,
    world,
  }) => {
    await page.goto('/plain.html');
    await expect(page.getByRole('status')).toHaveText('5 mock services');
    await page.getByRole('button', { name: 'Add' }).click();
    await expect(page.getByRole('status')).toHaveText('6 mock services');
    const found = await world.admin('POST', '/journal/find', { operation: 'createMockService' });
    expect(found).toMatchObject({ found: [{ response: { statusCode: 201 } }] });
    expect(await world.admin('GET', '/journal')).toMatchObject({ clean: true });
  });
}

test('the page shows the data that the test has seeded', async ({ page, world }) => {
  await world.admin('PUT', '/seed', {});
  await page.goto('/plain.html');
  await expect(page.getByRole('status')).toHaveText('0 mock services');
});

test('the page shows an error if the service responds with 503', async ({ page, world }) => {
  await world.admin('POST', '/faults', { operation: 'listMockServices', status: 503, times: 1 });
  await page.goto('/plain.html');
  await expect(page.getByRole('status')).toHaveText('Not available: ApiError');
  await refresh(page);
  await expect(page.getByRole('status')).toHaveText('5 mock services');
});
