/** Tests of the list of workspaces, and of times in all views. */
import { emptyWorld } from '@mock-services/fake-server/core';
import { test } from '../support/harness.ts';

test('the page lists workspaces with their remaining time, and marks expired workspaces', async ({
  open,
  expect,
}) => {
  const { page } = await open();
  const rows = page.locator('[data-expired]');
  await expect.poll(() => rows.count()).toBe(4);
  expect(await rows.first().innerText()).toMatch(/Checkout team[^]*7 d 23 h left/);
  expect(await rows.last().innerText()).toMatch(/Partner sandbox[^]*Expired 16 d/);
});

test('the page marks a workspace as expired when its remaining time reaches zero', async ({ open }) => {
  const { page } = await open({ query: '?panel=fake' });
  const row = page.locator('[data-expired]', { hasText: 'Mobile app' });
  await row.getByText('left').waitFor();
  await page.getByRole('button', { name: 'Advance the clock by 7 days' }).click();
  await row.getByText(/^Expired 2 d/).waitFor();
});

test('the page shows the configuration of a workspace', async ({ open }) => {
  const { page } = await open();
  await page.getByRole('button', { name: 'Configuration of Checkout team' }).click();
  await page.getByText('Checkout team defaults').waitFor();
});

test('the page explains an empty list of workspaces', async ({ open, startService }) => {
  const { page } = await open({ query: (await startService({ seed: emptyWorld() })).query });
  await page.getByText('There are no workspaces').waitFor();
});

test.for([
  ['Europe/Berlin', /updated \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\+[12]$/],
  ['Asia/Kolkata', /updated \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\+5:30$/],
  ['America/St_Johns', /updated \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC-[23]:30$/],
] as const)(
  'the page shows times in UTC or in the time zone %s, and remembers the choice of the user',
  async ([timezoneId, local], { open, expect }) => {
    const { page } = await open({ query: '?view=services', context: { timezoneId } });
    const line = page.locator('main li').first().locator('.muted');
    await line.getByText(/updated .* UTC$/).waitFor();
    await page.getByRole('button', { name: 'Times: UTC' }).click();
    await line.getByText(local).waitFor();
    await page.reload();
    await line.getByText(local).waitFor();
    await page.getByRole('button', { name: 'Times: local' }).click();
    await line.getByText(/updated .* UTC$/).waitFor();
    expect(await page.getByRole('button', { name: 'Times: UTC' }).count()).toBe(1);
  },
);

test('after the user changes the time zone, the page converts all times, including the clock of the fake server', async ({
  open,
  expect,
}) => {
  const { page } = await open({ query: '?panel=fake', context: { timezoneId: 'Asia/Kolkata' } });
  const clock = page.getByRole('group', { name: 'Clock' }).locator('.mono');
  const shown = async () => (await page.locator('[data-expired] time').first().textContent()) ?? '';
  await clock.getByText(/ UTC$/).waitFor();
  const before = await shown();
  await page.getByRole('button', { name: 'Times: UTC' }).click();
  await clock.getByText(/ UTC\+5:30$/).waitFor();
  const instant = (text: string) =>
    Date.parse(text.replace(' ', 'T').replace(' UTC+5:30', '+05:30').replace(' UTC', 'Z'));
  expect(await shown()).toMatch(/ UTC\+5:30$/);
  expect(instant(await shown())).toBe(instant(before));
});

test('the page follows the color scheme of the system, and remembers a color scheme that the user chooses', async ({
  open,
  expect,
}) => {
  const { page } = await open({ context: { colorScheme: 'dark' } });
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const [light, dark] = ['rgb(244, 246, 249)', 'rgb(14, 18, 24)'];
  const theme = page.getByRole('button', { name: 'Colors:' });
  await theme.waitFor();
  expect(await background()).toBe(dark);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await background()).toBe(light);
  await theme.click();
  await theme.click();
  await expect.poll(background).toBe(dark);
  await page.reload();
  await theme.waitFor();
  expect(await background()).toBe(dark);
  await theme.click();
  await expect.poll(background).toBe(light);
});
