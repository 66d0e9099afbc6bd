/** Tests of accessibility, with axe and with the keyboard. */
import type { Page } from 'playwright';
import { violationsOf } from '../support/axe.ts';
import { test } from '../support/harness.ts';
import { sectionOf } from '../support/serving.ts';

const click = (page: Page, role: 'button' | 'link', name: string | RegExp) =>
  page.getByRole(role, { name }).click();

async function openLog(page: Page, name: string): Promise<void> {
  await click(page, 'link', name);
  await page.locator('[data-index]').first().waitFor();
  await page.locator('.uplot').nth(1).waitFor();
}

/** Views to check, each with a query string, an element to wait for, and optional steps. */
const views: readonly (readonly [string, string, string, ((page: Page) => Promise<unknown>)?])[] = [
  ['workspaces', '', '[data-expired]', (page) => click(page, 'button', 'Configuration of Checkout team')],
  ['mock services', '?view=services', 'main li', (page) => click(page, 'link', /Payments/)],
  [
    'a form with errors',
    '?view=services&mock=new',
    'main form',
    async (page) => {
      await click(page, 'button', 'Add upstream');
      await click(page, 'button', 'Create');
      await page.locator('[aria-invalid=true]').waitFor();
    },
  ],
  [
    'a form with warnings and a dialog about unsaved changes',
    '?view=services&mock=new',
    'main form',
    async (page) => {
      await page.getByLabel('Allowed origins').pressSequentially('a b');
      await click(page, 'link', 'Workspaces');
      await page.getByRole('dialog').waitFor();
    },
  ],
  [
    'a log with the panel of the fake server',
    '?view=activity&panel=fake',
    'main li',
    (page) => openLog(page, 'Checkout team'),
  ],
  [
    'the panel of the fake server with all sections',
    '?panel=fake',
    'main li',
    async (page) => {
      const journal = await sectionOf(page, 'Journal');
      await journal.getByLabel('Method of the requests').fill('DELETE');
      await click(page, 'button', 'Find requests');
      await journal.getByText('expected "DELETE"').first().waitFor();
      await sectionOf(page, 'Record an exchange');
      const faults = await sectionOf(page, 'Faults');
      await faults.getByText('Only for some requests').click();
      await faults.getByLabel('Path, with its query').fill('/orders');
      await click(page, 'button', 'Inject fault');
      await faults.getByText('applied 0').waitFor();
      const data = await sectionOf(page, 'Data');
      await data.getByLabel('Seed, as JSON').fill('{"mockServices": 7}');
      await data.getByRole('button', { name: 'Seed', exact: true }).click();
      await data.getByRole('alert').waitFor();
    },
  ],
  [
    'an exchange',
    '?view=activity',
    'main li',
    async (page) => {
      await openLog(page, 'Checkout team');
      await page.locator('[data-index]').last().click();
      await page.getByRole('region', { name: 'Exchange' }).waitFor();
    },
  ],
  [
    'two exchanges of a sorted and searched log',
    '?view=activity',
    'main li',
    async (page) => {
      await openLog(page, 'Checkout team');
      await page.getByRole('columnheader', { name: 'Status' }).getByRole('button').click();
      await page.getByLabel('Search', { exact: true }).fill('http');
      await page.getByText(/^\d+ of \d+$/).waitFor();
      await page.locator('[data-index]').first().click();
      await click(page, 'button', 'Compare…');
      await page.locator('[data-index]').nth(2).click();
      await page.getByLabel('Response headers of the second exchange').waitFor();
    },
  ],
  ['an empty log', '?view=activity', 'main li', (page) => click(page, 'link', 'Nightly runs')],
  ['a failure', '?service=ftp://a', '[role=alert]'],
  ['the form for a service', '', '[data-expired]', (page) => click(page, 'button', 'Service:')],
  ['the list of keyboard shortcuts', '', '[data-expired]', (page) => page.keyboard.press('?')],
  ['an unreachable service', '?service=http://127.0.0.1:9', 'text=Not reachable'],
];

