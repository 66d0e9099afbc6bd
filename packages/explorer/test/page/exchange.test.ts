import { test } from '../support/harness.ts';
import { startLog } from '../support/orders-log.ts';

test.for([1440, 900, 390])(
  'at %i pixels a clicked row stays in sight, also while entries arrive',
  async (width, { open, startService, expect }) => {
    const { fake, logQuery } = await startService();
    const { id } = fake.workspaces.add({ name: 'Many' });
    const record = (index: number) => fake.activity.record(id, { request: { path: `/items/${index}` } });
    for (let index = 0; index < 200; index += 1) record(index);
    const { page } = await open({ query: logQuery(id), context: { viewport: { width, height: 800 } } });
    await page.getByText('Live · 200 recorded').waitFor();
    const row = page.locator('.activity-row', {
      has: page.getByText('/items/197', { exact: true }),
    });
    await row.click();
    const exchange = page.getByRole('region', { name: 'Exchange' });
    await exchange.waitFor();
    for (let index = 200; index < 230; index += 1) record(index);
    await page.getByText('Live · 230 recorded').waitFor({ state: 'attached' });
    const isInSight = () =>
      row.evaluate((element) => {
        const table = element.closest('.activity-table')?.getBoundingClientRect();
        const { top, bottom } = element.getBoundingClientRect();
        return table !== undefined && top >= table.top && bottom <= table.bottom + 1;
      });
    await expect.poll(isInSight).toBe(true);
    await exchange.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => exchange.count()).toBe(0);
    await expect.poll(isInSight).toBe(true);
  },
);

test('two exchanges are compared', async ({ open, startService, expect }) => {
  const { query } = await startLog(startService);
  const { page } = await open({ query });
  await page.getByText('/orders/1', { exact: true }).click();
  await page.getByRole('button', { name: 'Compare…' }).click();
  await page.getByText('Now select the exchange to compare it with.').waitFor();
  await page.getByText('/carts', { exact: true }).click();
  const inspector = page.getByRole('region', { name: 'Two exchanges' });
  await inspector
    .getByRole('region', { name: 'Response of the first exchange' })
    .getByText('200 OK')
    .waitFor();
  await inspector
    .getByRole('region', { name: 'Response of the second exchange' })
    .getByText('500 Internal Server Error')
    .waitFor();
  await inspector.getByRole('button', { name: 'Close' }).click();
  await page.getByText('/carts', { exact: true }).click();
  await page.getByRole('region', { name: 'Exchange', exact: true }).waitFor();
  expect(page.url()).not.toContain('compare=');
});

test('the panes are resized with keys, and keep their size', async ({ open, startService, expect }) => {
  const { query } = await startLog(startService);
  const { page } = await open({ query });
  await page.getByText('/carts', { exact: true }).click();
  const divider = page.getByRole('separator', { name: 'Width of the exchange' });
  const width = async () => (await page.locator('.inspector').boundingBox())?.width ?? 0;
  const before = await width();
  await divider.press('ArrowLeft');
  await expect.poll(width).toBeGreaterThan(before + 20);
  const after = await width();
  await page.reload();
  await divider.waitFor();
  await expect.poll(width).toBe(after);
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
