import { readFile } from 'node:fs/promises';
import { test } from '../support/harness.ts';
import { startLog } from '../support/orders-log.ts';

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

test('it says that it is live only while it is', async ({ open, startService }) => {
  const { query, fake, record } = await startLog(startService);
  const { page } = await open({ query, context: {} });
  const status = page.locator('.tail-status');
  await status.getByText('Live · 4 recorded').waitFor();

  const setVisibility = (state: DocumentVisibilityState) =>
    page.evaluate((to) => {
      Object.defineProperty(document, 'visibilityState', { value: to, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await setVisibility('hidden');
  await status.getByText('Waiting for this tab to be visible · 4 recorded').waitFor();
  record('/meanwhile', 200);
  await setVisibility('visible');
  await status.getByText('Live · 5 recorded').waitFor();

  fake.faults.add({ operation: 'listActivity', status: 404 });
  await status.getByText('Not up to date · 5 recorded').waitFor();
  fake.faults.clear();
  await page.getByRole('button', { name: 'Try again' }).click();
  await status.getByText('Live · 5 recorded').waitFor();
});

test('the log of an expired workspace is not live', async ({ open, startService }) => {
  const { fake, logQuery } = await startService();
  const { id } = fake.workspaces.add({
    name: 'Old',
    createdAt: '2020-01-01T00:00:00.000Z',
    expiresAt: '2020-01-02T00:00:00.000Z',
  });
  fake.activity.record(id);
  const { page } = await open({ query: logQuery(id) });
  await page.locator('.tail-status').getByText('Workspace expired · 1 recorded').waitFor();
});

test('an empty log of the fake server offers traffic', async ({ open, expect }) => {
  const { page } = await open({ query: '?view=activity' });
  await page.getByRole('link', { name: 'Checkout team' }).click();
  await page.getByRole('button', { name: 'Clear log' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Clear log' }).click();
  await page.getByRole('button', { name: 'Record 100 exchanges' }).click();
  await page.getByText('Live · 100 recorded').waitFor();
  await expect.poll(() => page.locator('.activity-row').count()).toBeGreaterThan(2);
});

test('an empty log of a service says who records', async ({ open, startService, expect }) => {
  const { fake, logQuery } = await startService();
  const { page } = await open({ query: logQuery(fake.workspaces.add({ name: 'Empty' }).id) });
  await page.getByText('The service keeps this log').waitFor();
  expect(await page.getByRole('button', { name: 'Record 100 exchanges' }).count()).toBe(0);
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
