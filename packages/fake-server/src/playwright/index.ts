/**
 * A fake server for each Playwright test, which answers the API requests of the test's pages without a server, a proxy
 * or a worker script.
 *
 * @example
 * ```ts
 * import { expect, fakeTest } from '@mock-services/fake-server/playwright';
 *
 * const test = fakeTest({ baseUrl: '/api', assertClean: true });
 *
 * test('the list shows the data', async ({ page, fake }) => {
 *   fake.mockServices.add({ title: 'Orders' });
 *   await page.goto('/');
 *   await expect(page.getByText('Orders')).toBeVisible();
 * });
 * ```
 *
 * @module @mock-services/fake-server/playwright
 * @packageDocumentation
 */
export { expect } from './expect.ts';
export { fakeTest, type FakeFixtures, type FakeTestOptions, type PlaywrightFake } from './fake-test.ts';
