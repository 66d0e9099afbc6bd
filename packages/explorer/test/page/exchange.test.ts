/** Tests of the exchange that opens next to the log. */
import { toCurl } from '@mock-services/sdk/activity';
import { test } from '../support/harness.ts';

test('a clicked exchange opens next to the log, is added to the URL, and closes with the back button', async ({
  open,
  orders: { query },
  expect,
}) => {
  const { page } = await open({ query });
  await page.getByText('/carts').click();
  const exchange = page.getByRole('region', { name: 'Exchange' });
  await exchange.waitFor();
  expect(page.url()).toContain('entry=');
  const headings = exchange.getByRole('heading', { level: 3 });
  const [request, response] = await headings
    .filter({ hasText: /^(Request|Response)/ })
    .evaluateAll((elements) =>
      elements.map((element) => element.getBoundingClientRect().toJSON() as DOMRect),
    );
  expect(response?.y).toBe(request?.y);
  expect(response?.x).toBeGreaterThan(request?.x ?? Infinity);
  await page.goBack();
  await expect.poll(() => exchange.count()).toBe(0);
});

test.for([1440, 900, 390])(
  'the row of an open exchange stays visible at a width of %i pixels while entries arrive',
  async (width, { open, service: { fake, logQuery }, expect }) => {
    const { id } = fake.workspaces.add({ name: 'Many' });
    const record = (index: number) => fake.activity.record(id, { request: { path: `/items/${index}` } });
    for (let index = 0; index < 200; index += 1) record(index);
    const { page } = await open({ query: logQuery(id), context: { viewport: { width, height: 800 } } });
    await page.getByText('Live · 200 recorded').waitFor();
    const row = page.locator('[data-index]', {
      has: page.getByText('/items/197', { exact: true }),
    });
    await row.click();
    const exchange = page.getByRole('region', { name: 'Exchange' });
    await exchange.waitFor();
    for (let index = 200; index < 230; index += 1) record(index);
    await page.getByText('Live · 230 recorded').waitFor({ state: 'attached' });
    const isVisible = () =>
      row.evaluate((element) => {
        const table = element.closest('[role=grid]')?.getBoundingClientRect();
        const { top, bottom } = element.getBoundingClientRect();
        return table !== undefined && top >= table.top && bottom <= table.bottom + 1;
      });
    await expect.poll(isVisible).toBe(true);
    await exchange.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => exchange.count()).toBe(0);
    await expect.poll(isVisible).toBe(true);
  },
);

test('the page compares two exchanges', async ({ open, orders: { query }, expect }) => {
  const { page } = await open({ query });
  await page.getByText('/orders/1', { exact: true }).click();
  await page.getByRole('button', { name: 'Compare…' }).click();
  await page.getByText('Select another exchange to compare with this one.').waitFor();
  await page.getByText('/carts', { exact: true }).click();
  const both = page.getByRole('region', { name: 'Two exchanges' });
  const responseOf = (name: string) => both.getByRole('region', { name: `Response of the ${name} exchange` });
  await responseOf('first').getByText('200 OK').waitFor();
  await responseOf('second').getByText('500 Internal Server Error').waitFor();
  await both.getByRole('button', { name: 'Close' }).click();
  await page.getByText('/carts', { exact: true }).click();
  await page.getByRole('region', { name: 'Exchange', exact: true }).waitFor();
  expect(page.url()).not.toContain('compare=');
});

test('the user can resize the view of an exchange with the arrow keys, and the page keeps the width after a reload', async ({
  open,
  orders: { query },
  expect,
}) => {
  const { page } = await open({ query });
  await page.getByText('/carts', { exact: true }).click();
  const divider = page.getByRole('separator', { name: 'Width of the exchange' });
  const width = async () => (await page.getByRole('region', { name: 'Exchange' }).boundingBox())?.width ?? 0;
  const before = await width();
  await divider.press('ArrowLeft');
  await expect.poll(width).toBeGreaterThan(before + 20);
  const after = await width();
  await page.reload();
  await divider.waitFor();
  await expect.poll(width).toBe(after);
});

test('the page uses a worker to copy a request of several megabytes as cURL', async ({
  open,
  service: { fake, logQuery },
  expect,
}) => {
  // The body is longer than a command-line argument can be, and contains special characters of shells.
  const body = JSON.stringify(
    Array.from({ length: 100_000 }, (_, id) => ({ id, name: `it's "${id}" $HOME \\` })),
  );
  const { id } = fake.workspaces.add({ name: 'Uploads' });
  const headers = { 'content-type': 'application/json', authorization: 'Bearer secret-token' };
  const entry = fake.activity.record(id, { request: { method: 'POST', path: '/uploads', headers, body } });
  const { page, troubles } = await open({
    query: `${logQuery(id)}&entry=${entry.id}`,
    context: { permissions: ['clipboard-read', 'clipboard-write'] },
  });
  const copy = page.getByRole('button', { name: 'Copy as cURL' });
  await copy.waitFor();
  await page.evaluate(() => {
    globalThis.Worker = class extends Worker {
      constructor(...options: ConstructorParameters<typeof Worker>) {
        super(...options);
        this.addEventListener('error', () => void reportViolation('the worker failed'));
      }
    };
  });
  const [worker] = await Promise.all([page.waitForEvent('worker'), copy.click()]);
  expect(worker.url()).toMatch(/\/assets\/curl-worker-[\w-]+\.js$/);
  await page.getByText('Copied without credentials').waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.length).toBeGreaterThan(body.length);
  // Compare as a boolean, because a failure would print megabytes.
  expect(copied === toCurl(entry)).toBe(true);
  expect(troubles).toEqual([]);
});
