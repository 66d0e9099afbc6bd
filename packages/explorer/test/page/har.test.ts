/** Tests that open and download HTTP Archives. */
import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright';
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
  await page.getByText('Checkout team').first().waitFor();
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

async function download(page: Page, withCredentials = false): Promise<Download> {
  await page.getByRole('button', { name: 'Download HAR' }).click();
  if (withCredentials) await page.getByLabel('Include credentials').check();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Download' }).click(),
  ]);
  return file;
}

test('the page shows a dropped HAR file as a read-only log', async ({ open, expect }) => {
  const { page, troubles } = await open();
  await drop(page, 'recorded.har', har('https://a.example/one', 'https://a.example/two'));
  await page.getByRole('heading', { name: 'recorded.har' }).waitFor();
  await expect.poll(() => page.locator('[data-index]').count()).toBe(2);
  await page.getByText('Read-only').waitFor();
  expect(await page.getByRole('button', { name: 'Clear log' }).count()).toBe(0);
  expect(troubles).toEqual([]);
});

test.for([
  ['that is not JSON', '{"log":', '(root)'],
  ['with an invalid entry', har('https://a.example/', 7), 'log.entries[1].request.url'],
] as const)('the page shows the path of the problem in a HAR file %s', async ([, text, place], { open }) => {
  const { page } = await open();
  await drop(page, 'wrong.har', text);
  await page.getByText('wrong.har cannot be read').waitFor();
  await page.getByRole('alert').getByText(place, { exact: true }).waitFor();
});

test('the page marks invisible characters from a HAR file in filter options and in names of downloaded files', async ({
  open,
  expect,
}) => {
  const { page } = await open({ query: '?panel=fake' });
  const method = `G\u202eT${'x'.repeat(100)}`;
  const { request, ...rest } = entry('https://a.example/');
  const log = { version: '1.2', entries: [{ ...rest, request: { ...request, method } }] };
  const buffer = Buffer.from(JSON.stringify({ log }));
  await page
    .getByLabel('Open HAR')
    .setInputFiles({ name: 'a\u202eb.har', mimeType: 'application/json', buffer });
  const option = page.getByLabel('Method').locator('option').nth(1);
  await expect.poll(() => option.innerText()).toBe(`G[U+202E]T${'x'.repeat(37)}… (103 characters)`);
  expect((await download(page)).suggestedFilename()).toMatch(/^a\[U\+202E\]b-[\dT-]+-UTC\.har$/);
});

test('the page names a downloaded HAR file after the workspace and the time', async ({
  open,
  service: { fake, logQuery },
  expect,
}) => {
  const { id } = fake.workspaces.add({ name: 'QA: north/south' });
  fake.activity.record(id, { request: { path: '/one' } });
  const { page } = await open({ query: logQuery(id) });
  await page.getByRole('heading', { level: 1, name: 'QA: north/south' }).waitFor();
  expect((await download(page)).suggestedFilename()).toMatch(
    /^QA-north-south-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-UTC\.har$/,
  );
});

test('the page downloads the filtered log, with credentials only if the user selects “Include credentials”', async ({
  open,
  orders,
  expect,
}) => {
  const { page } = await open({ query: `${orders.query}&status=5xx` });
  const textOf = async (file: Download) => readFile(await file.path(), 'utf8');
  const redacted = await textOf(await download(page));
  expect(JSON.parse(redacted)).toMatchObject({
    log: { version: '1.2', entries: [{ response: { status: 500 } }] },
  });
  expect(redacted).not.toContain('secret-token');
  expect(await textOf(await download(page, true))).toContain('secret-token');
});
