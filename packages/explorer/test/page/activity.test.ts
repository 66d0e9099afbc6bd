import { readFile } from 'node:fs/promises';
import { test, type StartService } from '../harness.ts';

/** A service with a log of four exchanges, and the address of its log. */
async function startLog(startService: StartService) {
  const { fake, logQuery } = await startService();
  const { id } = fake.workspaces.add({ name: 'Orders' });
  let second = 0;
  const record = (path: string, statusCode: number) =>
    fake.activity.record(id, {
      timestamp: new Date(Date.parse('2026-01-01T00:00:00Z') + (second += 1) * 1000).toISOString(),
      request: { path, headers: { authorization: 'Bearer secret-token' } },
      response: { statusCode, responseTimeMs: 20 },
    });
  for (const [path, status] of [
    ['/orders/1', 200],
    ['/orders/2', 404],
    ['/carts', 500],
    ['/orders/1/items', 200],
  ] as const)
    record(path, status);
  return { fake, id, record, query: logQuery(id) };
}

test('filters are in the address, and going back undoes them', async ({ open, startService, expect }) => {
  const { query } = await startLog(startService);
  const { page } = await open({ query });
  const rows = page.locator('.activity-row');
  await expect.poll(() => rows.count()).toBe(4);
  await page.getByLabel('Path', { exact: true }).fill('/orders/*');
  await expect.poll(() => rows.count()).toBe(2);
  expect(page.url()).toContain('path=/orders/*');
  await page.getByLabel('Status').selectOption('4xx');
  await expect.poll(() => rows.count()).toBe(1);
  expect(page.url()).toContain('status=4xx');
  await page.goBack();
  await expect.poll(() => rows.count()).toBe(2);
  await page.goBack();
  await expect.poll(() => rows.count()).toBe(4);
  await expect.poll(() => page.getByLabel('Path', { exact: true }).inputValue()).toBe('');
});

test('an address sets its filters, and invalid parameters are reported', async ({
  open,
  startService,
  expect,
}) => {
  const { query } = await startLog(startService);
  const { page } = await open({ query: `${query}&status=5xx&method=G%20T&since=yesterday` });
  await expect.poll(() => page.locator('.activity-row').count()).toBe(1);
  await page.getByText(/ignored\. method: expected an HTTP method; since: expected/).waitFor();
});

test('the log is followed; while paused, new entries are counted', async ({ open, startService, expect }) => {
  const { query, record } = await startLog(startService);
  const { page } = await open({ query });
  await page.getByText('Live · 4 recorded').waitFor();
  record('/late', 201);
  await page.getByText('Live · 5 recorded').waitFor();
  await page.getByText('/late').waitFor();
  await page.getByRole('button', { name: 'Pause' }).click();
  record('/later', 201);
  record('/latest', 201);
  await page.getByText('Paused · 2 new since').waitFor();
  expect(await page.locator('.activity-row').count()).toBe(5);
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect.poll(() => page.locator('.activity-row').count()).toBe(7);
});

test('request and response of an exchange are side by side', async ({ open, startService, expect }) => {
  const { query } = await startLog(startService);
  const { page } = await open({ query });
  await page.getByText('/carts').click();
  const headings = page.getByRole('region', { name: 'Exchange' }).getByRole('heading', { level: 3 });
  await headings.nth(1).waitFor();
  const [request, response] = await Promise.all([
    headings.filter({ hasText: 'Request' }).boundingBox(),
    headings.filter({ hasText: 'Response' }).boundingBox(),
  ]);
  expect(response?.y).toBe(request?.y);
  expect(response?.x).toBeGreaterThan(request?.x ?? Infinity);
});

test('an exchange opens, is in the address, and closes by going back', async ({
  open,
  startService,
  expect,
}) => {
  const { query } = await startLog(startService);
  const { page } = await open({ query });
  await page.getByText('/carts').click();
  await page.getByRole('region', { name: 'Exchange' }).waitFor();
  expect(page.url()).toContain('entry=');
  await page.goBack();
  await expect.poll(() => page.getByRole('region', { name: 'Exchange' }).count()).toBe(0);
});

test('a selected time range filters the table', async ({ open, startService, expect }) => {
  const { query, fake, id } = await startLog(startService);
  const [first] = fake.activity.list(id);
  const { page } = await open({ query: `${query}&until=${first?.timestamp}` });
  await expect.poll(() => page.locator('.activity-row').count()).toBe(1);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => page.locator('.activity-row').count()).toBe(4);
});

test('the log is downloaded as HAR, without credentials unless requested', async ({
  open,
  startService,
  expect,
}) => {
  const { query } = await startLog(startService);
  const { page } = await open({ query: `${query}&status=5xx` });
  const download = async (withCredentials: boolean): Promise<string> => {
    await page.getByRole('button', { name: 'Download HAR' }).click();
    if (withCredentials) await page.getByLabel('Include credentials').check();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: 'Download' }).click(),
    ]);
    return readFile(await file.path(), 'utf8');
  };
  const redacted = await download(false);
  expect(JSON.parse(redacted)).toMatchObject({
    log: { version: '1.2', entries: [{ response: { status: 500 } }] },
  });
  expect(redacted).not.toContain('secret-token');
  expect(await download(true)).toContain('secret-token');
});

test('the log is cleared after confirmation', async ({ open, startService, expect }) => {
  const { query, fake, id } = await startLog(startService);
  const { page } = await open({ query });
  await page.getByRole('button', { name: 'Clear log' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Clear log' }).click();
  await page.getByText('Nothing has been recorded yet').waitFor();
  expect(fake.activity.list(id)).toEqual([]);
});
