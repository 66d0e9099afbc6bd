import { chromium, type Browser, type Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchOptions } from '../../../tools/lib/chromium.ts';
import { host } from './built.ts';

let browser: Browser;
let site: Awaited<ReturnType<typeof host>>;

beforeAll(async () => {
  [browser, site] = await Promise.all([chromium.launch(launchOptions), host('/any/path/')]);
});
afterAll(async () => {
  await browser.close();
  site.close();
});

/** A page of the site, and what went wrong on it so far. */
async function open(path: string): Promise<{ readonly page: Page; readonly problems: readonly string[] }> {
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('requestfailed', (request) => problems.push(request.url()));
  page.on('response', (response) => {
    if (response.status() >= 400 || !response.url().startsWith(site.url)) problems.push(response.url());
  });
  await page.goto(site.url + path);
  // The HTML is there before the page listens to keys: VitePress then takes it over.
  await page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}));
  return { page, problems };
}

test('the first page leads to the guide, below any path and without anything from elsewhere', async () => {
  const { page, problems } = await open('');
  await page.getByRole('link', { name: 'Start here' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Start here' }).waitFor();
  expect(page.url()).toBe(`${site.url}guide/start.html`);
  expect(problems).toEqual([]);
});

test('the search finds an error by its message, and leads to its paragraph', async () => {
  const { page, problems } = await open('guide/start.html');
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox').fill('Nothing listens there: is the service running');
  await page.getByRole('option').first().click();
  await page.waitForURL(/guide\/troubleshooting\.html#./);
  expect(problems).toEqual([]);
});

test('the explorer runs in its page, with its charts', async () => {
  const { page, problems } = await open('live.html');
  const explorer = page.frameLocator('iframe');
  await explorer.getByRole('link', { name: 'Checkout team', exact: true }).click();
  await explorer.locator('.activity-row').first().waitFor();
  expect(problems).toEqual([]);
});
