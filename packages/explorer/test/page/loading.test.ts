/** Tests that the page loads without layout shifts and does not depend on files that a later deployment replaces. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright';
import { inject } from 'vitest';
import { test, type Open } from '../support/harness.ts';
import type { Service } from '../support/service.ts';

/** Views to load, each with a query string and an element to wait for. */
const views = {
  workspaces: { query: ({ query }: Service) => query, ready: '[data-expired]' },
  'mock services': { query: ({ query }: Service) => `${query}&view=services`, ready: 'main li' },
  log: { query: ({ logQuery }: Service) => logQuery(), ready: '[data-index]' },
} as const;
type View = keyof typeof views;
const names = Object.keys(views) as View[];

/** Waits until a view and its charts are visible. The charts are collapsed on narrow screens. */
async function waitForView(page: Page, view: View, width: number): Promise<void> {
  await page.locator(views[view].ready).first().waitFor();
  if (view === 'log' && width > 820) await page.locator('.uplot').nth(1).waitFor();
  await page.waitForLoadState('networkidle');
}

/** Returns the elements that have moved since the page was opened, with the layout shift that Chromium measured. */
function shiftsOf(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    interface Shift extends PerformanceEntry {
      readonly value: number;
      readonly sources: readonly { readonly node: Node | null; readonly currentRect: DOMRect }[];
    }
    const shifts = await new Promise<Shift[]>((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries() as Shift[])).observe({
        type: 'layout-shift',
        buffered: true,
      });
      // The observer is never called if there are no shifts.
      setTimeout(() => resolve([]), 500);
    });
    return shifts
      .filter(({ value }) => value >= 0.001)
      .map(({ value, sources }) => {
        const moved = sources.map(
          ({ node, currentRect: { x, y } }) =>
            `${node instanceof Element ? node.className : node?.nodeName} to ${x}, ${y}`,
        );
        return `${value.toFixed(4)}: ${moved.join('; ')}`;
      });
  });
}

/**
 * Delays the first six matching responses: the first response by one second, the second response by two seconds, and so on.
 * Adds a promise for the end of each matching response to `late`.
 */
async function delayResponses(page: Page, address: RegExp, late: Promise<unknown>[]): Promise<void> {
  await page.route(address, async (route) => {
    const response = route.request().response();
    // The live log may still be reading when the page is closed, so the last request may have no response.
    const ended = response.then((received) => received?.finished()).catch(() => undefined);
    if (late.push(ended) <= 6) await new Promise((resolve) => setTimeout(resolve, 1000 * late.length));
    await route.continue().catch(() => undefined);
  });
}

/** Waits for all style sheets, and for two frames. */
async function waitForStyles(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(
      ({ sheet }) => sheet !== null,
    ),
  );
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** Opens a view, waits for all responses, and returns the layout shifts. */
async function shiftsIn(open: Open, service: Service, view: View, width: number, delayed = /^$/) {
  const late: Promise<unknown>[] = [];
  const { page } = await open({
    query: views[view].query(service),
    context: { viewport: { width, height: 900 } },
    prepare: (empty) => delayResponses(empty, delayed, late),
  });
  await waitForView(page, view, width);
  await Promise.all(late);
  await waitForStyles(page);
  return shiftsOf(page);
}

test.for([1440, 800, 390].flatMap((width) => names.map((view) => [view, width] as const)))(
  'the page shows the %s at a width of %i pixels without a layout shift',
  async ([view, width], { open, service, expect }) => {
    expect(await shiftsIn(open, service, view, width)).toEqual([]);
  },
);

test.for([
  ['style sheets', /\.css$/],
  ['the responses with workspaces', /\/workspaces$/],
  ['the responses with the log', /\/activity$/],
] as const)(
  'the page shows the log without a layout shift if %s are delayed',
  async ([, delayed], { open, service, expect }) => {
    expect(await shiftsIn(open, service, 'log', 1440, delayed)).toEqual([]);
  },
);

test('the test detects a layout shift when a block is inserted above the content', async ({
  open,
  expect,
}) => {
  const { page } = await open({ context: { viewport: { width: 1440, height: 900 } } });
  await page.locator('[data-expired]').first().waitFor();
  await waitForStyles(page);
  await page.evaluate(() => {
    const block = document.createElement('div');
    block.style.height = '200px';
    document.body.prepend(block);
  });
  await expect.poll(() => shiftsOf(page)).toHaveLength(1);
});

test('the page has at most 250 KiB of compressed scripts, including the fake server', async ({ expect }) => {
  const folder = join(inject('explorer').folder, 'assets');
  const scripts = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  const texts = await Promise.all(scripts.map((name) => readFile(join(folder, name))));
  const weight = texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0);
  console.log(`All scripts: ${weight} bytes`);
  expect(weight).toBeLessThanOrEqual(250 * 1024);
});

/** Responds with 404 to requests for files of the page, like a server after a deployment with new file names. */
async function replaceDeployment(page: Page): Promise<void> {
  await page.getByText('Checkout team').first().waitFor();
  await page.route('**/assets/**', (route) => route.fulfill({ status: 404 }));
}

test('an open page still works with a service after a new deployment has replaced the files of the page', async ({
  open,
  service: { fake, query },
  expect,
}) => {
  const { page, troubles } = await open({
    query,
    context: { permissions: ['clipboard-read', 'clipboard-write'] },
  });
  await replaceDeployment(page);

  await page.getByRole('link', { name: 'Checkout team', exact: true }).click();
  await page.locator('.uplot').nth(1).waitFor();
  await page.locator('[data-index]').first().click();
  await page.getByRole('button', { name: 'Copy as cURL' }).click();
  await page.getByText('Copied').waitFor();
  await page.getByRole('button', { name: 'Download HAR' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({ log: { version: '1.2' } });

  fake.faults.add({ operation: 'listMockServices', status: 503, headers: { 'retry-after': '0' } });
  await page.getByRole('link', { name: 'Mock services' }).click();
  await page.getByText('The service failed with 503').waitFor();
  expect(fake.journal.find({ operation: 'listMockServices' })).toHaveLength(3);
  fake.faults.clear();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('link', { name: /Payments/ }).waitFor();

  fake.faults.add({ operation: 'getMockService', body: { data: { id: 7 } } });
  await page.getByRole('link', { name: /Payments/ }).click();
  await page.getByText('The response does not match the interface').waitFor();
  await page.getByText(/data\.id: expected/).waitFor();
  fake.faults.clear();

  await page.goBack();
  await page.getByRole('link', { name: 'Workspaces' }).click();
  await page.getByText('Checkout team').first().waitFor();
  expect(troubles).toEqual([]);
});

test('an open page still works with the fake server after a new deployment has replaced the files of the page', async ({
  open,
  expect,
}) => {
  const { page, troubles } = await open();
  await replaceDeployment(page);
  await page.getByRole('link', { name: 'Mock services' }).click();
  await page.getByRole('link', { name: /Payments/ }).click();
  await page.getByLabel('Title').waitFor();
  await page.getByRole('button', { name: /fake server/i }).click();
  await page.getByRole('button', { name: 'Inject fault' }).waitFor();
  expect(troubles).toEqual([]);
});
