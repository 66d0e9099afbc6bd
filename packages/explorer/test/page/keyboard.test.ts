/** The page without a pointer. */
import type { Page } from 'playwright';
import { test } from '../support/harness.ts';

/** The path of a focused row, or the text of another focused element. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    return activeElement?.querySelector('.activity-path')?.textContent ?? activeElement?.textContent;
  });

test('reaches each control with the Tab key, from the skip link to the table', async ({ open, expect }) => {
  const { page } = await open();
  await page.locator('.workspace').first().waitFor();
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Skip to the content');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Checkout team');
  await page.keyboard.press('Enter');
  await page.locator('.activity-row').first().waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  const isInTable = () => page.evaluate(() => document.activeElement?.matches('.activity-row') === true);
  for (let step = 0; step < 40 && !(await isInTable()); step += 1) await page.keyboard.press('Tab');
  expect(await isInTable()).toBe(true);
});

test('opens and closes an exchange from its row, which has the focus afterwards', async ({
  open,
  expect,
}) => {
  const { page } = await open({ query: '?view=activity' });
  await page.getByRole('link', { name: 'Checkout team' }).press('Enter');
  const row = page.locator('.activity-row', { hasText: '/oauth/token' });
  const exchange = page.getByRole('region', { name: 'Exchange' });
  await row.press('Enter');
  await exchange.waitFor();
  await row.press('Escape');
  await expect.poll(() => exchange.count()).toBe(0);
  expect(await focused(page)).toBe('/oauth/token');
  for (const key of ['Enter', 'Escape']) {
    await page.keyboard.press('Enter');
    await exchange.getByRole('button', { name: 'Close' }).press(key);
    await expect.poll(() => exchange.count()).toBe(0);
    expect(await focused(page)).toBe('/oauth/token');
  }
});

test('returns the focus after a dialog, or moves it to the heading', async ({ open, service, expect }) => {
  const { page } = await open({ query: service.logQuery() });
  for (const name of ['Download HAR', 'Clear log']) {
    await page.getByRole('button', { name }).press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    // Without the role, because the dialog is hidden before the page has handled its `close` event.
    await expect.poll(() => page.locator('dialog').count()).toBe(0);
    expect(await focused(page)).toBe(name);
  }
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Clear log' }).press('Enter');
  await page.getByText('Nothing has been recorded yet').waitFor();
  await expect.poll(() => focused(page)).toBe('Checkout team');
});

test('closes the service picker with Escape, or with a click elsewhere', async ({ open, expect }) => {
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

test('shows the keys of the page when ? is pressed outside of a field', async ({ open, expect }) => {
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
