/** Requests that end early: none of them makes a test fail or wait. */
import { fakeTest } from '@mock-services/fake-server/playwright';

const test = fakeTest({ baseUrl: '/api', assertClean: true });

test.describe('while requests are pending', () => {
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

  test('a test may end', () => {});

  test('a page may be closed', async ({ page, context }) => {
    await page.close();
    const other = await context.newPage();
    await other.goto('/');
    await other.waitForTimeout(400);
  });
});
