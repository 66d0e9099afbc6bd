/** The log of a workspace: how it is followed, emptied and shown when it is empty. */
import { test } from '../support/harness.ts';

test('shows new entries as they arrive, and counts them while paused', async ({ open, orders, expect }) => {
  const { query, record } = orders;
  const { page } = await open({ query });
  const rows = page.locator('.activity-row');
  await page.getByText('Live · 4 recorded').waitFor();
  record('/late', 201);
  await page.getByText('Live · 5 recorded').waitFor();
  await page.getByText('/late').waitFor();
  await page.getByRole('button', { name: 'Pause' }).click();
  record('/later', 201);
  record('/latest', 201);
  await page.getByText('Paused · 2 new since').waitFor();
  expect(await rows.count()).toBe(5);
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect.poll(() => rows.count()).toBe(7);
});

test('waits while the tab is hidden, and continues when it is visible', async ({ open, orders }) => {
  const { query, record } = orders;
  const { page } = await open({ query });
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
});

test('keeps the entries when the log cannot be refreshed, until a retry succeeds', async ({
  open,
  orders,
  expect,
}) => {
  const { query, fake } = orders;
  const { page } = await open({ query });
  const status = page.locator('.tail-status');
  const notice = page.getByText('The data may be old.');
  await status.getByText('Live · 4 recorded').waitFor();
  fake.faults.add({ operation: 'listActivity', status: 404 });
  await status.getByText('Not up to date · 4 recorded').waitFor();
  await notice.waitFor();
  expect(await page.locator('.activity-row').count()).toBe(4);
  fake.faults.clear();
  await page.getByRole('button', { name: 'Try again' }).click();
  await status.getByText('Live · 4 recorded').waitFor();
  await expect.poll(() => notice.count()).toBe(0);
});

test('shows that a workspace has expired', async ({ open, service: { fake, logQuery } }) => {
  const { id } = fake.workspaces.add({
    name: 'Old',
    createdAt: '2020-01-01T00:00:00.000Z',
    expiresAt: '2020-01-02T00:00:00.000Z',
  });
  fake.activity.record(id);
  const { page } = await open({ query: logQuery(id) });
  await page.locator('.tail-status').getByText('Workspace expired · 1 recorded').waitFor();
});

test('clears the log of a service after confirmation, and explains the empty log', async ({
  open,
  orders: { fake, id, query },
  expect,
}) => {
  const { page } = await open({ query });
  await page.getByRole('button', { name: 'Clear log' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Clear log' }).click();
  await page.getByText('Nothing has been recorded yet').waitFor();
  await page.getByText('The service keeps this log').waitFor();
  expect(fake.activity.list(id)).toEqual([]);
  expect(await page.getByRole('button', { name: 'Record 100 exchanges' }).count()).toBe(0);
});

test('offers to record exchanges in an empty log of the fake server', async ({ open, expect }) => {
  const { page } = await open({ query: '?view=activity' });
  await page.getByRole('link', { name: 'Nightly runs' }).click();
  await page.getByRole('button', { name: 'Record 100 exchanges' }).click();
  await page.getByText('Live · 100 recorded').waitFor();
  await expect.poll(() => page.locator('.activity-row').count()).toBeGreaterThan(2);
});
