import { test as base } from '@playwright/test';
import { demoSeed } from '@mock-services/fake-server/core';
import { expect, fakeTest } from '@mock-services/fake-server/playwright';

const own = base.extend<{ user: string }>({
  user: async ({}, use) => use('Ada'),
});
const test = fakeTest({ baseUrl: '/api' }, own);

test.describe('with sample data', () => {
  test.use({ fakeOptions: { baseUrl: '/api', seed: demoSeed() } });

  test('what another user deletes is gone', async ({ page, fake, client }) => {
    const [first, ...others] = fake.mockServices.list();
    await client.mockServices.delete(first?.id ?? '');
    await page.goto('/');
    await expect(page.getByRole('listitem')).toHaveCount(others.length);
  });
});
