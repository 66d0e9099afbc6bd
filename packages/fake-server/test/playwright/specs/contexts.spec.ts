/** From where requests reach the fake server: pages, popups, workers and other contexts. */
import type { Page } from '@playwright/test';
import { expect, fakeTest } from '@mock-services/fake-server/playwright';

const test = fakeTest({ baseUrl: '/api', assertClean: true });

const titles = (page: Page): Promise<string> =>
  page.evaluate(async () => (await fetch('/api/configuration/mock-services')).text());

test('several pages and popups share the fake server', async ({ page, context, fake }) => {
  fake.mockServices.add({ title: 'Orders' });
  await page.goto('/');
  const other = await context.newPage();
  await other.goto('/other');
  const opened = page.waitForEvent('popup');
  await page.evaluate(() => void open('/popup'));
  const popup = await opened;
  await popup.waitForLoadState();
  for (const one of [page, other, popup]) expect(await titles(one)).toContain('Orders');
  expect(fake.journal.entries()).toHaveLength(3);
});

test("requests of the application's service worker reach the fake server", async ({
  page,
  context,
  fake,
}) => {
  fake.mockServices.add({ title: 'Orders' });
  await page.goto('/');
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/worker.js');
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller === null)
      await new Promise((resolve) => {
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
      });
  });
  const sender = context.waitForEvent('request', (request) => request.serviceWorker() !== null);
  expect(await titles(page)).toContain('Orders');
  expect((await sender).resourceType()).toBe('fetch');
  expect(fake.journal.entries()).toHaveLength(1);
});

test('a web worker reaches the fake server', async ({ page, fake }) => {
  fake.mockServices.add({ title: 'Orders' });
  await page.goto('/');
  const text = await page.evaluate(
    (code) =>
      new Promise<string>((resolve) => {
        const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
        worker.addEventListener('message', ({ data }) => resolve(data as string));
      }),
    "fetch(origin + '/api/configuration/mock-services').then((r) => r.text()).then(postMessage)",
  );
  expect(text).toContain('Orders');
});

test('another context reaches the fake server after fake.route(context)', async ({
  browser,
  fake,
  baseURL,
}) => {
  fake.mockServices.add({ title: 'Orders' });
  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const page = await context.newPage();
  await page.goto('/');
  expect(await titles(page)).not.toContain('Orders');
  await fake.route(context);
  expect(await titles(page)).toContain('Orders');
  await context.close();
});

test('page.request passes the fake server by, but client does not', async ({ page, client, fake }) => {
  const response = await page.request.get('/api/configuration/mock-services/texts.txt');
  expect(await response.text()).toContain('network');
  expect(await client.mockServices.list()).toEqual([]);
  expect(fake.journal.entries()).toHaveLength(1);
});

test('a test without a page needs no browser', async ({ client, fake }, testInfo) => {
  fake.mockServices.add({ title: 'Orders' });
  expect(await client.mockServices.list()).toHaveLength(1);
  expect(testInfo.attachments).toEqual([]);
});
