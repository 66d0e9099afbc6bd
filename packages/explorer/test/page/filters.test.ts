/** Tests of the filters, search and sort order of a log, which the URL contains. */
import { gzipSync } from 'node:zlib';
import { test } from '../support/harness.ts';

test('the page adds filters to the URL, and the back button removes the filters', async ({
  open,
  orders,
  expect,
}) => {
  const { page } = await open({ query: orders.query });
  const rows = page.locator('[data-index]');
  await expect.poll(() => rows.count()).toBe(4);
  await page.getByLabel('Path', { exact: true }).fill('/ORDERS');
  await expect.poll(() => rows.count()).toBe(3);
  expect(page.url()).toContain('path=/ORDERS');
  await page.getByLabel('Status').selectOption('404 Not Found');
  await expect.poll(() => rows.count()).toBe(1);
  expect(page.url()).toContain('status=404');
  await page.goBack();
  await expect.poll(() => rows.count()).toBe(3);
  await page.goBack();
  await expect.poll(() => rows.count()).toBe(4);
  await expect.poll(() => page.getByLabel('Path', { exact: true }).inputValue()).toBe('');
});

test('the filters match parts of paths, queries and hosts, and are not case-sensitive', async ({
  open,
  service,
  expect,
}) => {
  const { fake, logQuery } = service;
  const { id } = fake.workspaces.add({ name: 'Shop' });
  for (const url of [
    'https://shop.example/Products?q=trail%20shoe',
    'https://shop.example:8443/products/7',
    'https://pay.example/payments/7/items',
  ])
    fake.activity.record(id, { request: { url } });
  const { page } = await open({ query: logQuery(id) });
  const rows = page.locator('[data-index]');
  const shows = async (label: string, text: string, count: number) => {
    const field = page.getByLabel(label, { exact: true });
    await field.fill(text);
    await page.getByText(`${count} of 3`, { exact: true }).waitFor();
    await field.fill('');
    await expect.poll(() => rows.count()).toBe(3);
  };
  await shows('Path', 'products', 2);
  await shows('Path', 'trail shoe', 1);
  await shows('Path', 'q=TRAIL', 1);
  await shows('Path', '/*/items', 1);
  await shows('Host', 'SHOP', 2);
  await shows('Host', ':8443', 1);
  await shows('Search', 'https://shop.example:8443/PRODUCTS', 1);
});

test('the search finds text in URLs, headers and decoded bodies, even in entries that arrive later', async ({
  open,
  service,
  expect,
}) => {
  const { fake, logQuery } = service;
  const { id } = fake.workspaces.add({ name: 'Search' });
  const packed = gzipSync('{"sku":"NEEDLE-1"}').toString('base64');
  const record = {
    url: () => fake.activity.record(id, { request: { path: '/needle' } }),
    header: () => fake.activity.record(id, { request: { path: '/a', headers: { 'x-trace': 'Needle' } } }),
    body: () => fake.activity.record(id, { request: { path: '/b', body: { text: 'a needle' } } }),
    packed: () =>
      fake.activity.record(id, {
        request: { path: '/c' },
        response: { headers: { 'content-encoding': 'gzip' }, bodyBase64Encoded: packed },
      }),
    broken: () => fake.activity.record(id, { request: { path: '/d', bodyBase64Encoded: '#' } }),
    none: () => fake.activity.record(id, { request: { path: '/e' } }),
  };
  for (const each of Object.values(record)) each();
  const { page } = await open({ query: logQuery(id) });
  await page.getByLabel('Search', { exact: true }).fill('needle');
  await page.getByText('4 of 6 · 1 with bodies that cannot be searched').waitFor();
  expect(page.url()).toContain('search=needle');
  const paths = page.locator('[data-index] > :nth-child(3)');
  expect(await paths.allTextContents()).toEqual(['/needle', '/a', '/b', '/c']);
  record.none();
  record.body();
  await page.getByText('5 of 8').waitFor();
});

test('the page applies the filters in the URL, and reports invalid filters', async ({
  open,
  orders,
  expect,
}) => {
  const { page } = await open({ query: `${orders.query}&status=5xx&method=G%20T&since=yesterday` });
  await expect.poll(() => page.locator('[data-index]').count()).toBe(1);
  await page.getByText(/ignored\. method: expected an HTTP method; since: expected/).waitFor();
});

test('the page applies the time range in the URL until the user clears the filters', async ({
  open,
  orders,
  expect,
}) => {
  const [first] = orders.fake.activity.list(orders.id);
  const { page } = await open({ query: `${orders.query}&until=${first?.timestamp}` });
  await expect.poll(() => page.locator('[data-index]').count()).toBe(1);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => page.locator('[data-index]').count()).toBe(4);
});

test('a click on a column header sorts the log, and adds the sort order to the URL', async ({
  open,
  orders,
  expect,
}) => {
  const { page } = await open({ query: orders.query });
  const statuses = page.locator('[data-index] > :nth-child(4)');
  await page.getByRole('columnheader', { name: 'Status' }).getByRole('button').click();
  await expect.poll(() => statuses.allTextContents()).toEqual(['200', '200', '404', '500']);
  expect(page.url()).toContain('sort=status');
});
