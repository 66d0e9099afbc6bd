/** Tests of the log of a workspace, with its table and charts. */
import type { Page } from 'playwright';
import { test } from '../support/harness.ts';
import type { Service } from '../support/service.ts';

test('the log shows new entries as they arrive, and counts the new entries while the log is paused', async ({
  open,
  orders,
  expect,
}) => {
  const { query, record } = orders;
  const { page } = await open({ query });
  const rows = page.locator('[data-index]');
  await page.getByText('Live · 4 recorded').waitFor();
  record('/late', 201);
  await page.getByText('Live · 5 recorded').waitFor();
  await page.getByText('/late').waitFor();
  await page.getByRole('button', { name: 'Pause' }).click();
  record('/later', 201);
  record('/latest', 201);
  await page.getByText('Paused · 2 new').waitFor();
  expect(await rows.count()).toBe(5);
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect.poll(() => rows.count()).toBe(7);
});

test('the page stops reading the log while the tab is hidden, and continues when the tab is visible', async ({
  open,
  orders,
}) => {
  const { query, record } = orders;
  const { page } = await open({ query });
  const status = page.getByRole('main');
  await status.getByText('Live · 4 recorded').waitFor();
  const setVisibility = (state: DocumentVisibilityState) =>
    page.evaluate((to) => {
      Object.defineProperty(document, 'visibilityState', { value: to, configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }, state);
  await setVisibility('hidden');
  await status.getByText('Paused while this tab is hidden · 4 recorded').waitFor();
  record('/meanwhile', 200);
  await setVisibility('visible');
  await status.getByText('Live · 5 recorded').waitFor();
});

test('the page keeps showing the entries while the log cannot be read, until a retry succeeds', async ({
  open,
  orders,
  expect,
}) => {
  const { query, fake } = orders;
  const { page } = await open({ query });
  const status = page.getByRole('main');
  const notice = page.getByText('The data may be outdated.');
  await status.getByText('Live · 4 recorded').waitFor();
  fake.faults.add({ operation: 'listActivity', status: 404 });
  await status.getByText('Not up to date · 4 recorded').waitFor();
  await notice.waitFor();
  expect(await page.locator('[data-index]').count()).toBe(4);
  fake.faults.clear();
  await status.getByText('Live · 4 recorded').waitFor();
  await expect.poll(() => notice.count()).toBe(0);
});

test('the log shows that the workspace has expired', async ({ open, service: { fake, logQuery } }) => {
  const { id } = fake.workspaces.add({
    name: 'Old',
    createdAt: '2020-01-01T00:00:00.000Z',
    expiresAt: '2020-01-02T00:00:00.000Z',
  });
  fake.activity.record(id);
  const { page } = await open({ query: logQuery(id) });
  await page.getByRole('main').getByText('Workspace expired · 1 recorded').waitFor();
});

test('the page clears the log of a service after confirmation, and explains the empty log', async ({
  open,
  orders: { fake, id, query },
  expect,
}) => {
  const { page } = await open({ query });
  await page.getByRole('button', { name: 'Clear log' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Clear log' }).click();
  await page.getByText('Nothing has been recorded yet').waitFor();
  await page.getByText('The service records the requests and responses of this workspace.').waitFor();
  expect(fake.activity.list(id)).toEqual([]);
  expect(await page.getByRole('button', { name: 'Record 100 exchanges' }).count()).toBe(0);
});

test('the empty log of a fake server offers a button that records exchanges', async ({ open, expect }) => {
  const { page } = await open({ query: '?view=activity' });
  await page.getByRole('link', { name: 'Nightly runs' }).click();
  await page.getByRole('button', { name: 'Record 100 exchanges' }).click();
  await page.getByText('Live · 100 recorded').waitFor();
  await expect.poll(() => page.locator('[data-index]').count()).toBeGreaterThan(2);
});

const begin = Date.parse('2026-01-01T00:00:00Z');

/** Adds a log of 100 exchanges at intervals of a minute. Returns the query string that opens the log. */
function addLog({ fake, logQuery }: Service): string {
  const { id } = fake.workspaces.add({ name: 'Orders' });
  for (let minute = 0; minute < 100; minute += 1) {
    fake.activity.record(id, {
      timestamp: new Date(begin + minute * 60_000).toISOString(),
      request: { path: `/orders/${minute}` },
      response: { statusCode: 200, responseTimeMs: 20 + minute },
    });
  }
  return logQuery(id);
}

test('dragging in a chart filters the table to a time range until the user presses Escape', async ({
  open,
  service,
  expect,
}) => {
  const { page, troubles } = await open({ query: addLog(service) });
  await page.getByText('100 exchanges').waitFor();
  await page.locator('.uplot').nth(1).waitFor();
  const over = page.getByRole('region', { name: 'Requests over time' }).locator('.u-over');
  const { x = 0, y = 0, width = 0, height = 0 } = (await over.boundingBox()) ?? {};
  await page.mouse.move(x + width * 0.75, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.25, y + height / 2, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => page.url()).toMatch(/since=.*&until=/);
  const { searchParams } = new URL(page.url());
  const at = (name: string) => (Date.parse(searchParams.get(name) ?? '') - begin) / 60_000;
  // A pixel of the chart represents several seconds, and the last bar represents a minute.
  expect(at('since')).toBeGreaterThan(24);
  expect(at('since')).toBeLessThan(26);
  expect(at('until')).toBeGreaterThan(73);
  expect(at('until')).toBeLessThan(76);
  const count = Math.floor(at('until')) - Math.ceil(at('since')) + 1;
  await page.getByText(`${count} of 100`).waitFor();
  expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe(String(count + 1));
  await page.getByRole('button', { name: 'Clear the range' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('100 exchanges').waitFor();
  expect(page.url()).not.toContain('since=');
  expect(troubles).toEqual([]);
});

test('the page collapses the charts on a narrow screen, and remembers whether the user opened the charts', async ({
  open,
  service,
  expect,
}) => {
  const viewport = { width: 390, height: 800 };
  const { page } = await open({ query: addLog(service), context: { viewport } });
  const fold = page.getByRole('button', { name: 'Charts' });
  await fold.waitFor();
  expect(await fold.getAttribute('aria-expanded')).toBe('false');
  await fold.click();
  await page.locator('.uplot').nth(1).waitFor();
  await page.reload();
  await page.locator('.uplot').nth(1).waitFor();
  await fold.click();
  await expect.poll(() => page.locator('.uplot').count()).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.reload();
  await page.getByText('100 exchanges').waitFor();
  expect(await fold.getAttribute('aria-expanded')).toBe('false');
});

test('the table, the charts and the time range show times in the chosen time zone', async ({
  open,
  service,
}) => {
  const range = '&since=2026-01-01T00:00:00.000Z&until=2026-01-01T00:05:00.000Z';
  const { page } = await open({ query: addLog(service) + range, context: { timezoneId: 'Asia/Kolkata' } });
  await page.getByText('2026-01-01 00:00:00 to 2026-01-01 00:05:00 UTC').waitFor();
  await page.getByRole('button', { name: 'Times: UTC' }).click();
  await page.getByText('2026-01-01 05:30:00 to 2026-01-01 05:35:00 UTC+5:30').waitFor();
  await page.getByRole('columnheader', { name: 'Time (local)' }).waitFor();
  await page.locator('[data-index]').first().getByText('05:30:00.000').waitFor();
  await page.getByRole('img', { name: /100 requests from 2026-01-01 05:30:00 UTC\+5:30/ }).waitFor();
  await page.getByText('Change the range').click();
  await page.locator('input[type=datetime-local]').first().waitFor();
  await page.getByLabel('From (local)').and(page.locator('[value="2026-01-01T05:30:00.000"]')).waitFor();
});

/** Scrolls through the whole table. Returns the maximum number of rendered rows in any frame. */
function scroll(page: Page): Promise<number> {
  return page.getByRole('grid').evaluate(async (table) => {
    let rows = 0;
    for (let frame = 0; frame < 120; frame += 1) {
      table.scrollTop = (table.scrollHeight * frame) / 120;
      await new Promise(requestAnimationFrame);
      rows = Math.max(rows, table.querySelectorAll('[data-index]').length);
    }
    return rows;
  });
}

/** Counts the rows that are added to the table after this call. */
async function countRows(page: Page): Promise<() => Promise<number>> {
  const counter = await page.locator('[role=grid] > [role=presentation]').evaluateHandle((rows) => {
    const counted = { rows: 0 };
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) counted.rows += addedNodes.length;
    }).observe(rows, { childList: true });
    return counted;
  });
  return () => counter.evaluate(({ rows }) => rows);
}

test(
  'the page renders only the visible and new rows of a log with 50,000 exchanges',
  // A slow read delays the next read, because the page spends at most 10% of the time reading.
  { timeout: 240_000, concurrent: false },
  async ({ open, startService, expect }) => {
    const { fake, logQuery } = await startService({ maxActivityEntries: 100_000 });
    const { id } = fake.workspaces.add({ name: 'Long' });
    const record = (index: number) =>
      fake.activity.record(id, {
        request: { path: `/items/${index}` },
        response: { statusCode: index % 50 === 0 ? 500 : 200 },
      });
    for (let index = 1; index <= 50_000; index += 1) record(index);
    const { page, troubles } = await open({ query: logQuery(id) });
    await page.getByText('Live · 50,000 recorded').waitFor({ timeout: 100_000 });
    await page.locator('.uplot').nth(1).waitFor();
    const renderedRows = await countRows(page);
    for (let index = 50_001; index <= 50_005; index += 1) record(index);
    await page.getByText('Live · 50,005 recorded').waitFor({ timeout: 100_000 });
    await page.getByText('/items/50005').waitFor();
    expect(await renderedRows()).toBeLessThanOrEqual(5);
    const rows = await scroll(page);
    expect(rows).toBeGreaterThan(5);
    expect(rows).toBeLessThan(80);
    await page.getByLabel('Status').selectOption('5xx');
    await page.getByText('1,000 of 50,005').waitFor();
    expect(troubles).toEqual([]);
  },
);