const width = 1280;

/** Settings to check each view with. */
const looks = [
  ['light', { colorScheme: 'light' }, width],
  ['dark', { colorScheme: 'dark' }, width],
  ['dark and narrow', { colorScheme: 'dark' }, 360],
] as const;

test.for(views)(
  'the page has no accessibility violations: %s',
  async ([, query, ready, act], { open, expect }) => {
    const { page } = await open({ query });
    await page.locator(ready).first().waitFor();
    await act?.(page);
    for (const [look, media, width] of looks) {
      // Color transitions would change the measured contrast.
      await page.emulateMedia({ ...media, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 800 });
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      await expect.poll(overflow, { message: look }).toBe(0);
      expect({ look, violations: await violationsOf(page) }).toEqual({ look, violations: [] });
    }
  },
);

/** Returns the path of the focused row, or the text of another focused element. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    return (
      activeElement?.querySelector('[role=gridcell]:nth-child(3)')?.textContent ?? activeElement?.textContent
    );
  });

test('the Tab key reaches each control, from the skip link to the table', async ({ open, expect }) => {
  const { page } = await open();
  await page.locator('[data-expired]').first().waitFor();
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Skip to the content');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Checkout team');
  await page.keyboard.press('Enter');
  await page.locator('[data-index]').first().waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  const isInTable = () => page.evaluate(() => document.activeElement?.matches('[data-index]') === true);
  for (let step = 0; step < 40 && !(await isInTable()); step += 1) await page.keyboard.press('Tab');
  expect(await isInTable()).toBe(true);
});

test('the user can open and close an exchange with the keyboard, and the focus returns to the row of the exchange', async ({
  open,
  expect,
}) => {
  const { page } = await open({ query: '?view=activity' });
  await page.getByRole('link', { name: 'Checkout team' }).press('Enter');
  const row = page.locator('[data-index]', { hasText: '/oauth/token' });
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

test('after a dialog closes, the focus returns to the previous element, or moves to the heading if that element was removed', async ({
  open,
  service,
  expect,
}) => {
  const { page } = await open({ query: service.logQuery() });
  for (const name of ['Download HAR', 'Clear log']) {
    await page.getByRole('button', { name }).press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    // Wait for the element to be removed, because it is hidden before the page handles the `close` event.
    await expect.poll(() => page.locator('dialog').count()).toBe(0);
    expect(await focused(page)).toBe(name);
  }
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Clear log' }).press('Enter');
  await page.getByText('Nothing has been recorded yet').waitFor();
  await expect.poll(() => focused(page)).toBe('Checkout team');
});

test('Escape, or a click elsewhere on the page, closes the service picker', async ({ open, expect }) => {
  const { page } = await open();
  const address = page.getByLabel('Address of the service');
  const button = page.getByRole('button', { name: 'Service:' });
  await button.press('Enter');
  await address.press('Escape');
  expect(await address.isVisible()).toBe(false);
  expect(await focused(page)).toContain('Demo');
  await button.click();
  await page.getByText('If you leave this field empty').click();
  expect(await address.isVisible()).toBe(true);
  await page.getByRole('heading', { name: 'Workspaces' }).click();
  expect(await address.isVisible()).toBe(false);
});

test('the page shows the keyboard shortcuts when the user presses ? outside a form field', async ({
  open,
  expect,
}) => {
  const { page } = await open({ query: '?view=services&mock=new' });
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await page.getByLabel('Title').press('?');
  expect(await page.getByLabel('Title').inputValue()).toBe('?');
  expect(await keys.count()).toBe(0);
  await page.getByRole('button', { name: 'Add header' }).press('?');
  await keys.getByText('Show this list').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => keys.count()).toBe(0);
  expect(await focused(page)).toBe('Add header');
});
