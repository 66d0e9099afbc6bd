import { emptyWorld } from '@mock-services/fake-server/core';
import { test } from '../support/harness.ts';

test('workspaces are listed with their remaining time, and expired ones are marked', async ({
  open,
  expect,
}) => {
  const { page } = await open();
  const rows = page.locator('.workspace');
  await expect.poll(() => rows.count()).toBe(4);
  expect(await rows.first().innerText()).toMatch(/Checkout team[^]*7 d 23 h left/);
  expect(await rows.last().innerText()).toMatch(/Partner sandbox[^]*Expired 16 d/);
});

test('time passes, and a workspace expires', async ({ open }) => {
  const { page } = await open({ query: '?panel=fake' });
  const row = page.locator('.workspace', { hasText: 'Mobile app' });
  await row.getByText('left').waitFor();
  await page.getByRole('button', { name: 'Advance the clock by 7 days' }).click();
  await row.getByText(/^Expired 2 d/).waitFor();
});

test('the configuration of a workspace can be viewed', async ({ open }) => {
  const { page } = await open();
  await page.getByRole('button', { name: 'Configuration of Checkout team' }).click();
  await page.getByText('Checkout team defaults').waitFor();
});

test('an empty list is explained', async ({ open, startService }) => {
  const { parameter } = await startService({ seed: emptyWorld() });
  const { page } = await open({ query: `?${parameter}` });
  await page.getByText('There are no workspaces').waitFor();
});
