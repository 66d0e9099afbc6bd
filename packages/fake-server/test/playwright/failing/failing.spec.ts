/** Tests that must fail. `../specs.chromium.test.ts` checks how. */
import type { Page } from '@playwright/test';
import { expect, fakeTest } from '@mock-services/fake-server/playwright';

const test = fakeTest({ baseUrl: '/api', assertClean: true });

const get = (page: Page, path: string): Promise<void> =>
  page.evaluate(async (path) => {
    await fetch(path).catch(() => undefined);
  }, path);

test.beforeEach(({ page }) => page.goto('/'));

test('an invalid request', async ({ page }) => {
  await get(page, '/api/configuration/mock-service/none');
});

test('an unused fault', ({ fake }) => {
  fake.faults.add({ operation: 'listMockServices', status: 503 });
});

test('an error of its own', async ({ page, fake }) => {
  fake.faults.add({ operation: 'listWorkspaces', status: 503 });
  await page.evaluate(async () => {
    const headers = { authorization: 'Bearer secret' };
    await fetch('/api/configuration/mock-services', { headers });
  });
  expect(1, 'its own error').toBe(2);
});

test('no request at all', () => {
  expect(1, 'its own error').toBe(2);
});

test('a request that reached the network', async ({ page }) => {
  await get(page, '/api/version.txt');
  expect(1, 'its own error').toBe(2);
});

test('requests to other base URLs', async ({ page }) => {
  await get(page, '/v2/configuration/mock-services?key=secret');
  await get(page, '/api/v2/configuration/workspaces');
  await get(page, 'http://127.0.0.1:1/configuration/workspace/one');
});

test('a time limit while a request hangs', async ({ page, fake }) => {
  test.setTimeout(10_000);
  fake.faults.add({ operation: 'listMockServices', hang: true });
  await get(page, '/api/configuration/mock-services');
});

test.describe('onUnhandled', () => {
  test.use({ fakeOptions: { baseUrl: '/api', onUnhandled: 'error' } });

  test('a request that no endpoint serves', async ({ page }) => {
    await get(page, '/api/configuration/mock-servces?key=secret');
  });
});

test.describe('options', () => {
  test.use({ fakeOptions: { baseUrl: '/api', onUnhandled: 'warn' as 'error' } });

  test('a wrong option', () => {});
});

test.describe('baseURL', () => {
  test.use({ baseURL: ({}, use) => use(undefined) });

  test('a path as base URL without baseURL', ({ fake }) => {
    expect(fake.baseUrl).toBe('');
  });
});

test('a failure that is expected', ({ fake }) => {
  test.fail();
  fake.faults.add({ operation: 'listWorkspaces', status: 503 });
  expect(1).toBe(2);
});
