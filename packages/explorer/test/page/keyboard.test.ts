import type { Page } from 'playwright';
import { test } from '../support/harness.ts';

/** The focused element: the path of a row, the text of anything else. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    return activeElement?.querySelector('.activity-path')?.textContent ?? activeElement?.textContent;
  });

test('an exchange is opened and closed from its row, which keeps or regains the focus', async ({
  open,
  expect,
}) => {
  const { page } = await open({ query: '?view=activity' });
  await page.getByRole('link', { name: 'Checkout team' }).press('Enter');
  const row = page.locator('.activity-row', { hasText: '/oauth/token' });
  await row.press('Enter');
  const exchange = page.getByRole('region', { name: 'Exchange' });
  await exchange.waitFor();
  await row.press('Escape');
  await expect.poll(() => exchange.count()).toBe(0);
  expect(await focused(page)).toBe('/oauth/token');
  await page.keyboard.press('Enter');
  await exchange.getByRole('button', { name: 'Close' }).press('Enter');
  await expect.poll(() => exchange.count()).toBe(0);
  expect(await focused(page)).toBe('/oauth/token');
});

test('a dialog returns the focus, or moves it to the heading when the element is gone', async ({
  open,
  startService,
  expect,
}) => {
  const { logQuery } = await startService();
  const { page } = await open({ query: logQuery() });
  for (const name of ['Download HAR', 'Clear log']) {
    await page.getByRole('button', { name }).press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    // Not by its role: it is hidden a moment before the page knows that it has closed, and can open it again.
    await expect.poll(() => page.locator('dialog').count()).toBe(0);
    expect(await focused(page)).toBe(name);
  }
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Clear log' }).press('Enter');
  await page.getByText('Nothing has been recorded yet').waitFor();
  await expect.poll(() => focused(page)).toBe('Checkout team');
});

test('the service picker closes with Escape, and on a click elsewhere', async ({ open, expect }) => {
  const { page } = await open();
  const address = page.getByLabel('Address of the service');
  const button = page.getByRole('button', { name: 'Service:' });
  await button.press('Enter');
  await address.press('Escape');
  expect(await address.isVisible()).toBe(false);
  expect(await focused(page)).toContain('Demo');
  await button.click();
  await page.getByText('Left empty, a fake server').click();
  expect(await address.isVisible()).toBe(true);
  await page.getByRole('heading', { name: 'Workspaces' }).click();
  expect(await address.isVisible()).toBe(false);
});

test('? shows the keys of the page, but not while something is typed', async ({ open, expect }) => {
  const { page } = await open({ query: '?view=services&mock=new' });
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await page.getByLabel('Title').press('?');
  expect(await page.getByLabel('Title').inputValue()).toBe('?');
  expect(await keys.count()).toBe(0);
  await page.getByRole('button', { name: 'Add header' }).press('?');
  await keys.getByText('shows these keys').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => keys.count()).toBe(0);
  expect(await focused(page)).toBe('Add header');
});
