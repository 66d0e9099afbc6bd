/** Tests with untrusted text from a service, and with the content security policy. */
import type { Page } from 'playwright';
import { test } from '../support/harness.ts';

/** Untrusted text with HTML and a right-to-left override. */
const hostile = `<script>hasRun=1</script><img src=x onerror="hasRun=1">\u202egpj`;
/** Untrusted text in the form that the page must display. */
const visible = hostile.replace('\u202e', '[U+202E]');

/** A hostile name of five million characters. */
const endless = hostile + 'x'.repeat(5_000_000 - hostile.length);
/** Start and length of the hostile name, in the form that the page must display. */
const cut = `${visible}${'x'.repeat(120 - hostile.length)}… (5,000,000 characters)`;

const hasRun = (page: Page) => page.evaluate(() => 'hasRun' in globalThis);

test('the page shows untrusted text unchanged, without running its scripts', async ({
  open,
  service,
  expect,
}) => {
  const { fake, query, logQuery } = service;
  const { id: workspace } = fake.workspaces.add({ name: hostile });
  const { id: mock } = fake.mockServices.add({ title: hostile });
  fake.activity.record(workspace, {
    request: {
      method: 'POST',
      path: `/${hostile}`,
      headers: { 'x-name': hostile, [`x-${hostile}`]: 'value' },
    },
    response: { statusCode: 200, headers: { 'content-type': 'text/html' }, body: hostile },
  });
  const { page, troubles } = await open({ query });
  const main = page.getByRole('main');
  await main.getByRole('link', { name: visible, exact: true }).waitFor();

  await page.goto(`${page.url()}&view=services&mock=${mock}`);
  await main.getByRole('heading', { level: 2, name: visible }).waitFor();
  await main.getByRole('listitem').getByText(visible).waitFor();
  await main.getByText(`The value contains invisible characters: ${visible}`).waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByText(visible).waitFor();
  await page.keyboard.press('Escape');
  fake.faults.add({
    operation: 'updateMockService',
    status: 422,
    body: { errors: [{ pointer: '/data/title', detail: hostile }] },
  });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('[id$=error]').getByText(visible).waitFor();

  await page.goto(new URL(logQuery(workspace), page.url()).href);
  await main.getByRole('heading', { level: 1, name: visible }).waitFor();
  expect(await page.title()).toContain(visible);
  await page.locator('[data-index]', { hasText: `/${visible}` }).click();
  const exchange = page.getByRole('region', { name: 'Exchange' });
  await exchange.getByText(`POST /${visible}`).waitFor();
  await exchange.getByLabel('Request headers').getByText(visible, { exact: true }).waitFor();
  await exchange.getByLabel('Request headers').getByText(`x-${visible}`).waitFor();
  await exchange.getByLabel('Response body, text').getByText(visible).waitFor();

  expect(await page.locator('main :is(script, img)').count()).toBe(0);
  expect(await hasRun(page)).toBe(false);
  expect(troubles).toEqual([]);
});

test('the page truncates very long names of workspaces and mock services, and shows the length of each name', async ({
  open,
  service,
  expect,
}) => {
  const { fake, query, logQuery } = service;
  const { id: workspace } = fake.workspaces.add({ name: endless });
  const { id: mock } = fake.mockServices.add({ title: endless });
  const { page, troubles } = await open({ query });
  const main = page.getByRole('main');
  await main.getByRole('link', { name: cut, exact: true }).waitFor();

  await page.goto(`${page.url()}&view=services&mock=${mock}`);
  await main.getByRole('heading', { level: 2, name: cut }).waitFor();
  await main.getByRole('link', { name: cut }).waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: `Delete “${cut}”?` }).waitFor();

  await page.goto(new URL(logQuery(workspace), page.url()).href);
  await main.getByRole('heading', { level: 1, name: cut }).waitFor();
  await expect.poll(() => page.title()).toContain(cut);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  expect(await hasRun(page)).toBe(false);
  expect(troubles).toEqual([]);
});

test('the page has a content security policy that blocks an inline script', async ({ open, expect }) => {
  const { page, troubles } = await open({ query: '?panel=fake' });
  await page.getByRole('link', { name: 'Checkout team', exact: true }).click();
  await page.locator('.uplot').nth(1).waitFor();
  await page.getByText('/me/picture').click();
  await page.getByRole('region', { name: 'Exchange' }).locator('img').waitFor();
  await page.getByRole('link', { name: 'Mock services' }).click();
  await page.getByRole('link', { name: /Payments/ }).click();
  await page.getByLabel('Title').waitFor();
  expect(troubles).toEqual([]);
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'globalThis.hasRun = true';
    document.body.append(script);
  });
  // The policy in the page and the policy in the header both report the violation.
  await expect.poll(() => [...new Set(troubles)]).toEqual(['script-src-elem inline']);
  expect(await page.evaluate(() => 'hasRun' in globalThis)).toBe(false);
});
