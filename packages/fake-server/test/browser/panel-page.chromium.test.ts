/** Tests the panel in pages that vitest does not serve: with a strict content security policy, and in an iframe. */
import { expect, test } from 'vitest';
import { origin, pagesThatRun } from './panel-pages.ts';

const open = pagesThatRun(`
  import { createFakeServer } from '@mock-services/fake-server/core';
  import { showPanel } from '@mock-services/fake-server/browser';
  const fake = createFakeServer({ scenarios: { empty: (fake) => fake.seed({}) } });
  Object.assign(window, { fake });
  await showPanel(fake);
`);

test('works and has its styles with a strict content security policy', async () => {
  const { page, problems } = await open();
  await page.getByRole('button', { name: 'Fake server' }).click();
  const panel = page.getByRole('dialog');
  await page.getByRole('tab', { name: 'Scenarios' }).click();
  expect(await panel.evaluate((element) => getComputedStyle(element).display)).toBe('flex');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save state' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('seed.json');
  await page.getByRole('button', { name: 'empty', exact: true }).click();
  await panel.getByText('“empty” is applied.').waitFor();
  expect(page.url()).toBe(`${origin}/?fake=empty`);
  expect(problems).toEqual([]);
});

test('works in an iframe, and writes its link there', async () => {
  const { page, problems } = await open({ body: '<iframe src="/frame" width="600" height="600"></iframe>' });
  const frame = page.frameLocator('iframe');
  await frame.getByRole('button', { name: 'Fake server' }).click();
  await frame.getByRole('tab', { name: 'Scenarios' }).click();
  await frame.getByRole('button', { name: 'empty', exact: true }).click();
  await frame.getByText('“empty” is applied.').waitFor();
  expect(page.frames().map((each) => each.url())).toEqual([`${origin}/`, `${origin}/frame?fake=empty`]);
  expect(problems).toEqual([]);
});

test('is out of the way of locators, and works with the keyboard all the same', async () => {
  const { page } = await open({ isOpen: false });
  await page.getByRole('heading', { name: 'Page' }).click();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const host = page.locator('mock-services-panel');
  const isFocused = () => host.evaluate((element) => element === document.activeElement);
  expect(await isFocused()).toBe(true);
  // "Close", then the tabs.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  for (let i = 0; i < 4; i += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate('fake.faults.list().length')).toBe(1);
  expect([await page.getByRole('button').count(), await page.getByText('Save').count()]).toEqual([0, 0]);
  await page.keyboard.press('Escape');
  expect(await isFocused()).toBe(true);
  await page.keyboard.press('Enter');
  expect(await isFocused()).toBe(true);
});
