/** Requests that end early: none of them makes a test fail or wait. */
import { expect, fakeTest } from '@mock-services/fake-server/playwright';

const test = fakeTest({ baseUrl: '/api', assertClean: true });

test.beforeEach(async ({ page, fake }) => {
  await page.goto('/');
  fake.faults.add({ operation: 'listWorkspaces', hang: true });
  fake.faults.add({ operation: 'listMockServices', delay: 300 });
  await page.evaluate(() => {
    void fetch('/api/configuration/workspaces');
    void fetch('/api/configuration/mock-services');
  });
  await fake.journal.waitFor({ operation: 'listWorkspaces' });
  await fake.journal.waitFor({ operation: 'listMockServices' });
});

test('a test may end while requests are pending', () => {});

test('a page may be closed while requests are pending', async ({ page, context }) => {
  await page.close();
  const other = await context.newPage();
  await other.goto('/');
  await other.waitForTimeout(400);
});

test('a page may navigate while requests are pending', async ({ page }) => {
  await page.goto('/other');
  await page.waitForTimeout(400);
  await expect(page.getByText('Application')).toBeVisible();
});

test('a context may be closed while requests are pending', async ({ context, fake, client }) => {
  await context.close();
  await client.mockServices.list();
  expect(fake.journal.entries()).toHaveLength(3);
});
