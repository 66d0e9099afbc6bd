/** Requests that end early: none of them makes a test fail or wait. */
import { test as base, type Page } from '@playwright/test';
import { expect, fakeTest } from '@mock-services/fake-server/playwright';

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

  test('a context may be closed', async ({ context, fake, client }) => {
    await context.close();
    // Takes longer than the delayed request of the page.
    await client.mockServices.list();
    await client.mockServices.list();
    expect(fake.journal.entries()).toHaveLength(4);
  });

  test('pages may be closed at any time', async ({ context, fake }) => {
    fake.faults.add({ operation: 'getMockService', delay: 5, status: 200, body: 'x'.repeat(1_000_000) });
    const url = '/api/configuration/mock-service/one';
    for (let number = 0; number < 5; number += 1) {
      const page = await context.newPage();
      await page.goto('/');
      await page.evaluate((url) => void Array.from({ length: 20 }, () => fetch(url)), url);
      await page.close();
    }
  });
});

const own = base.extend<{}, { shared: Page }>({
  shared: [
    async ({ browser }, use) => {
      const page = await browser.newPage();
      await use(page);
      await page.context().close();
    },
    { scope: 'worker' },
  ],
});

test.describe('a page of several tests', () => {
  const test = fakeTest({ baseUrl: '/api' }, own);
  test.describe.configure({ mode: 'serial' });

  test('a request hangs until the test ends', async ({ shared, fake, baseURL }) => {
    await fake.route(shared.context());
    await shared.goto(`${baseURL}/`);
    fake.faults.add({ operation: 'listWorkspaces', hang: true });
    await shared.evaluate(() => {
      fetch('/api/configuration/workspaces').catch((error: unknown) => {
        document.title = (error as Error).name;
      });
    });
    await fake.journal.waitFor({ operation: 'listWorkspaces' });
  });

  test('after the test, the request has failed', async ({ shared }) => {
    await expect(shared).toHaveTitle('TypeError');
  });
});
