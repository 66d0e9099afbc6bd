import type { Page } from 'playwright';
import type { StartService } from '../support/harness.ts';
import { test } from '../support/harness.ts';

/** Untrusted text. A literal right-to-left override would reverse the rest of the line. */
const hostile = `<script>hasRun=1</script><img src=x onerror="hasRun=1">\u202egpj`;
/** How it must be shown. */
const visible = hostile.replace('\u202e', '[U+202E]');

/** A service in which every text is hostile. */
async function startHostile(startService: StartService) {
  const { fake, parameter, logQuery } = await startService();
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
  return { workspace, mock, parameter, logQuery };
}

/** A name that is also long. */
const endless = hostile + 'x'.repeat(5_000_000 - hostile.length);
/** How it must be shown: its start and its length. */
const cut = `${visible}${'x'.repeat(120 - hostile.length)}… (5,000,000 characters)`;

const hasRun = (page: Page) => page.evaluate(() => 'hasRun' in globalThis);

test('untrusted texts are shown unchanged, and nothing in them runs', async ({
  open,
  startService,
  expect,
}) => {
  const { workspace, mock, parameter, logQuery } = await startHostile(startService);
  const { page, troubles } = await open({ query: `?${parameter}` });
  const main = page.getByRole('main');
  await main.getByRole('link', { name: visible, exact: true }).waitFor();

  await page.goto(`${page.url()}&view=services&mock=${mock}`);
  await main.getByRole('heading', { level: 2, name: visible }).waitFor();
  await main.locator('.services-list').getByText(visible).waitFor();
  await main.getByText(`In it are characters that cannot be seen: ${visible}`).waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByText(visible).waitFor();

  await page.goto(new URL(logQuery(workspace), page.url()).href);
  await main.getByRole('heading', { level: 1, name: visible }).waitFor();
  expect(await page.title()).toContain(visible);
  await page.locator('.activity-row', { hasText: `/${visible}` }).click();
  const exchange = page.getByRole('region', { name: 'Exchange' });
  await exchange.getByText(`POST /${visible}`).waitFor();
  await exchange.getByLabel('Request headers').getByText(visible, { exact: true }).waitFor();
  await exchange.getByLabel('Request headers').getByText(`x-${visible}`).waitFor();
  await exchange.getByLabel('Response body, text').getByText(visible).waitFor();

  expect(await page.locator('main :is(script, img)').count()).toBe(0);
  expect(await hasRun(page)).toBe(false);
  expect(troubles).toEqual([]);
});

test('endless names are truncated, with their length', async ({ open, startService, expect }) => {
  const { fake, parameter, logQuery } = await startService();
  const { id: workspace } = fake.workspaces.add({ name: endless });
  const { id: mock } = fake.mockServices.add({ title: endless });
  const { page, troubles } = await open({ query: `?${parameter}` });
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

test('messages of a service about a field are shown unchanged', async ({ open, startService, expect }) => {
  const { fake, parameter } = await startService();
  const { id } = fake.mockServices.add({ title: 'Orders' });
  fake.faults.add({
    operation: 'updateMockService',
    status: 422,
    body: { errors: [{ pointer: '/data/title', detail: hostile }] },
  });
  const { page } = await open({ query: `?${parameter}&view=services&mock=${id}` });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('.field-error').getByText(visible).waitFor();
  expect(await hasRun(page)).toBe(false);
});

test('problems of a file are shown unchanged, with its name', async ({ open, expect }) => {
  const { page } = await open();
  const entry = { startedDateTime: hostile, time: hostile, request: { method: 'GET' }, [hostile]: 1 };
  const text = JSON.stringify({ log: { version: hostile, entries: [entry] } });
  await page
    .getByLabel('Open HAR')
    .setInputFiles({ name: `${hostile}.har`, mimeType: 'application/json', buffer: Buffer.from(text) });
  const failure = page.getByRole('alert');
  await failure.getByText(`${visible}.har`).waitFor();
  await failure.locator('li').first().waitFor();
  expect(await failure.innerText()).not.toContain('\u202e');
});

test('lists of options and names of downloads contain only visible characters', async ({ open, expect }) => {
  const { page } = await open({ query: '?panel=fake' });
  const entry = {
    startedDateTime: '2026-01-01T00:00:00.000Z',
    time: 12,
    request: { method: `G\u202eT${'x'.repeat(100)}`, url: 'https://a.example/', headers: [] },
    response: { status: 200, headers: [], content: {} },
  };
  const text = JSON.stringify({ log: { version: '1.2', entries: [entry] } });
  await page
    .getByLabel('Open HAR')
    .setInputFiles({ name: 'a\u202eb.har', mimeType: 'application/json', buffer: Buffer.from(text) });
  const method = page.getByLabel('Method').locator('option').nth(1);
  await expect.poll(() => method.innerText()).toBe(`G[U+202E]T${'x'.repeat(37)}… (103 characters)`);
  await page.getByRole('button', { name: 'Download HAR' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^a\[U\+202E\]b-[\dT-]+-UTC\.har$/);
});
