/** A page that starts its own fake server, in tests with the fixture. */
import type { Page } from '@playwright/test';
import type { StartFakeOptions } from '@mock-services/fake-server/browser';
import type { HttpHandler } from 'msw';
import { expect, fakeTest } from '@mock-services/fake-server/playwright';

const test = fakeTest({ baseUrl: '/api', assertClean: true });

const items = (page: Pick<Page, 'getByRole'>) => page.getByRole('listitem');
const give = (page: Page, given: StartFakeOptions) =>
  page.addInitScript((options) => Object.assign(globalThis, { given: options }), given);
const workers = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);

/** Collects what the page prints, as `<type>: <text>`. */
function printed(page: Page): string[] {
  const lines: string[] = [];
  page.on('console', (message) => void lines.push(`${message.type()}: ${message.text()}`));
  return lines;
}

test('startFake registers no worker, and the fake server of the test answers', async ({ page, fake }) => {
  const lines = printed(page);
  fake.mockServices.add({ title: 'Orders' });
  await page.goto('/');
  await expect(items(page)).toHaveText(['Orders']);
  expect(await workers(page)).toBe(0);
  expect(fake).toHaveReceived('listMockServices', {}, { times: 1 });
  expect(lines).toEqual([
    `info: startFake registers no worker, because the fake server of the Playwright test answers requests to ${fake.baseUrl}.`,
  ]);
  await page.getByText('Orders').click();
  await expect(items(page)).toHaveCount(0);
  await page.goto('/other');
  await expect(page.getByText('listed')).toBeVisible();
  await expect(items(page)).toHaveCount(0);
});

test('later pages, popups, frames and a reload reach the fake server of the test', async ({
  page,
  context,
  fake,
}) => {
  fake.mockServices.add({ title: 'Orders' });
  await page.goto('/');
  await page.reload();
  await expect(items(page)).toHaveText(['Orders']);
  const opened = page.waitForEvent('popup');
  await page.evaluate(() => void open('/other'));
  await page.evaluate(() => {
    const frame = document.createElement('iframe');
    frame.src = '/other';
    document.body.append(frame);
  });
  await expect(items(await opened)).toHaveText(['Orders']);
  await expect(page.frameLocator('iframe').getByRole('listitem')).toHaveText(['Orders']);
  const later = await context.newPage();
  await later.goto('/');
  await expect(items(later)).toHaveText(['Orders']);
  expect(await workers(later)).toBe(0);
});

test("the page's fake server warns at its first use, and only then", async ({ page, fake }) => {
  const lines = printed(page);
  await page.goto('/');
  await expect(page.getByText('listed')).toBeVisible();
  const used = await page.evaluate(async () => {
    const { fake, stop } = globalThis.started;
    const { baseUrl } = fake;
    console.log('used');
    fake.mockServices.add({ title: 'Own' });
    fake.faults.add({ operation: 'listMockServices', status: 503 });
    await stop();
    return { baseUrl, entries: fake.journal.entries().length };
  });
  expect(used).toEqual({ baseUrl: fake.baseUrl, entries: 0 });
  expect(lines.slice(1)).toEqual([
    'log: used',
    'warning: This fake server answers no request, because startFake registers no worker in a Playwright test. Use the fixture `fake` of the test instead, which answers.',
  ]);
  expect(fake.mockServices.list()).toEqual([]);
});

test('the page says that its base URL differs, and that its handlers have no effect', async ({
  page,
  baseURL,
}) => {
  const lines = printed(page);
  await give(page, { baseUrl: `${baseURL}/service`, handlers: [{} as HttpHandler] });
  await page.goto('/');
  await expect(page.getByText('listed')).toBeVisible();
  expect(lines).toEqual([
    expect.stringContaining(
      `The page has another base URL, ${baseURL}/service: pass it to fakeTest, too. The option handlers has no effect`,
    ),
  ]);
});

test.describe('without assertClean', () => {
  test.use({ fakeOptions: { baseUrl: '/api' } });

  test("the page's own worker may answer", async ({ page, fake }) => {
    await page.goto('/own-worker');
    await expect(page.getByText('listed')).toBeVisible();
    expect(fake.journal.entries()).toEqual([]);
  });
});

test('a page outside of the fixture starts its own fake server', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const page = await context.newPage();
  await page.goto('/');
  await expect(items(page)).toHaveCount(5);
  expect(await workers(page)).toBe(1);
  await context.close();
});

test.describe("with Playwright's option serviceWorkers", () => {
  test.use({ serviceWorkers: 'block' });

  test('a page whose workers Playwright blocks works, too', async ({ page, fake }) => {
    fake.mockServices.add({ title: 'Orders' });
    await page.goto('/');
    await expect(items(page)).toHaveText(['Orders']);
  });
});
