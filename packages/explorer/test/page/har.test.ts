import type { Page } from 'playwright';
import { test } from '../support/harness.ts';

const entry = (url: unknown) => ({
  startedDateTime: '2026-01-01T00:00:00.000Z',
  time: 12,
  request: { method: 'GET', url, headers: [] },
  response: { status: 200, headers: [], content: { text: '<b>bold</b>', mimeType: 'text/html' } },
});

const har = (...urls: unknown[]) => JSON.stringify({ log: { version: '1.2', entries: urls.map(entry) } });

/** Drops a file onto the page. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  await page.evaluate(
    ([name, text]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], name));
      for (const type of ['dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    },
    [name, text] as const,
  );
}

test('a dropped HAR file is shown, read-only', async ({ open, expect }) => {
  const { page, troubles } = await open();
  await page.getByText('Checkout team').first().waitFor();
  await drop(page, 'recorded.har', har('https://a.example/one', 'https://a.example/two'));
  await page.getByRole('heading', { name: 'recorded.har' }).waitFor();
  await expect.poll(() => page.locator('.activity-row').count()).toBe(2);
  await page.getByText('Read-only').waitFor();
  expect(await page.getByRole('button', { name: 'Clear log' }).count()).toBe(0);
  expect(troubles).toEqual([]);
});

test('a HAR file can be opened by keyboard too', async ({ open }) => {
  const { page } = await open();
  const buffer = Buffer.from(har('https://a.example/one'));
  await page.getByLabel('Open HAR').setInputFiles({ name: 'a.har', mimeType: 'application/json', buffer });
  await page.getByText('/one').waitFor();
});

test.for([
  ['broken', '{"log":', '(the whole)'],
  ['of another form', har('https://a.example/', 7), 'log.entries[1].request.url'],
] as const)('of a file that is %s the path of the problem is shown', async ([, text, place], { open }) => {
  const { page } = await open();
  await page.getByText('Checkout team').first().waitFor();
  await drop(page, 'wrong.har', text);
  await page.getByText('wrong.har cannot be read').waitFor();
  await page.getByRole('alert').getByText(place, { exact: true }).waitFor();
});

test('a HAR file is named by workspace and time', async ({ open, startService, expect }) => {
  const { fake, logQuery } = await startService();
  const { id } = fake.workspaces.add({ name: 'QA: north/south' });
  fake.activity.record(id, { request: { path: '/one' } });
  const { page } = await open({ query: logQuery(id) });
  await page.getByRole('button', { name: 'Download HAR' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^QA-north-south-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-UTC\.har$/);
});
